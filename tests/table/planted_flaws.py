"""Flaws that the project once had, put back for a test: each is the smallest change that makes the finding true again.

A story that a flaw does not change proves nothing about its cure.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import pytest

from referee.audit import recompute
from referee.crypto import joint_randomness
from referee.crypto.keys import fingerprint
from referee.disputes import evidence
from referee.kernel import play
from referee.kernel.errors import OutOfOrder, Unreadable
from referee.kernel.events import Laid
from referee.kernel.game import NeedsHiddenFace
from referee.protocol.agreements import consent, decisions, new_key
from referee.protocol.history import read_record, safety_words
from referee.protocol.opening import deal as dealing
from referee.protocol.seating import REFEREE
from referee.protocol.step import position, produce, record_step, sealed_deck, step_run
from referee.record import note_slots
from referee.record.notes import Consent, Move, Standing, kinds
from referee.session.agreements import new_key_requests
from referee.session.incoming import consents as intake_consents
from referee.session.incoming import steps

PutBack = Callable[[pytest.MonkeyPatch], None]


def hands_of_the_deal_unread(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(sealed_deck, "_check_hands", lambda *_: None)


def only_the_newest_is_named(patch: pytest.MonkeyPatch) -> None:
    def last(signed: Any) -> tuple[str, ...]:
        note = signed.note()
        return note.instead[-1:] if isinstance(note, Move) else ()

    patch.setattr(note_slots, "replaced_by", last)


def only_the_host_is_heard(patch: pytest.MonkeyPatch) -> None:
    real = safety_words.check_word_comparison

    def host_alone(position: Any, seat: str, standing: Mapping[str, str]) -> None:
        real(position, seat, {role: verdict for role, verdict in standing.items() if role == REFEREE})

    patch.setattr(safety_words, "check_word_comparison", host_alone)


def only_the_first_mover_is_asked(patch: pytest.MonkeyPatch) -> None:
    real = safety_words.check_word_comparison

    def first_step(position: Any, seat: str, standing: Mapping[str, str]) -> None:
        if position.step == 0:
            real(position, seat, standing)

    patch.setattr(safety_words, "check_word_comparison", first_step)


def a_later_key_need_not_be_heard(patch: pytest.MonkeyPatch) -> None:
    real = safety_words.check_word_comparison

    def those_of_the_charter(position: Any, seat: str, standing: Mapping[str, str]) -> None:
        real(position, seat, {role: of for role, of in standing.items() if not position.table.party_at(role).since})

    patch.setattr(safety_words, "check_word_comparison", those_of_the_charter)


def words_without_the_toss(patch: pytest.MonkeyPatch) -> None:
    real = joint_randomness.four_words
    patch.setattr(joint_randomness, "four_words", lambda charter, _, rs: real(charter, b"", rs))


def a_key_is_known_under_every_name(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(safety_words, "_is_known", lambda party, known: fingerprint(party.key) in {key for key, _ in known})


def another_name_is_not_told(patch: pytest.MonkeyPatch) -> None:
    for place in ("referee.service.spoken_words", "referee.session.todo.status"):
        patch.setattr(f"{place}.earlier_names", lambda *_: {})


def any_word_is_a_kind(patch: pytest.MonkeyPatch) -> None:
    real = produce.check_lines

    def kinds_unchecked(table: Any, texts: tuple[str, ...]) -> None:
        try:
            real(table, texts)
        except Unreadable as refusal:
            if refusal.code != "sealed-goods-unknown":
                raise

    def rules_before_the_hand(game: Any, state: Any, seat: int, move: Any, known: Any, secret: Any, shown: Any) -> Any:
        faces: tuple[tuple[str, str], ...] = ()
        while True:
            try:
                return game.apply(state, seat, move, faces)
            except NeedsHiddenFace as hidden:
                kind = dict(shown).get(hidden.place) or (secret[0] if secret else known.face(hidden.place))
                if kind is None:
                    raise
                faces = (*faces, (hidden.place, kind))

    patch.setattr(produce, "check_lines", kinds_unchecked)
    patch.setattr(play, "_apply", rules_before_the_hand)


def a_secret_part_has_the_next_number(patch: pytest.MonkeyPatch) -> None:
    real = step_run.StepRun._note

    def note(self: Any, event: Any, seat: int) -> None:
        plan = self.plans[seat]
        if isinstance(event, Laid) and plan.texts is None and self.opened:
            assert plan.pins[self.opened[-1][2] + 1]
        real(self, event, seat)

    patch.setattr(step_run.StepRun, "_note", note)


def whatever_is_opened_counts(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(recompute, "_opens_everything", lambda *_: True)


def a_move_ends_no_standing_answers(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(record_step, "with_named_standing", lambda position, _: position)


def any_standing_note_is_due(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(record_step, "check_standing_due", lambda *_: None)


def standing_notes_take_a_slot(patch: pytest.MonkeyPatch) -> None:
    real = kinds.slot_of

    def slot_of(note: Any, *offers: Any) -> Any:
        return ("standing", note.game, str(note.step), note.seat) if isinstance(note, Standing) else real(note, *offers)

    patch.setattr(evidence, "slot_of", slot_of)


def every_note_is_of_the_record(patch: pytest.MonkeyPatch) -> None:
    for module in (recompute, read_record):
        patch.setattr(module, "is_record_name", lambda name: name.endswith((".note", ".deal", ".step")))


def a_replaced_key_answers_for_nothing(patch: pytest.MonkeyPatch) -> None:
    def void_since(self: Any, signed: Any) -> int | None:
        replaced = self._replacements.get(signed.key)
        return None if replaced is None or signed.id in self.recorded else replaced.step  # type: ignore[no-any-return]

    patch.setattr(evidence.Evidence, "void_since", void_since)


def a_consent_takes_no_slot(patch: pytest.MonkeyPatch) -> None:
    real = kinds.slot_of
    patch.setattr(evidence, "slot_of", lambda note, *offers: () if isinstance(note, Consent) else real(note, *offers))


def a_host_agrees_to_himself(patch: pytest.MonkeyPatch) -> None:
    real = new_key.seats_missing_consent

    def lacking(position: Any, note: Any, given: Any) -> tuple[str, ...]:
        return () if note.seat == REFEREE else real(position, note, given)

    patch.setattr(new_key, "seats_missing_consent", lacking)


def a_consent_holds_in_every_history(patch: pytest.MonkeyPatch) -> None:
    real = position.Position.check_written_here

    def check(self: Any, step: int, head: str) -> None:
        with suppress(OutOfOrder):
            real(self, step, head)

    patch.setattr(position.Position, "check_written_here", check)


def the_host_agrees_first(patch: pytest.MonkeyPatch) -> None:
    for module in (new_key_requests, intake_consents):
        patch.setattr(module, "seats_missing_before_host", lambda *_: ())


def some_noes_are_enough(patch: pytest.MonkeyPatch) -> None:
    def listed(position: Any, consents: Any) -> set[tuple[str, str]]:
        return {(one.seat, one.to) for one in consents if consent.is_refusal(one)}

    patch.setattr(decisions, "listed_refusals", listed)


def a_no_counts_for_nothing(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(evidence.Evidence, "taken_back", lambda *_: False)


def whatever_is_handed_over_is_taken(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(new_key_requests, "check_host_takeover", lambda *_: None)
    patch.setattr(intake_consents, "check_handover_readable", lambda *_: None)


def whoever_was_let_pass_is_not_asked(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(position.Position, "is_away", lambda self, seat: bool(self.missed_by(seat)))


def nobody_asks_who_has_acted(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(consent, "seats_acting_since", lambda *_: ())


def an_own_no_is_forgotten(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(steps, "check_no_opposition", lambda *_: None)


def every_request_waits(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(intake_consents, "MOST_REQUESTS", 10**6)


def shares_unread(patch: pytest.MonkeyPatch) -> None:
    for module in (dealing, record_step):
        patch.setattr(module, "check_escrow", lambda *_: None)


FLAWS: dict[str, PutBack] = {
    "F1 H-2": hands_of_the_deal_unread,
    "F2 H-1": only_the_newest_is_named,
    "F3 H-3": only_the_host_is_heard,
    "F4": a_key_is_known_under_every_name,
    "F4, not told": another_name_is_not_told,
    "F7": a_secret_part_has_the_next_number,
    "F9": whatever_is_opened_counts,
    "F19": any_word_is_a_kind,
    "H-4": only_the_first_mover_is_asked,
    "H-5": words_without_the_toss,
    "M-1": a_move_ends_no_standing_answers,
    "M-1, entered again": any_standing_note_is_due,
    "K-1": a_replaced_key_answers_for_nothing,
    "K-2": a_consent_takes_no_slot,
    "K-2, by himself": a_host_agrees_to_himself,
    "K-3": the_host_agrees_first,
    "K-5": a_no_counts_for_nothing,
    "C-3": nobody_asks_who_has_acted,
    "C-5": whoever_was_let_pass_is_not_asked,
    "C-1": an_own_no_is_forgotten,
    "C-6": every_request_waits,
    "V-1": a_later_key_need_not_be_heard,
    "C-2": some_noes_are_enough,
    "118": a_consent_holds_in_every_history,
    "E-1, the host's": shares_unread,
    "E-1": whatever_is_handed_over_is_taken,
    "M-2": standing_notes_take_a_slot,
    "foreign files": every_note_is_of_the_record,
}
"""By finding."""
