"""A process may die, or a disk be full, while mixes, locks and new keys are sent: the next run ends as if not."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from referee.protocol.seating import author_role
from referee.record.file_names import CHARTER, DEAL, OFFER
from referee.record.note import SignedNote, render_bundle
from referee.session.agreements.new_key_requests import NewKeyRequest, outgoing_key_request
from referee.session.send import send
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.support.rehearse import Match
from tests.table import test_crash as crash
from tests.table.masked_keys import rotating
from tests.table.masked_matches import MaskedMatch, copy_of, sit_down, swap_all
from tests.table.new_seat_keys import new_key
from tests.table.opening.masked_openings import Opening, accepted, mix
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST

NAMES = ("anna", "bert", HOST)


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    """What happens on the disk does not hang on what the arithmetic costs."""
    with light():
        yield


@cache
def opening() -> Opening:
    return mix(accepted(2, "crash"))


@cache
def played(steps: int) -> MaskedMatch:
    if not steps:
        return sit_down(opening())
    game = copy_of(played(steps - 1))
    game.enter(swap_all(game))
    game.unlock()
    return game


def with_charter(root: Path) -> dict[str, Person]:
    """Everybody has the charter, and has accepted it; the host has all accepts."""
    people = {name: Person(name, root) for name in NAMES}
    found = opening()
    for name, person in people.items():
        person.folder.commit(OFFER, render_bundle((found.offer,)))
        person.folder.commit(CHARTER, render_bundle((found.offer, *found.joins, found.charter)))
        if name != HOST:
            person.accept()
    people[HOST].take(render_bundle(found.accepts))
    return people


def mixed_once(root: Path) -> None:
    """The first seat has mixed; the host knows."""
    people = with_charter(root)
    people[HOST].take(render_bundle(opening().mixes[:1]))


def after(steps: int) -> Callable[[Path], None]:
    """So many steps are played, and their unlocks are on their way."""

    def lay(root: Path) -> None:
        game = played(steps)
        match = Match(game.table, game.files, None, game.host, {}, {}, {})  # type: ignore[arg-type]
        materialize(match, root, NAMES)

    return lay


def unlocks_of(steps: int) -> list[SignedNote]:
    return played(steps).waiting


def next_move(steps: int) -> bytes:
    """The next move with all unlocks that it needs, as it is mailed."""
    game = copy_of(played(steps))
    return render_bundle((*game.entering(), game.write(swap_all(game))))


def first_seat_mixes(people: dict[str, Person]) -> None:
    people["anna"].take(render_bundle(opening().accepts[1:]))


def last_seat_mixes_and_unlocks(people: dict[str, Person]) -> None:
    people["bert"].take(render_bundle((opening().accepts[0], opening().mixes[0])))


def host_deals(people: dict[str, Person]) -> None:
    people[HOST].take(render_bundle(opening().mixes[1:]))


def player_takes_the_deal(people: dict[str, Person]) -> None:
    people["anna"].take(played(0).files[DEAL])


def other_unlocks(people: dict[str, Person]) -> None:
    people[idle()].take(played(1).files["0001.step"])


def idle() -> str:
    """Who is not asked first, and unlocks what the other has drawn."""
    return next(name for name in NAMES if name != played(0).asked())


def host_enters(people: dict[str, Person]) -> None:
    people[HOST].take(next_move(0))


def move_is_kept(people: dict[str, Person]) -> None:
    people[idle()].take(next_move(0))


def mover_signs(people: dict[str, Person]) -> None:
    mover = people[played(0).asked()]
    mover.take(*(render_bundle((signed,)) for signed in unlocks_of(0) if author_role(signed) != mover.name))
    mover.move(swap_all(played(0)))


def seat_changes_its_key(people: dict[str, Person]) -> None:
    """Who finds the request in the outbox sends that, and asks no second time."""
    session = people["anna"].session()
    if any(name.startswith("rekey") for name in session.folder.list_outbox()):
        return
    send(session, outgoing_key_request(session, new_key("crash"), "anna", NewKeyRequest(bytes(16), "lost")))


def host_enters_a_key(people: dict[str, Person]) -> None:
    people[HOST].take(render_bundle(rotating(played(0), "anna").notes))


WORKS: Mapping[str, tuple[crash.Work, Callable[[Path], object]]] = {
    "the first seat mixes": (first_seat_mixes, with_charter),
    "the last seat mixes and unlocks": (last_seat_mixes_and_unlocks, with_charter),
    "the host takes the last mix and deals": (host_deals, mixed_once),
    "a player takes the deal in and unlocks": (player_takes_the_deal, lambda root: without_deal(root)),
    "the others unlock what was drawn": (other_unlocks, after(0)),
    "the host enters a move with its unlocks": (host_enters, after(0)),
    "a move is kept by who does not enter it": (move_is_kept, after(0)),
    "a player takes unlocks in and moves": (mover_signs, after(0)),
    "a seat changes its key": (seat_changes_its_key, after(0)),
    "the host enters the key of a seat": (host_enters_a_key, after(0)),
}


def without_deal(root: Path) -> None:
    """All mixes are here, and the deal is not."""
    people = with_charter(root)
    people["anna"].take(render_bundle((opening().accepts[1], *opening().mixes, opening().unlocks[1])))


@pytest.fixture(scope="module", params=WORKS)
def laid(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> crash.Laid:
    work, lay = WORKS[request.param]
    turn = [*WORKS].index(request.param)
    return crash.Laid(work, lay, tmp_path_factory.mktemp("crash"), NAMES, of(8, 1), turn)


def test_there_is_something_to_disturb(laid: crash.Laid) -> None:
    crash.test_there_is_something_to_disturb(laid)


def test_a_killed_process_leaves_mixes_and_locks_to_be_made_again(laid: crash.Laid) -> None:
    """Attack 29."""
    crash.test_a_process_killed_before_any_change_on_disk_can_be_run_again(laid)


def test_a_full_disk_leaves_mixes_and_locks_to_be_made_again(laid: crash.Laid) -> None:
    """Attack 67."""
    crash.test_a_disk_that_fails_before_any_change_is_a_clean_refusal(laid)
