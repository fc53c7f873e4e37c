"""Another host where nobody sees the deck: who may agree without the present one, who must, and who is left out."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from msgspec.structs import replace

from referee.kernel.errors import OutOfOrder, RefereeError
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.decisions import read_decisions
from referee.protocol.agreements.host_replacement import check_left_out, may_agree, must_agree, still_to_replace
from referee.protocol.agreements.new_key import check_rekey, make_rekey
from referee.protocol.agreements.table_lines import KeyChange, write_table_line
from referee.protocol.seating import REFEREE
from referee.protocol.step.position import AWAY, Position
from referee.record.file_names import CHARTER
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Bot, Consent, Rekey
from tests.support.dishonest.light import light
from tests.support.rehearse import test_nonce
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.new_seat_keys import new_key
from tests.table.opening.masked_openings import MASKED, accepted, mix
from tests.table.second_notes import Wrong, read
from tests.table.second_people import People
from tests.table.small_games import HOST, key_of

pytestmark = pytest.mark.usefixtures("remembered_proofs")

AGREED = (("absence", "agreed"), *MASKED)
PLAYS = (*AGREED, ("host", "anna"))
PAUSE = (("absence", "pause"), *MASKED, ("host", "anna"))
PROGRAM = Bot("first", 1)


@pytest.fixture(autouse=True)
def quick() -> Iterator[None]:
    with light():
        yield


@cache
def _begun(seats: int, chosen: Any) -> MaskedMatch:
    match = sit_down(mix(accepted(seats, f"replacing {seats} {chosen}", chosen)))
    match.enter(swap_all(match))
    match.unlock()
    return match


def begun(seats: int = 3, chosen: Any = PLAYS) -> MaskedMatch:
    return copy_of(_begun(seats, chosen))


def asked(match: MaskedMatch, **who: Any) -> SignedNote:
    """The request of Bert, who plays on, to host; or one that says something else of him."""
    says = {"name": "Bert", "plays": "bert"} | who
    return make_rekey(match.host, new_key("bert-2"), REFEREE, test_nonce("bert hosts"), reason="gone", **says)


def given(
    match: MaskedMatch, rekey: SignedNote, agreed: Collection[str], words: Collection[tuple[str, str]] = ()
) -> Any:
    """The consents of these parties to a request, and words, in the order of a step."""
    party = {REFEREE: key_of(HOST), **{name: match.key(name) for name in match.table.names}}
    to = [(name, f"key {rekey.id}") for name in agreed] + [(name, f"unheard {of}") for name, of in words]
    place = match.host.table.place
    said = sorted(to, key=lambda row: (place(row[0]), row[1]))
    notes = [consent_note(match.host, party[name], text, rekey=rekey.read(Rekey)) for name, text in said]
    return tuple(notes)


def refusal(match: MaskedMatch, rekey: SignedNote, consents: Any, without: Sequence[str] = ()) -> str:
    """The code with which a step is refused that enters this key, "" if it stands; the second checker says the same."""
    line, code = write_table_line(KeyChange(REFEREE, tuple(without))), ""
    try:
        read_decisions(match.host, (line,), [one.read(Consent) for one in consents], (), (rekey,))
    except RefereeError as refused:
        code = refused.code
    assert second_takes(match, rekey, consents, line) == (not code), (code, line)
    return code


def second_takes(match: MaskedMatch, rekey: SignedNote, consents: Sequence[SignedNote], line: str) -> bool:
    """Whether the second checker takes a step with this line and these notes."""
    table = match.host.table
    options = dict(read(match.files[CHARTER])[-1].named("option"))
    people = People([*table.names], options, ())
    people.left = [table.names[seat] for seat in match.host.left]
    notes = read(render_bundle((rekey, *consents)))
    try:
        people.check_consents("the step", [*notes, _Step(line)], [notes[0]], set())  # type: ignore[list-item]
    except Wrong:
        return False
    return True


class _Step:
    """A step note, as far as it says what the table decides."""

    kind = "step"

    def __init__(self, line: str) -> None:
        self.line = line

    def all(self, word: str) -> list[list[str]]:
        return [self.line.split(" ")] if word == "table" else []


@pytest.mark.parametrize("chosen", [PLAYS, PAUSE], ids=["agreed", "pause"])
def test_all_others_replace_a_host_who_plays_and_his_seat_has_no_say(chosen: Any) -> None:
    """G-16."""
    match = begun(chosen=chosen)
    rekey = asked(match)
    assert refusal(match, rekey, given(match, rekey, ("bert", "carl"))) == ""
    for agreed in (("bert",), ("anna", "bert")):
        assert refusal(match, rekey, given(match, rekey, agreed)) == "consents-missing", agreed


def test_of_a_neutral_host_all_who_play_on_agree_and_of_an_older_charter_as_ever() -> None:
    for chosen in (AGREED, MASKED):
        match = begun(chosen=chosen)
        rekey = asked(match, **({} if chosen == AGREED else {"plays": None}))
        assert refusal(match, rekey, given(match, rekey, ("anna", "bert", "carl"))) == ""
        assert refusal(match, rekey, given(match, rekey, ("bert", "carl"))) == "consents-missing"


def test_of_two_nobody_replaces_a_host_who_plays() -> None:
    match = begun(2)
    rekey = asked(match)
    assert refusal(match, rekey, given(match, rekey, ("bert",))) == "consents-missing"
    assert refusal(match, rekey, given(match, rekey, ("anna", "bert"))) == ""


def test_one_of_whom_nothing_is_heard_is_left_out_by_name() -> None:
    """The host and another seat are gone at the same time."""
    match = begun(4)
    rekey, heard = asked(match), (("bert", "dora"), ("carl", "dora"))
    assert refusal(match, rekey, given(match, rekey, ("bert", "carl"), heard), ("dora",)) == ""
    for agreed, words, without, code in (
        (("bert", "carl"), (), ("dora",), "consents-missing"),
        (("bert", "carl"), heard[:1], ("dora",), "consents-missing"),
        (("bert", "carl"), heard, (), "consents-missing"),
        (("bert",), (("bert", "carl"), ("bert", "dora")), ("carl", "dora"), "consents-missing"),
        (("bert", "carl"), (("bert", "anna"), ("carl", "anna")), ("anna",), "absent-without-whom"),
        (("bert", "carl"), heard, ("dora", "dora"), "absent-without-whom"),
        (("bert", "carl", "dora"), heard, (), "consent-for-nothing"),
        (("bert", "carl"), (*heard, ("anna", "dora")), ("dora",), "consent-for-nothing"),
        ((REFEREE, "anna", "bert", "carl", "dora"), heard, ("dora",), "absent-without-whom"),
    ):
        assert refusal(match, rekey, given(match, rekey, agreed, words), without) == code, (agreed, words, without)
    match = begun(4, PAUSE)
    rekey = asked(match)
    assert refusal(match, rekey, given(match, rekey, ("bert", "carl"), heard), ("dora",)) == "absent-without-surplus"


def test_whoever_hosts_without_the_old_one_says_who_and_where() -> None:
    """G-34: nobody writes another seat into his request, and so takes away its say the next time."""
    match = begun()
    nameless = asked(match, name=None, plays=None)
    assert refusal(match, nameless, given(match, nameless, ("bert", "carl"))) == "host-nameless"
    assert refusal(match, nameless, given(match, nameless, (REFEREE, "anna", "bert", "carl"))) == ""
    innocent = asked(match, plays="anna")
    assert refusal(match, innocent, given(match, innocent, ("bert", "carl"))) == "plays-without-yes"
    stranger = asked(match, plays=None)
    assert refusal(match, stranger, given(match, stranger, ("bert", "carl"))) == ""
    left = replace(match.host, left=(match.table.seat("bert"),))
    match.host = left
    assert refusal(match, asked(match), given(match, asked(match), ("anna", "carl"))) != ""


def test_nobody_says_where_he_plays_but_another_host_of_such_a_game() -> None:
    match = begun()
    for who in ({"name": None}, {"plays": "zoe"}):
        with pytest.raises(RefereeError):
            check_rekey(match.host, asked(match, **who))
    old = begun(chosen=MASKED)
    with pytest.raises(OutOfOrder) as refused:
        check_rekey(old.host, asked(old))
    assert refused.value.code == "plays-surplus"
    nonce = test_nonce("a seat")
    seat = make_rekey(match.host, new_key("carl-2"), "carl", nonce, reason="lost", name="Carl", plays="carl")
    with pytest.raises(OutOfOrder) as refused:
        check_rekey(match.host, seat)
    assert refused.value.code == "plays-surplus"


def test_the_seat_of_the_host_is_that_of_who_hosts_now() -> None:
    """G-33: a key without a name is the same person's, and plays where that did."""
    match = begun()
    assert match.host.table.host_seat == "anna"
    for who, seat in (({}, "bert"), ({"plays": None}, ""), ({"name": None, "plays": None}, "anna")):
        rekey = asked(match, **who)
        agreed = (REFEREE, "anna", "bert", "carl") if rekey.read(Rekey).name is None else ("bert", "carl")
        notes = [
            consent_note(match.host, key_of(HOST) if name == REFEREE else match.key(name), f"key {rekey.id}")
            for name in agreed
        ]
        then = copy_of(match)
        then.keys = {**then.keys, HOST: new_key("bert-2")}
        closed = then.decide("key referee", notes, (rekey,))
        assert closed.position.table.host_seat == seat


