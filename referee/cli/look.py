"""Looking without writing: status, show, hand, moves, log, rule."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.settings import Setting, shared
from referee.cli.terminal import data, picture
from referee.kernel.errors import OutOfOrder

if TYPE_CHECKING:
    from referee.kernel.goods import Own
    from referee.table.desk import Desk
    from referee.table.position import Position


def own_of(desk: Desk) -> Own | None:
    """What the own seat knows, or None for somebody without a seat."""
    seat = desk.eyes.seat
    return desk.position.knowledge.own(seat) if seat is not None else None


def status_of(desk: Desk) -> dict[str, Any]:
    """Where the game stands, as data."""
    history = desk.history
    found: dict[str, Any] = {"stage": "offer" if history.offer is not None else "nothing", "you": desk.role}
    if history.table is None:
        from referee.table.desk import pending
        from referee.table.turn import author

        found["joined"] = sorted(author(frame) for frame in pending(desk.folder, "join-"))
        return found
    table = history.table
    found |= {"stage": "charter", "game": table.game_id, "title": table.game.info.title, "seats": table.names}
    found["attempt"] = table.attempt
    if history.position is None:
        from referee.table.desk import pending
        from referee.table.turn import author

        found["accepted"] = sorted(author(frame) for frame in pending(desk.folder, "accept-"))
        return found
    position = history.position
    request = position.request
    found |= {"stage": "over" if position.over else "playing", "step": position.step, "head": position.head}
    found["compared"] = desk.guard().compared if desk.key is not None else ""
    found["countersigned"] = dict(zip(table.names, position.signed, strict=True))
    if request is not None:
        found["asked"] = {"seat": table.names[request.seat], "question": request.question, "about": request.about}
        found["mails"] = mails_needed(position)
    else:
        outcome = table.game.outcome(position.state)
        assert outcome is not None
        found["result"] = {"reason": outcome.reason, "ranks": dict(zip(table.names, outcome.ranks, strict=True))}
        found["acknowledged"] = sorted(history.acks)
    return found


def mails_needed(position: Position) -> list[str]:
    """Who must write before this turn of the board game can go on, in order, as far as public facts tell."""
    request = position.request
    if request is None:
        return []
    names = position.table.names
    first = names[request.seat]
    if position.active is None or request.seat == position.active:
        return [first]
    return [first, f"{names[position.active]} (unless a plan answers)"]


def status_lines(desk: Desk, found: dict[str, Any], lang: str) -> list[str]:
    """The status for people."""
    from referee.table.explain import question_prose

    stage = found["stage"]
    if stage == "nothing":
        return ["no game here yet: referee offer GAME --seats N, or referee join OFFER --seat NAME"]
    if stage == "offer":
        return [f"offered; joined so far: {', '.join(found['joined']) or 'nobody'}"]
    if stage == "charter":
        return [
            f"{found['title']} for {', '.join(found['seats'])}; accepted: {', '.join(found['accepted']) or 'nobody'}"
        ]
    lines = [f"{found['title']}, step {found['step']}, you are {found['you'] or 'looking on'}"]
    table, position = desk.table, desk.position
    request = position.request
    if request is not None:
        lines.append(question_prose(table.game, request, table.names, lang))
        lines.append(f"this turn needs: {', then '.join(found['mails'])}")
        if not found["compared"] and found["you"] and not desk.keys_known():
            lines.append("the four words are not compared yet: referee words")
        return lines
    ranks = sorted(found["result"]["ranks"].items(), key=lambda pair: pair[1])
    lines.append(
        f"the game is over ({found['result']['reason']}): " + ", ".join(f"{place}. {seat}" for seat, place in ranks)
    )
    missing = [name for name in table.names if name not in found["acknowledged"]]
    lines.append(f"not acknowledged yet by {', '.join(missing)}: referee ack" if missing else "closed by all seats")
    return lines


@shared
def status(at: Setting) -> None:
    """Who must answer what, and how many mails this turn still needs."""
    desk = at.desk()
    found = status_of(desk)
    data(at, found, status_lines(desk, found, at.lang))


@shared
def show(
    at: Setting,
    step: Annotated[int | None, typer.Argument(help="The board after this step; else now.")] = None,
    svg: Annotated[bool, typer.Option("--svg", help="Print the board as an SVG picture.")] = False,
    with_hand: Annotated[bool, typer.Option("--hand", help="Show your hidden hand beside the board.")] = False,
) -> None:
    """Show the board."""
    from referee.kernel.game import View

    seen: dict[int, Position] = {}
    desk = at.desk(watch=(lambda position: seen.__setitem__(position.step, position)) if step is not None else None)
    position = desk.position if step is None else seen.get(step)
    if position is None:
        raise OutOfOrder("there is no step {step}; the newest is {newest}", step=step, newest=desk.position.step)
    game = desk.table.game
    seat = desk.eyes.seat
    own = position.knowledge.own(seat) if seat is not None and with_hand else None
    view = View(desk.table.names, seat, own, at.lang)
    if at.json:
        data(at, {"step": position.step, "state": game.to_json(position.state)}, "")
    elif svg:
        if game.faces.svg is None:
            raise OutOfOrder("{game} has no picture in SVG", game=game.info.title)
        print(game.faces.svg(position.state, view))
    else:
        picture(at, game.faces.text(position.state, view))


@shared
def hand(at: Setting) -> None:
    """Show your hidden hand. Nothing else prints it unasked."""
    from referee.table.draft import kinds_named

    desk = at.desk()
    own = own_of(desk)
    if own is None:
        raise OutOfOrder("only a player of this game has a hand")
    data(at, {"hand": own.hand, "covered": own.covered}, kinds_named(own.hand) or "your hand is empty")


@shared
def moves(
    at: Setting,
    contains: Annotated[str, typer.Argument(help="Only orders with this word, such as leader or F7.")] = "",
) -> None:
    """List every order you may give now."""
    desk = at.desk()
    position = desk.position
    request = position.request
    if request is None:
        raise OutOfOrder("the game is over")
    seat = desk.eyes.seat if desk.eyes.seat is not None else request.seat
    if seat != request.seat:
        raise OutOfOrder("{asked} is asked now, not you", asked=desk.table.names[request.seat])
    game = desk.table.game
    orders = [game.notation.format_move(move) for move in game.legal_moves(position.state, seat, own_of(desk))]
    found = [order for order in orders if contains.lower() in order.lower()]
    data(at, {"seat": desk.table.names[seat], "question": request.question, "orders": found}, found or ["none"])


@shared
def log(
    at: Setting,
    last: Annotated[int | None, typer.Option("--last", help="Only the last steps, this many.")] = None,
) -> None:
    """Tell what happened, step by step."""
    from referee.table.explain import event_prose

    seen: list[Position] = []
    desk = at.desk(watch=seen.append)
    table = desk.table
    chosen = seen[-last:] if last else seen
    lines = []
    for position in chosen:
        orders = "; ".join(f"{table.names[seat]}: {order}" for seat, order in position.orders)
        lines.append(f"{position.step}. {orders or 'the deal'}")
        lines += [f"    {event_prose(table.game, event, table.names, at.lang)}" for event in position.events]
    found = [{"step": p.step, "orders": [(table.names[s], o) for s, o in p.orders]} for p in chosen]
    data(at, found, lines)


@shared
def rule(
    at: Setting,
    rule_id: Annotated[str, typer.Argument(metavar="RULE", help="Such as 'TE 6.2'.")],
) -> None:
    """Explain a rule: its sentence, where it stands, and our rulings."""
    from referee.table.explain import rule as explained

    text = explained(rule_id, at.lang)
    found = {"id": text.id, "sentence": text.sentence, "source": text.source, "rulings": text.rulings}
    data(
        at,
        found,
        [f"[{text.id}] {text.sentence}", f"source: {text.source}", *(f"- {ruling}" for ruling in text.rulings)],
    )
