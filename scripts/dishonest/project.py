"""Everything the liars take from the project, in one place: what is renamed there is renamed here and nowhere else."""

from __future__ import annotations

from referee.table.audit import audit
from referee.table.dealing import make_accept, opened_shares, read_deal
from referee.table.disputes import judge
from referee.table.draft import Draft, move_note
from referee.table.ending import end_note
from referee.table.guard import Guard
from referee.table.history import CHARTER, DEAL, OFFER, read_history
from referee.table.history import turn_name as step_name
from referee.table.host import Closed, close_deal, close_step
from referee.table.position import Position
from referee.table.receive import receive
from referee.table.run import Run
from referee.table.standing import standing_note
from referee.table.turn import open_plan, settle
from referee.table.turn import turn_note as step_note

from referee.cli.commands.words import four_words
from referee.cli.main import run as command_line
from referee.crypto import joint, sealed
from referee.crypto.keys import SigningKey
from referee.games import find as rules_of
from referee.kernel.dice import below
from referee.kernel.errors import BrokenState, RefereeError
from referee.kernel.goods import Dealer, Own, Owner
from referee.kernel.play import follow
from referee.record.note import Frame as Signed
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.record.notes import Did, Move, Opened, Order
from referee.table import deal
from referee.table.desk import pending
from referee.table.opening import make_charter, make_join, make_offer, read_charter
from referee.table.seating import REFEREE, Table, eyes_of, own_secret
from scripts.policies import Policy, random_order, typed
from scripts.rehearse import Match, open_match, play_out, random_note, test_key, test_nonce
from tests.table.people import Person

STEP = "turn"
"""The type of the referee's note that closes a step."""

HOST = "host"
"""The referee's name among the keys and the people."""

SEALED = "seal"
"""What the sealed lines of a move are addressed with; those of a standing note with the type of the note."""

STANDING = "standing"

__all__ = [
    "CHARTER",
    "DEAL",
    "HOST",
    "OFFER",
    "REFEREE",
    "SEALED",
    "STANDING",
    "STEP",
    "BrokenState",
    "Closed",
    "Dealer",
    "Did",
    "Draft",
    "Guard",
    "Match",
    "Move",
    "Opened",
    "Order",
    "Own",
    "Owner",
    "Person",
    "Policy",
    "Position",
    "RefereeError",
    "Run",
    "Signed",
    "SigningKey",
    "Table",
    "audit",
    "below",
    "close_deal",
    "close_step",
    "command_line",
    "deal",
    "end_note",
    "eyes_of",
    "follow",
    "four_words",
    "joint",
    "judge",
    "make_accept",
    "make_charter",
    "make_join",
    "make_offer",
    "move_note",
    "open_match",
    "open_plan",
    "opened_shares",
    "own_secret",
    "pending",
    "play_out",
    "random_note",
    "random_order",
    "read_bundle",
    "read_charter",
    "read_deal",
    "read_history",
    "receive",
    "render_bundle",
    "rules_of",
    "sealed",
    "settle",
    "sign_note",
    "standing_note",
    "step_name",
    "step_note",
    "test_key",
    "test_nonce",
    "typed",
]
