"""A record put together again from the notes of a mailbox, in which keys were replaced."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest

from referee.record.note import SignedNote, read_bundle, sign_note
from referee.record.notes import Consent, Entered, Step
from referee.record.sources.from_mailbox import rebuild_records
from tests.support.rehearse import Match, play_out
from tests.table.new_hosts import asks_to_host, escrowed, handed_over, plain, playing, replaced, rotated, succeeded
from tests.table.new_seat_keys import new_key, rekeyed
from tests.table.take_backs import gone_back

GAMES: dict[str, Callable[[], Match]] = {
    "new key of a seat": lambda: rekeyed(plain(), "bert"),
    "new key of the host": lambda: rotated(plain()),
    "another host": lambda: handed_over(plain()),
    "another host by escrow": lambda: succeeded(escrowed()),
    "another host for one who played": lambda: replaced(playing()),
    "seat, then host, then back": lambda: gone_back(play_out(rotated(rekeyed(plain(), "bert")), "x", steps=2), 9),
}


def notes_of(match: Match) -> list[SignedNote]:
    return [signed for name, data in sorted(match.files.items()) for signed in read_bundle(data)]


@pytest.mark.parametrize("game", GAMES)
def test_a_game_with_new_keys_is_put_together_as_it_was(game: str) -> None:
    match = GAMES[game]()
    notes = notes_of(match)
    Random(game).shuffle(notes)

    (found,) = rebuild_records(notes)

    assert (dict(found.files), found.loose) == (match.files, ())


def test_a_stranger_adds_no_key_to_a_game() -> None:
    """A request and a step of his own, with the consents of others to something else, and a longer chain behind."""
    match = gone_back(plain(), 5)
    notes, key = notes_of(match), new_key("stranger")
    rekey = asks_to_host(match, "stranger")
    given = [(note.seat, signed.id) for signed in notes if isinstance(note := signed.note(), Consent)]
    listed = tuple(Entered(seat, note_id) for seat, note_id in (("referee", rekey.id), *given))
    chain, step, head = [rekey], match.host.step, match.host.head
    for lines, table in ((listed, ("key referee",)), ((), ()), ((), ())):
        step += 1
        note = Step(game=match.table.game_id, step=step, head=head, note=lines, table=table, state=bytes(32))
        chain.append(sign_note(note, key))
        head = chain[-1].id

    (found,) = rebuild_records([*notes, *chain])

    assert (dict(found.files), len(found.loose)) == (match.files, len(chain))
