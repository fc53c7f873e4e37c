"""The audit of the notes of a step, of what the referee opens at the end, and of whose keys they are."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import pytest

from referee.audit.recompute import audit
from referee.crypto.keys import fingerprint
from referee.kernel.canonical_json import encode_b64
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import End, Entered, Step
from tests.table.new_seat_keys import rekeyed
from tests.table.small_games import (
    CHARTER,
    DEAL,
    HOST,
    four,
    key_of,
    running,
    signed_again,
    small,
    step_name,
    with_notes,
)
from tests.table.tampered_records import LAST, blames, end_saying, first_step, with_end

# Bundles


BUNDLES: Mapping[str, Callable[[], tuple[SignedNote, ...]]] = {
    "the move twice": lambda: (first_step()[0], *first_step()),
    "your turn twice": lambda: (*first_step(), first_step()[1]),
    "in another order": lambda: tuple(reversed(first_step())),
    "without the move": lambda: first_step()[1:],
    "without the turn": lambda: first_step()[:1],
    "with the move of another step": lambda: (small().signed_notes[step_name(2)][0], first_step()[1]),
    "with one note more": lambda: (small().signed_notes[step_name(2)][0], *first_step()),
    "with an end": lambda: (*first_step(), small().signed_notes[LAST][-1]),
    "with a deal for a turn": lambda: (first_step()[0], small().signed_notes[DEAL][-1]),
    "with an accept for a move": lambda: (small().signed_notes[DEAL][0], first_step()[1]),
}


@pytest.mark.parametrize("flaw", BUNDLES)
def test_a_step_holds_exactly_the_notes_that_its_step_note_lists(flaw: str) -> None:
    """Attack 114."""
    assert blames(audit(with_notes(small(), step_name(1), BUNDLES[flaw]())), step_name(1))


LISTS: Mapping[str, Callable[[SignedNote], tuple[Entered, ...]]] = {
    "nothing": lambda move: (),
    "the move twice": lambda move: (Entered("anna", move.id),) * 2,
    "another id": lambda move: (Entered("anna", encode_b64(bytes(32))),),
    "the move under another seat": lambda move: (Entered("bert" if _author(move) == "anna" else "anna", move.id),),
    "one note more": lambda move: (Entered(_author(move), move.id), Entered("bert", encode_b64(bytes(32)))),
}


def _author(signed: SignedNote) -> str:
    return str(signed.note().seat)  # type: ignore[union-attr]


@pytest.mark.parametrize("flaw", LISTS)
def test_a_step_note_lists_exactly_the_notes_of_its_step(flaw: str) -> None:
    """Attack 114, the other way round: the referee signs a list that does not fit."""
    move, step_note = first_step()
    forged = signed_again(step_note, key_of(HOST), note=LISTS[flaw](move))

    assert blames(audit(with_notes(small(), step_name(1), (move, forged))), step_name(1))


LAST_BUNDLES: Mapping[str, Callable[[], tuple[SignedNote, ...]]] = {
    "the end twice": lambda: (*small().signed_notes[LAST], small().signed_notes[LAST][-1]),
    "two ends": lambda: (*small().signed_notes[LAST], end_saying(reason="agreement")),
    "an end of another head": lambda: (
        *small().signed_notes[LAST][:-1],
        end_saying(head=small().signed_notes[LAST][0].id),
    ),
    "an end of another step": lambda: (*small().signed_notes[LAST][:-1], end_saying(step=1)),
    "an end of another game": lambda: (
        *small().signed_notes[LAST][:-1],
        four().signed_notes[step_name(four().host.step)][-1],
    ),
    "an end of another result": lambda: (*small().signed_notes[LAST][:-1], end_saying(reason="agreement")),
    "an end by a player": lambda: (
        *small().signed_notes[LAST][:-1],
        signed_again(small().signed_notes[LAST][-1], key_of("anna")),
    ),
    "a turn that lists the end": lambda: (
        small().signed_notes[LAST][0],
        signed_again(
            small().signed_notes[LAST][1],
            key_of(HOST),
            note=(
                Entered(_author(small().signed_notes[LAST][0]), small().signed_notes[LAST][0].id),
                Entered("anna", small().signed_notes[LAST][-1].id),
            ),
        ),
        small().signed_notes[LAST][-1],
    ),
    "no end": lambda: small().signed_notes[LAST][:-1],
}


@pytest.mark.parametrize("flaw", LAST_BUNDLES)
def test_the_last_step_holds_the_one_end_of_its_step(flaw: str) -> None:
    """Attack 134; and a game that is over does not look like one in progress because its end was cut off."""
    report = audit(with_notes(small(), LAST, LAST_BUNDLES[flaw]()))

    assert report.verdict == "fault"
    assert report.findings[0].at == LAST


# What the referee opens at the end


def _opened_box() -> bytes:
    end = small().signed_notes[LAST][-1].note()
    assert isinstance(end, End)
    assert end.box is not None
    return end.box


NOT_OPENED: Mapping[str, tuple[dict[str, object], int]] = {
    "neither share nor box": ({"open": None, "box": None}, 1),
    "the share alone": ({"box": None}, 4),
    "the box alone": ({"open": None}, 1),
}


@pytest.mark.parametrize("what", NOT_OPENED)
def test_an_end_that_keeps_something_back_is_never_clean(what: str) -> None:
    """Attacks 81 and 119: no fault of the record, but nothing shows that the tiles were those of the joint seed."""
    values, depth = NOT_OPENED[what]
    report = audit(with_end(**values))

    assert (report.verdict, report.depth, report.findings) == ("not opened", depth, ())
    assert report.unchecked


@pytest.mark.parametrize("what", NOT_OPENED)
def test_with_the_referees_own_key_an_end_that_keeps_something_back_is_not_clean_either(what: str) -> None:
    """F9: the verdict asks what the end opened, not what the reader can see; the depth is the one strangers reach."""
    values, depth = NOT_OPENED[what]
    files = with_end(**values)
    report = audit(files, key_of(HOST))
    seen = "seen here only with the host's own key, which did not reveal what it must at the end"

    assert (report.verdict, report.depth, report.findings) == ("not opened", depth, ())
    assert tuple(map(str, report.unchecked)) == (
        tuple(map(str, audit(files).unchecked))
        if depth == 4
        else tuple(
            f"{what} ({seen})"
            for what in ("all hands", "the order of the bag", "planned orders that were never revealed")
        )
    )


def test_what_only_the_referee_can_see_is_still_a_fault_in_his_own_audit() -> None:
    """F9: keeping the box back hides a false hand from others, and not from the referee's own audit."""
    name = step_name(1)
    move, step_note = small().signed_notes[name]
    note = step_note.note()
    assert isinstance(note, Step)
    forged = signed_again(step_note, key_of(HOST), hand={seat: bytes(len(line)) for seat, line in note.hand.items()})
    report = audit({**with_end(open=None, box=None), name: render_bundle((move, forged))}, key_of(HOST))

    assert (report.verdict, report.findings[0].at) == ("fault", name)


