"""docs/deck.md: what is told of the deck as a library runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from referee.crypto.deck import masking

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "deck.md").read_text("utf-8")


def test_the_code_of_the_page_deals_a_card(capsys: Any) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    known: dict[str, Any] = {}
    exec(compile(code, "docs/deck.md", "exec"), known)

    assert 0 <= known["card"] < 52
    others = [known["shares"][1:], known["shares"][:-1]]
    found = [masking.token_of(known["deck"][0], shares, masking.by_point(known["tiles"])) for shares in others]
    assert found == [None, None], "all but one open nothing"


def test_every_function_of_the_page_is_there() -> None:
    rows = PAGE.partition("## What each function")[2].partition("\n\nWhat is refused")[0]
    named = re.findall(r"`(\w+)`", "\n".join(row.split("|")[1] for row in rows.splitlines() if row.startswith("| `")))

    assert len(named) == 13 and all(callable(getattr(masking, name)) for name in named)
