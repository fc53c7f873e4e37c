"""Each check of the arithmetic of masked decks is taken out once, and what it holds off is not refused any more."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

from referee.crypto.deck import libsodium_group, shuffle_proof
from referee.crypto.deck.group import encoded
from tests.crypto import decks as honest
from tests.crypto.deck_lies import code_of, codes_of, crooked, lies, shifted
from tests.crypto.without_checks import Check, checks, modules_without

HONEST = {"honest", "honest lock", "honest key"}


@cache
def sound() -> dict[str, str]:
    """What becomes of every lie under the modules as they are."""
    return codes_of(honest.masking)


def test_every_lie_is_refused_and_what_is_honest_is_taken() -> None:
    assert {name for name, code in sound().items() if not code} == HONEST


@pytest.mark.parametrize("check", checks(), ids=str)
def test_a_check_that_is_taken_out_is_missed(check: Check) -> None:
    """Of the lies that are refused by its code, one at least goes through, or further than it did."""
    flawed = lies(modules_without(check))

    held_off = [name for name, code in sound().items() if code == check.code]
    missed = next((name for name in held_off if code_of(flawed[name]) != check.code), None)
    assert missed, f"no lie of tests/crypto/deck_lies.py is held off by this check alone; tried: {held_off}"


@pytest.mark.parametrize("lie", ["neutral key", "key of order two"])
def test_a_point_that_has_not_prime_order_would_be_taken_as_any_other(
    lie: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(libsodium_group, "in_group", libsodium_group.decode)

    assert sound()[lie] == "bad-point"
    assert code_of(lies(honest.masking)[lie]) != "bad-point"


EQUATIONS: dict[str, Callable[[], tuple[bytes, bytes, Sequence[bytes]]]] = {
    "c_d": lambda: crooked(committed=True, multiplied=False),
    "c_D": lambda: crooked(committed=True, multiplied=True),
    "c_k": lambda: crooked(committed=False, multiplied=False),
    "E_1": lambda: shifted(0),
    "E_2": lambda: shifted(1),
}
"""The equations of a proof, in the order in which they are hashed, each with a lie that it alone holds off."""


@pytest.mark.parametrize("equation", EQUATIONS)
def test_each_equation_alone_holds_off_a_lie(equation: str) -> None:
    """D7: where the verifier takes what the prover says for one of them, that lie goes through."""
    told, proof, said = EQUATIONS[equation]()
    at = list(EQUATIONS).index(equation)
    refused = code_of(lambda: honest.taken(told, proof))

    def believing(points: Sequence[Any]) -> tuple[bytes, ...]:
        found = encoded(points)
        return (*found[:at], said[at + 1], *found[at + 1 :])

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(shuffle_proof, "encoded", believing)
        assert (refused, code_of(lambda: honest.taken(told, proof))) == ("mix-unproven", "")
