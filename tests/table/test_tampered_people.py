"""Both checkers refuse what is changed in a table line, a consent or a new key, by whoever holds all the keys.

Each game ends right behind the step in question, and everything behind that is signed again, so that the chain holds:
what is found is the change and nothing that follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import pytest

from referee.audit.recompute import audit
from referee.protocol.seating import author_role
from referee.protocol.step.ending import make_ack
from referee.record.note import SignedNote, render_bundle, sign_note
from referee.record.notes import Consent, Entered, Rank
from tests.support.rehearse import Match, open_match, play_out, test_key
from tests.table import second_checker
from tests.table.new_seat_keys import REFEREE, agreed, all_but, asks, new_key, with_key
from tests.table.small_games import HOST, asked, changed, copy_of, order, signed_again, step_name

Notes = Sequence[SignedNote]


class Scene(NamedTuple):
    """A finished game, and the number of the step in question: the one behind it ends the game in a draw."""

    match: Match
    step: int

    @property
    def notes(self) -> tuple[SignedNote, ...]:
        """The notes of the step in question, its step note last."""
        return self.match.signed_notes[step_name(self.step)]


@cache
def begun() -> Match:
    """Three seats a few steps into a game of Tigris."""
    return play_out(open_match("tigris", 3, "tampered"), "tampered", steps=3)


def drawn(match: Match) -> Scene:
    """The game as it stands, ended by a draw."""
    match, step = copy_of(match), match.host.step
    playing = [name for seat, name in enumerate(match.table.names) if seat not in match.host.left]
    match.decide("end draw", consents=[match.consent(name, "end draw") for name in playing])
    match.acknowledge()
    return Scene(match, step)


WAITED = asked(begun())
OTHER = next(name for name in begun().table.names if name != WAITED)
LAST_PARTY = {**{name: test_key(name) for name in begun().table.names}, REFEREE: test_key(HOST)}


@cache
def absent() -> Scene:
    match = copy_of(begun())
    match.decide("time 2026-11-21T18:00Z", f"absent {WAITED}")
    return drawn(match)


@cache
def gone() -> Scene:
    """Somebody leaves."""
    match = copy_of(begun())
    match.decide(f"left {OTHER}", consents=[match.consent(OTHER, "left")])
    return drawn(match)


FIRST_DAYS, LAST_DAYS = "2026-08-01 2026-08-14", "2026-12-24 2026-12-27"


@cache
def away() -> Scene:
    """Two declare holidays, which the step enters with a move; one has had some days before."""
    match = copy_of(holidays_begun())
    given = [match.consent(*pair) for pair in ((OTHER, f"holiday {LAST_DAYS}"), (WAITED, f"holiday {FIRST_DAYS}"))]
    given.sort(key=lambda signed: match.table.seat(author_role(signed)))
    entered = [f"holiday {author_role(one)} {getattr(one.note(), 'to').removeprefix('holiday ')}" for one in given]  # noqa: B009
    move = match.write(asked(match), ["pass", "pass"])
    match.decide(*entered, consents=given, moves=[move])
    return drawn(match)


@cache
def holidays_begun() -> Match:
    """A table of 21 days, of which somebody has had 14."""
    match = play_out(open_match("tigris", 3, "tampered", (("holiday", "21"),)), "tampered", steps=2)
    entered = f"{OTHER} {FIRST_DAYS}"
    given = [match.consent(OTHER, f"holiday {FIRST_DAYS}")]
    match.decide(f"holiday {entered}", consents=given, moves=[match.write(asked(match), ["pass", "pass"])])
    return match


PLAYED, PLAYED_SHORT = "greedy 4 30", "good 4 9"


@cache
def stood_in() -> Scene:
    """Two have a bot play, of whom one has had one before; the step enters both with a move."""
    match = copy_of(stand_ins_begun())
    given = [match.consent(*pair) for pair in ((OTHER, f"standin {PLAYED_SHORT}"), (WAITED, f"standin {PLAYED}"))]
    given.sort(key=lambda signed: match.table.seat(author_role(signed)))
    entered = [f"standin {author_role(one)} {one.read(Consent).to.removeprefix('standin ')}" for one in given]
    match.decide(*entered, consents=given, moves=[match.write(asked(match), ["pass", "pass"])])
    return drawn(match)


@cache
def stand_ins_begun() -> Match:
    """A table of 40 steps of a stand-in, of which somebody has declared one."""
    match = play_out(open_match("tigris", 3, "tampered", (("standin", "40"),)), "tampered", steps=2)
    given = [match.consent(OTHER, f"standin {PLAYED}")]
    match.decide(f"standin {OTHER} {PLAYED}", consents=given, moves=[match.write(asked(match), ["pass", "pass"])])
    return match


def stand_in_lines(*told: str, step: int = 0) -> Callable[[Scene], dict[str, bytes]]:
    """These stand-ins, each declared by its seat, for the step or an earlier one, beside the move."""

    def make(scene: Scene) -> dict[str, bytes]:
        match, at = scene.match, step or scene.step
        head = scene.match.host.past.heads[at - 1]
        made = {"game": match.table.game_id, "step": at, "head": head}
        rows = [row.split(" ", 1) for row in told]
        given = [sign_note(Consent(**made, seat=seat, to=f"standin {said}"), match.keys[seat]) for seat, said in rows]  # type: ignore[arg-type]
        given.sort(key=lambda signed: (match.table.seat(author_role(signed)), signed.read(Consent).to))
        moves = [signed for signed in scene.notes if signed.type == "move"]
        return forged(scene, [*given, *moves], table=tuple(f"standin {row}" for row in told))

    return make


def holiday_lines(*told: str) -> Callable[[Scene], dict[str, bytes]]:
    """These holidays, each declared by its seat, beside the move."""

    def make(scene: Scene) -> dict[str, bytes]:
        match, step = scene.match, scene.step
        note = scene.notes[-1].note()
        rows = [row.split(" ", 1) for row in told]
        made = {"game": match.table.game_id, "step": step, "head": note.head}  # type: ignore[union-attr]
        given = [sign_note(Consent(**made, seat=seat, to=f"holiday {days}"), match.keys[seat]) for seat, days in rows]  # type: ignore[arg-type]
        given.sort(key=lambda signed: (match.table.seat(author_role(signed)), getattr(signed.note(), "to")))  # noqa: B009
        moves = [signed for signed in scene.notes if signed.type == "move"]
        return forged(scene, [*given, *moves], table=tuple(f"holiday {row}" for row in told))

    return make


@cache
def keyed() -> Scene:
    """Somebody gets a new key, by the consents of all others."""
    rekey = asks(begun(), WAITED)
    return drawn(with_key(begun(), WAITED, rekey, agreed(begun(), rekey, *all_but(begun(), WAITED))))


@cache
def unwanted() -> Scene:
    """All who play say no to a key that nobody enters, and somebody is let pass."""
    match, to = copy_of(begun()), f"no key {asks(begun(), WAITED).id}"
    match.decide(f"absent {WAITED}", consents=[match.consent(name, to) for name in match.table.names])
    return drawn(match)


@cache
def moved() -> Scene:
    """The step behind a new key: whoever has it moves."""
    match = copy_of(keyed_alone())
    return drawn(order(match, "pass"))


@cache
def keyed_alone() -> Match:
    rekey = asks(begun(), WAITED)
    return with_key(begun(), WAITED, rekey, agreed(begun(), rekey, *all_but(begun(), WAITED)))


@cache
def ended() -> Scene:
    """The step in question is the one that ends the game."""
    scene = drawn(begun())
    return Scene(scene.match, scene.step + 1)


def listed(notes: Notes) -> tuple[Entered, ...]:
    return tuple(Entered(signed.note().seat, signed.id) for signed in notes)  # type: ignore[union-attr]


def signed_by(match: Match, signed: SignedNote, **values: Any) -> SignedNote:
    """The note with other values, signed by whoever has its seat at the end."""
    role = getattr(signed.note(), "seat", REFEREE)
    return signed_again(signed, match.keys[HOST if role == REFEREE else role], **values)


def forged(
    scene: Scene, notes: Notes | None = None, end: Mapping[str, Any] | None = None, **values: Any
) -> dict[str, bytes]:
    """The record with other notes in front of the step note in question, or other values in it, or in the end."""
    match, name = scene.match, step_name(scene.step)
    *before, step_note = [signed for signed in scene.notes if signed.type != "end"]
    notes = tuple(before if notes is None else notes)
    again = sign_note(changed(step_note.note(), **{"note": listed(notes), **values}), match.keys[HOST])
    files, last = dict(match.files), scene.step
    if scene.notes[-1].type == "end":
        files[name] = render_bundle((*notes, again, *_closing(match, scene.notes[-1], again, end)))
    else:
        files[name] = render_bundle((*notes, again))
        last += 1
        *agree, closing, end_note = match.signed_notes[step_name(last)]
        agree = [signed_by(match, signed, head=again.id) for signed in agree]
        closing = signed_again(closing, match.keys[HOST], head=again.id, note=listed(agree))
        files[step_name(last)] = render_bundle((*agree, closing, *_closing(match, end_note, closing, end)))
    final = second_checker.record_of(files)[0][step_name(last)][-1].id
    for seat in match.table.names:
        files[f"ack-{seat}.note"] = render_bundle((make_ack(match.keys[seat], match.table, final),))
    return files


def _closing(match: Match, end: SignedNote, last: SignedNote, values: Mapping[str, Any] | None) -> tuple[SignedNote]:
    return (signed_again(end, match.keys[HOST], head=last.id, **(values or {})),)


SCENES: dict[str, Callable[[], Scene]] = {
    "let pass": absent,
    "leaves": gone,
    "a new key": keyed,
    "a move under a new key": moved,
    "noes": unwanted,
    "an end": ended,
}


@pytest.mark.parametrize("what", SCENES)
def test_the_games_under_attack_are_clean_for_both_checkers_signed_again_or_not(what: str) -> None:
    scene = SCENES[what]()
    for files in (scene.match.files, forged(scene)):
        assert audit(files).verdict == "clean"
        assert second_checker.check(files) is None


def lines(*texts: str) -> Callable[[Scene], dict[str, bytes]]:
    return lambda scene: forged(scene, table=texts)


def before(make: Callable[[Scene, list[SignedNote]], Notes]) -> Callable[[Scene], dict[str, bytes]]:
    """The notes in front of the step note are those that `make` makes of the true ones."""
    return lambda scene: forged(scene, make(scene, [signed for signed in scene.notes if signed.type not in _REFEREES]))


_REFEREES = ("step", "end")


def by(match: Match, party: str, like: SignedNote, **values: Any) -> SignedNote:
    """A consent like another one, by this party."""
    return sign_note(changed(like.note(), seat=party, **values), match.keys[HOST if party == REFEREE else party])


def of_another(scene: Scene, notes: list[SignedNote]) -> Notes:
    """What one seat has said of itself is said by the other."""
    return [by(scene.match, WAITED, signed) if author_role(signed) == OTHER else signed for signed in notes]


def rekeyed_by(**values: Any) -> Callable[[Scene, list[SignedNote]], Notes]:
    """The rekey note with other values, signed by the key in it, and the consents are to it."""

    def make(scene: Scene, notes: list[SignedNote]) -> Notes:
        rekey = signed_again(notes[0], new_key("new"), **values)
        return (rekey, *(by(scene.match, author_role(s), s, to=f"key {rekey.id}") for s in notes[1:]))

    return make


def another_hand(scene: Scene) -> dict[str, bytes]:
    note: Any = scene.notes[-1].note()
    return forged(scene, hand={OTHER: note.hand[WAITED]})


def used_key(scene: Scene, notes: list[SignedNote]) -> Notes:
    """The key of another seat asks for this one."""
    rekey = signed_again(notes[0], LAST_PARTY[OTHER], key=LAST_PARTY[OTHER].public)
    return (rekey, *(by(scene.match, author_role(s), s, to=f"key {rekey.id}") for s in notes[1:]))


def signed_by_another(scene: Scene, notes: list[SignedNote]) -> Notes:
    rekey = signed_again(notes[0], new_key("another"))
    return (rekey, *notes[1:])


def older_no(scene: Scene, notes: list[SignedNote]) -> Notes:
    """One has said its no for the step before."""
    step_before = scene.match.signed_notes[step_name(scene.step - 1)][-1].note()
    head = step_before.head  # type: ignore[union-attr]
    return [*notes[:-1], signed_by(scene.match, notes[-1], step=scene.step - 1, head=head)]


def with_noes(scene: Scene, notes: list[SignedNote]) -> Notes:
    """All who play say no to a key, and another one is entered."""
    players = (signed for signed in notes[1:] if author_role(signed) != REFEREE)
    waited = by(scene.match, WAITED, notes[1], to=f"no key {'A' * 43}")
    noes = [by(scene.match, author_role(signed), signed, to=f"no key {'A' * 43}") for signed in players]
    names = (REFEREE, *scene.match.table.names)
    waited = sign_note(waited.note(), LAST_PARTY[WAITED])
    both = sorted((*notes[1:], *noes, waited), key=lambda one: (names.index(author_role(one)), one.note().to))  # type: ignore[union-attr]
    return [notes[0], *both]


def unchanged_but(index: int, **values: Any) -> Callable[[Scene, list[SignedNote]], Notes]:
    """One of the notes says something else, signed by its own party."""
    return lambda scene, notes: [
        signed_by(scene.match, signed, **values) if at == index % len(notes) else signed
        for at, signed in enumerate(notes)
    ]


FAULTS: Mapping[str, tuple[Callable[[], Scene], Callable[[Scene], dict[str, bytes]]]] = {
    "let pass: a seat that is asked nothing": (absent, lines(f"absent {OTHER}")),
    "let pass: nobody": (absent, lines("time 2026-11-21T18:00Z")),
    "let pass: nobody, by no line": (absent, lines()),
    "let pass: twice": (absent, lines(f"absent {WAITED}", f"absent {WAITED}")),
    "let pass: the time behind it": (absent, lines(f"absent {WAITED}", "time 2026-11-21T18:00Z")),
    "let pass: a time that is none": (absent, lines("time yesterday", f"absent {WAITED}")),
    "let pass: a word that nobody knows": (absent, lines(f"vanished {WAITED}")),
    "let pass: and leaves without a word": (absent, lines(f"absent {WAITED}", f"left {WAITED}")),
    "let pass: a consent to nothing": (absent, lambda scene: forged(scene, [begun().consent(OTHER, "left")])),
    "let pass: an order of somebody else": (
        absent,
        lambda scene: forged(scene, did=tuple(changed_row(row) for row in scene.notes[-1].note().did)),  # type: ignore[union-attr]
    ),
    "a holiday: of days that are taken": (away, holiday_lines(f"{OTHER} 2026-08-14 2026-08-15")),
    "a holiday: of more days than are left": (away, holiday_lines(f"{OTHER} 2026-12-24 2026-12-31")),
    "a holiday: of more days together": (
        away,
        holiday_lines(f"{OTHER} 2026-09-01 2026-09-04", f"{OTHER} 2026-10-01 2026-10-04"),
    ),
    "a holiday: of days of no calendar": (away, holiday_lines(f"{WAITED} 2026-02-28 2026-02-30")),
    "a holiday: that ends before it begins": (away, holiday_lines(f"{WAITED} 2026-08-14 2026-08-01")),
    "a holiday: in another spelling": (away, holiday_lines(f"{WAITED} 2026-8-1 2026-08-02")),
    "a holiday: twice": (away, holiday_lines(f"{WAITED} 2026-09-01 2026-09-02", f"{WAITED} 2026-09-02 2026-09-03")),
    "a holiday: of another's word": (away, before(of_another)),
    "a holiday: without a word": (away, before(lambda scene, notes: notes[1:])),
    "a holiday: of other days than were said": (away, before(unchanged_but(0, to="holiday 2026-12-24 2026-12-26"))),
    "a holiday: that nobody enters": (away, lines()),
    "a stand-in: of more steps than the charter gives": (stood_in, stand_in_lines(f"{WAITED} greedy 4 44")),
    "a stand-in: that is over": (stood_in, stand_in_lines(f"{WAITED} greedy 4 3")),
    "a stand-in: of no level": (stood_in, stand_in_lines(f"{WAITED} best 4 30")),
    "a stand-in: in another spelling": (stood_in, stand_in_lines(f"{WAITED} greedy 04 30")),
    "a stand-in: ended where there is none": (stood_in, stand_in_lines(f"{WAITED} back")),
    "a stand-in: by a word from before the last": (stood_in, stand_in_lines(f"{OTHER} {PLAYED_SHORT}", step=3)),
    "a stand-in: two of one seat": (stood_in, stand_in_lines(f"{OTHER} {PLAYED_SHORT}", f"{OTHER} {PLAYED}")),
    "a stand-in: of another's word": (stood_in, before(of_another)),
    "a stand-in: without a word": (stood_in, before(lambda scene, notes: notes[1:])),
    "a stand-in: of another word": (stood_in, before(unchanged_but(0, to="standin good 4 8"))),
    "a stand-in: that nobody enters": (stood_in, lines()),
    "leaves: without a consent": (gone, before(lambda scene, notes: [])),
    "leaves: by the consent of another": (gone, before(lambda s, notes: [by(s.match, WAITED, notes[0])])),
    "leaves: by a consent to an end": (gone, before(unchanged_but(0, to="end draw"))),
    "leaves: by a consent of another step": (gone, before(unchanged_but(0, step=2))),
    "leaves: under another's key": (gone, before(lambda scene, notes: [signed_again(notes[0], LAST_PARTY[WAITED])])),
    "leaves: somebody else": (gone, lines(f"left {WAITED}")),
    "leaves: nobody": (gone, lines()),
    "leaves: and was skipped": (gone, lines(f"absent {OTHER}", f"left {OTHER}")),
    "a key: for another seat": (keyed, lines(f"key {OTHER}")),
    "a key: by no line": (keyed, lines()),
    "a key: without its note": (keyed, before(lambda scene, notes: notes[1:])),
    "a key: without the host": (keyed, before(lambda scene, notes: [notes[0], *notes[2:]])),
    "a key: without one of the others": (keyed, before(lambda scene, notes: notes[:-1])),
    "a key: a consent to another note": (keyed, before(unchanged_but(-1, to=f"key {'A' * 43}"))),
    "a key: a consent by another key": (
        keyed,
        before(lambda scene, notes: [*notes[:-1], signed_again(notes[-1], LAST_PARTY[WAITED])]),
    ),
    "a key: the consents out of order": (keyed, before(lambda scene, notes: [notes[0], *reversed(notes[1:])])),
    "a key: behind the consents": (keyed, before(lambda scene, notes: [*notes[1:], notes[0]])),
    "a key: not signed by itself": (keyed, before(signed_by_another)),
    "a key: of another player": (keyed, before(used_key)),
    "a key: with a box that is here": (keyed, before(rekeyed_by(box=begun().table.seats[0].box))),
    "a key: with the box of the host": (keyed, before(rekeyed_by(box=begun().table.host.box))),
    "a key: with a box of small order": (keyed, before(rekeyed_by(box=bytes(32)))),
    "a key: asked for on another head": (keyed, before(rekeyed_by(head="A" * 43))),
    "a key: asked for in a later step": (keyed, before(rekeyed_by(step=40))),
    "a key: without a hand": (keyed, lambda scene: forged(scene, hand={})),
    "a key: the hand for another": (keyed, another_hand),
    "a key: and a draw": (keyed, lines("end draw", f"key {WAITED}")),
    "a key: the old one moves on": (moved, before(lambda scene, notes: [signed_again(notes[0], LAST_PARTY[WAITED])])),
    "a key: the one of another moves": (
        moved,
        before(lambda scene, notes: [signed_again(notes[0], LAST_PARTY[OTHER])]),
    ),
    "noes: without one of them": (unwanted, before(lambda scene, notes: notes[1:])),
    "noes: one to another key": (unwanted, before(unchanged_but(-1, to=f"no key {'A' * 43}"))),
    "noes: one of an older step": (unwanted, before(older_no)),
    "noes: one that hands something over": (unwanted, before(unchanged_but(-1, secret=bytes(272)))),
    "noes: with one of the host": (unwanted, before(lambda s, notes: [by(s.match, REFEREE, notes[0]), *notes])),
    "noes: alone": (unwanted, lines("time 2026-11-21T18:00Z")),
    "a key: with the noes of all to another one": (keyed, before(with_noes)),
    "an end: without one of them": (ended, before(lambda scene, notes: notes[1:])),
    "an end: agreed to as another": (ended, lines("end agreed")),
    "an end: of two kinds": (ended, lines("end agreed", "end draw")),
    "an end: with a consent of the host": (ended, before(lambda s, notes: [by(s.match, REFEREE, notes[0]), *notes])),
    "an end: for another reason": (ended, lambda scene: forged(scene, end={"reason": "agreed"})),
    "an end: with a winner": (ended, lambda scene: forged(scene, end={"rank": winner(scene)})),
    "an end: with scores": (ended, lambda scene: forged(scene, end={"rank": scores(scene)})),
}


def changed_row(row: Any) -> Any:
    return type(row)(OTHER, row.order)


def winner(scene: Scene) -> tuple[Rank, ...]:
    first, *others = scene.match.table.names
    return (Rank(first, 1), *(Rank(name, 2) for name in others))


def scores(scene: Scene) -> tuple[Rank, ...]:
    return tuple(Rank(name, 1, "3 3 3 3") for name in scene.match.table.names)


@pytest.mark.parametrize("what", FAULTS)
def test_both_checkers_find_what_is_changed_in_what_the_table_decides(what: str) -> None:
    """Attacks 16 and 140: signed again by those who hold the keys, so that only the decision itself is wrong."""
    scene, forge = FAULTS[what]
    files = forge(scene())

    assert files != scene().match.files
    assert audit(files).verdict == "fault"
    assert second_checker.check(files) is not None
