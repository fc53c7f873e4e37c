"""What seats and hosts do with a deck that nobody sees: mixes, locks and tiles that are none; forks, copies, silence.

The decks are those of `light.py`, whose equations are the true ones: what is tried here is what notes may say, not what
can be computed. A host who enters a lie signs the step as if it were none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from tests.support.dishonest.file_lies import other_notes
from tests.support.dishonest.host_lies import field_changed
from tests.support.dishonest.oracles import secret_of
from tests.support.dishonest.project import (
    DEAL,
    HOST,
    Asked,
    At,
    Consent,
    LockPlace,
    MaskedMatch,
    Match,
    Mix,
    Mixer,
    Move,
    Opening,
    Range,
    RefereeError,
    ShuffledDeck,
    SignedNote,
    Unlock,
    accepted,
    check_mix,
    close_deal,
    copy_of,
    decode_b64,
    eyes_of_key,
    group,
    masking,
    mix,
    own_game_secret,
    positions_in,
    positions_of_others,
    public_counts,
    read_bundle,
    render_bundle,
    rotate,
    rotating,
    seed_shares_by_seat,
    sign_note,
    sit_down,
    step_name,
    test_key,
)
from tests.support.dishonest.signing import changed
from tests.support.dishonest.story import Found, Story

DEALS = 3
"""Different decks, the last one at a table of three."""

STEPS = 5
"""A game of a story has at most so many steps."""


@cache
def _opened(number: int) -> Opening:
    return mix(accepted(3 if number == DEALS - 1 else 2, f"dishonest masked {number}"))


@cache
def _played(number: int, steps: int) -> MaskedMatch:
    """A game so many honest steps on; the locks that are owed then are on their way."""
    if not steps:
        return sit_down(_opened(number))
    game = copy_of(_played(number, steps - 1))
    game.enter(_order(game, number + steps))
    game.unlock()
    return game


def _order(game: MaskedMatch, number: int) -> str:
    """An order of who is asked: a tile is placed as often as the hand is swapped."""
    now, seat = game.looks(game.asked()), game.host.asked[0].seat
    rules = game.table.game
    legal = map(rules.notation.format_order, rules.legal_orders(now.state, seat, now.knowledge.own(seat)))
    placed = [order for order in legal if order.startswith("place ")]
    return placed[number % len(placed)] if placed and number % 2 else " ".join(("swap", *game.hand(game.asked())))


def as_match(game: MaskedMatch) -> Match:
    """The game as stories know one."""
    table, keys = game.host.table, {name: game.key(name) for name in (*game.table.names, HOST)}
    eyes = {name: eyes_of_key(table, key, {}) for name, key in keys.items()}
    players = {name: game.seen[name] for name in table.names}
    notes = {name: read_bundle(data) for name, data in game.files.items()}
    return Match(table, dict(game.files), eyes[HOST], game.host, eyes, players, keys, notes)


def _begin(story: Story, steps: int | None = None) -> MaskedMatch:
    """A game some steps on, or so many."""
    count = story.chance.randrange(1, STEPS) if steps is None else steps
    game = copy_of(_played(story.chance.randrange(DEALS), count))
    story.match = as_match(game)
    return game


def field_of_a_masked_note(story: Story) -> None:
    """One field of any note of any file, the record otherwise as it was."""
    _begin(story)
    name = story.chance.choice(sorted(story.match.signed_notes))
    at = story.chance.randrange(len(story.match.signed_notes[name]))
    new = field_changed(story, story.match.signed_notes[name][at])
    if new is not None:
        _entered(story, name, at, new)


def masked_step_of_other_notes(story: Story) -> None:
    """A file with notes too many or too few, in another order, or listed otherwise."""
    _begin(story)
    other_notes(story)


def entered_instead(story: Story, name: str, at: int, signed: SignedNote) -> None:
    """The host enters this note where another one stood, and everybody has it by mail; nothing if it is that one."""
    if signed.id != story.match.signed_notes[name][at].id:
        _entered(story, name, at, signed)
        story.mails.append((name, render_bundle((signed,))))


def _entered(story: Story, name: str, at: int, new: SignedNote) -> None:
    """The host enters a note in place of the `at`-th of a file, and mails it."""
    old = story.match.signed_notes[name][at]
    story.lied_at, story.liars = name, {story.role(old), HOST}
    story.shown = story.replaced(name, at, new)
    story.loose = [old, new]


# Mixes


def mix_that_is_none(story: Story) -> None:
    """The last seat marks, doubles, swaps or copies entries, and the host deals from that."""
    _begin(story, 0)
    opening, chance = _opened_of(story), story.chance
    before, honest = opening.decks[-2], mix_of(opening.mixes[-1])
    name, key = honest.seat, test_key(honest.seat)
    entries = [honest.deck[at : at + 64] for at in range(0, len(honest.deck), 64)]
    one, two = chance.sample(range(len(entries)), 2)
    secret, mixer = own_game_secret(opening.table, key), _mixer(opening, before, name)
    ways: dict[str, Callable[[], dict[str, Any]]] = {
        "doubled": lambda: {"deck": b"".join(_put(entries, one, _again(opening, entries[two])))},
        "marked": lambda: {"deck": b"".join(_put(entries, one, _marked(entries[one])))},
        "swapped": lambda: {"deck": b"".join(_put(_put(entries, one, entries[two]), two, entries[one]))},
        "halves": lambda: {"deck": b"".join(_put(entries, one, entries[one][:32] + entries[two][32:]))},
        "copied": lambda: {"deck": mix_of(opening.mixes[0]).deck, "proof": mix_of(opening.mixes[0]).proof},
        "of an earlier deck": lambda: _told(masking.make_mix(mixer, opening.decks[0].deck, secret)),
        "on another head": lambda: {"head": opening.table.game_id},
        "for another": lambda: {"seat": opening.table.names[0]},
        "bent": lambda: {"proof": _bent(honest.proof, chance.randrange(len(honest.proof)))},
    }
    way = chance.choice(sorted(ways))
    told = sign_note(changed(honest, **ways[way]()), key)
    story.liars, story.lied_at, story.loose = {name, HOST}, DEAL, [told, opening.mixes[-1]]
    try:
        check_mix(opening.table, before, told)
        story.found.append(Found("a mix that is none is taken", way))
    except RefereeError:
        pass
    *rest, deal = story.match.signed_notes[DEAL]
    notes = [told if signed.id == opening.mixes[-1].id else signed for signed in rest]
    dealt = story.signed(deal, mix={**deal.note().mix, name: told.id})  # type: ignore[union-attr]
    story.shown = {**story.match.files, DEAL: render_bundle((*notes, dealt or deal))}


def two_mixes(story: Story) -> None:
    """A seat signs two mixes of its turn that both hold."""
    _begin(story, 0)
    opening = _opened_of(story)
    at = story.chance.randrange(len(opening.mixes))
    honest, before = mix_of(opening.mixes[at]), opening.decks[at]
    deck, proof = masking.make_mix(_mixer(opening, before, honest.seat), before.deck, story.chance.randbytes(32))
    other = sign_note(changed(honest, deck=deck, proof=proof), test_key(honest.seat))
    check_mix(opening.table, before, other)
    story.liars, story.owed, story.loose = {honest.seat}, {honest.seat}, [other]
    story.mails.append((DEAL, render_bundle((other,))))


def two_decks(story: Story) -> None:
    """The last seat shows another deck to one player; the host deals from both, and both are unlocked."""
    _begin(story, 0)
    opening = _opened_of(story)
    honest, before = mix_of(opening.mixes[-1]), opening.decks[-2]
    deck, proof = masking.make_mix(_mixer(opening, before, honest.seat), before.deck, story.chance.randbytes(32))
    second = sign_note(changed(honest, deck=deck, proof=proof), test_key(honest.seat))
    other = replace(opening, decks=[*opening.decks], mixes=[*opening.mixes[:-1], second], unlocks=[])
    eyes = eyes_of_key(other.table, test_key(HOST), seed_shares_by_seat(other.table, other.accepts))
    closed = close_deal(other.table, other.accepts, eyes, test_key(HOST), tuple(other.mixes))
    story.liars = story.owed = {honest.seat, HOST}
    story.others.append({**story.match.files, DEAL: render_bundle(closed.signed_notes)})
    story.mails.append((step_name(1), render_bundle(closed.signed_notes)))


def _opened_of(story: Story) -> Opening:
    """The opening of the story's game."""
    return next(found for found in map(_opened, range(DEALS)) if found.table.game_id == story.match.table.game_id)


