"""What a dishonest player signs and seals; the host is honest, and his game must go on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.support.dishonest.games import hiding_order
from tests.support.dishonest.host_lies import field_changed
from tests.support.dishonest.nonsense import WORDS, other
from tests.support.dishonest.project import (
    MoveDraft,
    RefereeError,
    SignedNote,
    render_bundle,
    sign_note,
    standing_note,
    step_name,
)
from tests.support.dishonest.signing import corrected, hides, kinds, legal_orders, pinned, sealed_as
from tests.support.dishonest.story import Story

STEPS = 8
"""So many steps the game must go on behind a note that was taken."""

COVERED_WITHIN = 24
"""Within so many steps somebody sends a covered note, or the story is about nothing."""

POLICY = ("score always", "score never", "defend min 3", "defend min 0", "convert yes", "convert no", "score keep 1")
"""Lines of standing answers that the card game knows."""


EARLY = 8
"""Before this step of a game of Civilization nobody is asked at once with others."""

LISTS = {
    "civilization": (
        "pick c103 c106",
        "pick c103 c103",
        f"pick {' '.join(f'c1{number:02}' for number in range(1, 11))}",
        "pick gan",
        "tech 40 mas pot",
        "tech 9999 mas",
        "tech 40",
        "decline box but c107",
        "decline but",
        "best colonist place grow build",
        "best best",
    ),
    "ur": (
        "place c4 c4 d4",
        f"place {' '.join(['c4'] * 40)}",
        "place z9",
        "exchange a1 keep",
        "exchange keep keep",
        "exchange a1 a1 a1 keep",
    ),
}
"""Lines of standing answers with lists, by game: right ones, too long, doubled, of things that are not there."""


def field_of_a_move(story: Story) -> None:
    """One field of a move, sent to the host."""
    story.open()
    story.play(story.chance.randrange(STEPS))
    _dishonest_note(story, lambda signed, _: field_changed(story, signed), any_note=True)


def sealed_nonsense(story: Story) -> None:
    """Sealed lines under right pins that say what no client would seal: kinds, gaps, words, a last line that hides."""
    story.open("cards", "cards", "tigris", hiding=True)
    _dishonest_note(story, lambda signed, orders: _with_lines(story, signed, _nonsense_lines(story, signed, orders)))


def seal_of_another_shape(story: Story) -> None:
    """Seals and pins of another size, number or content than a client makes."""
    story.open("cards", "tigris")
    _dishonest_note(story, lambda signed, orders: _other_shape(story, signed, orders))


def standing_nonsense(story: Story) -> None:
    """Standing notes that say what no client would say; the host enters what he may."""
    story.open("cards")
    story.play(story.chance.randrange(STEPS))
    for _ in range(story.chance.randrange(1, 4)):
        signed = _standing(story, _policy_lines(story))
        if signed is not None and not story.match.host.over:
            _enter_standing(story, signed)
    story.play(STEPS)


def standing_lists(story: Story) -> None:
    """Standing notes with lists of Civilization and Ur: lies about the game, too long, doubled, in hostile words, of
    the other game, under another seat's name; and one that is brought again once it would have answered.
    """
    game = story.chance.choice(sorted(LISTS))
    story.open(game, seats=3)
    _play_alone(story, story.chance.randrange(STEPS))
    held: list[SignedNote] = []
    for _ in range(story.chance.randrange(1, 4)):
        signed = _standing(story, _list_lines(story, game))
        if signed is not None and story.chance.random() < 0.3:
            signed = story.signed(signed, seat=story.chance.choice(story.match.table.names))
        if signed is not None and _is_alone(story):
            _enter_standing(story, signed)
            held.append(signed)
    _play_alone(story, story.chance.randrange(1, STEPS))
    for signed in held:
        if _is_alone(story):
            _enter_standing(story, signed)
    _play_alone(story, STEPS)


def _play_alone(story: Story, steps: int) -> None:
    """Some steps more, up to where several may be asked at once."""
    for _ in range(steps):
        if _is_alone(story):
            story.play(1)


def _is_alone(story: Story) -> bool:
    return len(story.match.host.asked) == 1 and (
        story.match.host.step < EARLY or story.match.table.game.info.name == "ur"
    )


def standing_kept_back(story: Story) -> None:
    """Honest standing notes that come late, after the one that ended them, or several in one slot; all stay loose."""
    story.open("cards")
    story.play(story.chance.randrange(4))
    seat = story.chance.choice(story.match.table.names)
    held: list[SignedNote] = []
    for _ in range(story.chance.randrange(2, 5)):
        if story.chance.random() < 0.7 and not story.match.host.over:
            story.play(1)
        lines = story.chance.sample(POLICY[:1] + POLICY[2:3] + POLICY[4:5], story.chance.randrange(4))
        held.append(story.stand(seat, lines))
    story.loose = list(held)
    story.chance.shuffle(held)
    for signed in held:
        if not story.match.host.over:
            _enter_standing(story, signed, honest=True)
    story.play(3)


def corrections(story: Story) -> None:
    """An honest player corrects a move some times; any of the notes is entered, any of the others are shown."""
    story.open()
    story.play(story.chance.randrange(STEPS))
    if story.match.host.over:
        return
    seat = story.asked
    row: list[SignedNote] = []
    for _ in range(story.chance.randrange(2, 5)):
        orders = story.draft(seat)
        signed = corrected(story.match, seat, orders, row)
        if signed.id not in {note.id for note in row}:
            row.append(signed)
    story.liars = {"host"}
    entered = story.chance.choice(row)
    story.enter(story.close(entered))
    story.lied_at = step_name(story.match.host.step)
    story.loose = [signed for signed in row if signed.id != entered.id]
    story.play(story.chance.randrange(3))


def _dishonest_note(
    story: Story, lie: Callable[[SignedNote, MoveDraft], SignedNote | None], any_note: bool = False
) -> None:
    """The first covered note (or any) is replaced by a lie until the host takes one; then the game must go on."""
    for _ in range(COVERED_WITHIN):
        if story.match.host.over:
            return
        seat = story.asked
        orders = story.draft(seat, story.chance.choice((hiding_order, None)))
        if orders.covered or any_note:
            story.liars = {seat}
            honest = corrected(story.match, seat, orders, ())
            if any(_taken(story, lie(honest, orders)) for _ in range(4)):
                story.play(STEPS)
                return
        story.one()


def _taken(story: Story, signed: SignedNote | None) -> bool:
    """Whether the host takes the note; a host who falls over is a finding."""
    if signed is None:
        return False
    story.mails.append((step_name(story.match.host.step + 1), render_bundle((signed,))))
    try:
        closed = story.close(signed)
    except RefereeError:
        return False
    except Exception as crash:  # whatever falls over here is what is looked for
        story.crashed("a player's note at the host's", crash)
        return False
    story.lied_at = step_name(closed.position.step)
    story.match.wanted.pop(story.asked, None)  # a liar's next move names what stands, whatever was named before
    story.enter(closed)
    return True


def _with_lines(story: Story, signed: SignedNote, texts: list[str]) -> SignedNote | None:
    """The note with these sealed lines under right pins."""
    table, key = story.match.table, story.match.keys[story.role(signed)]
    try:
        values = pinned(table, key, signed.note(), texts)
    except UnicodeError:
        return None
    return story.signed(signed, **values) if values["seal"] is not None else None


def _nonsense_lines(story: Story, signed: SignedNote, orders: MoveDraft) -> list[str]:
    pins, chance = story.match.table.game.info.pins, story.chance
    lines = list(orders.lines)
    if chance.random() < 0.4:  # one plan that may fall due while its turn runs
        plan = [line.removeprefix("win ").removeprefix("lose ") for line in _nonsense_plan(story, signed)]
        return [*lines, *plan, *("",) * pins][:pins]
    if lines and chance.random() < 0.5:
        at = chance.randrange(len(lines))
        lines[at] = f"{lines[at].partition(':')[0]}: {_kinds(story)}"
    while len(lines) < pins and chance.random() < 0.8:
        lines += _nonsense_plan(story, signed)
    if chance.random() < 0.2:
        lines.insert(chance.randrange(len(lines) + 1), "")
    lines = [*lines, *("",) * pins][:pins]
    if chance.random() < 0.2:
        full = [text or "pass" for text in lines]
        lines = [*full[: pins - 1], _nonsense_plan(story, signed)[0]]
    return lines


def _nonsense_plan(story: Story, signed: SignedNote) -> list[str]:
    """An order and perhaps a secret part, either of which may be nonsense."""
    chance, seat = story.chance, story.role(signed)
    position = story.match.players[seat]
    possible = legal_orders(position, story.match.table.seat(seat)) or ["pass"]
    hiding = [order for order in possible if hides(position, order)]
    order = chance.choice(hiding if hiding and chance.random() < 0.7 else [*possible, *WORDS, "commit 0", "commit 1"])
    lines = [chance.choice(("", "", "", "win ", "lose ", "then ")) + order]
    if chance.random() < 0.7:
        lines.append(f"{order.split()[0]}: {_kinds(story)}")
    return lines


def _kinds(story: Story) -> str:
    chance = story.chance
    known = (*kinds(story.match.table), "nope", "zoe", "0")
    return " ".join(sorted(chance.choice(known) for _ in range(chance.choice((1, 1, 1, 2, 3)))))


def _other_shape(story: Story, signed: SignedNote, orders: MoveDraft) -> SignedNote | None:
    chance, note = story.chance, signed.note()
    table, key = story.match.table, story.match.keys[story.role(signed)]
    pins = table.game.info.pins
    texts = [*orders.lines, *("",) * pins][:pins]
    right = pinned(table, key, note, texts)
    plains = (
        chance.randbytes(15),
        chance.randbytes(16),
        chance.randbytes(16) + b"pass",
        chance.randbytes(16) + b"pass\n" * chance.randrange(1, 20),
        chance.randbytes(16) + b"\xff\n" * pins,
        chance.randbytes(16) + b"pass\r\n" * pins,
        b"",
    )
    ways: tuple[dict[str, Any], ...] = (
        *({**right, "seal": sealed_as(table, key, note, plain)} for plain in plains),
        {**right, "pin": other(right["pin"], chance)},
        {**right, "seal": other(right["seal"], chance)},
        {**right, "pin": ()},
        {**right, "seal": None},
        pinned(table, key, note, texts[: chance.randrange(pins)]),
        pinned(table, key, note, [*texts, "pass"]),
    )
    return story.signed(signed, **chance.choice(ways))


def _policy_lines(story: Story) -> list[str]:
    chance = story.chance
    pool = [*POLICY, *WORDS, "defend min 99", "score keep 0", "swap nope", "convert: nope", ""]
    return [chance.choice(pool) for _ in range(chance.randrange(12))]


def _list_lines(story: Story, game: str) -> list[str]:
    chance = story.chance
    pool = [*LISTS[game], *LISTS[game], *LISTS["ur" if game == "civilization" else "civilization"], *WORDS, *POLICY, ""]
    return [chance.choice(pool) for _ in range(chance.randrange(6))]


def _standing(story: Story, lines: list[str]) -> SignedNote | None:
    """A standing note of a random seat with these lines under right pins, however little sense they make."""
    seat, table = story.chance.choice(story.match.table.names), story.match.table
    key = story.match.keys[seat]
    story.liars |= {seat}
    note = standing_note(story.sit(seat), key, ()).note()
    story.match.wanted.pop(seat, None)
    if story.chance.random() < 0.2:
        return field_changed(story, sign_note(note, key))
    texts = [*lines, *("",) * table.game.info.pins][: table.game.info.pins]
    values = pinned(table, key, note, texts)
    return story.signed(sign_note(note, key), **values) if values["seal"] is not None else None


def _enter_standing(story: Story, signed: SignedNote, honest: bool = False) -> None:
    """The host enters the next step with a standing note beside it, if he may."""
    if not honest:
        story.mails.append((step_name(story.match.host.step + 1), render_bundle((signed,))))
    try:
        closed = story.close(story.move(story.asked), (signed,))
    except RefereeError:
        return
    except Exception as crash:  # whatever falls over here is what is looked for
        story.crashed("a standing note at the host's", crash)
        return
    story.lied_at = story.lied_at or step_name(closed.position.step)
    story.enter(closed)
