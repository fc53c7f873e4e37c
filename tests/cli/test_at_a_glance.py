"""Is it me, what am I asked, what do I type: the screen of `receive` in a window of 80 columns and 24 rows, in every
game and both languages, for whoever is asked and is not, fights, hosts, after an absence and after a step back.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.record.names import step_name
from referee.record.note import render_bundle
from scripts.rehearse import Match
from tests.cli.folders import asked, home_of, lay, remember, running
from tests.cli.terminal import ROOT, converse, inside, posix

pytestmark = posix
COLUMNS, ROWS = 80, 24
GAMES = ("tigris", "cards", "ur", "civilization")
STEPS = 9
MORE = re.compile(r"more lines?: Enter|righ[ae]: Invio")
NOTICE = re.compile(r"in vain|invano|goes back to|torna a (com|prima)|torna (com|indietro)")


class Reader(NamedTuple):
    """Somebody at a machine: the folder of the game, the home, and the mail that comes in."""

    folder: Path
    home: Path
    mail: Path

    def reads(self, lang: str) -> list[str]:
        """The screen, without the two lines that warn of test keys."""
        size, plain = (COLUMNS, ROWS), {"NO_COLOR": "1", "REFEREE_LANG": lang}
        code, text = converse(["receive", str(self.mail)], self.home, {}, cwd=self.folder, size=size, **plain)
        assert code == 0, text
        return text.splitlines()


def sat_down(tmp_path: Path, name: str, files: dict[str, bytes], mail: bytes, without: tuple[str, ...] = ()) -> Reader:
    """A reader who has compared the words, and to whom `mail` comes."""
    reader = Reader(lay(tmp_path / name, files, without), home_of(tmp_path, name), tmp_path / f"{name}.eml")
    reader.mail.write_bytes(mail)
    four = json.loads(inside(["words", "--json"], reader.home, reader.folder)[1])["words"]
    assert inside(["words", *four, "--from", "all"], reader.home, reader.folder)[0] == 0
    return reader


def sentences(seen: list[str]) -> Iterator[str]:
    """The lines above the first blank one, those that were broken whole again, without hand and goods."""
    found: list[str] = []
    for line in seen:
        if not line:
            break
        if line.startswith("  ") and not line.startswith("  referee") and found:
            found[-1] += line[1:]
        else:
            found.append(line)
    held = r"(Your (hand|tile)|You hold|La tua (mano|tessera)|Hai \d|In riserva)"
    return (line for line in found if not re.match(held, line) or "actions" in line or "azioni" in line)


def check(seen: list[str], name: str, step: int) -> list[str]:
    """Every screen: one window, no pager, the first sentence says which game and step, and whose turn it is."""
    first, *more = sentences(seen)

    assert len(seen) < ROWS and max(map(len, seen)) <= COLUMNS, "\n".join(seen)
    assert not MORE.search("\n".join(seen))
    assert re.search(rf"(step|passo) {step}\b", first) and name in first, first
    assert re.search(r"(your turn|asked|[Tt]occa )", first), first
    return [first, *more]


def played(match: Match, tmp_path: Path, command: list[str], note: str = "") -> tuple[dict[str, bytes], Path]:
    """The record of the host after a command of the host's, and the host's folder."""
    host = lay(tmp_path / f"host{note}", match.files)
    remember(host, home_of(tmp_path, "host"), match, max(match.players[asked(match)].step, 1))
    code, _, errors = inside(command, home_of(tmp_path, "host"), host)
    assert code == 0, errors
    return {path.name: path.read_bytes() for path in (host / "record").iterdir()}, host


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_who_is_asked_reads_question_and_command_in_three_sentences(tmp_path: Path, game: str, lang: str) -> None:
    match, last = running(game, STEPS), step_name(STEPS)
    reader = sat_down(tmp_path, asked(match), match.files, match.files[last], (last,))
    told = check(reader.reads(lang), asked(match).title(), STEPS)

    assert any(line.startswith("  referee move") for line in told[:3]), told


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_who_is_not_asked_reads_that_there_is_nothing_to_do(tmp_path: Path, game: str, lang: str) -> None:
    match, last = running(game, STEPS), step_name(STEPS)
    name = next(name for name in match.table.names if name != asked(match))
    told = check(sat_down(tmp_path, name, match.files, match.files[last], (last,)).reads(lang), name.title(), STEPS)

    assert re.search(r"Nothing for you|Per te non|have answered|hai già|you and|insieme", told[0]), told
    assert len(told) == 1 or "insieme" in told[0] or "you and" in told[0]


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_the_host_reads_what_came_who_is_asked_and_what_to_send(tmp_path: Path, game: str, lang: str) -> None:
    match, last = running(game, STEPS), step_name(STEPS)
    mail = render_bundle(tuple(signed for signed in match.signed_notes[last] if signed.type == "move"))
    host = sat_down(tmp_path, "host", match.files, mail, (last,))
    remember(host.folder, host.home, running(game, STEPS - 1), STEPS - 1)
    seen = host.reads(lang)
    told = check(seen, asked(match).title(), STEPS)

    assert "  referee mail" in told[:3] and len([line for line in seen if "test" not in line]) <= 7


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_an_absence_is_told_in_its_own_step_and_in_no_later_one(tmp_path: Path, game: str, lang: str) -> None:
    match = running(game, STEPS)
    record, host = played(match, tmp_path, ["absent", asked(match), "--yes", "--no-time"])
    new = step_name(STEPS + 1)
    status = json.loads(inside(["status", "--json"], home_of(tmp_path, "host"), host)[1])
    names = {name for question in status["questions"] for name in [question["seat"]]}
    for name in match.table.names[:2]:
        reader = sat_down(tmp_path, name, record, record[new], (new,))
        seen = reader.reads(lang)
        told = check(seen, name.title(), STEPS + 1)
        assert NOTICE.search("\n".join(seen)), seen
        assert (name not in names) or any(line.startswith("  referee move") for line in told[:3])
        again = inside(["--lang", lang], reader.home, reader.folder)[1]
        assert not NOTICE.search(again), again


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["tigris", "ur"])
def test_a_step_back_is_told_in_its_own_step_and_in_no_later_one(tmp_path: Path, game: str, lang: str) -> None:
    match = running(game, STEPS)
    host = lay(tmp_path / "host", match.files)
    remember(host, home_of(tmp_path, "host"), match, STEPS)
    for name in match.table.names:
        folder = lay(tmp_path / f"asks-{name}", match.files)
        typed = ["back", str(STEPS), "--yes", "--why", "no"]
        home = home_of(tmp_path, name)
        four = json.loads(inside(["words", "--json"], home, folder)[1])["words"]
        inside(["words", *four, "--from", "all"], home, folder)
        code, _, errors = inside(typed, home, folder)
        assert code == 0, errors
        for note in (folder / "outbox").iterdir():
            assert inside(["receive", note], home_of(tmp_path, "host"), host)[0] == 0
    new = step_name(STEPS + 1)
    record = {path.name: path.read_bytes() for path in (host / "record").iterdir()}
    assert new in record
    for name in match.table.names[:2]:
        folder = tmp_path / f"asks-{name}"
        mail = tmp_path / f"{name}.eml"
        mail.write_bytes(record[new])
        reader = Reader(folder, home_of(tmp_path, name), mail)
        seen = reader.reads(lang)
        check(seen, name.title(), STEPS + 1)
        assert NOTICE.search("\n".join(seen)), seen
        assert not NOTICE.search(inside(["--lang", lang], reader.home, folder)[1])


CONFLICTS = (("tigris-4p", 53, "bert"), ("tigris-4p", 50, "dora"), ("tigris-4p", 57, "dora"))
"""An example, a step at which a conflict waits for an answer, and who is asked."""


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(("example", "step", "name"), CONFLICTS)
def test_in_a_conflict_the_need_the_sides_and_both_ends_stand_in_one_window(
    tmp_path: Path, example: str, step: int, name: str, lang: str
) -> None:
    shutil.copytree(ROOT / "examples" / example / "record", tmp_path / "whole")
    files = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir()}
    kept = {at: data for at, data in files.items() if not at[0].isdigit() or int(at[:4]) <= step}
    kept = {at: data for at, data in kept.items() if not at.startswith("ack")}
    seen = sat_down(tmp_path, name, kept, kept[step_name(step)], (step_name(step),)).reads(lang)
    told = check(seen, name.title(), step)
    flat = " ".join(" ".join(seen).split())

    assert any(re.match(r"  referee move (commit|aggiungi|impegna) \d", line) for line in told[:3]), told
    assert re.search(r"(A tie is|Even with|You hold none|you lead|In parità|Anche con|Non ne hai|in testa)", flat), flat
    assert re.search(r"If you win.*If you lose|Se vinci.*Se perdi", flat)
    assert not any(line.startswith(("kingdom ", "regno ")) for line in seen)
