"""Who leaves a game whose deck nobody sees: the program shows the deck secret behind the step, and nobody waits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.crypto.deck import group, masking
from referee.kernel.errors import RefereeError
from referee.protocol.agreements.consent import consent_note
from referee.protocol.masked.hidden_tiles import face_down_positions
from referee.protocol.masked.key_share_notes import key_shares_of, make_unlock, owed_positions, read_unlock
from referee.protocol.seating import own_game_secret
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Unlock
from tests.support.dishonest.light import light
from tests.support.rehearse import Match
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.opening.masked_openings import accepted, mix
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import key_of, signed_again


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """Who waits for whom does not hang on what the arithmetic costs."""
    with light():
        yield


def leave(match: MaskedMatch, name: str) -> None:
    consents = (consent_note(match.seen[name], key_of(name), "left"),)
    match.follow(match.decide(f"left {name}", consents))


@cache
def started() -> MaskedMatch:
    """Three have their hands, and one has swapped."""
    match = sit_down(mix(accepted(3, "leaving")))
    match.enter(swap_all(match))
    match.unlock()
    return match


@cache
def left() -> MaskedMatch:
    """Who is not asked has left, and has sent nothing since."""
    match = copy_of(started())
    leave(match, gone())
    return match


def gone() -> str:
    return next(name for name in started().table.names if name != started().asked())


def secret_of(name: str) -> int:
    return masking.deck_secret(own_game_secret(left().table, key_of(name)))


def person(match: MaskedMatch, name: str, root: Path) -> Person:
    """Somebody with the record of a game."""
    known = Match(match.table, match.files, None, match.host, {}, {}, {})  # type: ignore[arg-type]
    return materialize(known, root, (name,))[name]


def test_the_program_of_who_has_left_shows_the_deck_secret_once(tmp_path: Path) -> None:
    name = gone()
    anna = person(started(), name, tmp_path)
    step = left().files[f"{left().host.step:04d}.step"]
    anna.take(step)
    anna.take(step)

    opened = [note.open for data in anna.outbox("unlock-") if (note := read_bundle(data)[0].read(Unlock)).open]
    assert opened == [{name: group.written_scalar(secret_of(name))}]


def test_nobody_shows_a_deck_secret_before_the_step(tmp_path: Path) -> None:
    """D32: a consent whose step never comes opens nothing."""
    name = gone()
    anna = person(started(), name, tmp_path)
    anna.take(render_bundle(started().waiting))

    assert not any(read_bundle(data)[0].read(Unlock).open for data in anna.outbox("unlock-"))
    assert b"secret" not in consent_note(started().seen[name], key_of(name), "left").body


def opening(**values: Any) -> SignedNote:
    """What the program of who has left sends, or a lie."""
    name = gone()
    seat = left().table.seat(name)
    secret, owes = secret_of(name), owed_positions(left().host, seat)
    honest = make_unlock(left().seen[name], key_of(name), secret, owes, {name: secret})
    return signed_again(honest, key_of(name), **values) if values else honest


def test_once_it_is_entered_nobody_waits_for_who_has_left() -> None:
    match, name = copy_of(left()), gone()
    seat = match.table.seat(name)
    match.waiting.append(opening())
    match.enter(swap_all(match))
    asked = match.table.names[match.host.asked[0].seat]
    for other in match.table.names:
        if other != name:
            match.unlock(other)
    match.enter("pass")

    assert (owed_positions(match.host, seat), key_shares_of(match.host).opened) == ((), {seat: secret_of(name)})
    assert not any(face_down_positions(match.host, match.table.seat(other)) for other in (asked, name))
    assert (audit(match.files).verdict, audit(match.files).findings) == ("in progress", ())


def code(signed: SignedNote, match: MaskedMatch | None = None) -> str:
    with pytest.raises(RefereeError) as refusal:
        read_unlock((match or left()).host, signed)
    return refusal.value.code


def test_a_deck_secret_is_shown_by_its_own_seat_behind_its_step_alone() -> None:
    """D20, D32."""
    name, other = gone(), started().asked()
    before = started().host
    early = make_unlock(started().seen[name], key_of(name), secret_of(name), (), {name: secret_of(name)})
    assert code(early, started()) == "open-not-gone"
    assert code(opening(step=before.step + 1, head=before.head)) == "open-not-gone"
    both = copy_of(left())
    leave(both, next(one for one in both.table.names if one not in (name, other)))
    third = next(one for one in both.table.names if one not in (name, other))
    told = make_unlock(both.seen[third], key_of(third), secret_of(third), (), {third: secret_of(third)})
    for shown in (
        {name: group.written_scalar(secret_of(name))},
        {name: group.written_scalar(secret_of(name)), third: group.written_scalar(secret_of(third))},
    ):
        assert code(signed_again(told, key_of(third), open=shown), both) == "open-not-gone"
    assert code(opening(open={name: group.written_scalar(secret_of(name) + 1)})) == "deck-secret-differs"
    assert code(opening(open={name: b"\xff" * 32})) == "bad-scalar"
    assert key_shares_of(left().host).opened == {}
    assert read_unlock(left().host, opening()).opened == {left().table.seat(name): secret_of(name)}
