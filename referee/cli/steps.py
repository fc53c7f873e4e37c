"""Steps of a game as lines for people: the orders, what happened, and what players wrote."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from referee.cli.context import Setting
from referee.drawing.safe import safe_text
from referee.table.telling.news import StepTold


def step_lines(at: Setting, step: StepTold) -> Iterator[str]:
    """One step: its number and orders, then a line for each thing that happened, was opened or was said."""
    by_seat = groupby(step.orders, key=lambda order: order[0])
    orders = " / ".join(f"{seat}: {'; '.join(text for _, text in given)}" for seat, given in by_seat)
    yield f"{step.step}. {orders or at.sentence('the deal')}"
    for seat, number, text in step.opened:
        yield "    " + at.sentence(
            'opened now: {seat} had sealed in step {step} "{text}"', seat=seat, step=number, text=text
        )
    for sentence in step.told:
        yield f"    {sentence}"
    for seat, text in step.said:
        # The seat stands before every line, and quotes around it: no line of a player's looks like one of ours.
        yield f'    {seat}: "{safe_text(text)}"'