WRONG_OPENINGS: Mapping[str, Callable[[], dict[str, object]]] = {
    "another share": lambda: {"open": bytes(32)},
    "another box": lambda: {"box": bytes([_opened_box()[0] ^ 8]) + _opened_box()[1:]},
    "the box with other clamp bits": lambda: {"box": bytes([_opened_box()[0] | 1]) + _opened_box()[1:]},
    "the box with its top bit set": lambda: {"box": _opened_box()[:31] + bytes([_opened_box()[31] | 128])},
}


@pytest.mark.parametrize("what", WRONG_OPENINGS)
def test_an_end_that_opens_something_else_is_a_fault_of_the_referee(what: str) -> None:
    """Attacks 81 and 119."""
    report = audit(with_end(**WRONG_OPENINGS[what]()))

    assert blames(report, LAST)
    assert "the end reveals a different" in report.findings[0].sentence
    assert report.depth < 5


# Who it was


def test_a_game_of_invented_keys_is_clean_and_shows_its_keys_first() -> None:
    """Attack 119: the audit proves what keys did; whose they are is for `--expect`."""
    report = audit(small().files)
    shown = dict(report.parties)

    assert list(shown) == ["referee", "anna", "bert"]
    expect = {role: [key] for role, key in shown.items()}
    assert audit(small().files, expect=expect, game_id=small().table.game_id).verdict == "clean"


@pytest.mark.parametrize("role", ["referee", "anna", "bert", "carl"])
def test_another_key_than_expected_is_a_finding(role: str) -> None:
    """Attack 119."""
    report = audit(small().files, expect={role: [dict(audit(running().files).parties)["carl"]]})

    assert blames(report, CHARTER)


def test_every_key_that_a_role_had_must_be_expected() -> None:
    """Attack K-6: others have put another key on the seat and moved in its name."""
    match = rekeyed(running(), "bert")
    first, second = (fingerprint(key.public) for key in (running().keys["bert"], match.keys["bert"]))
    step = match.host.step

    found = {keys: audit(match.files, expect={"bert": keys}) for keys in ((first,), (second,), (first, second))}

    assert [(finding.at, finding.fact.code, finding.fact.step) for finding in found[first,].findings] == [
        (f"{step:04d}.step", "E-KEY", step)
    ]
    assert [(finding.at, finding.fact.step) for finding in found[second,].findings] == [(CHARTER, None)]
    assert found[first, second].findings == ()


def test_another_game_than_expected_is_a_finding() -> None:
    assert blames(audit(small().files, game_id=four().table.game_id), CHARTER)
