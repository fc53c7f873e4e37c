"""What a table allows, by the kind of table, by folder and by files; what it does not allow is not even made."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree

import pytest

from referee.kernel.bot import GREEDY
from referee.mail.accounts import Account, Server, keep_account
from referee.record.store import DataFolder, GameFolder
from referee.service.answers import table_stamp
from referee.service.moves.own_moves import ask_sign, sign_move
from referee.service.reader import Reader
from referee.service.table import open_table
from referee.service.views.capabilities import Capabilities, Waited, capabilities_of
from referee.service.views.table_status import read_status
from referee.session.bot_seat import bot_answer
from referee.session.session import Session, open_session
from referee.session.todo.status import status_for
from tests.cli.games_on_disk import asked, finished, home_of, lay, running
from tests.cli.masked_story import Evening
from tests.cli.terminal import inside
from tests.cli.test_host_plays import dealt

NOW, SEALED = frozenset(("now",)), frozenset(("now", "plan", "ends", "standing"))
BY_TABLE = frozenset(("replace", "consent"))


def _session(folder: Path, name: str, game: str = "tigris") -> Session:
    match = running(game, 2 if game == "ur" else 5)
    place = lay(folder / "game", match.files)
    return open_table(Reader(DataFolder(home_of(folder, name))), place).session


def _names(can: Capabilities, what: str) -> list[str]:
    return [one.seat for one in can.waited if one.what == what]


def _kinds(can: Capabilities) -> tuple[object, ...]:
    return can.role, can.answers, can.sending, can.hides, can.end_opens, can.undo, can.practice


def test_an_open_table_beside_its_host(tmp_path: Path) -> None:
    can = capabilities_of(_session(tmp_path, "anna"))

    assert _kinds(can) == ("player", SEALED, "files", "host", "everything", BY_TABLE, False)
    assert ([(one.seat, one.what) for one in can.waited], can.folder) == ([(asked(running()), "move")], "")
    assert (can.days, can.grace, can.talk) == (0, 0, {"with-move"})


@pytest.mark.parametrize(("name", "role"), [("host", "host"), ("zoe", "onlooker")])
def test_who_has_no_seat_answers_nothing(tmp_path: Path, name: str, role: str) -> None:
    can = capabilities_of(_session(tmp_path, name))

    assert (can.role, can.answers, can.undo, can.talk) == (role, frozenset(), frozenset(), frozenset())


def test_an_account_sends_what_no_folder_takes(tmp_path: Path) -> None:
    session = _session(tmp_path, "anna")
    keep_account(session.home, Account("anna@example.org", smtp=Server("mail.example.org")))

    assert capabilities_of(session).sending == "account"


def test_a_table_whose_host_plays(tmp_path: Path) -> None:
    anna, bert = dealt(tmp_path)
    homes = ((place, DataFolder(place.parent / ".referee")) for place in (anna, bert))
    host, guest = (capabilities_of(open_session(GameFolder(place), home)) for place, home in homes)

    assert _kinds(host) == ("both", SEALED, "files", "host", "everything", BY_TABLE, False)
    assert (guest.role, guest.hides) == ("player", "host")


def test_ur_hides_nothing_and_its_end_opens_nothing(tmp_path: Path) -> None:
    can = capabilities_of(_session(tmp_path, "anna", "ur"))

    assert (can.hides, can.end_opens) == ("nothing", "nothing")
    assert "now" in can.answers
    assert "ends" not in can.answers


@pytest.mark.parametrize("game", ["ur", "tigris"])
def test_what_is_said_of_the_end_is_what_it_opens(tmp_path: Path, game: str) -> None:
    place = lay(tmp_path / "game", finished(game).files)
    session = open_table(Reader(DataFolder(home_of(tmp_path, "anna"))), place).session
    said = "everything-open-now" if capabilities_of(session).allows("opens") else "check-it-all"

    assert said in [task.code for task in status_for(session, "en").next]
    assert said == ("check-it-all" if game == "ur" else "everything-open-now")


def test_a_game_that_is_over_waits_for_those_who_have_not_seen_its_end(tmp_path: Path) -> None:
    place = lay(tmp_path / "game", finished().files)
    can = capabilities_of(open_table(Reader(DataFolder(home_of(tmp_path, "anna"))), place).session)

    assert (can.answers, can.undo, can.talk) == (frozenset(), frozenset(), {"after-end"})
    assert _names(can, "end") == list(finished().table.names)


def test_a_practice_table_sends_nothing_and_goes_back(tmp_path: Path) -> None:
    code, _, errors = inside(["practice", "tigris", "--seed", "11"], tmp_path / "home", tmp_path)
    assert code == 0, errors
    can = capabilities_of(open_table(Reader(DataFolder(tmp_path / "home")), tmp_path / "practice-tigris").session)

    assert (can.role, can.sending, can.folder, can.practice, can.undo) == ("player", "none", "", True, {"rewind"})
    assert [one.what for one in can.waited] == ["move"]


def test_at_a_practice_table_nobody_is_told_to_send_what_was_signed(tmp_path: Path) -> None:
    """The bots have not answered yet: whoever only reads has them do nothing."""
    assert inside(["practice", "tigris", "--seed", "11"], tmp_path / "home", tmp_path)[0] == 0
    table = open_table(Reader(DataFolder(tmp_path / "home")), tmp_path / "practice-tigris")
    stamp, orders, _ = table_stamp(table), *bot_answer(table.session, GREEDY)
    sign_move(table, stamp, orders, (), ask_sign(table, stamp, orders).digest)
    now = open_table(table.reader, tmp_path / "practice-tigris")

    assert "send-host-if-unsent" in [task.code for task in status_for(now.session, "en").next]
    assert [task.code for task in read_status(now).next] == ["wait-next-step"]


# --- masked ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Evening:
    return Evening(tmp_path_factory.mktemp("masked") / "now", ("anna", "bert")).opens().dealt()


def _can(evening: Evening, who: str) -> Capabilities:
    reader = Reader(DataFolder(evening.home(who)))
    return capabilities_of(open_table(reader, evening.game(who)).session)


def test_a_masked_table_in_a_shared_folder(evening: Evening) -> None:
    host, guest = _can(evening, "anna"), _can(evening, "bert")

    assert _kinds(host) == ("both", NOW, "folder", "nobody", "nothing", BY_TABLE, False)
    assert _kinds(guest) == ("player", *_kinds(host)[1:])
    assert (host.folder, [one.what for one in host.waited]) == ("shared", ["move"])


def test_a_masked_table_waits_for_the_key_shares_of_somebody_who_is_away(evening: Evening, tmp_path: Path) -> None:
    away = Evening(Path(copytree(evening.root, tmp_path / "now")), evening.players, fresh=evening.fresh)
    mover = away.asked()
    own = away.session(mover).own
    assert own is not None
    away.does(mover, "move", "swap", *own.hand, "--yes")
    away.look((mover, away.host, mover))
    if mover == away.host:  # the other one is away, and has opened nothing of what was drawn
        rows = [one for one in _can(away, mover).waited if one.what == "key shares"]
        assert [(one.seat, one.pieces) for one in rows] == [("bert", len(own.hand))]
    else:
        assert _names(_can(away, mover), "key shares") == []


# --- offer ----------------------------------------------------------------------------------------


def test_what_a_table_does_not_allow_is_not_even_made(evening: Evening) -> None:
    def made() -> Iterator[str]:
        yield "a plan"
        raise AssertionError("made all the same")

    assert _can(evening, "bert").offer("plan", made()) == ()
    assert _can(evening, "bert").offer("now", ("an answer",)) == ("an answer",)
    assert _can(evening, "bert").offer("opens", made()) == ()


def test_everybody_who_is_waited_for_is_told_with_since_when(evening: Evening) -> None:
    assert all(isinstance(one, Waited) and one.since.startswith("20") for one in _can(evening, "anna").waited)