def mix_of(signed: SignedNote) -> Mix:
    return signed.read(Mix)


def _mixer(opening: Opening, before: ShuffledDeck, seat: str) -> Mixer:
    table = opening.table
    return Mixer(table.charter, decode_b64(before.head, 32), seat, table.piles[0].name, table.joint)


def _told(made: tuple[bytes, bytes]) -> dict[str, Any]:
    return dict(zip(("deck", "proof"), made, strict=True))


def _put(entries: Sequence[bytes], at: int, entry: bytes) -> list[bytes]:
    return [*entries[:at], entry, *entries[at + 1 :]]


def _again(opening: Opening, entry: bytes) -> bytes:
    """An entry behind a further mask: a copy that nobody knows for one."""
    one, other, joint = (group.read_point(part) for part in (entry[:32], entry[32:], opening.table.joint))
    added = group.times_base(9), group.times(9, joint)
    return b"".join(group.written(masking.plus(*pair)) for pair in zip((one, other), added, strict=True))


def _marked(entry: bytes) -> bytes:
    return group.written(group.times(9, group.read_point(entry[:32]))) + entry[32:]


def _bent(data: bytes, at: int) -> bytes:
    return data[:at] + bytes((data[at] ^ 1,)) + data[at + 1 :]


# Locks


def lock_that_is_none(story: Story) -> None:
    """A seat's lock of another position, of an own or undrawn one, of another seat or deck; the host enters it."""
    game = _begin(story, story.chance.choice((1, 1, 2)))
    names = [name for name in story.match.files if name.endswith(".step")]
    name = story.chance.choice(names)
    rows = [at for at, signed in enumerate(story.match.signed_notes[name]) if signed.type == "unlock"]
    if not rows:
        return
    at = story.chance.choice(rows)
    honest = story.match.signed_notes[name][at].read(Unlock)
    told = _crooked_unlock(story, game, honest)
    signed = sign_note(told, test_key(honest.seat))
    entered_instead(story, name, at, signed)