# -- who may and must agree, said a second time, of plain sets


def second(
    n: int, host: int | None, away: set[int], left: set[int], bots: set[int], agreed: set[int], out: set[int]
) -> bool:
    """Whether a host is replaced by those who agree and say of each who is left out that nothing of it was heard."""
    may = {seat for seat in range(n) if seat not in left and seat != host and seat not in bots}
    if len(may) < 2:
        return not out and {seat for seat in range(n) if seat not in left} <= agreed
    must = may - away
    behind = (agreed & may) - out
    return out <= must and must - out <= behind and len(behind) >= 2 and len(behind) > len(out)


def position_of(
    n: int, host: int | None, away: Collection[int], left: Collection[int], bots: Collection[int]
) -> Position:
    now = begun(4).host
    names = now.table.names[:n]
    terms = replace(now.table.terms, host="" if host is None else names[host])
    table = replace(
        now.table,
        terms=terms,
        names=names,
        seats=now.table.seats[:n],
        display=now.table.display[:n],
        bots=tuple(PROGRAM if seat in bots else None for seat in range(n)),
        deck_keys=now.table.deck_keys[:n],
    )
    return replace(now, table=table, missed=tuple(AWAY * (seat in away) for seat in range(n)), left=tuple(sorted(left)))


def subsets(seats: Collection[int]) -> Iterator[set[int]]:
    for count in range(len(seats) + 1):
        yield from map(set, combinations(sorted(seats), count))


