"""Write case files of an earlier format in today's: `python scripts/convert_cases.py FILE... [--into FOLDER]`.

Without `--into` each file is written over. A file in today's format stays as it is, but for its layout.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from referee.games.cases import rewritten  # noqa: E402

WIDTH = 120


def laid_out(book: dict[str, Any]) -> str:
    """A case file for people: a field of a case a line, broken only where it does not fit."""
    head = [f" {json.dumps(name)}: {json.dumps(book[name], ensure_ascii=False)}," for name in book if name != "cases"]
    cases = ",\n".join(_case(case) for case in book["cases"])
    return "\n".join(["{", *head, ' "cases": [', cases, " ]", "}", ""])


def _case(case: dict[str, Any]) -> str:
    fields = ",\n".join(f"   {json.dumps(name)}: {_broken(value, 3, len(name) + 4)}" for name, value in case.items())
    return f"  {{\n{fields}\n  }}"


def _broken(value: Any, margin: int, used: int) -> str:
    """JSON on one line if it fits behind `used` columns, else with an item a line."""
    flat = json.dumps(value, ensure_ascii=False)
    if margin + used + len(flat) + 1 <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner = " " * (margin + 1)
    if isinstance(value, dict):
        rows = [f"{json.dumps(name)}: {_broken(part, margin + 1, len(name) + 4)}" for name, part in value.items()]
        return "{\n" + ",\n".join(inner + row for row in rows) + "\n" + " " * margin + "}"
    return "[\n" + ",\n".join(inner + _broken(part, margin + 1, 0) for part in value) + "\n" + " " * margin + "]"


def main() -> None:
    """Read the command line and convert."""
    parser = argparse.ArgumentParser(description="Case files of an earlier format in today's.")
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument("--into", type=Path, metavar="FOLDER", help="write here, not over the files")
    given = parser.parse_args()
    for path in given.files:
        text = laid_out(rewritten(path.read_bytes(), str(path)))
        (given.into / path.name if given.into else path).write_text(text, "utf-8")


if __name__ == "__main__":
    main()
