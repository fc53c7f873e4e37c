"""Notes that say anything at all under the right keys: every reader answers with a sentence, none falls over.

The mutations are drawn from a fixed seed; whoever wants more of them raises the counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import chain, islice
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.audit.recompute import audit
from referee.games import built_in, find, names
from referee.kernel.errors import RefereeError, Unsupported
from referee.protocol.step.draft import draft
from referee.protocol.step.record_step import record_step_file
from referee.record.note import SignedNote, read_bundle, render_bundle, sign_note
from referee.record.notes import Step
from referee.session.incoming.receive import receive
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out, test_key
from tests.table.players_on_disk import materialize, snapshot
from tests.table.small_games import (
    HOST,
    STRANGER,
    changed,
    copy_of,
    four,
    key_of,
    running,
    sealed_note,
    signed_again,
    small,
    step_name,
    with_stranger,
)

AUDITS, MAILS = of(40, 150), of(40, 150)

WORDS = (
    *("zoe", "anna", "referee", "x", "tiles", "pass", "swap 6", "win pass", "commit 99", "place temple A1"),
    *("drew anna 99", "drew zoe 3 tiles", "spent anna gold 1", "won anna bert 1 1", "0", "-1"),
)


def nonsense(value: Any, chance: random.Random) -> Iterator[Any]:
    """Other values of the same type: too large, too small, doubled, missing, somebody else's."""
    if isinstance(value, int):
        yield from (0, 1, value + 1, 70000, 10**14)
    elif isinstance(value, bytes):
        yield from (bytes(len(value)), value[:-1] + bytes([value[-1] ^ 1]), value[:16], value + bytes(256))
    elif isinstance(value, str):
        yield from (*WORDS, value + "x", value[::-1])
    elif isinstance(value, tuple):
        yield from ((), value + value, value[:-1], value[::-1])
        if value:
            at = chance.randrange(len(value))
            yield from ((*value[:at], other, *value[at + 1 :]) for other in nonsense(value[at], chance))
    elif isinstance(value, Mapping):
        yield {}
        for name in list(value)[:2]:
            yield {key: item for key, item in value.items() if key != name}
            yield {**value, "zoe": value[name]}
            yield from ({**value, name: other} for other in nonsense(value[name], chance))
    elif isinstance(value, msgspec.Struct):
        for field in value.__struct_fields__:
            yield from (changed(value, **{field: other}) for other in nonsense(getattr(value, field), chance))  # type: ignore[arg-type]
    elif value is None:
        yield from (bytes(32), bytes(272), "x")


def mangled(signed: SignedNote, match: Match, chance: random.Random) -> SignedNote | None:
    """The note with nonsense in one field, signed by its own key; None if no note can say that."""
    note = signed.note()
    field = chance.choice(note.__struct_fields__)
    others = list(nonsense(getattr(note, field), chance))
    signers = {key.public: key for key in match.keys.values()}
    try:
        return sign_note(changed(note, **{field: chance.choice(others)}), signers[signed.key])
    except (RefereeError, TypeError, AttributeError, ValueError, IndexError):
        return None


@cache
def games() -> tuple[Match, ...]:
    """Games with hidden goods and without, with covered faces and standing answers, running and finished."""
    standing = open_match("cards", 3, "nonsense")
    for seat in standing.players:
        standing.stand(seat, ("score always", "defend min 3", "convert yes"))
    return (
        small(),
        running(),
        play_out(standing, "nonsense", steps=30),
        play_out(open_match("cards", 2, "nonsense"), "nonsense", steps=40),
        play_out(open_match("ur", 3, "nonsense"), "nonsense", steps=20),
    )


def with_nonsense(match: Match, chance: random.Random) -> tuple[str, dict[str, bytes]] | None:
    """A record whose one file says something else; a changed move is listed anew by its turn. The file's name."""
    name = chance.choice(sorted(match.signed_notes))
    signed_notes = list(match.signed_notes[name])
    at = chance.randrange(len(signed_notes))
    old, new = signed_notes[at], mangled(signed_notes[at], match, chance)
    if new is None or new.id == old.id:
        return None
    signed_notes[at] = new
    for index, signed in enumerate(signed_notes):
        step_note = signed.note() if signed.type == "step" and old.type in ("move", "standing") else None
        if isinstance(step_note, Step):
            lines = tuple(changed(line, id=new.id) if line.id == old.id else line for line in step_note.note)  # type: ignore[arg-type, type-var]
            signed_notes[index] = signed_again(signed, key_of(HOST), note=lines)
    return name, {**match.files, name: render_bundle(signed_notes)}


