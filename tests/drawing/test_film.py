"""A film: what its forms and steps make is what was drawn, and what is drawn twice stands in it once."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from referee.drawing.frame_changes import Film, make_film, shape_element
from referee.kernel.shapes import Element
from tests.drawing.films import DRAWINGS, HOSTILE, drawn, said, tile


def boards(made: Film) -> Iterator[set[tuple[str, Element]]]:
    """What a page shows after each step: what stays, and what the script makes of the data."""
    still = {(shape.layer, plain(shape_element(shape))) for shape in made.newest[: sum(made.still)]}
    shown: set[int] = set()
    for _, gone, come in made.steps:
        shown = (shown - set(gone)) | set(come)
        yield still | {built(made, number) for number in shown}


def built(made: Film, number: int) -> tuple[str, Element]:
    form, *values = made.shapes[number]
    layer, tree = made.forms[int(form)]
    left = iter(values)
    element = grown(tree, left)
    assert list(left) == []
    return made.layers[layer], element


def grown(tree: Any, values: Iterator[Any]) -> Element:
    name, known, free, text, *inside = tree
    attributes = {**known, **{key: next(values) for key in free}}
    told = next(values) if text == 0 else text
    return Element(name, tuple(sorted(attributes.items())), told, tuple(grown(inner, values) for inner in inside))


def plain(element: Element) -> Element:
    """The same element with its attributes in order of their names."""
    inside = tuple(map(plain, element.inside))
    return Element(element.name, tuple(sorted(element.attributes)), element.text, inside)


def test_each_step_of_a_film_is_the_drawing_it_was_made_of() -> None:
    expected = [{(shape.layer, plain(shape_element(shape))) for shape in drawing.shapes} for drawing in DRAWINGS]

    assert list(boards(make_film(DRAWINGS))) == expected


def test_what_stays_from_the_first_drawing_to_the_last_is_no_part_of_the_data() -> None:
    made = make_film([drawn(tile("B1", 52.5), said("one")), drawn(said("two"), tile("B1", 52.5))])

    assert (made.layers, made.still) == (("tiles", "head"), (1, 0))
    assert [shape.key for shape in made.newest] == ["tile B1", "headline"]
    assert [(gone, come) for _, gone, come in made.steps] == [((), (0,)), ((0,), (1,))]


def test_the_newest_board_has_its_shapes_in_the_order_of_their_numbers() -> None:
    made = make_film([drawn(), drawn(tile("B1", 52.5), tile("A1", 4)), drawn(tile("A1", 4), tile("B1", 52.5))])

    assert [shape.key for shape in made.newest] == ["tile B1", "tile A1"]


def test_what_is_drawn_again_and_what_looks_alike_is_kept_once() -> None:
    made = make_film(DRAWINGS)

    assert len(made.shapes) == 5
    assert len(made.forms) == 3
    assert [(gone, come) for _, gone, come in made.steps[2:]] == [((), (3,)), ((1, 2), (4, 0))]


def test_what_all_shapes_of_a_form_have_in_common_is_no_value_of_each() -> None:
    made = make_film(DRAWINGS)

    assert made.shapes[0][1:] == ("one",)
    assert made.shapes[3][1:] == ("tile B1", 52.5)


def test_text_of_strangers_is_a_value_and_what_cannot_be_seen_is_made_visible() -> None:
    made = make_film([drawn(said(HOSTILE)), drawn(said("x"))])

    assert made.shapes[0][1:] == ("</script><b>\\u{2028}]]>\"'\\u{1b}",)
    assert json.loads(json.dumps(made.forms))


def test_the_same_drawings_make_the_same_film() -> None:
    assert make_film(DRAWINGS) == make_film(list(DRAWINGS))
