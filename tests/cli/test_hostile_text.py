"""Attacks 59 to 62: what players, file names and arguments hold reaches no terminal as it is. Real processes."""

from __future__ import annotations

import json
import subprocess
import unicodedata
from collections.abc import Callable
from pathlib import Path

import pytest

from referee.cli.context import Context
from referee.cli.printing.output import print_result
from referee.drawing.safe_text import shell_text
from referee.games import find
from referee.protocol.opening.charter import make_charter, make_join, make_offer, read_charter
from referee.protocol.opening.deal import make_accept, read_deal, seed_shares_by_seat
from referee.protocol.seating import eyes_of_key
from referee.protocol.step.draft import draft, move_note
from referee.record.file_names import CHARTER, DEAL, OFFER, step_name
from referee.record.note import render_bundle
from referee.session.close_step import close_deal, close_step
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import converse, inside, run
from tests.cli.typing_players import Player, offered
from tests.support.rehearse import test_key, test_nonce

BIDI = "\u202egnihton\u2066 \u200bA\u200dB\ufeff \U000e0041"
MARKUP = "[red]R[/] [link=http://evil]x[/link] [conceal]c :skull: [/] \\"
MARKS = "e" + "\u0301" * 9
SAID = (BIDI, MARKUP, MARKS, "referee: step 99 is recorded", "\U0001f480\ufe0f \u3164 \u00ad")
"""Text that a player can sign: whatever is no control character."""

RAW = "\x1b[2J\x1b]8;;http://evil\x07\x9b31m\x08\r\x7f \u202e [red] \u200b"
"""Text that comes in arguments and file names, where nothing is barred but NUL."""


def harmless(text: str) -> bool:
    """Whether a terminal would show this as it is: nothing it obeys, nothing unseen, no heap of marks."""
    marks = 0
    for char in text:
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") else 0
        unseen = unicodedata.category(char) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp") and char != "\n"
        if unseen or marks > 2 or char in "\u3164\ufe0f\U000e0100":
            return False
    return True


def test_the_measure_of_these_tests_sees_what_is_not_harmless() -> None:
    assert harmless("Große Straße, l'agricoltore è qui\n[red] \\u{202e}")
    assert not any(harmless(text) for text in (*RAW.split()[:1], BIDI, MARKS, SAID[4], "\x1b", "\x9b", "\x7f", "\r"))


