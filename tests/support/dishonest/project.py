"""Everything the liars take from the project, in one place: what is renamed there is renamed here and nowhere else."""

from __future__ import annotations

from referee.audit.recompute import EVERYTHING, Report, audit
from referee.cli.main import run as command_line
from referee.crypto import boxes, joint_randomness, sealing
from referee.crypto.deck import group, masking
from referee.crypto.deck.masking import LockPlace, Mixer
from referee.crypto.keys import SigningKey, format_private
from referee.crypto.openssh import format_public
from referee.disputes.evidence import read_evidence
from referee.disputes.judging import judge_evidence
from referee.disputes.verdict import Verdict
from referee.games import find
from referee.kernel.bot import GOOD, GREEDY, LEVELS, VERSION
from referee.kernel.canonical_json import decode_b64
from referee.kernel.dice import below
from referee.kernel.errors import BrokenState, RefereeError
from referee.kernel.game import AnyGame
from referee.kernel.goods import Dealer, Owner, OwnGoods
from referee.kernel.play import follow_events
from referee.practice.better_turns import better_turns
from referee.practice.opponents import Opponents, PracticeSettings, let_opponents_play
from referee.practice.start_table import practice_charter, set_up_practice
from referee.protocol.agreements import decisions, silence
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.new_key import make_rekey
from referee.protocol.history.read_record import read_history
from referee.protocol.history.safety_words import four_words
from referee.protocol.masked.deck_escrow import check_own_shares, share_address, shares_bound_by
from referee.protocol.masked.key_share_notes import key_shares_of, make_unlock, positions_in, positions_of_others
from referee.protocol.masked.note_rules import public_counts
from referee.protocol.masked.shuffling import ShuffledDeck, check_mix
from referee.protocol.opening import deal as dealing
from referee.protocol.opening.charter import check_join, make_charter, make_join, make_offer, read_charter
from referee.protocol.opening.data_packs import game_with_pack
from referee.protocol.opening.deal import make_accept, read_deal, seed_shares_by_seat
from referee.protocol.seating import REFEREE, Eyes, Party, Table, eyes_at_table, eyes_of_key, own_game_secret
from referee.protocol.step import tokens as deal
from referee.protocol.step.bot_orders import orders_of_bot as program_orders
from referee.protocol.step.draft import MoveDraft, move_note
from referee.protocol.step.ending import end_note
from referee.protocol.step.position import Position
from referee.protocol.step.produce import make_step_note, open_plan, position_after_run, produce
from referee.protocol.step.standing_orders import standing_note, with_standing_note
from referee.protocol.step.step_run import StepRun
from referee.record.file_names import CHARTER, DEAL, OFFER, PACK, step_name
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
from referee.record.store import DataFolder, GameFolder, stored_notes
from referee.session.agreements.new_key_requests import NewKeyRequest
from referee.session.agreements.new_key_requests import outgoing_key_consent as agreeing_by_client
from referee.session.agreements.new_key_requests import outgoing_key_request as asking_by_client
from referee.session.bot_seat import outgoing_bot_move
from referee.session.close_step import ClosedStep, close_deal, close_step, close_together
from referee.session.incoming.receive import receive
from referee.session.opening.reoffer import check_reoffer, hand_of_cancelled_deal
from referee.session.send import send
from referee.session.session import Session
from referee.session.sign_comment import stored_comments
from referee.session.signing_guard import SigningGuard
from tests.support.policies import Policy, random_order, sensible_order, typed
from tests.support.rehearse import RULES, Match, open_match, play_again, play_out, random_note, test_key, test_nonce
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
from tests.table.players_on_disk import Person, materialize
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
    "GOOD",
    "GREEDY",
    "HOST",
    "LEVELS",
    "OFFER",
    "PACK",
    "REFEREE",
    "SEALED",
    "STANDING",
    "STEP",
    "VERSION",
    "AnyNote",
    "Asked",
    "At",
    "Bot",
    "BrokenState",
    "Charter",
    "Claim",
    "ClosedStep",
    "Comment",
    "Consent",
    "DataFolder",
    "Dealer",
    "Did",
    "Eyes",
    "GameFolder",
    "Join",
    "LetPass",
    "LockPlace",
    "MaskedMatch",
    "Match",
    "Mix",
    "Mixer",
    "Move",
    "MoveDraft",
    "NewKeyRequest",
    "Offer",
    "Opened",
    "Opening",
    "Opponents",
    "Order",
    "OwnGoods",
    "Owner",
    "Party",
    "Person",
    "Policy",
    "Position",
    "PracticeSettings",
    "Range",
    "RefereeError",
    "Rekey",
    "Report",
    "Session",
    "ShuffledDeck",
    "SignedNote",
    "SigningGuard",
    "SigningKey",
    "Sitting",
    "Standing",
    "Step",
    "StepRun",
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
    "better_turns",
    "boxes",
    "check_join",
    "check_mix",
    "check_own_shares",
    "check_reoffer",
    "close_deal",
    "close_step",
    "close_together",
    "command_line",
    "consent_note",
    "copy_of",
    "deal",
    "dealing",
    "decisions",
    "decode_b64",
    "end_note",
    "escrowed",
    "eyes_at_table",
    "eyes_of_key",
    "follow_events",
    "format_private",
    "format_public",
    "four_words",
    "game_with_pack",
    "given_shares",
    "group",
    "hand_of_cancelled_deal",
    "joint_randomness",
    "judge_evidence",
    "key_shares_of",
    "let_opponents_play",
    "make_accept",
    "make_charter",
    "make_join",
    "make_offer",
    "make_rekey",
    "make_step_note",
    "make_unlock",
    "masking",
    "materialize",
    "mix",
    "move_note",
    "open_match",
    "open_plan",
    "open_seat",
    "others_of",
    "outgoing_bot_move",
    "own_game_secret",
    "play_again",
    "play_out",
    "position_after_run",
    "positions_in",
    "positions_of_others",
    "practice_charter",
    "produce",
    "program_orders",
    "public_counts",
    "random_note",
    "random_order",
    "read_bundle",
    "read_charter",
    "read_deal",
    "read_evidence",
    "read_history",
    "receive",
    "rekey_by_shares",
    "render_bundle",
    "rotate",
    "rotating",
    "rules_of",
    "sealing",
    "seed_shares_by_seat",
    "send",
    "sensible_order",
    "set_up_practice",
    "share_address",
    "share_note",
    "shares_bound_by",
    "sign_note",
    "silence",
    "sit_down",
    "standing_note",
    "step_name",
    "stored_comments",
    "stored_notes",
    "test_key",
    "test_nonce",
    "typed",
    "vanished",
    "with_standing_note",
]
