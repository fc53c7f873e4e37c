"""The word for the value of an option or argument on a page, and what sort of value it takes, whichever Typer is
installed: each of 0.26, 0.28 and 0.29 has names of its own for both.
"""

from __future__ import annotations

from typing import Any, Literal

Sort = Literal["text", "number", "path", "boolean"]

_SORTS: dict[str, Sort] = {
    **dict.fromkeys(("int", "integer", "int range", "integer range"), "number"),
    **dict.fromkeys(("path", "file", "Path"), "path"),
    **dict.fromkeys(("bool", "boolean"), "boolean"),
}


def metavar_of(param: Any) -> str:
    """The word for its value: `FILE`, `[GAME]` where it may be left out, `NOTE...` for several, `<number>`."""
    is_argument = param.param_type_name == "argument"
    word = param.metavar
    if word is None:
        word = str(param.name).upper() if is_argument else f"<{sort_of(param)}>"
        word += "..." if param.nargs != 1 else ""
    return f"[{word}]" if is_argument and not param.required and not word.startswith("[") else str(word)


def sort_of(param: Any) -> Sort:
    """What sort of value it takes; a text where nothing else is known of it."""
    if hasattr(param, "type"):  # before 0.29
        return _SORTS.get(param.type.name, "text")
    asked = param.type_descriptor.annotation
    while getattr(asked, "__args__", None):  # list[Path], Path | None
        asked = asked.__args__[0]
    return _SORTS.get(getattr(asked, "__name__", ""), "text")
