"""The page signs only what was shown: a yes is one to what stood above its button, about the record as it was then."""

from __future__ import annotations

import json
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from referee.cli.context import Context
from referee.cli.web.server import look_into_folders
from referee.record.note import render_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import move_of, running
from tests.cli.terminal import inside
from tests.web.game_forms import kept, made
from tests.web.in_process_page import Page, page_of
from tests.web.open_rooms import before_the_last_move, hear_no_words
from tests.web.rooms import table_of

pytestmark = pytest.mark.needs("starlette")


def test_whoever_signs_in_a_terminal_meanwhile_is_told_on_the_page(tmp_path: Path) -> None:
    """Other orders for the same question: what would be replaced was not shown, so nothing is."""
    cwd, home, _ = made("playing", tmp_path)
    hear_no_words(running(), home, cwd / "game")
    with page_of(home, cwd) as page:
        at = f"/data{table_of(home)}"
        view = json.loads(page.post(f"{at}/try", {"stamp": "", "orders": ["pass"]}).text)
        signs = {"stamp": view["stamp"], "orders": ["pass"], "digest": view["ask"]["digest"]}
        assert inside(["move", "--yes", "pass, pass"], home, cwd / "game")[0] == 0
        between = kept(tmp_path)
        second = page.post(f"{at}/sign", signs)

    assert (second.status, kept(tmp_path)) == (409, between)


def test_a_step_that_comes_meanwhile_makes_a_yes_to_the_one_before_none(tmp_path: Path) -> None:
    cwd, home, _ = made("playing", tmp_path)
    shorter, longer = running(), running(steps=6)
    (name,) = {*longer.files} - {*shorter.files}
    with page_of(home, cwd) as page:
        at = f"/data{table_of(home)}/agree"
        read = json.loads(page.post(at, {"does": "draw"}).text)["ask"]["digest"]
        (cwd / "mail").write_bytes(longer.files[name])
        assert inside(["receive", str(cwd / "mail")], home, cwd / "game")[0] == 0
        between = kept(tmp_path)
        second = page.post(at, {"does": "draw", "digest": read})
        after = kept(tmp_path)
        anew = json.loads(page.post(at, {"does": "draw"}).text)["ask"]["digest"]
        third = page.post(at, {"does": "draw", "digest": anew})

    assert (second.status, after, third.status) == (409, between, 200)


def test_a_move_says_which_note_it_replaces(tmp_path: Path) -> None:
    """One that was signed between the preview and the signature, by another process, is not replaced unseen."""
    from referee.cli.context import Context
    from referee.kernel.errors import OutOfOrder
    from referee.protocol.step.draft import draft, move_note
    from referee.record.file_names import OUTBOX, FileName
    from referee.session.send import OutgoingNote, check_replaceable, send

    _, home, game = made("playing", tmp_path)
    assert game is not None
    with page_of(home, tmp_path):
        session = Context(game=str(game)).session()

        def going(orders: str, over: str | None) -> OutgoingNote:
            drafted = draft(session.position, session.eyes, [orders])
            name = str(FileName(OUTBOX, "move", session.position.step + 1, session.role or ""))
            step = f"move {session.position.step + 1}"
            key = session.signer()
            return OutgoingNote(
                session.table.game_id,
                step,
                lambda earlier: (move_note(session.position, key, drafted, instead=earlier),),
                name,
                instead=True,
                over=over,
            )

        mine = going("pass", "")
        assert check_replaceable(session, mine) is None
        first = send(session, going("pass, pass", None))
        with pytest.raises(OutOfOrder) as refused:
            send(session, mine)
        allowed = send(session, going("pass", first.note.id))

    assert refused.value.code == "signed-meanwhile"
    assert allowed.note.id != first.note.id
    assert move_of(running(), 3).type == allowed.note.type


def asks_to_end(page: Page, home: Path, digest: str = "") -> Any:
    """What the host of a game is answered who asks what waits to end it, or says yes to that."""
    said = page.post(f"/data{table_of(home)}/act", {"does": "end", "digest": digest})
    return json.loads(said.text) | {"status": said.status}


def test_a_host_whose_own_move_ends_the_game_reads_how_before_it_does(tmp_path: Path) -> None:
    """The yes to the move is none to the end that it leads to: it is shown with the places, as in a terminal, and asked
    for until it is given.
    """
    game, home, last, signed_move = before_the_last_move(tmp_path)
    note = signed_move.read(Move)
    with page_of(home, tmp_path / "here") as page:
        nothing = asks_to_end(page, home)
        at = f"/data{table_of(home)}"
        view = json.loads(page.post(f"{at}/try", {"stamp": "", "orders": list(note.do)}).text)
        body = {"stamp": view["stamp"], "orders": list(note.do), "digest": view["ask"]["digest"]}
        signed = json.loads(page.post(f"{at}/sign", body).text)
        (move,) = (game / "outbox").glob("*.move")
        (dropped,) = page.take_in(move.read_bytes())["taken"]
        waits = asks_to_end(page, home)
        unread = {path.name for path in (game / "record").iterdir()}
        wrong = asks_to_end(page, home, "0" * 64)
        done = asks_to_end(page, home, waits["ask"]["digest"])
        again = asks_to_end(page, home, waits["ask"]["digest"])

    assert nothing == {"ask": None, "seats": {}, "status": 200}
    assert "this ends the game" in view["ask"]["then"]
    assert (signed["signed"]["refused"]["code"], last in unread) == ("ends-the-game", False)
    assert "1. Anna" in waits["ask"]["sentence"]
    assert waits["ask"] == dropped["ask"]
    assert wrong["refused"]["code"] == "ask-reads-otherwise"
    assert (done["view"]["table"]["stage"], done["view"]["result"]["reason"] != "") == ("over", True)
    assert again["status"] == 200
    assert (game / "record" / last).exists()


def test_a_move_in_a_shared_folder_that_ends_the_game_is_asked_about(tmp_path: Path) -> None:
    """Nobody is there when the folder is looked into, so the move waits: the page asks the host for the yes, and the
    end goes to all.
    """
    game, home, last, move = before_the_last_move(tmp_path, "host")
    shared = tmp_path / "shared"
    shared.mkdir()
    assert inside(["sync", str(shared)], home, game)[0] == 0
    (shared / "last.move").write_bytes(render_bundle((move,)))
    (shared / "torn.move").write_bytes(render_bundle((move,))[:-200])
    with page_of(home, tmp_path / "here") as page:
        closed = Event()
        closed.wait = lambda timeout=None: closed.set() or True  # type: ignore[method-assign]
        look_into_folders(Context(), closed)
        unread = (game / "record" / last).exists()
        waits = asks_to_end(page, home)
        done = asks_to_end(page, home, waits["ask"]["digest"])

    assert (unread, (game / "record" / last).exists()) == (False, True)
    assert "1. Anna" in waits["ask"]["sentence"]
    assert done["view"]["table"]["stage"] == "over"
    assert any(path.name.startswith(last.partition(".")[0]) for path in shared.iterdir())


def test_somebody_who_does_not_host_is_asked_for_no_end(tmp_path: Path) -> None:
    game, home, last, _ = before_the_last_move(tmp_path, "bert")
    with page_of(home, tmp_path / "here") as page:
        found = [asks_to_end(page, home), asks_to_end(page, home, "0" * 64)]

    assert found[0] == {"ask": None, "seats": {}, "status": 200}
    assert found[1]["refused"]["code"] == "table-went-on"
    assert not (game / "record" / last).exists()
