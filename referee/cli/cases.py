"""`referee cases run`: rule cases as data, for this and any other program."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from referee.cli import codes
from referee.cli.settings import Setting, shared
from referee.cli.terminal import data
from referee.kernel.errors import Unreadable

app = typer.Typer(help="Rule cases as data.", no_args_is_help=True, rich_markup_mode=None)


@app.callback()
def _about() -> None:
    return


@app.command(epilog="Example: referee cases run cases.json")
@shared
def run(
    at: Setting,
    files: Annotated[list[Path], typer.Argument(help="Files of cases in the exchange format.")],
    only: Annotated[str | None, typer.Option("--only", help="One case, by its id.")] = None,
) -> None:
    """Run rule cases; one line for each that fails, with expected and found. Exit 0 only if all pass."""
    from referee.games import find

    failed: list[dict[str, Any]] = []
    count = 0
    for path in files:
        book = _book(path)
        game = find(book.get("game", "tigris"))
        for case in book["cases"]:
            if only is not None and case.get("id") != only:
                continue
            count += 1
            differences = game.run_case(case)
            if differences:
                failed.append({"file": str(path), "id": case.get("id"), "differences": differences})
    lines = []
    for failure in failed:
        told = "; ".join(
            f"{where}: expected {expected}, found {found}" for where, expected, found in failure["differences"]
        )
        lines.append(f"{failure['id']}: {told}")
    lines.append(f"{count - len(failed)} of {count} cases pass")
    data(at, {"cases": count, "failed": failed}, lines)
    raise typer.Exit(codes.DONE if count and not failed else codes.FAULT)


def _book(path: Path) -> dict[str, Any]:
    import msgspec

    from referee.record.store import read_input

    try:
        book = msgspec.json.decode(read_input(path))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable("{path} is no JSON: {why}", path=str(path), why=str(error)) from None
    if not isinstance(book, dict) or not isinstance(book.get("cases"), list):
        raise Unreadable("{path} holds no list of cases", path=str(path))
    return book
