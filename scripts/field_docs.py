"""The descriptions of schema properties: of each field of a struct the docstring that stands below it in the source."""

from __future__ import annotations

import ast
import inspect
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import pairwise
from typing import Any, get_origin

import msgspec
from msgspec import inspect as types

_REF = "#/$defs/"


def schema_parts(
    kinds: Iterable[Any], schema_hook: Callable[[type], dict[str, Any]] | None = None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """The schemas of types and the definitions they refer to, every property with the docstring of its field.

    Structs of one name get longer names; asked for the schema of each struct, msgspec says which name it has given.
    """
    asked = list(kinds)
    structs = list(dict.fromkeys(_structs(types.multi_type_info(asked))))
    found, parts = msgspec.json.schema_components(
        [*asked, *structs], ref_template=_REF + "{name}", schema_hook=schema_hook
    )
    for struct, reference in zip(structs, found[len(asked) :], strict=True):
        _describe(parts[reference["$ref"].removeprefix(_REF)], struct)
    return list(found[: len(asked)]), parts


def field_docs(struct: type) -> dict[str, str]:
    """What stands below each field of a class, own or inherited, in one line by the name of the field."""
    found: dict[str, str] = {}
    for base in reversed(struct.__mro__):
        found |= _docs_of_module(base.__module__).get(base.__qualname__, {})
    return found


def _describe(schema: dict[str, Any], struct: Any) -> None:
    docs, known = field_docs(get_origin(struct) or struct), msgspec.structs.fields(struct)
    rows = schema.get("properties") or dict(zip((one.encode_name for one in known), schema["prefixItems"], strict=True))
    for field in known:
        if field.name in docs:
            rows[field.encode_name]["description"] = docs[field.name]


def _structs(found: Iterable[types.Type]) -> Iterator[Any]:
    """All structs in these types; each is entered once, for it may hold itself."""
    waiting, entered = list(found), set()
    while waiting:
        part = waiting.pop()
        if not isinstance(part, types.StructType):
            waiting.extend(_inner(part))
        elif part.cls not in entered:
            entered.add(part.cls)
            waiting.extend(field.type for field in part.fields)
            yield part.cls


def _inner(part: types.Type) -> Iterator[types.Type]:
    """The types in one that is no struct: of its items, keys, values or members."""
    for name in part.__struct_fields__:
        value = getattr(part, name)
        yield from (one for one in (value if isinstance(value, tuple) else (value,)) if isinstance(one, types.Type))


@cache
def _docs_of_module(name: str) -> dict[str, dict[str, str]]:
    """The docstrings below the fields of the classes that a module defines, by class and field."""
    try:
        source = inspect.getsource(sys.modules[name])
    except (KeyError, OSError, TypeError):  # written in C, or a type that was made by a call
        return {}
    return {node.name: dict(_docs(node.body)) for node in ast.parse(source).body if isinstance(node, ast.ClassDef)}


def _docs(body: list[ast.stmt]) -> Iterator[tuple[str, str]]:
    for field, below in pairwise(body):
        if (
            isinstance(field, ast.AnnAssign)
            and isinstance(field.target, ast.Name)
            and isinstance(below, ast.Expr)
            and isinstance(below.value, ast.Constant)
            and isinstance(below.value.value, str)
        ):
            yield field.target.id, " ".join(below.value.value.split())