def _crooked_unlock(story: Story, game: MaskedMatch, honest: Unlock) -> Unlock:
    chance, table, locks = story.chance, game.table, game.host.past.locks
    assert locks is not None and honest.locks is not None
    key, places = test_key(honest.seat), positions_in(honest)
    secret = masking.deck_secret(own_game_secret(table, key))
    records = [honest.locks[start : start + 96] for start in range(0, len(honest.locks), 96)]
    one = chance.randrange(len(records))

    def made(at: int, head: bytes = decode_b64(locks.mix, 32), by: int = secret) -> bytes:
        return masking.make_lock(LockPlace(head, honest.seat, table.piles[0].name, at), by, locks.deck[at][0])

    def with_record(record: bytes) -> bytes:
        return b"".join((*records[:one], record, *records[one + 1 :]))

    own = sorted(public_counts(game.host.knowledge).hands[table.seat(honest.seat)])
    undrawn = chance.randrange(60, 120)
    ways: tuple[Callable[[], dict[str, Any]], ...] = (
        lambda: {"locks": with_record(records[one - 1])},
        lambda: {"locks": with_record(_bent(records[one], chance.randrange(96)))},
        lambda: {"locks": with_record(made(places[one], by=secret + 1))},
        lambda: {"locks": with_record(made(places[one], bytes(32)))},
        lambda: {"locks": with_record(group.written(group.times_base(7)) + records[one][32:])},
        lambda: {"lock": (Range("tiles", undrawn, 1),), "locks": made(undrawn)},
        lambda: {"lock": (Range("tiles", own[0], 1),), "locks": made(own[0])},
        lambda: {"head": table.game_id},
        lambda: {"step": honest.step + 1},
        lambda: {"open": {honest.seat: group.written_scalar(secret)}},
        lambda: {"seat": table.names[table.seat(honest.seat) - 1]},
    )
    return changed(honest, **chance.choice(ways)())  # type: ignore[no-any-return]


def locks_owed(story: Story) -> None:
    """A seat moves and has not paid; the host enters it all the same."""
    _begin(story)
    name = story.chance.choice([name for name in story.match.files if name.endswith(".step")])
    notes = story.match.signed_notes[name]
    mover = next(signed.read(Move).seat for signed in notes if signed.type == "move")
    kept = [signed for signed in notes if not (signed.type == "unlock" and signed.read(Unlock).seat == mover)]
    if len(kept) == len(notes):
        return
    without_notes(story, name, kept)
    story.liars = {mover, HOST}


