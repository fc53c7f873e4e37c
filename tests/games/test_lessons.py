"""Every lesson is solved by what solves it and by nothing that somebody might think; the rules themselves say so."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

import pytest

from referee.drawing.text_picture import wrap_lines
from referee.games import built_in, find
from referee.games.game_files import lessons_of
from referee.i18n.catalogue import catalogue_text, languages
from referee.i18n.rule_text import gist_of, rule_text
from referee.kernel.cases import Lesson, begun, is_solved, tried
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import AnyGame
from referee.protocol.opening.data_packs import game_with_pack
from tests.cli.terminal import converse, run
from tests.cli.typing_players import Player
from tests.needed_tools import posix

ROOT = Path(__file__).resolve().parents[2]
EVERY = [(game, lesson) for game in built_in() for lesson in lessons_of(game)]
NAMES = [f"{game} {lesson.name}" for game, lesson in EVERY]


@cache
def played(name: str) -> AnyGame:
    return game_with_pack(find(name), None)[0]


@cache
def book(name: str) -> dict[str, object]:
    files = (ROOT / "tests" / "games" / name / "cases").glob("*.json")
    return {case["id"]: case["given"] for file in files for case in json.loads(file.read_text("utf-8"))["cases"]}


@pytest.mark.parametrize(("name", "lesson"), EVERY, ids=NAMES)
def test_a_lesson_is_solved_and_failed(name: str, lesson: Lesson) -> None:
    game = played(name)
    start = begun(game, lesson)

    assert not is_solved(game, lesson, start)
    assert is_solved(game, lesson, tried(game, start, lesson.solution))
    try:
        assert not is_solved(game, lesson, tried(game, start, lesson.wrong))
    except RefereeError as refused:
        assert refused.rule or refused.code


@pytest.mark.parametrize(("name", "lesson"), EVERY, ids=NAMES)
def test_a_lesson_has_its_sentence_its_rule_and_its_case(name: str, lesson: Lesson) -> None:
    told = [catalogue_text(name, "lesson", lesson.name, lang) for lang in languages()]

    assert all(told) and len(set(told)) == len(languages())
    assert all(rule_text(lesson.rule, lang).sentence for lang in languages())
    if lesson.case:
        case = book(name)[lesson.case]
        assert {**lesson.given, "hands": case.get("hands")} == {**case, "hands": case.get("hands")}


@pytest.mark.parametrize(("name", "size"), [("tigris", 6), ("cards", 8)])
def test_a_lesson_is_played_from_a_hand_that_a_game_deals(name: str, size: int) -> None:
    starts = [begun(played(name), lesson) for lesson in lessons_of(name)]
    hands = [own.hand for start in starts if (own := start.knowledge.own(start.seat)) is not None]

    assert len(hands) == len(starts) and all(0 < len(hand) <= size for hand in hands)


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("name", built_in())
def test_a_game_is_told_in_four_paragraphs_of_one_window(name: str, lang: str, tmp_path: Path) -> None:
    gist = gist_of(name, lang)

    assert len(gist) == 4 and gist != gist_of(name, "en" if lang == "it" else "it")
    assert sum(len(wrap_lines(paragraph, 80)) for paragraph in gist) <= 20
    told = {paragraph.partition(":")[0] for paragraph in gist}
    assert told == ({"Aim", "Turn", "Points", "End"} if lang == "en" else {"Scopo", "Turno", "Punti", "Fine"})
    code, out, _ = run(["rule", name, "--json"], tmp_path, cwd=tmp_path, REFEREE_LANG=lang)
    rules = json.loads(out)
    assert (code, tuple(rules["gist"])) == (0, gist) and len(rules["rules"]) > 50


@pytest.mark.parametrize("name", built_in())
def test_a_game_has_eight_to_twelve_lessons_of_one_name_each(name: str) -> None:
    names = [lesson.name for lesson in lessons_of(name)]

    assert 8 <= len(names) == len(set(names)) <= 12


@posix
def test_lessons_are_one_run_from_how_the_game_is_won_to_its_last(tmp_path: Path) -> None:
    """What is refused is told with its rule; what is solved is followed by the next one at once."""
    lessons = lessons_of("tigris")
    first = {
        "Enter quits.": "?",
        "face-up temple.  [TE 4.3]": "leader priest A1",
        "none next to this": "leader priest C2",
    }
    later = {f"Lesson {at} of 12: ": lesson.solution for at, lesson in enumerate(lessons[1:], 2)}
    code, seen = converse(["practice", "tigris", "--lesson"], tmp_path, first | later, cwd=tmp_path)

    assert code == 0 and seen.startswith("Aim: score points in four colours")
    assert "A1: a leader must stand next to a face-up temple; there is none next to this" in seen
    assert "Anna places the priest on C2" in seen and seen.count("Correct.") == len(lessons)
    assert "Those were all the lessons. Play a game: referee practice tigris" in seen
    assert list(tmp_path.iterdir()) == []
    code, seen = converse(["practice", "tigris", "--lesson", "3"], tmp_path, {"Enter quits.": ""}, cwd=tmp_path)
    assert code == 0 and seen.startswith("Lesson 3 of 12: ") and "--lesson 3" in seen.splitlines()[-1]


def test_a_lesson_shows_the_hand_and_knows_the_words_of_the_prompt(tmp_path: Path) -> None:
    """What is held must be known to be played; and who asks for it, or for a way out, is not told of an order."""
    code, out, errors = run(["practice", "cards", "--lesson"], tmp_path, cwd=tmp_path, stdin=b"hand\nmoves\nquit\n")
    lines = errors.decode().splitlines()

    assert (code, b"Lesson 1 of 8" in errors, out.count(b"Draw pile")) == (0, True, 1)
    assert [line.removeprefix("> ") for line in lines].count("Your hand: 1 black, 1 red") == 2
    assert "black   A B C D E F G H" in lines and "no order called" not in errors.decode()
    _, _, errors = run(
        ["practice", "cards", "--lesson"], tmp_path, cwd=tmp_path, stdin=b"mano\nmosse\nesci\n", REFEREE_LANG="it"
    )
    assert errors.decode().count("La tua mano: ") == 2


def test_a_lesson_that_there_is_not_is_refused(tmp_path: Path) -> None:
    somebody = Player(tmp_path, "somebody")

    assert somebody.types("practice", "ur", "--lesson", "99")[0] == 3
    assert somebody.types("practice", "ur", "--lesson", "1", "--json")[0] == 2
    with pytest.raises(Unreadable):
        lessons_of("oxo")
