"""Lies of a host who plays where nobody sees the deck. His eyes are closed, and the moves come to him all the same.

The decks are those of `light.py`.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from unittest.mock import patch

from tests.support.dishonest.masked_lies import as_match
from tests.support.dishonest.project import (
    CHARTER,
    HOST,
    REFEREE,
    ClosedStep,
    Consent,
    GameFolder,
    MaskedMatch,
    Offer,
    Opening,
    RefereeError,
    SignedNote,
    accepted,
    check_reoffer,
    close_together,
    consent_note,
    copy_of,
    decisions,
    group,
    hand_of_cancelled_deal,
    make_offer,
    make_rekey,
    masking,
    mix,
    own_game_secret,
    render_bundle,
    rules_of,
    sign_note,
    sit_down,
    step_name,
    test_key,
    test_nonce,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Found, Story

HOST_PLAYS = (("absence", "agreed"), ("deal", "masked"), ("host", "anna"))
Who = Mapping[str, str | None]
"""What the request of another host says of him."""

DEALS = 3
"""Different decks, the last one at a table of three."""


@cache
def _opened(number: int) -> Opening:
    return mix(accepted(3 if number == DEALS - 1 else 2, f"dishonest playing {number}", HOST_PLAYS))


def deck_secret_that_is_none(story: Story) -> None:
    """A host who plays has all locks of the first hands, looks at his own, signs no deal and offers the game again.
    His offer shows another deck secret than that of his seat, or none; or that one, and everybody must be shown the
    hand that he did not like.
    """
    chance, opening = story.chance, _opened(story.chance.randrange(DEALS))
    game, table = sit_down(opening), opening.table
    story.match = as_match(game)
    others = [name for name in table.names if name != "anna"]
    secret = {
        name: group.written_scalar(masking.deck_secret(own_game_secret(table, test_key(name)))) for name in table.names
    }
    shown = chance.choice([secret["anna"], None, secret[chance.choice(others)], chance.randbytes(32)])
    voided = (table.game_id, test_key(HOST), table.offer_nonce)
    nonce = test_nonce(f"again {story.seed}")
    again = make_offer(
        test_key(HOST), rules_of("tigris"), len(table.names), HOST_PLAYS, nonce, attempt=2, voided=voided
    )
    offer = sign_note(changed(again.read(Offer), olddeck=shown), test_key(HOST))
    story.loose.append(offer)
    try:
        terms = check_reoffer(offer, table)
    except RefereeError:
        return
    told, hand = hand_of(opening, terms), sorted(game.hand("anna"))
    if shown != secret["anna"] or told != hand:
        story.found.append(Found("a deal that was thrown away shows its hand", f"{CHARTER}: {told} for {hand}"))


def hand_of(opening: Opening, offer: Offer) -> list[str] | None:
    """What another seat is told of the hand, by the mixes and locks that have come to it."""
    with tempfile.TemporaryDirectory() as place:
        folder = GameFolder(Path(place) / "game")
        folder.begin()
        for name, signed in zip(opening.table.names, opening.mixes, strict=True):
            folder.write_pending(f"mix-{name}.note", render_bundle((signed,)))
        for at, (name, signed) in enumerate(zip(opening.table.names[1:], opening.unlocks[1:], strict=True)):
            folder.write_pending(f"unlock-0000-{name}-{at:08x}.note", render_bundle((signed,)))
        shown = hand_of_cancelled_deal(opening.table, offer, folder)
    return sorted(shown) if shown is not None else None


@cache
def _played(seats: int) -> MaskedMatch:
    """A game whose host plays, one step on."""
    game = sit_down(mix(accepted(seats, f"dishonest replaced {seats}", HOST_PLAYS)))
    game.enter(" ".join(("swap", *game.hand(game.asked()))))
    game.unlock()
    return game


def seat_that_is_not_the_hosts(story: Story) -> None:
    """Somebody makes himself the host without the one who plays: one who must agree is missing, the present host's own
    seat speaks in the place of another, a seat is left out of which nobody says so, or more than speak; he says that an
    innocent seat is his, or not who he is.
    """
    chance, game = story.chance, copy_of(_played(story.chance.choice((3, 4))))
    story.match = as_match(game)
    others = [name for name in game.table.names if name != "anna"]
    out = chance.choice(others)
    rest = [name for name in others if name != out]
    ways: dict[str, tuple[Who, Sequence[str], Sequence[str], bool]] = {
        "one less": (NAMED, rest, (), False),
        "the host's seat for another": (NAMED, (*rest, "anna"), (), False),
        "left out unsaid": (NAMED, rest, (out,), False),
        "the host's seat left out": (NAMED, others, ("anna",), True),
        "left out by one": (NAMED, rest[:1], [name for name in others if name != rest[0]], True),
        "an innocent seat": ({"name": "Gina", "plays": "anna"}, others, (), False),
        "nameless": ({"name": None, "plays": None}, others, (), False),
    }
    who, agreeing, without, said = ways[chance.choice(sorted(ways))]
    nonce = test_nonce(f"gina hosts {story.seed}")
    rekey = make_rekey(game.host, test_key("gina"), REFEREE, nonce, reason="gone", **who)
    tos = [f"key {rekey.id}", *(f"unheard {name}" for name in without if said)]
    words = [consent_note(game.host, game.key(name), to) for name in agreeing for to in tos]
    line = " ".join(("key referee", *(("without", *without) if without else ())))
    try:
        closed = _entered(game, rekey, words, line)
    except RefereeError:  # no program could make it
        return
    name = step_name(closed.position.step)
    story.shown = {**game.files, name: render_bundle(closed.signed_notes)}
    story.lied_at, story.liars, story.loose = name, {HOST, *agreeing}, [closed.step_note]
    story.holders[test_key("gina").public] = "gina"
    story.mails.append((name, render_bundle(closed.signed_notes)))
    try:
        copy_of(game).follow(closed)
    except RefereeError:
        return
    story.found.append(Found("nobody hosts without those who must agree", f"{name}: {line} by {agreeing}"))


def host_who_comes_back(story: Story) -> None:
    """All others replace a host who was silent; he is back with the step of that number, or two, that he has closed
    alone, and shows it to all. He has signed once in each place, and so have they: nobody is accused of anything, and
    the game of the others goes on.
    """
    chance, game = story.chance, copy_of(_played(story.chance.choice((3, 4))))
    alone = copy_of(game)
    nonce = test_nonce(f"gina hosts {story.seed}")
    who = {"name": "Gina", "plays": None}
    rekey = make_rekey(game.host, test_key("gina"), REFEREE, nonce, reason="gone", **who)  # type: ignore[arg-type]
    agreeing = [name for name in game.table.names if name != "anna"]
    words = [consent_note(game.host, game.key(name), f"key {rekey.id}") for name in agreeing]
    told = {"lines": ("key referee",), "consents": tuple(words), "rekeys": (rekey,), "unlocks": game.entering()}
    game.keys[HOST] = test_key("gina")
    game.follow(close_together(game.host, (), game.eyes(HOST), test_key("gina"), **told))  # type: ignore[arg-type]
    for _ in range(chance.choice((1, 2))):
        alone.enter(" ".join(("swap", *alone.hand(alone.asked()))))
        alone.unlock()
    game.unlock()
    for _ in range(chance.randrange(3)):
        game.enter(" ".join(("swap", *game.hand(game.asked()))))
        game.unlock()
    story.match = as_match(game)
    story.holders[test_key("gina").public] = "gina"
    story.lied_at = step_name(_played(len(game.table.names)).host.step + 1)
    for name in sorted(set(alone.files) - {*_played(len(game.table.names)).files}):
        story.mails.append((story.lied_at, alone.files[name]))


def _entered(game: MaskedMatch, rekey: SignedNote, words: Sequence[SignedNote], line: str) -> ClosedStep:
    """The step as a program makes it that asks nobody."""
    place, key = game.table.place, test_key("gina")
    ordered = sorted(words, key=lambda one: (place(one.note().seat), one.note().to))  # type: ignore[union-attr]
    told = {"lines": (line,), "consents": tuple(ordered), "rekeys": (rekey,), "unlocks": game.entering()}

    def said(_: object, __: object, consents: Sequence[Consent], ___: object) -> set[tuple[str, str]]:
        return {(one.seat, one.to) for one in consents if one.to.startswith("unheard ")}

    with patch.object(decisions, "_check_host", said), patch.object(decisions, "missing_key_consents", lambda *_: ()):
        return close_together(game.host, (), game.eyes(HOST), key, **told)  # type: ignore[arg-type]


NAMED: Who = {"name": "Gina", "plays": None}
"""What another host says of himself who plays nowhere."""

EVERY = (deck_secret_that_is_none, seat_that_is_not_the_hosts, host_who_comes_back)
"""The lies of a host who plays and sees no deck."""