def unlocks_left_out(story: Story) -> None:
    """The host leaves out what others have unlocked, and goes on."""
    game = _begin(story)
    if not game.entering():
        return
    story.liars = {HOST}
    game.enter("pass")
    name = step_name(game.host.step)
    story.match = as_match(game)
    notes = story.match.signed_notes[name]
    without_notes(story, name, [signed for signed in notes if signed.type != "unlock" or story.chance.random() < 0.5])
    story.mails.append((name, render_bundle([signed for signed in notes if signed.type == "unlock"])))


def without_notes(story: Story, name: str, kept: Sequence[SignedNote]) -> None:
    """The record with fewer notes in a step, and none after it."""
    here = {signed.id for signed in kept}
    step = kept[-1].note()
    told = story.signed(kept[-1], note=tuple(line for line in step.note if line.id in here))  # type: ignore[union-attr]
    files = {other: data for other, data in story.match.files.items() if not other[0].isdigit() or other < name}
    story.shown = {**files, name: render_bundle((*kept[:-1], told or kept[-1]))}
    story.lied_at = name


# Tiles


def tile_that_is_none(story: Story) -> None:
    """A seat shows another tile than it has, one that it does not hold, or one twice; the host enters it."""
    game = _begin(story)
    moves = [
        (name, at, signed.read(Move))
        for name, notes in story.match.signed_notes.items()
        for at, signed in enumerate(notes)
        if signed.type == "move" and name.endswith(".step")
    ]
    name, at, move = story.chance.choice(moves)
    told = _crooked_move(story, game, move)
    signed = sign_note(told, test_key(move.seat))
    entered_instead(story, name, at, signed)


def _crooked_move(story: Story, game: MaskedMatch, move: Move) -> Move:
    chance, table, locks = story.chance, game.table, game.host.past.locks
    assert locks is not None
    secret = masking.deck_secret(own_game_secret(table, test_key(move.seat)))

    def shown(places: Sequence[int]) -> dict[str, Any]:
        mix = decode_b64(locks.mix, 32)
        told = (LockPlace(mix, move.seat, table.piles[0].name, at) for at in places)
        records = b"".join(masking.make_lock(place, secret, locks.deck[place.position][0]) for place in told)
        return {"give": tuple(At(table.piles[0].name, at) for at in places), "locks": records or None}

    given, mine = [line.position for line in move.give], [line.position for line in move.drop]
    other = chance.randrange(24)
    ways: tuple[Callable[[], dict[str, Any]], ...] = (
        lambda: shown([other]),
        lambda: shown([*given, other]),
        lambda: shown(given * 2),
        lambda: shown(given[1:]),
        lambda: {**shown([]), "drop": tuple(At("tiles", at) for at in given)} if given else {"drop": ()},
        lambda: {"drop": tuple(At("tiles", at) for at in sorted({*mine, other}))},
        lambda: {"drop": tuple(At("tiles", at) for at in mine[1:])},
        lambda: {"drop": (*move.drop, *move.drop)} if mine else {"drop": (At("tiles", other),)},
        lambda: {"locks": _bent(move.locks, chance.randrange(len(move.locks)))} if move.locks else shown([other]),
        lambda: {**shown(given), "give": (At("tiles", other),)} if given else shown([other]),
    )
    return changed(move, **chance.choice(ways)())  # type: ignore[no-any-return]


# Keys


def new_key_that_is_none(story: Story) -> None:
    """A seat gets a key that has not proven its deck secret, or was handed another; the host enters it."""
    game, chance = _begin(story), story.chance
    name, newcomer = chance.choice(game.table.names), test_key(story.newcomers[0])
    other = rotating(game, chance.choice([one for one in game.table.names if one != name]), test_key("hugo"))
    asked = rotate(game, name, newcomer)
    story.match = as_match(game)
    at, told = _crooked_word(story, game, asked, other)
    notes = story.match.signed_notes[story.last]
    place = next(place for place, signed in enumerate(notes) if signed.id == at.id)
    if told is not None:
        entered_instead(story, story.last, place, told)
    else:
        without_notes(story, story.last, [signed for signed in notes if signed.id != at.id])
        story.liars = {story.role(at), HOST}


