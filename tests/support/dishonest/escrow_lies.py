"""What seats and hosts do with shares of deck secrets: mixes that bind false ones, seats opened that are there, shares
too early, false or another's, and keys by shares that are none.

The decks are those of `light.py`. A host who enters a lie has a program without the check that would stop him.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from tests.support.dishonest.masked_lies import as_match, entered_instead, mix_of, without_notes
from tests.support.dishonest.oracles import secret_of
from tests.support.dishonest.project import (
    DEAL,
    ESCROW,
    GONE,
    HOST,
    ClosedStep,
    Consent,
    MaskedMatch,
    Opening,
    RefereeError,
    SignedNote,
    accepted,
    agreed,
    boxes,
    check_mix,
    check_own_shares,
    copy_of,
    escrowed,
    given_shares,
    group,
    make_unlock,
    mix,
    open_seat,
    others_of,
    own_game_secret,
    rekey_by_shares,
    render_bundle,
    share_address,
    share_note,
    shares_bound_by,
    sign_note,
    sit_down,
    step_name,
    test_key,
    vanished,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Found, Story

DEALS = 2

BEFORE_STEP = (
    "referee.protocol.masked.deck_escrow.check_seats_to_reveal",
    "referee.protocol.agreements.decisions.missing_consents",
)
"""What a liar's program does not ask before it opens a seat."""


def _label(story: Story) -> str:
    return f"dishonest escrow {story.chance.randrange(DEALS)}"


def _begin(story: Story, game: MaskedMatch) -> MaskedMatch:
    game = copy_of(game)
    story.match = as_match(game)
    return game


def _closes(story: Story, game: MaskedMatch, closed: ClosedStep) -> None:
    """The host shows everybody a step that lies."""
    story.match = as_match(game)
    story.lied_at = step_name(closed.position.step)
    story.shown = {**story.match.files, story.lied_at: render_bundle(closed.signed_notes)}
    story.mails.append((story.lied_at, story.shown[story.lied_at]))


@cache
def _mixed(label: str) -> Opening:
    return mix(accepted(3, label, ESCROW))


def mix_of_false_shares(story: Story) -> None:
    """The last seat binds shares that do not make its secret, and the host deals; or it seals a false one to one."""
    opening, chance = _mixed(_label(story)), story.chance
    _begin(story, sit_down(opening))
    before, honest = opening.decks[-2], mix_of(opening.mixes[-1])
    name, key, victim = honest.seat, test_key(honest.seat), chance.choice(sorted(honest.share))
    false = share_address(opening.table, before.head, name, victim).seal(
        boxes.box_private(own_game_secret(opening.table, key)), chance.randrange(1, 2**60)
    )
    lies: tuple[dict[str, Any], ...] = (
        {"share": {**honest.share, victim: group.written(group.times_base(chance.randrange(1, 2**60)))}},
        {"share": {victim: honest.share[victim]}},
        {"share": {}, "escrow": {}},
        {"escrow": {victim: honest.escrow[victim]}},
        {"escrow": {**honest.escrow, victim: honest.escrow[victim] + bytes(256)}},
        {"escrow": {**honest.escrow, victim: false}},
        {"share": _turned(honest.share)},
        {"escrow": _turned(honest.escrow)},
    )
    hidden, lie = lies[5:], chance.choice(lies)
    told = sign_note(changed(honest, **lie), key)
    story.liars, story.lied_at, story.loose = {name, HOST}, DEAL, [told]
    if lie in hidden:
        bound = dict(enumerate(shares_bound_by((*opening.mixes[:-1], told))))
        _must_be_refused(story, lambda: check_own_shares(opening.table, test_key(victim), bound), lie)
        return
    _must_be_refused(story, lambda: check_mix(opening.table, before, told), lie)
    *rest, deal = story.match.signed_notes[DEAL]
    notes = [told if signed.id == opening.mixes[-1].id else signed for signed in rest]
    dealt = story.signed(deal, mix={**deal.note().mix, name: told.id})  # type: ignore[union-attr]
    story.shown = {**story.match.files, DEAL: render_bundle((*notes, dealt or deal))}


