"""Whether anybody has played what the bag had not dealt: for whoever can open the bag and not the hands (depth 4)."""

from __future__ import annotations

from collections import Counter

from referee.kernel.goods import Supply
from referee.kernel.stock import Stock
from referee.record.notes import Deal, Step
from referee.table.reading.facts import cited, fact
from referee.table.reading.finding import PART, Finding, found
from referee.table.reading.history import History
from referee.table.seating import Table
from referee.table.step import tokens
from referee.table.step.table_lines import Back, read_table_lines

_Held = dict[str, Counter[str]]


def played_but_not_dealt(history: History, table: Table, seed: bytes) -> list[Finding]:
    """The first good that a seat has spent and not drawn, as its events tell."""
    supplies = tokens.dealer(table, seed).piles
    stocks, held = {pile.name: Stock() for pile in supplies}, {name: Counter[str]() for name in table.names}
    then: list[tuple[dict[str, Stock], _Held]] = []
    for name, signed_notes in history.steps():
        note = next(signed.note() for signed in signed_notes if signed.type in ("deal", "step"))
        assert isinstance(note, Deal | Step)
        first = _first_undone(note)
        if first:
            earlier, held = then[first - 1]
            stocks = {pile: stock.back_to(earlier[pile]) for pile, stock in stocks.items()}
        stocks, held = dict(stocks), {seat: Counter(kinds) for seat, kinds in held.items()}
        for event in note.event:
            word, *rest = event.split()
            if word == "drew":
                _draw(supplies, stocks, held[rest[0]], table.seat(rest[0]), rest)
            elif word == "hidden":
                _draw(supplies, stocks, Counter(), rest[0], [rest[0], "1", *rest[1:]])
            elif word == "spent":
                held[rest[0]][rest[1]] -= int(rest[2])
                if held[rest[0]][rest[1]] < 0:
                    notes = [cited(table, signed, f"{PART}{name}", at) for at, signed in enumerate(signed_notes, 1)]
                    of = fact("R-NOT-HELD", note.step, notes)
                    return [found(name, "not allowed", "played-never-dealt", of, seat=rest[0], kind=rest[1])]
        then.append((stocks, held))
    return []


def _first_undone(note: Deal | Step) -> int:
    """The step to before which a step goes back, 0 for none."""
    lines = read_table_lines(note.table) if isinstance(note, Step) else ()
    return next((line.step for line in lines if isinstance(line, Back)), 0)


def _draw(
    supplies: tuple[Supply, ...], stocks: dict[str, Stock], hand: Counter[str], taker: int | str, words: list[str]
) -> None:
    """Let `taker` have what an event says: (seat or place, count, pile or nothing)."""
    pile = next((pile for pile in supplies if pile.name == "".join(words[2:])), supplies[0])
    positions, stocks[pile.name] = stocks[pile.name].take(taker, int(words[1]), len(pile.kinds))
    hand.update(pile.kinds[at] for at in positions)
