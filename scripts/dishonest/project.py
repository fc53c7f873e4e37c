"""Everything the liars take from the project, in one place: what is renamed there is renamed here and nowhere else."""

from __future__ import annotations

from referee.cli.main import run as command_line
from referee.crypto import boxes, group, joint, masks, sealed
from referee.crypto.keys import SigningKey, format_private
from referee.crypto.masks import Mixer, Place
from referee.crypto.openssh import format_public
from referee.games import find
from referee.kernel.bot import LEVELS
from referee.kernel.canon import unb64
from referee.kernel.dice import below
from referee.kernel.errors import BrokenState, RefereeError
from referee.kernel.game import AnyGame
from referee.kernel.goods import Dealer, Own, Owner
from referee.kernel.play import follow
from referee.record.names import CHARTER, DEAL, OFFER, PACK, step_name
from referee.record.note import SignedNote, read_bundle, render_bundle, sign_note
from referee.record.notes import (
    AnyNote,
    At,
    Bot,
    Charter,
    Claim,
    Comment,
    Consent,
    Did,
    Join,
    Mix,
    Move,
    Offer,
    Opened,
    Order,
    Range,
    Rekey,
    Standing,
    Step,
    Unlock,
)
from referee.record.store import Folder, Home, notes_kept
from referee.table.desk.attempt import check_attempt, hand_given_up
from referee.table.desk.close import Closed, close_deal, close_step, close_together
from referee.table.desk.commenting import comments_here
from referee.table.desk.desk import Desk
from referee.table.desk.guard import Guard
from referee.table.desk.program import program_move
from referee.table.desk.rekeys import Request
from referee.table.desk.rekeys import agreeing as agreeing_by_client
from referee.table.desk.rekeys import asking as asking_by_client
from referee.table.desk.send import send
from referee.table.intake.receive import receive
from referee.table.masked import counts_of
from referee.table.opening import deal as dealing
from referee.table.opening.charter import check_join, make_charter, make_join, make_offer, read_charter
from referee.table.opening.deal import make_accept, opened_shares, read_deal
from referee.table.opening.mixing import Mixed, check_mix
from referee.table.opening.packs import over_pack
from referee.table.practice.opening import lay, practice_charter
from referee.table.practice.others import Others, Settings, go_on
from referee.table.reading.audit import EVERYTHING, Report, audit
from referee.table.reading.disputes import judge_on
from referee.table.reading.docket import read_docket
from referee.table.reading.history import read_history
from referee.table.reading.verdict import Verdict
from referee.table.reading.words import four_words
from referee.table.seating import REFEREE, Eyes, Party, Table, eyes_at_table, eyes_of_key, own_secret
from referee.table.step import decisions, silence
from referee.table.step import tokens as deal
from referee.table.step.consent import consent_note
from referee.table.step.deck_shares import bound_by, check_own, way
from referee.table.step.draft import Draft, move_note
from referee.table.step.ending import end_note
from referee.table.step.position import Position
from referee.table.step.produce import make_step, open_plan, produce, settle
from referee.table.step.program import orders as program_orders
from referee.table.step.rekey import make_rekey
from referee.table.step.run import Run
from referee.table.step.standing import stand, standing_note
from referee.table.step.unlock import held_by_others, locks_of, make_unlock, positions_in
from scripts.policies import Policy, random_order, sensible_order, typed
from scripts.rehearse import RULES, Match, open_match, play_again, play_out, random_note, test_key, test_nonce
from tests.table.masked_escrows import (
    GONE,
    agreed,
    escrowed,
    given_shares,
    open_seat,
    others_of,
    rekey_by_shares,
    share_note,
    vanished,
)
from tests.table.masked_keys import Asked, rotate, rotating
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down
from tests.table.opening.masked_openings import ESCROW, Opening, accepted, mix
from tests.table.people import Person, materialize
from tests.table.second_notes import Wrong
from tests.table.second_silence import LetPass
from tests.table.second_silence import Table as Sitting

STEP = "step"
"""The type of the referee's note that closes a step."""

HOST = "host"
"""The referee's name among the keys and the people."""

SEALED = "seal"
"""What the sealed lines of a move are addressed with; those of a standing note with the type of the note."""

STANDING = "standing"


def rules_of(game: str) -> AnyGame:
    """The rules by which stories are told: those in which their numbers were chosen, as in a rehearsal."""
    return find(game, RULES.get(game))


__all__ = [
    "CHARTER",
    "DEAL",
    "ESCROW",
    "EVERYTHING",
    "GONE",
    "HOST",
    "LEVELS",
    "OFFER",
    "PACK",
    "REFEREE",
    "SEALED",
    "STANDING",
    "STEP",
    "AnyNote",
    "Asked",
    "At",
    "Bot",
    "BrokenState",
    "Charter",
    "Claim",
    "Closed",
    "Comment",
    "Consent",
    "Dealer",
    "Desk",
    "Did",
    "Draft",
    "Eyes",
    "Folder",
    "Guard",
    "Home",
    "Join",
    "LetPass",
    "MaskedMatch",
    "Match",
    "Mix",
    "Mixed",
    "Mixer",
    "Move",
    "Offer",
    "Opened",
    "Opening",
    "Order",
    "Others",
    "Own",
    "Owner",
    "Party",
    "Person",
    "Place",
    "Policy",
    "Position",
    "Range",
    "RefereeError",
    "Rekey",
    "Report",
    "Request",
    "Run",
    "Settings",
    "SignedNote",
    "SigningKey",
    "Sitting",
    "Standing",
    "Step",
    "Table",
    "Unlock",
    "Verdict",
    "Wrong",
    "accepted",
    "agreed",
    "agreeing_by_client",
    "asking_by_client",
    "audit",
    "below",
    "bound_by",
    "boxes",
    "check_attempt",
    "check_join",
    "check_mix",
    "check_own",
    "close_deal",
    "close_step",
    "close_together",
    "command_line",
    "comments_here",
    "consent_note",
    "copy_of",
    "counts_of",
    "deal",
    "dealing",
    "decisions",
    "end_note",
    "escrowed",
    "eyes_at_table",
    "eyes_of_key",
    "follow",
    "format_private",
    "format_public",
    "four_words",
    "given_shares",
    "go_on",
    "group",
    "hand_given_up",
    "held_by_others",
    "joint",
    "judge_on",
    "lay",
    "locks_of",
    "make_accept",
    "make_charter",
    "make_join",
    "make_offer",
    "make_rekey",
    "make_step",
    "make_unlock",
    "masks",
    "materialize",
    "mix",
    "move_note",
    "notes_kept",
    "open_match",
    "open_plan",
    "open_seat",
    "opened_shares",
    "others_of",
    "over_pack",
    "own_secret",
    "play_again",
    "play_out",
    "positions_in",
    "practice_charter",
    "produce",
    "program_move",
    "program_orders",
    "random_note",
    "random_order",
    "read_bundle",
    "read_charter",
    "read_deal",
    "read_docket",
    "read_history",
    "receive",
    "rekey_by_shares",
    "render_bundle",
    "rotate",
    "rotating",
    "rules_of",
    "sealed",
    "send",
    "sensible_order",
    "settle",
    "share_note",
    "sign_note",
    "silence",
    "sit_down",
    "stand",
    "standing_note",
    "step_name",
    "test_key",
    "test_nonce",
    "typed",
    "unb64",
    "vanished",
    "way",
]
