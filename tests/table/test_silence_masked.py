"""Words in the steps of a game whose deck nobody sees: what a host's program enters, and what everybody refuses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from referee.audit.recompute import audit
from referee.kernel.errors import RefereeError
from referee.protocol.agreements.consent import consent_note
from referee.record.note import SignedNote
from referee.session.close_step import ClosedStep, close_together
from tests.support.dishonest.light import light
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.opening.masked_openings import accepted, mix
from tests.table.small_games import HOST

AGREED = (("absence", "agreed"), ("deadline", "7"), ("deal", "masked"))


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    with light():
        yield


@pytest.fixture(scope="module")
def played() -> MaskedMatch:
    """Four friends and a host who has no seat; the first has swapped the hand, and is asked for the second action."""
    match = sit_down(mix(accepted(4, "words", AGREED)))
    match.enter(swap_all(match))
    return match


@pytest.fixture
def match(played: MaskedMatch) -> MaskedMatch:
    return copy_of(played)


def others(match: MaskedMatch) -> list[str]:
    return [name for name in match.table.names if name != match.asked()]


def word(match: MaskedMatch, name: str, to: str) -> SignedNote:
    return consent_note(match.host, match.key(name), to)


def passing(match: MaskedMatch, line: str, words: Sequence[SignedNote]) -> ClosedStep:
    """The step with a line and these words, as an honest program makes it."""
    place = match.table.names.index
    ordered = sorted(words, key=lambda one: (place(one.note().seat), one.note().to))  # type: ignore[union-attr]
    told = {"lines": (line,), "consents": tuple(ordered), "unlocks": match.entering()}
    return close_together(match.host, (), match.eyes(HOST), match.key(HOST), **told)  # type: ignore[arg-type]


def refusal(match: MaskedMatch, line: str, words: Sequence[SignedNote]) -> str:
    with pytest.raises(RefereeError) as refused:
        passing(match, line, words)
    return refused.value.code


def test_a_seat_is_let_pass_by_the_words_of_all_others_and_everybody_follows(match: MaskedMatch) -> None:
    match.unlock()
    seat = match.asked()
    match.follow(passing(match, f"absent {seat}", [word(match, name, f"silent {seat}") for name in others(match)]))

    assert match.host.missed_by(match.table.seat(seat)) == 1
    assert {position.head for position in match.seen.values()} == {match.host.head}
    assert audit(match.files).findings == ()


def test_a_seat_whose_tiles_are_dark_is_let_pass_by_nobody(match: MaskedMatch) -> None:
    seat, rest = match.asked(), others(match)
    words = [word(match, name, f"silent {seat}") for name in rest]
    assert refusal(match, f"absent {seat}", words) == "absent-in-the-dark"
    match.unlock(*rest[:2])
    assert refusal(match, f"absent {seat}", words) == "absent-in-the-dark"
    said = [word(match, name, to) for name in rest[:2] for to in (f"silent {seat}", f"unheard {rest[2]}")]
    match.follow(passing(match, f"absent {seat} without {rest[2]}", said))
    assert match.host.passed == (match.table.seat(seat),)


def test_words_for_something_else_are_none(match: MaskedMatch) -> None:
    """Of another step, of another seat, of an earlier let-pass, or one wording for the other."""
    match.unlock()
    seat, rest = match.asked(), others(match)
    words = [word(match, name, f"silent {seat}") for name in rest]
    instead = [*words[:-1], word(match, rest[-1], f"unheard {seat}")]
    assert refusal(match, f"absent {seat}", instead) == "words-missing"
    assert refusal(match, f"absent {seat}", words[:-1]) == "words-missing"
    surplus = [*words, word(match, rest[0], f"silent {rest[1]}")]
    assert refusal(match, f"absent {seat}", surplus) == "consent-for-nothing"
    left_out = f"absent {seat} without {rest[-1]}"
    assert refusal(match, left_out, [word(match, name, f"silent {seat}") for name in rest[:2]]) == "words-missing"

    match.follow(passing(match, f"absent {seat}", words))
    match.unlock()
    next_one = match.asked()
    assert refusal(match, f"absent {next_one}", words) == "consent-lapsed"


def test_a_word_says_nothing_else_beside(match: MaskedMatch) -> None:
    match.unlock()
    seat, rest = match.asked(), others(match)
    said = [consent_note(match.host, match.key(name), f"silent {seat}", "why") for name in rest]
    assert refusal(match, f"absent {seat}", said) == "consent-reason-surplus"
    own = [word(match, name, f"silent {seat}") for name in match.table.names]
    assert refusal(match, f"absent {seat}", own) == "consent-for-nothing"
    hosts = [word(match, HOST, f"silent {seat}"), *(word(match, name, f"silent {seat}") for name in rest)]
    told = {"lines": (f"absent {seat}",), "consents": tuple(hosts), "unlocks": match.entering()}
    with pytest.raises(RefereeError) as refused:
        close_together(match.host, (), match.eyes(HOST), match.key(HOST), **told)  # type: ignore[arg-type]
    assert refused.value.code == "consent-for-nothing"


def test_without_absence_agreed_nobody_is_left_out_and_no_word_stands(match: MaskedMatch) -> None:
    plain = sit_down(mix(accepted(3, "no words")))
    seat, rest = plain.asked(), [name for name in plain.table.names if name != plain.asked()]
    assert refusal(plain, f"absent {seat} without {rest[1]}", ()) == "absent-without-surplus"
    assert refusal(plain, f"absent {seat}", [word(plain, rest[0], f"silent {seat}")]) == "consent-for-nothing"
    assert passing(plain, f"absent {seat}", ()).position.missed_by(plain.table.seat(seat)) == 1


def test_a_word_that_is_changed_in_a_record_makes_the_audit_name_the_file(match: MaskedMatch) -> None:
    match.unlock()
    seat = match.asked()
    match.follow(passing(match, f"absent {seat}", [word(match, name, f"silent {seat}") for name in others(match)]))
    name = max(one for one in match.files if one[0].isdigit())
    for before, after in ((f"to silent {seat}", f"to unheard {seat}"), (f"table absent {seat}", "table time")):
        data = match.files[name].replace(before.encode(), after.encode(), 1)
        assert data != match.files[name]
        report = audit({**match.files, name: data})
        assert {finding.at for finding in report.findings} == {name}
