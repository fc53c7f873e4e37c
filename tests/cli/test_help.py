"""Help and mistyped command lines: what a newcomer meets first."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from referee.cli.app import command_of_row
from referee.cli.help_pages.page import PageWords
from referee.cli.main import run
from referee.cli.registry import ALONE, COMMANDS, FIRST_WORDS, GROUPS, MONTH, ROWS, TOPICS
from referee.games import all_games
from referee.i18n.catalogue import HELP, catalogue_text, languages
from referee.service.dates import today
from tests.cli.terminal import inside
from tests.words.catalogue_files import catalogue


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run(list(arguments))
    seen = capsys.readouterr()
    return code, seen.out, seen.err


def examples(page: str) -> list[str]:
    """The command lines at the end of a help page."""
    _, _, tail = page.partition("\nExample")
    lines = (line.strip() for line in tail.splitlines())
    return [line for line in lines if line.startswith("referee")]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_says_in_a_sentence_what_it_does_and_shows_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, page, errors = said(capsys, *command.split(), "--help")
    about = page.split("\n\n")[1].strip()

    assert (code, errors) == (0, "")
    assert re.match(r"(Host: |Player: )?[a-zA-Z].*\.", about, re.DOTALL)
    assert examples(page)
    for line in examples(page):
        # Bare `referee` is an example of `status`: it is what it does where there is a game.
        assert line == "referee" or shlex.split(line)[1 : 1 + len(command.split())] == command.split()


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_of_an_example_exists(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    _, page, _ = said(capsys, *command.split(), "--help")
    known = set(re.findall(r"(?<!\S)--?[a-z][a-z-]*", page.partition("\nExample")[0]))
    used = {word for line in examples(page) for word in shlex.split(line, comments=True) if re.match(r"--?[a-z]", word)}

    assert used <= known


@pytest.mark.parametrize("command", COMMANDS)
def test_a_usage_line_brackets_what_may_be_left_out_and_nothing_twice(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    run([*command.split(), "--help"])
    usage = capsys.readouterr().out.partition("\n\n")[0]

    assert usage.startswith("Usage: ") and "[OPTIONS]" in usage
    assert [sign for sign in ("[[", "{", "...]...") if sign in usage] == []


@pytest.mark.parametrize("lang", languages())
@pytest.mark.parametrize("command", COMMANDS)
def test_no_line_of_a_page_is_wider_than_a_terminal(
    command: str, lang: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("REFEREE_LANG", lang)
    monkeypatch.setenv("COLUMNS", "80")

    assert [line for line in said(capsys, *command.split(), "--help")[1].splitlines() if len(line) > 80] == []


def test_the_first_page_lists_every_command_in_the_order_of_a_games_life(capsys: pytest.CaptureFixture[str]) -> None:
    _, page, _ = said(capsys, "--help")
    listed = re.findall(r"^  ([a-z-]+)  ", page.partition("\nOptions:")[0], re.MULTILINE)

    assert tuple(listed) == FIRST_WORDS
    assert "..." not in page.partition("\n")[2]


def test_the_first_page_has_each_section_once(capsys: pytest.CaptureFixture[str]) -> None:
    _, page, _ = said(capsys, "--help")
    titles = re.findall(r"^([A-Z].*):$", page.partition("\nOptions:")[0], re.MULTILINE)

    assert titles == [
        catalogue_text(HELP, "section", code, "en") for code in dict.fromkeys(row.section for row in ROWS)
    ]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_line_in_the_list_of_commands_begins_the_page_of_the_command(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    _, page, _ = said(capsys, *command.split(), "--help")
    about = " ".join(page.split("\n\n")[1].split())

    assert f"{about} ".startswith(f"{catalogue_text(HELP, '', command, 'en')} ")


def test_the_page_of_offer_lists_the_games_with_seats_options_and_presets(capsys: pytest.CaptureFixture[str]) -> None:
    _, page, _ = said(capsys, "offer", "--help")
    flat = " ".join(page.split())

    for game in all_games():
        info = game.info
        assert f"{info.name}, {info.title}: seats {', '.join(map(str, info.seats))}" in flat
        for option in info.options:
            about = catalogue_text(info.name, "option", option.name, "en")
            assert about and about in flat and all(choice in flat for choice in option.choices)
            assert f"{option.name}={option.default}" in flat
        for name, values in info.presets:
            assert f"preset {name}: {', '.join(f'{key}={value}' for key, value in values)}" in flat


MISTYPED = {
    "a command": (["ofer"], "there is no command referee ofer", "did you mean referee offer?"),
    "a command like none": (["frobnicate"], "there is no command referee frobnicate", "referee --help lists them all"),
    "a command of a group": (["key", "lst"], "there is no command referee key lst", "did you mean referee key list?"),
    "an option": (["show", "--sgv"], "referee show has no option --sgv", "did you mean --svg?"),
    "nothing where a word is needed": (
        ["offer"],
        "referee offer needs GAME",
        'for example: referee offer tigris --seats 4 --title "Friday tigris"; more: referee offer --help',
    ),
    "no option where one is needed": (
        ["offer", "tigris"],
        "referee offer needs --seats",
        'for example: referee offer tigris --seats 4 --title "Friday tigris"; more: referee offer --help',
    ),
    "no value behind an option": (["offer", "tigris", "--seats"], "--seats needs a value", "referee offer --help"),
    "a word for a number": (["show", "x"], "STEP must be a whole number", "to look up a word: referee rule x"),
    "a word too many": (
        ["show", "1", "two"],
        "referee show does not take two",
        "for example: referee show; more: referee show --help",
    ),
    "a language": (["status", "--lang", "de"], "there is no language de; there are en, it", None),
}


@pytest.mark.parametrize(("arguments", "sentence", "hint"), MISTYPED.values(), ids=MISTYPED.keys())
def test_a_mistyped_command_line_is_answered_with_what_would_be_right(
    arguments: list[str], sentence: str, hint: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    code, out, errors = said(capsys, *arguments)
    told = f"referee: {sentence}\n" + (f"hint: {hint}\n" if hint else "")

    assert (code, out, errors) == (2, "", told)


@pytest.mark.parametrize(("arguments", "sentence", "hint"), MISTYPED.values(), ids=MISTYPED.keys())
def test_a_mistyped_command_line_is_one_json_object_when_that_is_asked_for(
    arguments: list[str], sentence: str, hint: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    command, *rest = arguments
    wanted = ["--json", *arguments] if rest[-1:] == ["--seats"] else [command, *rest, "--json"]
    code, out, _ = said(capsys, *wanted)

    error = json.loads(out)["error"]

    assert (code, error.pop("exit"), error.pop("layer"), error.pop("sentence"), error.pop("hint")) == (
        2,
        2,
        "usage",
        sentence,
        hint,
    )
    assert set(error) == {"code", "hint_code", "rule", "at"} and error["code"]


def test_a_mistyped_command_line_is_answered_in_italian(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, errors = said(capsys, "ofer", "--lang", "it")

    assert (code, errors) == (
        2,
        "referee: non esiste un comando referee ofer\nsuggerimento: intendevi referee offer?\n",
    )


def test_the_shared_options_may_stand_before_the_command(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    (tmp_path / "game").mkdir()

    for before, behind in (
        (["--json", "key", "list"], ["key", "list", "--json"]),
        (
            ["--game", str(tmp_path / "game"), "--lang=it", "status"],
            ["status", "-g", str(tmp_path / "game"), "--lang", "it"],
        ),
    ):
        assert said(capsys, *before) == said(capsys, *behind)


def test_the_word_alone_is_the_status_where_there_is_no_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))

    assert said(capsys) == said(capsys, "status")


def test_the_word_alone_is_the_status_where_there_is_a_game(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    from tests.cli.games_on_disk import lay, running

    monkeypatch.chdir(lay(tmp_path / "game", running().files))
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    status = said(capsys, "status")

    assert status[0] == 0
    assert said(capsys) == status
    assert status[1].endswith("Everything: referee --full\n")


def test_an_example_is_the_same_command_in_every_language() -> None:
    """The words in it may be others: those of orders, and names of files."""
    for lang in languages():
        for command in COMMANDS:
            english, told = (PageWords(command, each).examples() for each in ("en", lang))

            assert list(map(_typed, told)) == list(map(_typed, english))


def _typed(line: str) -> list[str]:
    """Command and options."""
    words = shlex.split(line)
    return [*words[:2], *(word for word in words[2:] if word.startswith("-") and word != "-")]


def test_no_help_is_left_that_no_page_shows() -> None:
    names = [row.name for row in ROWS]
    shown = {("", "referee"), ("", "referee:examples")}
    shown |= {("", name + part) for name in names for part in ("", ":more", ":examples")}
    shown |= {("button", name) for name in names}
    shown |= {("", f"{name}:{param.name}") for name, row in COMMANDS.items() for param in command_of_row(row).params}
    left = [
        key
        for key in catalogue(HELP, "en")
        if key not in shown and key[0] not in ("brief", "section", "option", "metavar")
    ]

    assert left == []


@pytest.mark.parametrize("command", COMMANDS)
def test_every_parameter_is_told_from_the_catalogue(command: str) -> None:
    page = PageWords(command, "en")
    params = [param for param in command_of_row(COMMANDS[command]).params if not param.hidden]

    assert all(page.parameter(param)[1].split("  [")[0] for param in params)
    assert all(param.help in (None, "") for param in params)


@pytest.mark.parametrize(
    ("words", "options"),
    [
        (["help", "all"], ["--help"]),
        (["help", "move"], ["move", "--help"]),
        (["help", "key", "new"], ["key", "new", "--help"]),
        (["help", "move", "--lang", "it"], ["move", "--help", "--lang", "it"]),
        (["--lang", "it", "help", "move"], ["move", "--help", "--lang", "it"]),
        (["version"], ["--version"]),
    ],
)
def test_help_and_version_may_be_typed_as_words(tmp_path: Path, words: list[str], options: list[str]) -> None:
    told = inside(words, tmp_path / "home", tmp_path)

    assert told == inside(options, tmp_path / "home", tmp_path)
    assert told[0] == 0 and told[1]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_help_is_one_window_of_twelve_commands_and_the_topics_of_all_others(
    lang: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, page, errors = said(capsys, "help", "--lang", lang)
    lines = page.splitlines()
    month, rest = lines[: lines.index("")], lines[lines.index("") :]
    topics = [line.split("  ")[1] for line in rest if line.startswith("  help ")]

    assert (code, errors, len(lines) < 24, max(map(len, lines)) <= 80) == (0, "", True, True)
    assert [line.split()[0] for line in month[1:]] == TOPICS[MONTH].split("/")
    assert len(month) == 13
    assert [topic.split()[1] for topic in topics] == [topic for topic in TOPICS if topic != MONTH]
    assert {word for word in FIRST_WORDS if re.search(rf"(^|[ ,]){word}(,|$|  )", page, re.MULTILINE)} | {"help"} == {
        *FIRST_WORDS
    }


@pytest.mark.parametrize("topic", TOPICS)
def test_the_help_of_a_topic_says_what_each_of_its_commands_does(
    topic: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code, page, errors = said(capsys, "help", topic)

    assert (code, errors) == (0, "")
    names = [row.name for row in ROWS if row.section == topic and not row.group and row.name != "help"]
    assert [line.split()[0] for line in page.splitlines()[1:] if line[2] != " "] == names


@pytest.mark.parametrize("group", sorted(GROUPS))
@pytest.mark.parametrize("shared", [(), ("--json",), ("--lang", "it")], ids=["text", "json", "it"])
def test_a_group_alone_lists_what_it_is_about_where_it_can(tmp_path: Path, group: str, shared: tuple[str, ...]) -> None:
    home = tmp_path / "home"
    assert inside(["key", "new", "anna"], home, tmp_path)[0] == 0
    assert inside(["people", "set", "bert", "bert@example.org"], home, tmp_path)[0] == 0
    meant = ALONE.get(group)

    if meant is None:
        assert inside([group, *shared], home, tmp_path)[0] == 2
        return
    for typed in ([group, *shared], [*shared, group]):
        assert inside(typed, home, tmp_path) == inside([group, meant, *shared], home, tmp_path)
    assert inside([group, "--help"], home, tmp_path)[1].startswith("Usage")


@pytest.mark.parametrize("lang", languages())
def test_no_day_in_an_example_is_past(lang: str) -> None:
    days = [
        found
        for command in COMMANDS
        for line in PageWords(command, lang).examples()
        for found in re.findall(r"--(?:from|until) (\d{4}-\d\d-\d\d)", line)
    ]

    assert len(days) == 4 and min(days) > today()