@pytest.mark.parametrize("n", [2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_the_rule_is_the_one_that_plain_sets_say(n: int) -> None:
    every = range(n)
    for host, away, left, bots in product((None, 0), subsets(every), subsets(every), subsets(every)):
        if len(left) > 1 or len(bots) > 1 or (host in bots and host is not None):
            continue
        position = position_of(n, host, away, left, bots)
        names = position.table.names
        for agreed, out in product(subsets(set(every) - left), subsets(every)):
            words = {(names[one], f"unheard {names[other]}") for one in agreed for other in out}
            without = [names[seat] for seat in sorted(out)]
            given = {names[seat] for seat in agreed}
            assert holds(position, given, words, without) == second(n, host, away, left, bots, agreed, out), (
                host,
                away,
                left,
                bots,
                agreed,
                out,
            )


def holds(position: Position, given: set[str], words: set[tuple[str, str]], without: list[str]) -> bool:
    try:
        check_left_out(position, without, by_host=False)
    except OutOfOrder:
        return False
    missing = still_to_replace(position, given, words, without)
    if missing is None:
        playing = {name for seat, name in enumerate(position.table.names) if seat not in position.left}
        return playing <= given
    return not missing


@pytest.mark.parametrize("n", [3, 4])
def test_whoever_is_gone_with_the_host_two_who_are_there_replace_him(n: int) -> None:
    """But for half of those who must agree, and nobody ever alone."""
    for host, away in product((None, 0), subsets(range(n))):
        there = set(range(n)) - away - {host}
        position = position_of(n, host, (), (), ())
        names = position.table.names
        must = {*must_agree(position)}
        out = must - there
        words = {(names[one], f"unheard {names[other]}") for one in there for other in out}
        without = [names[seat] for seat in sorted(out)]
        works = holds(position, {names[seat] for seat in there}, words, without)
        enough = len(there & {*may_agree(position)}) >= 2 and len(there & {*may_agree(position)}) > len(out)
        assert works == enough, (host, away)