def test_an_audit_of_signed_nonsense_gives_a_report() -> None:
    """Never a traceback; and no finished game stays clean."""
    chance = random.Random(1)
    tried = 0
    while tried < AUDITS:
        match = chance.choice(games())
        found = with_nonsense(match, chance)
        if found is None:
            continue
        tried += 1
        name, files = found
        for key in (None, match.keys["anna"]):
            try:
                report = audit(files, key)
            except Unsupported:  # an offer of a game that nobody has here: neither clean nor anybody's fault
                continue

            assert report.verdict in ("fault", "in progress")
            if match is small():
                assert report.verdict == "fault", name


def test_a_face_that_no_good_has_is_no_face() -> None:
    """The rules of a game with covered cards are asked with faces of its own cards only."""
    match = next(game for game in games() if game.table.game.info.name == "cards")
    name = max(name for name in match.signed_notes if name.endswith(".step"))
    *notes, step_note = match.signed_notes[name]
    for place in ("A-B", "A1", "x"):
        forged = signed_again(step_note, key_of(HOST), show=((place, "anna"),))
        report = audit({**match.files, name: render_bundle((*notes, forged))})

        assert [finding.at for finding in report.findings] == [name]


def test_a_mail_of_signed_nonsense_is_answered_and_leaves_an_honest_record(tmp_path: Path) -> None:
    """Whatever is taken of it, the record stays one that audits without fault; whatever is not is a refusal."""
    chance = random.Random(2)
    last = max(int(name[:4]) for name in small().files if name.endswith(".step"))
    people = [
        person
        for step in (0, 3, last - 1, last)
        for person in materialize(small(), tmp_path / str(step), ("anna", HOST, STRANGER), steps=step).values()
    ]
    own = [signed for signed_notes in small().signed_notes.values() for signed in signed_notes]
    foreign = [signed for signed_notes in four().signed_notes.values() for signed in signed_notes]
    refused = 0
    for _ in range(MAILS):
        person = chance.choice(people)
        signed_notes = []
        for _ in range(chance.randrange(1, 4)):
            signed = chance.choice(own if chance.random() < 0.8 else foreign)
            match = small() if signed in own else four()
            signed_notes.append((chance.random() < 0.7 and mangled(signed, match, chance)) or signed)
            if chance.random() < 0.1:
                signed_notes.append(sign_note(signed_notes[-1].note(), test_key("mallory")))
        before = snapshot(person.folder.path / "record")
        try:
            receive(person.session(), render_bundle(signed_notes))
        except RefereeError:
            refused += 1
        record = person.record()
        if record != before:
            assert audit(record).findings == ()
            assert all(read_bundle(data) for data in record.values())

    assert refused > MAILS // 2


# Sealed lines that say anything at all, under the right seal

PLANS = of(40, 120)
"""Sealed notes for each game; small ones, of which less is taken, have the many in a short run too."""


def sealed_nonsense(match: Match, seat: str, chance: random.Random) -> Iterator[str]:
    """Lines: orders of this position, of any other, secret parts of right and wrong kinds, words and counts."""
    position, index, game = match.host, match.table.seat(seat), match.table.game
    own = position.knowledge.own(index)
    legal = [game.notation.format_order(move) for move in islice(game.legal_orders(position.state, index, own), 60)]
    hiding = ("connect A-B", "connect C-D", "connect G-H", "swap 1", "swap 6")
    while True:
        order = chance.choice([*legal, *legal, *legal, *hiding, *ORDERS])
        condition = chance.choice(("", "", "win ", "lose "))
        yield f"{condition}{order}"
        if order in hiding or chance.random() < 0.1:
            word = chance.choice([*(order.split()[0],) * 8, "connect", "swap", "nope", "x" * 30])
            yield f"{word}: {' '.join(secret_kinds(match, seat, chance, 6 if order == 'swap 6' else 1))}"


