"""Lies about who is silent, where a seat is let pass by words of the others: a host whose own program enters let-passes
behind which nobody stands, or too few, or though he keeps tiles dark; and agreements that rest on them.

The decks are those of `light.py`. Whether a let-pass stands is counted a second time, from the notes alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from unittest.mock import patch

from tests.support.dishonest.masked_lies import as_match
from tests.support.dishonest.project import (
    HOST,
    ClosedStep,
    MaskedMatch,
    Opening,
    RefereeError,
    SignedNote,
    accepted,
    close_together,
    consent_note,
    copy_of,
    decisions,
    mix,
    render_bundle,
    silence,
    sit_down,
    step_name,
)
from tests.support.dishonest.story import Found, Story

AGREED = (("absence", "agreed"), ("deal", "masked"))
HOST_PLAYS = (*AGREED, ("host", "anna"))
TABLES = ((3, AGREED), (3, HOST_PLAYS), (4, AGREED), (4, HOST_PLAYS))
"""How many friends, and whether the host is one of them."""


@cache
def _opened(number: int) -> Opening:
    seats, options = TABLES[number]
    return mix(accepted(seats, f"dishonest silence {number}", tuple(sorted(options))))


@cache
def _played(number: int) -> MaskedMatch:
    """A game in which the first seat has swapped its hand, and all locks but those of what it drew are entered."""
    game = sit_down(_opened(number))
    game.enter(" ".join(("swap", *game.hand(game.asked()))))
    return game


def _begin(story: Story, *, locks: bool = True) -> MaskedMatch:
    game = copy_of(_played(story.chance.randrange(len(TABLES))))
    if locks:
        game.unlock()
    story.match = as_match(game)
    return game


def _others(game: MaskedMatch) -> list[str]:
    return [name for name in game.table.names if name != game.asked()]


def _word(game: MaskedMatch, name: str, to: str) -> SignedNote:
    return consent_note(game.host, game.key(name), to)


@contextmanager
def _lenient() -> Iterator[None]:
    """The host's own program asks for no words, lets everything count, and agrees to everything."""

    def all_words(position: object, lines: object, words: set[tuple[str, str]]) -> set[tuple[str, str]]:
        return {pair for pair in words if pair[1].startswith(("silent ", "unheard "))}

    def everybody(position: object, lines: Sequence[object], consents: object) -> tuple[int, ...]:
        return ()

    with (
        patch.object(silence, "check_passes", everybody),
        patch.object(silence, "used_words", all_words),
        patch.object(decisions, "missing_consents", lambda *_: ()),
    ):
        yield


def _closed(game: MaskedMatch, lines: Sequence[str], words: Sequence[SignedNote]) -> ClosedStep:
    """The step as the host's program makes it, whoever agrees."""
    place = game.table.place
    ordered = sorted(words, key=lambda one: (place(one.note().seat), one.note().to))  # type: ignore[union-attr]
    told = {"lines": tuple(lines), "consents": tuple(ordered), "unlocks": game.entering()}
    with _lenient():
        return close_together(game.host, (), game.eyes(HOST), game.key(HOST), **told)  # type: ignore[arg-type]


def _shown(story: Story, game: MaskedMatch, lines: Sequence[str], words: Sequence[SignedNote]) -> None:
    """The host enters a step of these lines and words, and everybody is shown it; one that stands is followed."""
    try:
        closed = _closed(game, lines, words)
    except RefereeError:  # no program could make it
        return
    name = step_name(closed.position.step)
    story.shown = {**game.files, name: render_bundle(closed.signed_notes)}
    story.lied_at, story.liars, story.loose = name, {HOST}, [closed.step_note]
    story.mails.append((name, render_bundle(closed.signed_notes)))
    if _is_followed(game, closed):
        story.found.append(Found("nobody is let pass by the host alone", f"{name}: {lines}"))


def _is_followed(game: MaskedMatch, closed: ClosedStep) -> bool:
    try:
        copy_of(game).follow(closed)
    except RefereeError:
        return False
    return True


def words_that_are_none(story: Story) -> None:
    """Words are missing, of another step or seat, of one wording for the other, or by the host himself."""
    game, chance = _begin(story), story.chance
    seat, rest = game.asked(), _others(game)
    words = [_word(game, name, f"silent {seat}") for name in rest]
    at = chance.randrange(len(words))
    ways: dict[str, Callable[[], list[SignedNote]]] = {
        "none": list,
        "one less": lambda: [word for number, word in enumerate(words) if number != at],
        "unheard for silent": lambda: [*words[:at], _word(game, rest[at], f"unheard {seat}"), *words[at + 1 :]],
        "of another seat": lambda: [*words[:at], _word(game, rest[at], f"silent {rest[at - 1]}"), *words[at + 1 :]],
        "of itself": lambda: [*words[:at], _word(game, seat, f"silent {seat}"), *words[at + 1 :]],
        "of the host": lambda: [*words[:at], *words[at + 1 :], _word(game, HOST, f"silent {seat}")],
    }
    _shown(story, game, (f"absent {seat}",), ways[chance.choice(sorted(ways))]())


