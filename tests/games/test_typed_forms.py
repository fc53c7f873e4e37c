"""What friends typed in their first games is understood: 95 of 100 forms, the rest refused, none misread."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.games import find
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import Unreadable
from referee.kernel.grammar.parser import LONGEST, Hearing
from tests.games.typed_positions import position
from tests.games.understood_orders import understood

TABLE = tomllib.loads((Path(__file__).parent / "typed_forms.toml").read_text("utf-8"))["table"]
LEAST = {
    ("tigris", "it"): 45,
    ("cards", "it"): 70,
    ("ur", "it"): 60,
    ("civilization", "it"): 230,
    ("tigris", "en"): 20,
    ("cards", "en"): 13,
    ("ur", "en"): 11,
    ("civilization", "en"): 19,
}
"""How many forms of each game stand in the table, at least."""


@pytest.mark.parametrize("part", TABLE, ids=lambda part: f"{part['game']}-{part['position']}-{part['lang']}")
def test_a_form_is_understood_or_refused_as_the_table_says(part: dict[str, object]) -> None:
    game, rows = find(str(part["game"])), part["rows"]
    state = position(game, str(part["position"]))
    assert isinstance(rows, list)

    assert [[typed, understood(game, state, typed, str(part["lang"]))] for typed, _ in rows] == rows


@pytest.mark.parametrize(("game", "lang"), LEAST)
def test_of_a_hundred_forms_ninety_five_are_understood(game: str, lang: str) -> None:
    rows = [row for part in TABLE if (part["game"], part["lang"]) == (game, lang) for row in part["rows"]]
    understood = [typed for typed, meant in rows if not meant.startswith("!")]

    assert len(rows) >= LEAST[game, lang]
    assert len(understood) >= 0.95 * len(rows)
    assert len({typed for typed, _ in rows}) >= 0.9 * len(rows), "a form that is told again is no other"


@pytest.mark.parametrize(
    ("name", "place", "said"),
    [
        ("cards", "turn", "a"),
        ("cards", "turn", ", a"),
        ("cards", "swap", "con di e"),
        ("cards", "score", "black , e a 1"),
        ("tigris", "commit", "a i"),
        ("tigris", "ziggurat", ", e i nero di"),
        ("civilization", "learning", ", a"),
        ("ur", "placing", "e in"),
    ],
)
def test_nonsense_costs_few_steps_for_each_word(
    name: str, place: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, steps = find(name), [0]
    state = position(game, place)

    def counted(method: Any) -> Any:
        def count(*args: Any, **named: Any) -> Any:
            steps[0] += 1
            return method(*args, **named)

        return count

    for method in ("_fill", "_order"):
        monkeypatch.setattr(Hearing, method, counted(getattr(Hearing, method)))
    line = " ".join((said.split() * LONGEST)[: LONGEST - 1])

    with pytest.raises(Unreadable):
        game.notation.read(line, state, game.requests(state)[0].seat)

    assert steps[0] < 80 * LONGEST


@pytest.mark.parametrize(("game", "place", "lang"), sorted({(p["game"], p["position"], p["lang"]) for p in TABLE}))
def test_a_refusal_names_no_form_twice(game: str, place: str, lang: str) -> None:
    state = position(find(game), place)
    request, *_ = find(game).requests(state)
    with pytest.raises(Unreadable) as refused:
        find(game).notation.read("xyzzy", state, request.seat)
    forms = refusal_text(refused.value, lang).hint.split(", ")

    assert len(set(forms)) == len(forms), forms
