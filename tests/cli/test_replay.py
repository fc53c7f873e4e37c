"""The page of a game: one file, closed to the network, in the reader's language, with nothing of a stranger's in it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from pathlib import Path

import pytest

from referee.messages.order_tree import compose_order_tree
from referee.service.pages.replay_page import page_of
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.replayed_games import HOSTILE, SEEN, Outline, hostile
from tests.cli.terminal import inside
from tests.table.small_games import copy_of
from tests.table.tampered_records import with_end

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
MATCH = running()
WHO = asked(MATCH)


def written(game: Path, *arguments: str, who: str = WHO, command: str = "replay") -> str:
    """The page as it is printed."""
    code, out, errors = inside([command, "--html", "-", *arguments], home_of(game.parent, who), game)
    assert (code, errors) == (0, "")
    return out


def hashes(page: str, element: str) -> list[str]:
    inner = re.findall(rf"<{element}>(.*?)</{element}>", page, re.DOTALL)
    return [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in inner]


@pytest.mark.parametrize("command", ["replay", "compose"])
def test_a_page_asks_nothing_of_the_network_and_runs_nothing_but_its_own_script(game: Path, command: str) -> None:
    outline = Outline(page := written(game, command=command))
    (policy,) = (attrs["content"] for tag, attrs in outline.elements if tag == "meta" and "http-equiv" in attrs)
    targets = {value for _, attrs in outline.elements for name, value in attrs.items() if name in ("src", "href")}

    assert outline.open == []
    assert policy == (
        f"default-src 'none'; style-src {hashes(page, 'style')[0]}; script-src {' '.join(hashes(page, 'script'))}; "
        "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'"
    )
    assert len(hashes(page, "script")) == 1 + (command == "compose")
    assert {target for target in targets if target and not target.startswith("#")} == set()
    assert not any(name.startswith("on") or name == "style" for _, attrs in outline.elements for name in attrs)


def test_a_page_without_script_has_the_newest_board_and_the_words_of_every_step(game: Path) -> None:
    page = written(game)
    _, log, _ = inside(["log"], home_of(game.parent, WHO), game)
    told = " ".join(" ".join(Outline(page).text).split())

    assert page.count("graphics-symbol") > 30
    assert all(" ".join(line.split()) in told for line in log.splitlines())
    assert [int(number) for number in re.findall(r'<li id="(\d+)">', page)] == list(range(MATCH.host.step + 1))


@pytest.mark.parametrize("command", ["replay", "compose"])
def test_the_same_game_gives_the_same_page_byte_for_byte(game: Path, command: str) -> None:
    assert written(game, command=command) == written(game, command=command)


def test_whoever_is_not_asked_has_nothing_to_click_together(game: Path) -> None:
    other = next(name for name in MATCH.players if name != WHO)
    code, _, errors = inside(["compose", "--html", "-"], home_of(game.parent, other), game)

    assert (code, errors) == (5, f"referee: the game is waiting for {WHO.title()}, not for you\n")
    assert inside(["compose", "--html", "-"], game.parent / "nobody", game)[0] == 5


def test_what_can_be_clicked_first_is_told_to_programs_too(game: Path) -> None:
    home = home_of(game.parent, WHO)
    _, out, _ = inside(["compose", "--html", str(game.parent / "page.html"), "--json"], home, game)
    told = json.loads(out)
    choices = {choice["order"]: choice for choice in told["choices"]}
    costly = next(choice for order, choice in choices.items() if order.startswith("catastrophe"))
    usual = next(choice for order, choice in choices.items() if order.startswith("place"))

    assert told["orders"] == len(choices)
    assert (costly["seldom"], usual["seldom"], choices["pass"]["spots"]) == (True, False, [])
    assert costly["spots"] == costly["order"].split()[1:]
    assert costly["ghosts"] == [{"symbol": "", "place": costly["spots"][0]}]
    _, kind, space = usual["order"].split()
    assert usual["ghosts"] == [{"symbol": f"tile-{kind}", "place": space}]
    assert usual["sentence"] == f"{WHO.title()} places a {kind} on {space}"
    assert choices["pass"]["ghosts"] == []
    assert all(costly["told"])


def test_the_page_of_a_turn_holds_the_own_hand_and_every_place_that_an_order_names(game: Path) -> None:
    page = written(game, command="compose")
    orders = json.loads(re.findall(r'id="film">(.*?)</script>', page, re.DOTALL)[0])["compose"]
    titles = [spot[0] for spot in orders["spots"]]
    said = {
        order: {titles[spot] for spot in named} for order, named in zip(orders["orders"], orders["named"], strict=True)
    }

    assert ("Your hand" in page, said["pass"]) == (True, set())
    assert all(order.split()[-1] in said[order] for order in said if order.startswith(("place", "leader", "catas")))


@pytest.mark.parametrize("example", ["tigris-4p", "cards-2p", "ur-3p", "civilization-2p"])
def test_a_page_grows_by_less_than_three_kilobytes_a_step(example: str, tmp_path: Path) -> None:
    code, out, _ = inside(["replay", "--html", str(tmp_path / "page.html"), "--json"], tmp_path, EXAMPLES / example)
    told = json.loads(out)

    assert (code, told["size"], told["hand"]) == (0, (tmp_path / "page.html").stat().st_size, False)
    assert told["steps"] == told["step"] + 1
    assert told["size"] < 40_000 + 2_000 * told["steps"]


def test_a_page_is_in_the_language_of_its_reader(game: Path) -> None:
    page = written(game, "--lang", "it", command="compose")

    assert '<html lang="it">' in page
    for said in ("Che cosa è successo", "Un passo avanti", "L&#39;ultimo turno di", "Regni", "Tocca a te"):
        assert said in page
    assert '"step":"passo %n di ' in page and '"take":"Basta cos\\u00ec:"' in page


def test_only_a_player_has_a_hand_in_the_page_and_only_where_it_is_asked_for(game: Path, tmp_path: Path) -> None:
    code, _, errors = inside(["replay", "--hand", "--html", "-"], tmp_path / "nobody", game)

    assert (code, errors) == (5, "referee: only the players of this game have a hand\n")
    assert "Your hand" in written(game, "--hand") and "Your hand" not in written(game)
    assert 'id="compose"' not in written(game, "--hand") + written(game)


def test_it_must_be_said_where_the_page_goes_and_one_output_holds_one_thing(game: Path) -> None:
    home = home_of(game.parent, WHO)
    where = "referee: say where to write the page: --html FILE, or --open to view it in the browser\n"

    assert inside(["replay"], home, game)[::2] == (2, where)
    assert inside(["replay", "--html", "-", "--json"], home, game)[0] == 2


@pytest.mark.parametrize("form", ["replay --html", "show --svg", "show --html"])
def test_a_file_is_called_as_it_was_said_and_its_name_is_printed_without_acting(
    game: Path, tmp_path: Path, form: str
) -> None:
    name = "<script>alert(1)</script>]]>".replace("/", "") + "\u2028\x1b[31m.html"
    code, out, errors = inside([*form.split(), str(tmp_path / name)], home_of(tmp_path, WHO), game)

    assert (code, errors, [path.name for path in tmp_path.iterdir() if path.is_file()]) == (0, "", [name])
    assert not {"\x1b", "\u2028"} & set(out)


def test_the_browser_is_shown_a_file_of_its_own(game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[str] = []
    monkeypatch.setattr("webbrowser.open", lambda address: seen.append(address) or True)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    code, out, _ = inside(["replay", "--open"], home_of(tmp_path, WHO), game)
    path = Path(out.strip().removeprefix("page saved as "))

    assert (code, seen, path.name) == (0, [path.as_uri()], "replay.html")
    assert path.read_text() == written(game)


def test_points_of_a_running_game_are_in_its_page_only_where_they_lie_open(tmp_path: Path) -> None:
    found = {}
    for game in ("tigris", "cards", "ur"):
        match = running(game)
        found[game] = 'id="chart"' in written(lay(tmp_path / game, match.files), who=asked(match))

    assert found == {"tigris": False, "cards": False, "ur": True}


def test_hands_and_a_verdict_are_in_no_page_while_the_game_runs(game: Path) -> None:
    assert not re.search('id="(hands|verdict)"|"hands":', written(game))


def test_hands_that_the_referee_never_opened_are_in_no_page(tmp_path: Path) -> None:
    page = written(lay(tmp_path / "game", with_end(open=None, box=None)), who="anna")

    assert "(coverage 1 of 5)" in page
    assert 'id="hands"' not in page


def test_the_page_knows_which_steps_only_pass(tmp_path: Path) -> None:
    match = copy_of(MATCH)
    match.enter(match.write(asked(match), ["pass; pass"]))
    who = asked(match)
    order = next(text for text in compose_order_tree(match.players[who], match.eyes[who]).first if text != "pass")
    match.enter(match.write(who, [order, "pass"]))
    page = written(lay(tmp_path / "passed", match.files))
    steps = json.loads(re.findall(r'id="film">(.*?)</script>', page, re.DOTALL)[0])["steps"]

    assert [step.get("idle", 0) for step in steps[-2:]] == [1, 0]
    assert 'id="skip"' in page


# Text from strangers


def test_nothing_that_strangers_write_is_markup_or_invisible_in_a_page() -> None:
    page = page_of(hostile(HOSTILE))

    assert [tag for tag, _ in Outline(page).elements] == [tag for tag, _ in Outline(page_of(hostile("x"))).elements]
    assert not {"\x1b", "\u2028", "\u202e"} & set(page)
    assert page.count("</script>") == 3


def test_what_strangers_write_appears_as_it_is_written() -> None:
    outline = Outline(page := page_of(hostile(HOSTILE)))
    data = json.loads(re.findall(r'id="film">(.*?)</script>', page, re.DOTALL)[0])

    assert outline.text.count(SEEN) >= 6
    assert f'anna: "{SEEN}"' in outline.text
    assert json.dumps(SEEN) in json.dumps(data["forms"])
    assert data["compose"]["orders"] == [SEEN]


def test_a_comment_of_a_player_stands_in_the_page_as_it_was_written(tmp_path: Path) -> None:
    match = copy_of(MATCH)
    match.enter(match.write(WHO, ["pass"], say=['</script><b>hi</b> & "you"']))
    page = written(lay(tmp_path / "said", match.files))

    assert f'{WHO.title()}: "</script><b>hi</b> & "you""' in Outline(page).text