def _crooked_word(story: Story, game: MaskedMatch, asked: Asked, other: Asked) -> tuple[SignedNote, SignedNote | None]:
    """One of the two consents of a new key, and what stands there instead; None for nothing."""
    chance, given, proof = story.chance, asked.given.read(Consent), asked.proof.read(Consent)
    pok, old = proof.pok or b"", test_key(given.seat)
    joined = masking.prove_key(secret_of(game.table, given.seat), game.table.offer_nonce, given.seat, asked.key.public)
    ways: tuple[Callable[[], tuple[SignedNote, SignedNote | None]], ...] = (
        lambda: (asked.proof, None),
        lambda: (asked.proof, sign_note(changed(proof, pok=_bent(pok, chance.randrange(64))), asked.key)),
        lambda: (asked.proof, sign_note(changed(proof, pok=other.proof.read(Consent).pok), asked.key)),
        lambda: (asked.proof, sign_note(changed(proof, pok=joined), asked.key)),
        lambda: (asked.proof, sign_note(changed(proof, pok=None), asked.key)),
        lambda: (asked.proof, sign_note(proof, old)),
        lambda: (asked.proof, sign_note(changed(proof, seat=other.proof.read(Consent).seat), asked.key)),
        lambda: (asked.proof, sign_note(changed(proof, secret=given.secret), asked.key)),
        lambda: (asked.given, None),
        lambda: (asked.given, sign_note(changed(given, secret=None), old)),
        lambda: (asked.given, sign_note(changed(given, pok=pok), old)),
    )
    return chance.choice(ways)()


# Histories and copies


def masked_fork(story: Story) -> None:
    """The host shows two steps for one place, with other unlocks; either player unlocks in its own history."""
    counts = [count for count in range(STEPS) if _waits_for_others(count)]
    game = _begin(story, story.chance.choice(counts))
    twin = copy_of(game)
    move = game.write(_order(game, story.chance.randrange(4)))
    kept = [signed for signed in twin.entering() if signed.read(Unlock).seat == game.asked()]
    if kept == list(game.entering()):
        return
    game.follow(game.close(move))
    try:
        twin.follow(twin.close(move, kept))
    except RefereeError:  # it shows a tile that is dark in this history
        return
    story.liars = story.owed = {HOST}
    for one, name in zip((game, twin), game.table.names, strict=False):
        one.unlock(name)
        story.loose += one.waiting
    story.match = as_match(game)
    story.lied_at = story.last
    story.others.append(dict(twin.files))
    story.mails.append((story.last, twin.files[story.last]))


def _waits_for_others(count: int) -> bool:
    """Whether so many steps on an unlock waits that the seat that is asked has not made."""
    games = [_played(number, count) for number in range(DEALS)]
    return all({signed.read(Unlock).seat for signed in game.waiting} - {game.asked()} for game in games)


def copies_of_notes(story: Story) -> None:
    """A seat signs with its own key what another has written, and shows it beside the last step."""
    _begin(story)
    thief = story.chance.choice(story.match.table.names)
    name = story.last
    notes = story.match.signed_notes[name]
    copied = [sign_note(signed.note(), test_key(thief)) for signed in notes if story.role(signed) != thief]
    story.liars = {thief}
    story.shown = {other: data for other, data in story.match.files.items() if other != name}
    story.loose = [*notes, *copied]
    story.chance.shuffle(story.loose)
    story.mails.append((name, render_bundle(copied)))


def unlocks_for_nothing(story: Story) -> None:
    """A seat floods the others with unlocks that say nothing, or are for steps and decks that nobody knows."""
    game = _begin(story)
    name = story.chance.choice(game.table.names)
    key, seat = test_key(name), game.table.seat(name)
    addressed = {"game": game.table.game_id, "seat": name, "step": game.host.step + 1, "head": game.host.head}
    held = positions_of_others(public_counts(game.host.knowledge), seat)
    story.liars = {name}
    for _ in range(3):
        at = story.chance.choice(held) if held and story.chance.random() < 0.5 else story.chance.randrange(143)
        note = Unlock(**addressed, lock=(Range("tiles", at, 1),), locks=story.chance.randbytes(96))  # type: ignore[arg-type]
        told = changed(note, step=note.step + story.chance.choice((0, 0, 1, 40)))
        story.loose.append(sign_note(told, key))
    story.mails.append((step_name(game.host.step + 1), render_bundle(story.loose)))


EVERY = (
    field_of_a_masked_note,
    masked_step_of_other_notes,
    mix_that_is_none,
    two_mixes,
    two_decks,
    lock_that_is_none,
    locks_owed,
    unlocks_left_out,
    tile_that_is_none,
    masked_fork,
    copies_of_notes,
    unlocks_for_nothing,
    new_key_that_is_none,
)
"""The lies that are told of masked games."""
