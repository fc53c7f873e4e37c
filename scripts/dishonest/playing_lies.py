"""Lies of a host who plays where nobody sees the deck. His eyes are closed, and the moves come to him all the same.

The decks are those of `light.py`.
"""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from scripts.dishonest.masked_lies import as_match
from scripts.dishonest.project import (
    CHARTER,
    HOST,
    Folder,
    Offer,
    Opening,
    RefereeError,
    accepted,
    check_attempt,
    group,
    hand_given_up,
    make_offer,
    masks,
    mix,
    own_secret,
    render_bundle,
    rules_of,
    sign_note,
    sit_down,
    test_key,
    test_nonce,
)
from scripts.dishonest.signing import changed
from scripts.dishonest.story import Found, Story

HOST_PLAYS = (("absence", "agreed"), ("deal", "masked"), ("host", "anna"))
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
    secret = {name: group.written_scalar(masks.deck_secret(own_secret(table, test_key(name)))) for name in table.names}
    shown = chance.choice([secret["anna"], None, secret[chance.choice(others)], chance.randbytes(32)])
    voided = (table.game_id, test_key(HOST), table.offer_nonce)
    nonce = test_nonce(f"again {story.seed}")
    again = make_offer(
        test_key(HOST), rules_of("tigris"), len(table.names), HOST_PLAYS, nonce, attempt=2, voided=voided
    )
    offer = sign_note(changed(again.read(Offer), olddeck=shown), test_key(HOST))
    story.loose.append(offer)
    try:
        terms = check_attempt(offer, table)
    except RefereeError:
        return
    told, hand = hand_of(opening, terms), sorted(game.hand("anna"))
    if shown != secret["anna"] or told != hand:
        story.found.append(Found("a deal that was thrown away shows its hand", f"{CHARTER}: {told} for {hand}"))


def hand_of(opening: Opening, offer: Offer) -> list[str] | None:
    """What another seat is told of the hand, by the mixes and locks that have come to it."""
    with tempfile.TemporaryDirectory() as place:
        folder = Folder(Path(place) / "game")
        folder.begin()
        for name, signed in zip(opening.table.names, opening.mixes, strict=True):
            folder.write_pending(f"mix-{name}.note", render_bundle((signed,)))
        for at, (name, signed) in enumerate(zip(opening.table.names[1:], opening.unlocks[1:], strict=True)):
            folder.write_pending(f"unlock-0000-{name}-{at:08x}.note", render_bundle((signed,)))
        shown = hand_given_up(opening.table, offer, folder)
    return sorted(shown) if shown is not None else None


EVERY = (deck_secret_that_is_none,)
"""The lies of a host who plays and sees no deck."""
