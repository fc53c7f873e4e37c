"""Is it me, what am I asked, what do I type: the screen of `receive` in a window of 80 columns and 24 rows, in every
game and both languages, for whoever is asked and is not, fights, hosts, after an absence and after a step back.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from referee.games import find
from referee.kernel.sentence import in_language as said
from referee.record.file_names import step_name
from referee.record.note import render_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import asked, home_of, lay, remember, running
from tests.cli.terminal import ROOT, converse, inside
from tests.needed_tools import posix
from tests.support.rehearse import Match, open_match, play_out, sensible_order
from tests.table.small_games import copy_of
from tests.table.take_backs import gone_back

pytestmark = posix
COLUMNS, ROWS = 80, 24
GAMES = ("tigris", "cards", "ur", "civilization")
STEPS = 9
MORE = re.compile(r"more lines?: Enter|rig(?:a|he): Invio")
NOTICE = re.compile(r"was skipped|turno di .* saltato|is taken back|goes back to|annullat|torna a (com|prima)")


in_every_game = pytest.mark.parametrize(
    ("game", "lang"),
    [
        pytest.param(game, lang, marks=pytest.mark.long if (at + turn) % 2 else ())
        for at, game in enumerate(GAMES)
        for turn, lang in enumerate(("en", "it"))
    ],
)
"""Each game in one of the languages; in a long run in both."""


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
    """Every screen: with what was typed and the prompt one window, no pager, and the first sentence says which game and
    step, and whose turn it is.
    """
    first, *more = sentences(seen)

    assert len(seen) <= ROWS - 2 and max(map(len, seen)) <= COLUMNS, "\n".join(seen)
    assert not MORE.search("\n".join(seen))
    assert re.search(rf"(step|passo) {step}\b", first) and name in first, first
    assert re.search(r"(your turn|waiting for|Next: |[Tt]occa )", first), first
    return [first, *more]


def played(match: Match, tmp_path: Path, command: list[str], note: str = "") -> tuple[dict[str, bytes], Path]:
    """The record of the host after a command of the host's, and the host's folder."""
    host = lay(tmp_path / f"host{note}", match.files)
    remember(host, home_of(tmp_path, "host"), match, max(match.players[asked(match)].step, 1))
    code, _, errors = inside(command, home_of(tmp_path, "host"), host)
    assert code == 0, errors
    return {path.name: path.read_bytes() for path in (host / "record").iterdir()}, host


@in_every_game
def test_who_is_asked_reads_question_and_command_in_three_sentences(tmp_path: Path, game: str, lang: str) -> None:
    match, last = running(game, STEPS), step_name(STEPS)
    reader = sat_down(tmp_path, asked(match), match.files, match.files[last], (last,))
    told = check(reader.reads(lang), asked(match).title(), STEPS)

    assert any(line.startswith("  referee move") for line in told[:3]), told
    assert said(find(game).info.title, lang) in told[0]  # a game that nobody has called otherwise


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_folder_of_old_mails_and_a_new_one_fits_into_the_window_too(tmp_path: Path, lang: str) -> None:
    match, last = running("tigris", STEPS), step_name(STEPS)
    reader = sat_down(tmp_path, asked(match), match.files, match.files[last], (last,))
    folder = tmp_path / "mails"
    folder.mkdir()
    for step in range(1, STEPS):
        (folder / f"{step}.eml").write_bytes(match.files[step_name(step)])
    reader.mail.rename(folder / "new.eml")
    seen = reader._replace(mail=folder).reads(lang)

    check(seen, asked(match).title(), STEPS)
    assert re.search(rf"(already here|già qui): {STEPS - 1}$", seen[-1]), seen


@in_every_game
def test_who_is_not_asked_reads_that_there_is_nothing_to_do(tmp_path: Path, game: str, lang: str) -> None:
    match, last = running(game, STEPS), step_name(STEPS)
    name = next(name for name in match.table.names if name != asked(match))
    told = check(sat_down(tmp_path, name, match.files, match.files[last], (last,)).reads(lang), name.title(), STEPS)

    assert re.search(r"Nothing for you|Per te non|have answered|hai già|you and|insieme", told[0]), told
    assert len(told) == 1 or "insieme" in told[0] or "you and" in told[0]


@in_every_game
def test_the_host_reads_what_came_who_is_asked_and_what_to_send(tmp_path: Path, game: str, lang: str) -> None:
    match, last = running(game, STEPS), step_name(STEPS)
    mail = render_bundle(tuple(signed for signed in match.signed_notes[last] if signed.type == "move"))
    host = sat_down(tmp_path, "host", match.files, mail, (last,))
    remember(host.folder, host.home, running(game, STEPS - 1), STEPS - 1)
    seen = host.reads(lang)
    told = check(seen, asked(match).title(), STEPS)

    assert "  referee mail" in told[:3] and len([line for line in seen if "test" not in line]) <= 7


@in_every_game
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
        most = 3 + (name == asked(match))  # whoever was let pass reads that too
        assert name not in names or any(line.startswith("  referee move") for line in told[:most]), "\n".join(seen)
        again = inside(["--lang", lang], reader.home, reader.folder)[1]
        assert not NOTICE.search(again), again


@cache
def went_wrong(game: str) -> Match:
    """A game in which somebody was let pass, and all have gone back before that."""
    match = copy_of(running(game, STEPS))
    step = match.host.step
    match.decide(f"absent {asked(match)}")
    return gone_back(match, step + 1)


@cache
def went_on(game: str, question: str = "") -> Match:
    """The same game some steps later; or as soon as this question is open, in an early or in a later try."""
    for label in range(30):
        match = copy_of(went_wrong(game))
        for at in range(40):
            play_out(match, f"on {label} {at}", steps=1)
            request = match.host.request
            if request is None:
                break
            answered = step_name(match.host.step) in match.signed_notes and not match.answers
            if answered and at > 2 and (not question or request.question == question):
                return match
    raise AssertionError(f"nobody is asked {question} in {game}")


@in_every_game
def test_a_step_back_is_told_in_its_own_step_and_in_no_later_one(tmp_path: Path, game: str, lang: str) -> None:
    match = went_wrong(game)
    new = step_name(match.host.step)
    for name in match.table.names[:2]:
        reader = sat_down(tmp_path, name, match.files, match.files[new], (new,))
        seen = reader.reads(lang)
        check(seen, name.title(), match.host.step)
        assert NOTICE.search("\n".join(seen)), seen
        assert not NOTICE.search(inside(["--lang", lang], reader.home, reader.folder)[1])


@in_every_game
def test_after_an_absence_and_a_step_back_all_read_the_same_few_lines(tmp_path: Path, game: str, lang: str) -> None:
    match = went_on(game)
    step, last, mover = match.host.step, step_name(match.host.step), asked(match)
    told = check(sat_down(tmp_path, mover, match.files, match.files[last], (last,)).reads(lang), mover.title(), step)
    assert any(line.startswith("  referee move") for line in told[:3]), told

    idle = {name for name in match.table.names if match.table.seat(name) not in {one.seat for one in match.host.asked}}
    for name in sorted(idle)[:1]:
        seen = sat_down(tmp_path, name, match.files, match.files[last], (last,)).reads(lang)
        assert len(check(seen, name.title(), step)) == 1 and not NOTICE.search("\n".join(seen)), seen

    mail = render_bundle(tuple(signed for signed in match.signed_notes[last] if signed.type == "move"))
    host = sat_down(tmp_path, "host", match.files, mail, (last,))
    remember(host.folder, host.home, match, step - 1)
    seen = host.reads(lang)
    assert "  referee mail" in check(seen, mover.title(), step)[:3] and not NOTICE.search("\n".join(seen)), seen


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize("game", ["tigris", "cards"])
def test_who_is_attacked_after_both_reads_question_and_command_at_once(tmp_path: Path, game: str, lang: str) -> None:
    match = went_on(game, "commit")
    step, last, mover = match.host.step, step_name(match.host.step), asked(match)
    seen = sat_down(tmp_path, mover, match.files, match.files[last], (last,)).reads(lang)
    told = check(seen, mover.title(), step)

    assert any(re.match(r"  referee move (commit|aggiungi|impegna) \d", line) for line in told[:3]), told
    assert not NOTICE.search("\n".join(seen)), seen


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_host_reads_whose_sealed_answer_is_in_and_who_is_missing_in_one_sentence(tmp_path: Path, lang: str) -> None:
    match = went_on("civilization")
    last, step = step_name(match.host.step), match.host.step - 1
    answers = [signed for signed in match.signed_notes[last] if signed.type == "move"]
    assert len(answers) > 1
    host = sat_down(tmp_path, "host", match.files, render_bundle(tuple(answers[:1])), (last,))
    remember(host.folder, host.home, match, step)
    first, *_ = sentences(host.reads(lang))
    names = [answer.read(Move).seat.title() for answer in answers]

    assert re.search(rf"(step|passo) {step}: (the answer from|la risposta di) {names[0]} ", first), first
    assert all(name in first.partition(". ")[2] for name in names[1:]) and re.search(
        r"sealed until|sigillate finché", first
    ), first


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
    assert re.search(
        r"(You win ties|Even with|You have none|you lead|In parità|Anche con|Non ne hai|in testa)", flat
    ), flat
    assert re.search(r"If you win.*If you lose|Se vinci.*Se perdi", flat)
    assert not any(line.startswith(("kingdom ", "regno ")) for line in seen)


def test_a_war_with_much_to_tell_fits_into_the_window_in_the_longer_language(tmp_path: Path) -> None:
    match = open_match("tigris", 4, "f3")
    while match.host.step < 74:
        play_out(match, f"x3-{match.host.step}", steps=1, policy=sensible_order)
    last, name = step_name(74), asked(match)
    seen = sat_down(tmp_path, name, match.files, match.files[last], (last,)).reads("it")

    check(seen, name.title(), 74)
    assert sum(line.startswith(("Se vinci", "Se perdi", "Chiunque vinca")) for line in seen) == 3, seen


@pytest.mark.parametrize("lang", ["en", "it"])
@pytest.mark.parametrize(("example", "name"), [("tigris-4p", "anna"), ("cards-2p", "bert")])
def test_the_end_tells_first_who_has_won_and_what_to_type_in_one_window(
    tmp_path: Path, example: str, name: str, lang: str
) -> None:
    shutil.copytree(ROOT / "examples" / example / "record", tmp_path / "whole")
    files = {path.name: path.read_bytes() for path in (tmp_path / "whole").iterdir() if path.name[:3] != "ack"}
    last = max(at for at in files if at[0].isdigit())
    seen = sat_down(tmp_path, name, files, files[last], (last,)).reads(lang)
    text = "\n".join(seen)

    assert len(seen) <= ROWS - 2 and not MORE.search(text), text
    assert re.search(
        rf"(is over, step|partita finita, passo) {int(last[:4])}; (you are|sei) {name.title()}", seen[0]
    ), seen[0]
    assert text.index("\n1. ") < text.index("  referee ack")
    assert [line for line in seen if line.startswith("  referee ")] == [
        "  referee ack",
        "  referee audit",
        "  referee replay --open",
    ]