def _turned(lines: Any) -> dict[str, bytes]:
    return dict(zip(lines, reversed(lines.values()), strict=True))


def _must_be_refused(story: Story, call: Callable[[], object], lie: dict[str, Any]) -> None:
    try:
        call()
    except RefereeError:
        return
    story.found.append(Found("a false share is taken", ", ".join(lie)))


def seat_opened_for_nothing(story: Story) -> None:
    """The host opens a seat that is there, without a consent, or twice; then all with him show their shares."""
    chance, label = story.chance, _label(story)
    game, name, by = copy_of(vanished(label)), GONE, others_of(vanished(label))
    number = chance.randrange(4)
    if number == 0:
        game = copy_of(escrowed(label))
    elif number == 1:
        name = chance.choice(others_of(game))
        by = others_of(game, name)
    elif number == 2:
        by = (chance.choice(others_of(game)),)
    else:
        open_seat(game)
    with patch(BEFORE_STEP[0], lambda *_: None), patch(BEFORE_STEP[1], lambda *_: ()):
        closed = game.decide(f"open {name}", agreed(game, f"open {name}", *by))
    _closes(story, game, closed)
    story.liars = {HOST, *others_of(game, name)}


def share_that_is_none(story: Story) -> None:
    """A seat shows its share before the step, a false one, or that of another; or who is gone another secret. The host
    enters it.
    """
    chance = story.chance
    game = copy_of(vanished(_label(story)))
    if chance.random() < 0.7:
        open_seat(game)
    name = chance.choice(others_of(game))
    other = next(one for one in others_of(game) if one != name)

    def shows(who: str, seat: str, number: int) -> SignedNote:
        return make_unlock(game.seen[who], test_key(who), 0, (), {seat: number})

    ways: tuple[Callable[[], SignedNote], ...] = (
        lambda: share_note(game, name, GONE, chance.randrange(1, 2**60)),
        lambda: share_note(game, name, other),
        lambda: shows(name, GONE, secret_of(game.table, GONE)),
        lambda: shows(name, name, secret_of(game.table, name)),
        lambda: shows(name, other, secret_of(game.table, other)),
        lambda: shows(GONE, GONE, secret_of(game.table, GONE) + 1),
    )
    told = chance.choice(ways)()
    with patch(
        "referee.protocol.masked.key_share_notes.with_revealed_key_shares",
        lambda position, _: replace(position.past.locks),
    ):
        closed = game.close(game.write("pass"), (told,))
    _closes(story, game, closed)
    story.liars, story.loose = {HOST, name, GONE}, [told]


def key_by_false_shares(story: Story) -> None:
    """A seat gets a key by shares of which one is missing or none, or that proves nothing; the host enters it."""
    chance = story.chance
    game, newcomer = copy_of(vanished(_label(story))), test_key(story.newcomers[0])
    asked = rekey_by_shares(game, GONE, newcomer)
    other = given_shares(vanished(_label(story)), asked.rekey, "anna")[0].read(Consent)
    story.match = as_match(game)
    notes = story.match.signed_notes[story.last]
    rows = [(at, signed, signed.read(Consent)) for at, signed in enumerate(notes) if signed.type == "consent"]
    at, signed, note = chance.choice(rows)
    key = asked.key if note.pok is not None else test_key(note.seat)
    words: tuple[dict[str, Any], ...] = ({"pok": chance.randbytes(30) + bytes(34)}, {"pok": None})
    shares: tuple[dict[str, Any], ...] = (
        {"secret": None},
        {"secret": other.secret},
        {"secret": chance.randbytes(272)},
        {"secret": chance.randbytes(528)},
    )
    lie = chance.choice(words if note.pok is not None else shares)
    if chance.random() < 0.3:
        without_notes(story, story.last, [one for one in notes if one.id != signed.id])
    else:
        entered_instead(story, story.last, at, sign_note(changed(note, **lie), key))
    story.liars = {HOST, *game.table.names}


EVERY = (mix_of_false_shares, seat_opened_for_nothing, share_that_is_none, key_by_false_shares)
"""The lies that are told of masked games with escrow."""
