"""Notes of a finished game whose bytes never change, for mails that bring them."""

from __future__ import annotations

from tests.support import ROOT

RECORD = ROOT / "tests" / "frozen" / "notes-1" / "tigris-4p" / "record"


def bundle(step: int) -> str:
    """The notes of a step: the move and the step note."""
    return (RECORD / f"{step:04d}.step").read_text("ascii")


def move(step: int) -> str:
    """The move of a step alone."""
    end = "-----END REFEREE NOTE-----\n"
    return bundle(step).partition(end)[0] + end
