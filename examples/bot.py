"""A bot of one's own that plays a seat of a real game: `referee watch FOLDER --on-event "python bot.py GAME"`.

`watch` takes in what has come and runs this once for each event; what is signed here lies in the shared folder at once.
Without an event it plays what is due now. It looks one order ahead and takes what is best for it.
"""

import json
import sys

from referee.api import OpenTable, RefereeError, ask_sign, open_table, sign, view

MOST = 12


def best_order(table: OpenTable, orders: list[str]) -> str | None:
    """The order behind those that are chosen that does the most good; the first of several, None if there is none."""
    choices = [one for one in view(table, orders).choices if not one.stays]
    worth = [sum({True: 2, None: 0, False: -1}[effect.good] for effect in one.effects) for one in choices]
    return choices[worth.index(max(worth))].id if choices else None


def turn(table: OpenTable) -> list[str]:
    """Orders until the note is whole; what the rules refuse behind them is left out."""
    orders: list[str] = []
    while len(orders) < MOST and (order := best_order(table, orders)) is not None:
        shown = view(table, [*orders, order])
        if shown.orders[-1].refused is not None:
            break
        orders.append(order)
        if not shown.choices:
            break
    return orders


def main(folder: str) -> None:
    """Sign one move if this seat is asked, and say so."""
    table = open_table(folder)
    shown = view(table)
    if shown.question is None or not (orders := turn(table)):
        print("nothing to do")
        return
    ask = ask_sign(table, orders)
    sign(table, orders, ask.digest)
    print(ask.sentence)


if __name__ == "__main__":
    event = "" if sys.stdin.isatty() else sys.stdin.readline()
    if not event.strip() or json.loads(event)["kind"] == "asked":
        try:
            main(sys.argv[1])
        except RefereeError as refused:
            sys.exit(f"{refused.code}: {refused}")
