"""Orders sent home from the page of a turn: a draft that is read before it is signed, and never more than that."""

from __future__ import annotations

import json
from collections.abc import Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from referee.mail.prefilter import may_hold_note
from referee.record.mails.order_slips import BEGIN, END, LONGEST, MOST, slip_game_mark
from referee.record.store import DataFolder, GameFolder
from referee.service.moves.slip_checks import order_slip_heading
from referee.session.game_folders import remember_location
from referee.session.session import Session, open_session
from tests.cli.games_on_disk import asked, lay, lines_in, running
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix

MATCH = running()
WHO = asked(MATCH)
OTHER = next(name for name in MATCH.table.names if name != WHO)
ORDERS = ("place temple A1", "pass")


def slip(session: Session, *orders: str) -> str:
    """What the page of a turn sends."""
    return order_slip_heading(session) + "".join(f"order {order}\n" for order in orders or ORDERS) + f"{END}\n"


def mailed(place: Path, text: str, *, encoding: str = "quoted-printable") -> str:
    """The mail that comes home: some mail programs write the signs of a text as numbers, or all of it in base64."""
    mail = EmailMessage()
    mail["Subject"] = "my orders"
    mail.set_content(f"Ciao, it's me\n\n{text}\n-- \nsent from my phone\n", cte=encoding)
    path = place / "home.eml"
    path.write_bytes(mail.as_bytes())
    return str(path)


def taken(home: Path, game: Path, text: str) -> tuple[int, str]:
    """The exit code and the code of the refusal, or of what happened, when a mail with this text is taken in."""
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    code, out, errors = inside(["receive", mailed(game.parent, text), "--json"], home, game)
    answer = json.loads(out)
    assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before, errors
    return code, answer["error"]["code"] if code else answer["taken"][0]["code"]


@pytest.mark.parametrize("encoding", ["quoted-printable", "base64", "7bit"])
def test_what_was_sent_home_is_a_draft_and_nothing_is_signed(
    tmp_path: Path, home: Path, game: Path, session: Session, encoding: str
) -> None:
    code, out, errors = inside(["receive", mailed(tmp_path, slip(session), encoding=encoding)], home, game)

    assert code == 0 and may_hold_note(Path(tmp_path / "home.eml").read_bytes()), errors
    assert "were saved as a draft, not signed: place temple A1; pass" in " ".join((out + errors).split())
    assert lines_in(home) == [list(ORDERS)] and not list((game / "outbox").glob("*.move"))


def test_it_is_taken_in_from_a_folder_of_mails_and_from_anywhere(
    tmp_path: Path, home: Path, game: Path, session: Session
) -> None:
    mails = tmp_path / "mails"
    mails.mkdir()
    mailed(mails, slip(session))
    (mails / "other.eml").write_text("Subject: lunch\n\nAt one?\n")
    remember_location(session)
    code, _, errors = inside(["receive", "mails"], home, tmp_path)

    assert (code, lines_in(home)) == (0, [list(ORDERS)]), errors

    mailed(mails, slip(session).replace(f"seat {WHO}", f"seat {OTHER}"))
    assert "not come from a page" in " ".join(inside(["receive", "../mails"], home, game)[2].split())


@posix
def test_at_the_terminal_it_is_read_before_anything_is_asked(
    tmp_path: Path, home: Path, game: Path, session: Session
) -> None:
    assert inside(["receive", mailed(tmp_path, slip(session, "pass"))], home, game)[0] == 0
    code, seen = converse(["move"], home, {"continue it? [Y/n/drop]: ": "drop", "> ": "quit"}, cwd=game)

    assert code != 70 and "orders sent from a page" in " ".join(seen.split()), seen
    assert lines_in(home) == []


@pytest.mark.parametrize(
    ("changed", "refused"),
    [
        pytest.param(lambda text: text.replace(f"seat {WHO}", f"seat {OTHER}"), "orders-of-no-page", id="other seat"),
        pytest.param(lambda text: text.replace("page ", "page A", 1), "orders-otherwise-written", id="longer mark"),
        pytest.param(
            lambda text: text.replace(text.split("page ")[1][:43], "A" * 43),
            "orders-of-no-page",
            id="no mark of the page",
        ),
        pytest.param(lambda text: text.replace("\nstep ", "\nstep 9"), "orders-of-no-page", id="other step"),
        pytest.param(
            lambda text: text.replace("order pass\n", "order pass\n" * MOST), "orders-otherwise-written", id="too many"
        ),
        pytest.param(
            lambda text: text.replace("order pass", "order " + "p" * (LONGEST + 1)),
            "orders-otherwise-written",
            id="too long",
        ),
        pytest.param(
            lambda text: text.replace("order pass", "order \x1b[2Jpass"),
            "orders-otherwise-written",
            id="signs a terminal obeys",
        ),
        pytest.param(lambda text: text.replace("order pass", "do pass"), "orders-otherwise-written", id="another line"),
        pytest.param(lambda text: text + text.replace("A1", "A2"), "orders-otherwise-written", id="two of them"),
        pytest.param(lambda text: text.replace(END, ""), "orders-otherwise-written", id="cut off"),
        pytest.param(lambda text: BEGIN + "\n" + END, "orders-otherwise-written", id="empty"),
    ],
)
def test_what_no_page_of_this_turn_has_written_makes_no_draft(
    home: Path, game: Path, session: Session, changed: Callable[[str], str], refused: str
) -> None:
    code, told = taken(home, game, changed(slip(session)))

    assert (code > 1, told, lines_in(home)) == (True, refused, [])


def test_the_page_of_an_earlier_turn_says_which_turn_it_was_of(tmp_path: Path, home: Path) -> None:
    steps = sorted(name for name in MATCH.files if name.endswith(".step"))
    early = [
        slip(session)
        for number, _ in enumerate(steps)
        for session in [
            open_session(
                GameFolder(lay(tmp_path / f"at-{number}", MATCH.files, without=steps[number:])), DataFolder(home)
            )
        ]
        if session.role == WHO
    ]
    game = lay(tmp_path / "now", MATCH.files)

    assert early and {taken(home, game, text)[1] for text in early} == {"orders-of-other-step"}
    assert lines_in(home) == []


def test_a_draft_of_ones_own_is_not_replaced_by_a_mail(
    tmp_path: Path, home: Path, game: Path, session: Session
) -> None:
    assert taken(home, game, slip(session))[0] == 0
    assert taken(home, game, slip(session, "pass"))[0] == 0  # nobody has read the first one here
    (path,) = home.rglob("draft-*")
    path.write_bytes(path.read_bytes().replace(b',"mailed":true', b""))

    assert taken(home, game, slip(session))[1] == "other-draft-kept"
    assert lines_in(home) == [["pass"]]


def test_a_game_that_is_not_here_has_no_draft(tmp_path: Path, home: Path, game: Path, session: Session) -> None:
    text = slip(session).replace(slip_game_mark(session.table.game_id), "B" * 43)
    other = lay(tmp_path / "elsewhere", {})
    code, out, _ = inside(["receive", mailed(tmp_path, text), "--json"], home, other)

    assert (code > 1, json.loads(out)["error"]["code"], lines_in(home)) == (True, "mail-of-unknown-game", [])


def test_a_command_that_reads_notes_says_that_it_is_none(
    tmp_path: Path, home: Path, game: Path, session: Session
) -> None:
    code, out, _ = inside(["judge", mailed(tmp_path, slip(session)), "--json"], home, game)

    assert code > 1 and json.loads(out)["error"]["code"] == "orders-are-no-note"