@pytest.mark.parametrize("lines", [True, False], ids=["lines", "text"])
def test_what_a_command_has_to_tell_is_harmless_wherever_it_comes_from(
    capsys: pytest.CaptureFixture[str], lines: bool
) -> None:
    """The last door before the screen trusts no face of a game and no catalogue."""
    told = f"before {RAW} {BIDI} after"
    print_result(Context(plain=True), None, [told] if lines else told)
    out = capsys.readouterr().out

    assert harmless(out) and not harmless(told)
    assert "before" in out and "after" in out


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Ur whose players have dangerous names, and whose first move says dangerous things.

    The clients of this project refuse to write some of it; a player's own program need not.
    """
    root = tmp_path_factory.mktemp("hostile")
    names = dict(zip(("anna", "bert", "carl"), (BIDI, MARKUP, MARKS), strict=True))
    keys = {name: test_key(name) for name in (*names, "host")}
    why = "\u202eno reason [red]"
    offer = make_offer(keys["host"], find("ur"), 3, (), test_nonce("hostile offer"), why=why)
    joins = [make_join(keys[seat], offer, seat, name, test_nonce(seat)) for seat, name in names.items()]
    charter = make_charter(keys["host"], offer, joins, tuple(names))
    seats = read_charter((offer, *joins, charter))
    accepts = [make_accept(keys[seat], seats) for seat in names]
    eyes = eyes_of_key(seats, keys["host"], seed_shares_by_seat(seats, accepts))
    deal = close_deal(seats, accepts, eyes, keys["host"])
    position = deal.position
    request = position.request
    assert request is not None
    seat = seats.names[request.seat]
    own = eyes_of_key(seats, keys[seat], seed_shares_by_seat(seats, accepts))
    seen = read_deal(seats, deal.signed_notes, own)
    order = next(
        text
        for move in seats.game.legal_orders(seen.state, request.seat, None)
        if (text := seats.game.notation.format_order(move))
    )
    move = move_note(seen, keys[seat], draft(seen, own, [order]), say=SAID)
    step = close_step(position, move, eyes, keys["host"])
    files = {
        OFFER: (offer,),
        CHARTER: (offer, *joins, charter),
        DEAL: deal.signed_notes,
        step_name(1): step.signed_notes,
    }
    bundles = {name: render_bundle(signed_notes) for name, signed_notes in files.items()}
    lay(root / "game", bundles)
    lay(root / "before", bundles, without=(step_name(1),))
    (root / "letter.txt").write_bytes(bundles[step_name(1)])
    (root / "offer.txt").write_bytes(bundles[OFFER])
    home_of(root, "anna")
    return root


COMMANDS = {
    "the letter": ["letter"],
    "the log": ["log"],
    "the status": ["status"],
    "the board": ["show"],
    "the audit": ["audit"],
    "a step that comes in": ["receive", "../letter.txt", "--game", "../before"],
    "an offer that is joined": ["join", "../offer.txt", "--seat", "dora", "--game", "../joined"],
}


@pytest.mark.parametrize("json_too", [False, True], ids=["text", "json"])
@pytest.mark.parametrize("arguments", COMMANDS.values(), ids=COMMANDS.keys())
def test_what_players_wrote_is_shown_harmless(
    table: Path, tmp_path: Path, arguments: list[str], json_too: bool
) -> None:
    for name in ("before", "joined"):
        (tmp_path / name).mkdir()
    if "--game" in arguments and "../before" in arguments:
        lay(tmp_path / "fresh", {p.name: p.read_bytes() for p in (table / "before" / "record").iterdir()})
    where = {"../before": str(tmp_path / "fresh"), "../joined": str(tmp_path / "joined")}
    typed = [where.get(word, word) for word in arguments]
    code, out, errors = run([*typed, *(["--json"] if json_too else [])], table / "home-anna", cwd=table / "game")

    assert code == 0, errors
    assert harmless(out.decode()) and harmless(errors.decode())
    assert not json_too or (json.loads(out) and out.isascii())
    if arguments in (["letter"], ["log"]) and not json_too:
        assert "\\u{202e}gnihton" in out.decode() and MARKUP in out.decode()


@pytest.mark.parametrize("form", ["--svg", "--html"])
def test_a_picture_is_harmless(table: Path, form: str) -> None:
    code, out, errors = run(["show", form, "-"], table / "home-anna", cwd=table / "game")

    assert code == 0, errors
    assert harmless(out.decode())


def test_words_of_players_are_quoted_with_their_seat_and_never_look_like_ours(table: Path) -> None:
    _, out, errors = run(["log", "--last", "1"], table / "home-anna", cwd=table / "game")
    lines = out.decode().splitlines()

    assert any(line.startswith("    ") and line.endswith(': "referee: step 99 is recorded"') for line in lines)
    assert not any(line.startswith("referee:") for line in lines) and errors == b""


def test_on_a_terminal_the_only_escape_codes_are_our_colours(table: Path) -> None:
    import re

    for arguments in (["show"], ["letter"], ["log"], ["status"]):
        code, seen = converse(arguments, table / "home-anna", {}, cwd=table / "game")

        assert code == 0
        assert harmless(re.sub(r"\x1b\[[0-9;]*m", "", seen)), arguments
        assert arguments == ["show"] or "\x1b" not in seen


def test_file_names_are_shown_harmless(table: Path, tmp_path: Path) -> None:
    mail = tmp_path / f"mail{RAW.replace('/', '')}.txt"
    mail.write_text("no note at all")
    folder = tmp_path / f"box{RAW.replace('/', '')}"
    folder.mkdir()
    (folder / mail.name).write_text("no note at all")
    stray = lay(tmp_path / "stray", {p.name: p.read_bytes() for p in (table / "game" / "record").iterdir()})
    (stray / "record" / mail.name).write_text("stray")
    for arguments, expected in (
        (["receive", mail], 3),
        (["receive", mail, mail], 3),
        (["receive", folder], 0),
        (["receive", tmp_path / f"{mail.name}.missing"], 74),
        (["status", "--game", folder], 0),
        (["audit", stray], 0),
        (["cases", "run", mail], 3),
        (["key", "import", mail], 3),
        (["judge", mail], 3),
    ):
        code, out, errors = run(arguments, table / "home-anna", cwd=table / "game")

        assert (code, harmless(out.decode()), harmless(errors.decode())) == (expected, True, True), arguments
        code, text, words = inside([*arguments, "--json"], table / "home-anna", table / "game")
        assert (code, text.isascii(), harmless(text), harmless(words)) == (expected, True, True, True), arguments


ARGUMENTS = [
    ["rule", RAW],
    ["move", RAW],
    ["try", RAW],
    ["moves", RAW],
    ["status", "--as", RAW],
    ["status", "--lang", RAW],
    ["words", "--from", RAW],
    ["words", "--words", RAW],
    ["key", "new", RAW],
    ["key", "show", RAW],
    ["offer", RAW, "--seats", "2"],
    ["offer", "ur", "--seats", "3", "--option", RAW],
    ["offer", "ur", "--seats", "3", "--option", f"{RAW}=1"],
    ["offer", "ur", "--seats", "3", "--preset", RAW],
    ["join", "../offer.txt", "--seat", RAW],
    ["join", "../offer.txt", "--seat", "dora", "--name", RAW],
    ["show", RAW],
    ["show", f"--{RAW}"],
    ["show", "1", RAW],
    [RAW],
    ["key", RAW],
    ["log", "--last", RAW],
    ["audit", "--expect", RAW],
    ["audit", "--head", RAW],
    ["audit", "--game-id", RAW],
    ["move", "e" + "\u0301" * 50_000],
]


@pytest.mark.parametrize("arguments", ARGUMENTS, ids=lambda arguments: arguments[0][:6].strip("\x1b"))
def test_arguments_are_shown_harmless(table: Path, tmp_path: Path, arguments: list[str]) -> None:
    """Whatever they are refused for, in text and as JSON; in a folder of its own where one is written."""
    folder = tmp_path if arguments[0] in ("offer", "join") else table / "game"
    typed = [str(table / "offer.txt") if word == "../offer.txt" else word for word in arguments]
    for more in ([], ["--json"]):
        code, out, errors = inside([*typed, *more], table / "home-anna", folder)

        assert code in (0, 1, 2, 3, 4, 5, 74), errors
        assert harmless(out) and harmless(errors)
        assert out or errors


ODD_PLACES = {
    "no colour": {"NO_COLOR": "1"},
    "twenty columns": {"COLUMNS": "20"},
    "a Windows code page": {"PYTHONIOENCODING": "cp1252"},
    "ASCII": {"PYTHONIOENCODING": "ascii"},
    "a terminal that can do nothing": {"TERM": "dumb"},
}


@pytest.mark.parametrize("variables", ODD_PLACES.values(), ids=ODD_PLACES.keys())
def test_nothing_is_lost_where_a_terminal_can_do_less(table: Path, variables: dict[str, str]) -> None:
    """Attack 61. Letters that a code page lacks are shown by their number."""
    for arguments in (["--help"], ["letter"], ["status", "--lang", "it"]):
        code, out, errors = run(arguments, table / "home-anna", cwd=table / "game", **variables)

        assert (code, errors) == (0, b""), arguments
        assert out and b"\x1b" not in out


@pytest.mark.parametrize("variables", [{"NO_COLOR": "1"}, {"TERM": "dumb"}], ids=["no colour", "dumb"])
def test_a_terminal_that_wants_no_colour_gets_none(table: Path, variables: dict[str, str]) -> None:
    code, seen = converse(["show"], table / "home-anna", {}, cwd=table / "game", **variables)

    assert code == 0 and seen and "\x1b" not in seen


def test_plain_gives_no_colour_on_a_terminal(table: Path) -> None:
    code, seen = converse(["show", "--plain"], table / "home-anna", {}, cwd=table / "game")

    assert code == 0 and seen and "\x1b" not in seen


NAMES = ["../../x", "/etc/passwd", "C:\\x", "%2e", "-x", "a" * 300, "con", "\u0430nna", "anna\u200b", ""]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_never_becomes_a_path(table: Path, tmp_path: Path, name: str) -> None:
    """Attacks 58 and 62: of seats and keys alike; nothing is written anywhere."""
    (tmp_path / "home").mkdir()
    for arguments in (["join", table / "offer.txt", f"--seat={name}"], ["key", "new", "--", name]):
        if arguments[0] == "key" and name == "con":
            continue  # a key is a private matter, and this name is only odd on Windows
        code, _, _ = inside(arguments, tmp_path / "home", tmp_path)

        assert code in (2, 3)
        assert sorted(path.name for path in tmp_path.rglob("*")) == ["home"]


HOSTILE = ('$(touch pwned) "x"', "`touch pwned`", '"; touch pwned; "', "it's $HOME", "100% !!")


@pytest.mark.parametrize("title", HOSTILE)
def test_a_title_in_a_line_to_copy_is_text_to_a_shell(title: str, people: Callable[[str], Player]) -> None:
    """Whoever offers a game names it; whoever joins copies the line with that name into a shell."""
    invitation, host = offered(people, title=title), people("host")
    for name in ("anna", "bert"):
        people(name).types("join", invitation, "--name", name.title(), "--folder", "game")
    joins = [people(name).place / "game" / "outbox" / f"join-{name}.note" for name in ("anna", "bert")]
    assert host.types("receive", *joins, at=invitation.parent.parent)[0] == 0
    copied = [
        line.strip()
        for words in (("games",), ("remind", "--digest"))
        for line in host.types(*words, at=host.root)[1].splitlines()
        if line.startswith("  referee --game ")
    ]
    said = [
        subprocess.run(["sh", "-c", f'referee() {{ printf %s "$2"; }}; {line}'], capture_output=True, cwd=host.place)
        for line in copied
    ]

    assert [run.stdout.decode() for run in said] == [title, title]
    assert not list(host.root.rglob("pwned"))
    assert shell_text("Friday tigris") == '"Friday tigris"'
