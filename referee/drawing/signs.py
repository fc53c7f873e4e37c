"""The one system of signs, for every game and both kinds of picture: a small letter says whose a piece is."""

from __future__ import annotations

from collections.abc import Sequence


def seat_signs(names: Sequence[str]) -> tuple[str, ...]:
    """One sign for each seat: the small first letter of the name, or the seat's number (from 1) where that tells
    nothing: two begin alike, or the name begins with something else than a letter of the alphabet.
    """
    first = [name[:1].lower() for name in names]
    return tuple(
        letter if "a" <= letter <= "z" and first.count(letter) == 1 else str(number)
        for number, letter in enumerate(first, 1)
    )


def told_apart(names: Sequence[str]) -> tuple[str, ...]:
    """The names, each behind its number where the number is its sign: `2 Bert`, `3 Bob`."""
    return tuple(
        f"{sign} {name}" if sign.isdigit() else name for sign, name in zip(seat_signs(names), names, strict=True)
    )
