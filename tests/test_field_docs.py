"""Schemas say of each property what the docstring below its field says, whatever the struct is called."""

from __future__ import annotations

from typing import Annotated

import msgspec

from scripts.field_docs import field_docs, schema_parts


class Tile(msgspec.Struct):
    """A tile with a place, and with tiles below it."""

    place: str
    """Where it lies, in the words
    of the board.
    """
    below: tuple[Tile, ...] = ()
    """The tiles below it."""
    note: Annotated[str, msgspec.Meta(description="what somebody wrote")] = ""
    plain: int = 0


class Heavy(Tile):
    """A tile with a weight."""

    weight: int = msgspec.field(default=0, name="grams")
    """How heavy it is, in grams."""
    note: str = ""
    """What the scales say."""


class Other:
    """What holds another struct of the same name, as another module would."""

    Tile = msgspec.defstruct("Tile", [("place", str)], module="elsewhere")


def test_a_property_says_what_stands_below_its_field() -> None:
    _, parts = schema_parts([Tile])
    told = {name: said.get("description") for name, said in parts["Tile"]["properties"].items()}

    assert told == {
        "place": "Where it lies, in the words of the board.",
        "below": "The tiles below it.",
        "note": "what somebody wrote",
        "plain": None,
    }


def test_inherited_fields_keep_their_sentence_and_new_ones_win() -> None:
    (found,), parts = schema_parts([dict[str, Heavy | None]])
    properties = parts["Heavy"]["properties"]

    assert {"$ref": "#/$defs/Heavy"} in found["additionalProperties"]["anyOf"]
    assert properties["place"]["description"] == "Where it lies, in the words of the board."
    assert properties["grams"]["description"] == "How heavy it is, in grams."
    assert properties["note"]["description"] == "What the scales say."


def test_structs_of_one_name_keep_their_own_sentences() -> None:
    (own, other), parts = schema_parts([Tile, Other.Tile])
    names = [reference["$ref"].removeprefix("#/$defs/") for reference in (own, other)]

    assert len(set(names)) == 2
    assert parts[names[0]]["properties"]["place"]["description"] == "Where it lies, in the words of the board."
    assert "description" not in parts[names[1]]["properties"]["place"]


def test_a_type_without_source_has_no_docs() -> None:
    assert field_docs(msgspec.defstruct("Made", [("place", str)])) == {}