def left_out_for_nothing(story: Story) -> None:
    """Somebody is left out of whom nobody says that no word came, or who may not be: the host's seat, in another order,
    twice, or who is let pass.
    """
    game, chance = _begin(story), story.chance
    seat, rest = game.asked(), _others(game)
    out = chance.choice(rest)
    host = game.table.host_seat
    ways = {
        "unsaid": ((out,), False),
        "twice": ((out, out), True),
        "itself": ((seat,), True),
        "another order": (tuple(rest[::-1][:2]), True),
        "the host's seat": ((host or out,), bool(host)),
    }
    names, said = ways[chance.choice(sorted(ways))]
    speaking = [name for name in rest if name not in names]
    tos = [f"silent {seat}", *(f"unheard {name}" for name in dict.fromkeys(names) if said)]
    words = [_word(game, name, to) for name in speaking for to in tos]
    _shown(story, game, (f"absent {seat} without {' '.join(names)}",), words)


def passed_in_the_dark(story: Story) -> None:
    """Some keep their locks back, and the seat that holds the tiles is let pass with the words of all."""
    game, chance = _begin(story, locks=False), story.chance
    seat, rest = game.asked(), _others(game)
    if paying := chance.sample(rest, chance.randrange(len(rest))):
        game.unlock(*paying)
    _shown(story, game, (f"absent {seat}",), [_word(game, name, f"silent {seat}") for name in rest])


def let_pass_by_one(story: Story) -> None:
    """One person alone, or no more than are left out, says that a seat is silent."""
    game, chance = _begin(story), story.chance
    seat, rest, host = game.asked(), _others(game), game.table.host_seat
    friend = host if host in rest else chance.choice(rest)
    free = [name for name in rest if name not in (friend, host)]
    out = free if host else [name for name in rest if name != friend] if len(rest) > 2 else rest
    speaking = [name for name in rest if name not in out]
    tos = [f"silent {seat}", *(f"unheard {name}" for name in out)]
    words = [_word(game, name, to) for name in speaking for to in tos]
    _shown(story, game, (f"absent {seat} without {' '.join(out)}",), words)


_TURNS = 18
"""So many steps are three turns of each of four who do nothing."""


def half_that_counts(story: Story) -> None:
    """Half of the table lets the others pass, three times each, and then ends the game as if they had gone."""
    game = copy_of(_played(3))
    game.unlock()
    story.match = as_match(game)
    side = ("anna", next(name for name in game.table.names if name != "anna" and name != game.asked()))
    for _ in range(_TURNS):
        seat = game.asked()
        if seat in side:
            game.enter("pass")
        else:
            out = [
                name for name in _others(game) if name not in side and not game.host.missed_by(game.table.seat(name))
            ]
            tos = [f"silent {seat}", *(f"unheard {name}" for name in out)]
            words = [_word(game, name, to) for name in side for to in tos]
            line = " ".join(("absent", seat, *(("without", *out) if out else ())))
            told = {"lines": (line,), "consents": _sorted(game, words), "unlocks": game.entering()}
            game.follow(close_together(game.host, (), game.eyes(HOST), game.key(HOST), **told))  # type: ignore[arg-type]
        game.unlock()
        if game.host.over:
            return
    story.match = as_match(game)
    to = f"end {story.chance.choice(('draw', 'agreed'))}"
    _shown(story, game, (to,), [_word(game, name, to) for name in side])


_AGAIN = 12
"""Within so many steps a seat is asked again after it was skipped."""


@cache
def _skipped_once() -> tuple[MaskedMatch, tuple[SignedNote, ...]]:
    """A game whose charter has `repeat=1`, in which a seat that was skipped with the words of all is asked again; and
    those words.
    """
    game = sit_down(mix(accepted(4, "dishonest repeat", tuple(sorted((*AGREED, ("repeat", "1")))))))
    game.unlock()
    seat, rest = game.asked(), _others(game)
    words = _sorted(game, [_word(game, name, f"silent {seat}") for name in rest])
    game.follow(game.decide(f"absent {seat}", words))
    for _ in range(_AGAIN):
        if game.asked() == seat:
            break
        game.unlock()
        game.enter("pass")
    game.unlock()
    return game, words


def let_pass_by_repeat_alone(story: Story) -> None:
    """Where the charter says `repeat`, the host skips a seat again as if that were enough: without words, with those of
    the skip before, or with too few.
    """
    played, before = _skipped_once()
    game, chance = copy_of(played), story.chance
    story.match = as_match(game)
    seat, rest = game.asked(), _others(game)
    words = [_word(game, name, f"silent {seat}") for name in rest]
    at = chance.randrange(len(words))
    ways = (
        list[SignedNote](),
        [*words[:at], *words[at + 1 :]],
        list(before),
        [*before[:at], words[at], *before[at + 1 :]],
    )
    _shown(story, game, (f"absent {seat}",), ways[chance.randrange(len(ways))])


def _sorted(game: MaskedMatch, words: Sequence[SignedNote]) -> tuple[SignedNote, ...]:
    return tuple(sorted(words, key=lambda one: (game.table.place(one.note().seat), one.note().to)))  # type: ignore[union-attr]


EVERY = (
    words_that_are_none,
    left_out_for_nothing,
    passed_in_the_dark,
    let_pass_by_one,
    half_that_counts,
    let_pass_by_repeat_alone,
)
"""The lies about silence."""