ORDERS = (
    *("pass", "commit 0", "commit 9", "commit 99", "place temple A1", "place temple B8", "leader king C8", "war black"),
    *("card green C", "score yes", "convert yes", "swap C0", "ship blue-black C3", "decline", "withdraw king"),
    *(
        "connect A-A",
        "swap 0",
        "swap 99",
        "treasure A1",
        "monument A1",
        "catastrophe C3",
        "income blue",
        "enter",
        "move 3",
    ),
)


@pytest.mark.parametrize("name", names())
def test_no_sealed_nonsense_stops_a_game(name: str) -> None:
    """F7, F19: a note is refused in words, or taken; what is taken is followed by all, and the game goes on."""
    chance, taken, sealed = random.Random(3), 0, False
    for number in range(PLANS if name in built_in() else 120):
        if number % 30 == 0:
            match = begun(name, f"sealed {number}", 12)
        if number % 10 == 9:
            further = play_out(copy_of(match), f"sealed {number}", steps=3)
            match = match if further.host.over else further
        sealed = sealed or match.host.past.sealed
        request = match.host.request
        assert request is not None
        seat = match.table.names[request.seat]
        do, secret = first_orders(match, seat, chance)
        most = chance.randrange(1, match.table.game.info.pins + 1)
        lines = tuple(islice(chain(secret, sealed_nonsense(match, seat, chance)), most))
        try:
            note = sealed_note(match, seat, do, lines)
            tried = copy_of(match)
            tried.enter(note)
        except RefereeError as refusal:
            assert refusal.exit_code in (3, 4, 5, 6)
            assert "nope" not in refusal.sentence()
            continue
        taken += 1
        while tried.host.step == match.host.step:  # the others who are asked beside it answer too
            play_out(tried, f"beside {number}", steps=1)
        record_step_file(match.host, tried.signed_notes[step_name(tried.host.step)], tried.host_eyes)
        if not tried.host.over:
            play_out(tried, f"behind {number}", steps=4)

    assert taken > 5 or not sealed  # where nothing is ever covered


def begun(name: str, seed: str, steps: int) -> Match:
    """A running game of so many steps, or of two where a whole game has fewer."""
    seats = min(3, find(name).info.seats[-1])
    match = play_out(with_stranger(open_match(name, seats, seed)), "sealed", steps=steps)
    return begun(name, seed, 2) if match.host.over else match


def secret_kinds(match: Match, seat: str, chance: random.Random, count: int) -> list[str]:
    """Mostly so many kinds, mostly those that the hand holds; sometimes other numbers, or words that are no kinds."""
    own = match.host.knowledge.own(match.table.seat(seat))
    held = own.hand if own is not None else ()
    known = sorted({kind for pile in match.table.piles for kind, _ in pile.kinds})
    if count <= len(held) and chance.random() < 0.5:
        return sorted(chance.sample(held, count))
    choices = (*held, *held, *known, "nope", "treasure", "{0}")
    return sorted(chance.choices(choices, k=chance.choice((*(count,) * 6, 1, 2, 6))))


def first_orders(match: Match, seat: str, chance: random.Random) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A clear order that needs a cover, if there is one, so that the lines behind it are looked at; and the line of
    what it hides, if it hides something.
    """
    index, game = match.table.seat(seat), match.table.game
    own = match.host.knowledge.own(index)
    moves = list(game.legal_orders(match.host.state, index, own))
    chance.shuffle(moves)
    for move in sorted(moves, key=game.secret, reverse=chance.random() < 0.5)[:40]:
        order = game.notation.format_order(move)
        if game.secret(move):
            return (order,), (f"{order.split()[0]}: {' '.join(secret_kinds(match, seat, chance, game.secret(move)))}",)
        try:
            drafted = draft(match.players[seat], match.eyes[seat], [order])
        except RefereeError:
            continue
        if drafted.covered:
            return drafted.do, ()
    return (game.notation.format_order(moves[0]),), ()
