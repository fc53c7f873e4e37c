"""A result in words: the number that decided is told, with all that it was compared with."""

from __future__ import annotations

import pytest

from referee.drawing.result_text import by_place, ranked_by_lowest
from referee.kernel.game import Outcome

NAMES = ("Anna", "Bert", "Carl")


def outcome(*scores: tuple[int, ...]) -> Outcome:
    return Outcome("treasures", tuple(1 + sum(other > own for other in scores) for own in scores), scores)


@pytest.mark.parametrize(
    ("scores", "english", "italian"),
    [
        (
            ((5, 6, 7, 8), (6, 6, 6, 6), (2, 9, 9, 9)),
            "Bert wins. Lowest colour: Bert 6, Anna 5, Carl 2.",
            "Vince Bert. Conta la sfera più debole: Bert 6, Anna 5, Carl 2.",
        ),
        (
            ((8, 14, 16, 16), (8, 8, 9, 10), (5, 7, 7, 8)),
            "Anna wins. Lowest colour: Anna and Bert tie with 8. Second lowest: Anna 14, Bert 8.",
            "Vince Anna. Nella sfera più debole: Anna e Bert hanno 8. Decide la seconda: Anna 14, Bert 8.",
        ),
        (
            ((8, 9, 9, 16), (8, 9, 10, 10), (8, 8, 8, 8)),
            "Bert wins. Two lowest colours: Bert and Anna tie with 8 9. Third lowest: Bert 10, Anna 9.",
            "Vince Bert. Le due sfere più deboli sono pari: Bert e Anna hanno 8 9. Decide la terza: Bert 10, Anna 9.",
        ),
        (
            ((8, 9, 9, 16), (8, 9, 9, 17), (8, 9, 9, 15)),
            "Bert wins. Three lowest colours: Bert, Anna and Carl tie with 8 9 9. Highest: Bert 17, Anna 16, Carl 15.",
            "Vince Bert. Tre sfere sono pari: Bert, Anna e Carl hanno 8 9 9. "
            "Decide la più forte: Bert 17, Anna 16, Carl 15.",
        ),
        (
            ((8, 9, 9, 16), (8, 9, 9, 16), (8, 8, 8, 8)),
            "Anna and Bert share first place with 8 9 9 16.",
            "Anna e Bert sono a pari merito al primo posto, con 8 9 9 16.",
        ),
    ],
)
def test_the_number_that_decided_is_told(scores: tuple[tuple[int, ...], ...], english: str, italian: str) -> None:
    assert ranked_by_lowest(outcome(*scores), NAMES, "en") == english
    assert ranked_by_lowest(outcome(*scores), NAMES, "it") == italian


def test_places_are_told_from_the_winner_on() -> None:
    assert by_place(outcome((5, 6), (6, 6), (5, 6))) == (1, 0, 2)
