"""Making a move: try, move, standing, ack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.context import Setting, example, is_terminal, shared, shown
from referee.cli.output import confirm, data, note, picture
from referee.kernel.errors import OutOfOrder

if TYPE_CHECKING:
    from referee.record.note import SignedNote
    from referee.table.desk.desk import Desk
    from referee.table.desk.named import Named
    from referee.table.desk.send import Sent
    from referee.table.step.draft import Draft

Orders = Annotated[
    list[str],
    typer.Argument(metavar="ORDER...", help="One order as it is, or several in quotes, cut with ;"),
]


def _typed(orders: list[str]) -> list[str]:
    """Words without quotes are one order: `referee move place temple F7`; quoted ones are an order each."""
    return orders if any(" " in order.strip() for order in orders) else [" ".join(orders)]


def _reading(at: Setting, orders: Draft) -> list[str]:
    """How the orders were read: each in its one spelling, and whether all see it or the host alone."""
    lines = [at.sentence("order   {order}", order=order) for order in orders.do]
    lines += [at.sentence("sealed  {line}", line=line) for line in orders.lines]
    if orders.covered and not orders.lines:
        lines.append(at.sentence("sealed  nothing, and nobody can tell"))
    return lines


def _consequences(at: Setting, desk: Desk, orders: Draft) -> list[str]:
    """What the clear orders lead to, in the reader's words, as far as it is certain."""
    from referee.table.explain import events_prose

    return [f"  {told}" for told in events_prose(desk.table.game, orders.run.events, desk.table.names, at.lang)]


@example("referee try place temple F7", 'referee try "leader king B9; commit 2"')
@shared
def try_(at: Setting, orders: Orders) -> None:
    """Player: try orders on your own knowledge, with the referee's own code. Nothing is signed or written."""
    from referee.cli.shapes import Tried
    from referee.kernel.events import event_words
    from referee.kernel.game import View
    from referee.table.explain import events_prose
    from referee.table.step.draft import draft

    desk = at.desk()
    tried = draft(desk.position, desk.eyes, _typed(orders))
    names, game, run = desk.table.names, desk.table.game, tried.run
    certain = not (run.news or tried.covered)
    if at.json:
        events = tuple(event_words(event, names) for event in run.events)
        told = events_prose(game, run.events, names, at.lang)
        state = game.to_json(run.state)
        data(at, Tried(tried.do, tried.lines, tried.covered, events, told, certain, state), "")
        return
    data(at, None, [*_reading(at, tried), *_consequences(at, desk, tried)])
    picture(at, game.faces.text(run.state, View(names, desk.eyes.seat, None, at.lang)))
    if not certain:
        note(at.sentence("what others answer or the bag gives is not known yet; the board shows only what is certain"))


@example(
    "referee move place temple F7",
    'referee move "place temple F7; leader farmer G4"',
    'referee move "leader king B9; commit 2; win place settlement B10; lose pass" --say "Have at you!"',
)
@shared
def move(
    at: Setting,
    orders: Orders,
    say: Annotated[list[str] | None, typer.Option("--say", help="A line to all, signed with the move.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Sign without asking.")] = False,
    instead: Annotated[bool, typer.Option("--instead", help="Replace the move you signed for this step.")] = False,
) -> None:
    """Player: sign your orders. Send the file to the host.

    What follows something that is not known yet (an answer, a draw) is sealed: the host alone reads it, when it is
    due. `win`, `lose` and `then` before an order seal it on purpose.
    """
    from referee.record.note import text_lines
    from referee.table.desk.named import named_by
    from referee.table.desk.send import Outgoing, send
    from referee.table.step.draft import draft, move_note

    desk = at.desk()
    key = desk.mover()
    drafted = draft(desk.position, desk.eyes, _typed(orders))
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    step = desk.position.step + 1
    named = named_by(desk)
    if not at.json:
        _show(at, desk, drafted, lines, named)
    _confirm(at, drafted, yes)

    def make(earlier: tuple[str, ...]) -> tuple[SignedNote, ...]:
        signed = move_note(desk.position, key, drafted, say=lines, instead=earlier, standing=named.note)
        return (*named.along, signed)

    name = f"{step:04d}-{desk.role}.move"
    sent = send(desk, Outgoing(desk.table.game_id, f"move {step}", make, name, instead=instead))
    _say_written(at, desk, sent, drafted, named)


def _say_written(at: Setting, desk: Desk, sent: Sent, drafted: Draft, named: Named) -> None:
    from referee.cli.shapes import Signed

    path = shown(sent.path)
    written = Signed(
        "move",
        sent.note.id,
        path,
        "host",
        game=desk.table.game_id,
        do=drafted.do,
        sealed=drafted.lines,
        standing=named.note or "",
    )
    data(at, written, at.sentence("send {path} to the host", path=path))


def _show(at: Setting, desk: Desk, drafted: Draft, lines: tuple[str, ...], named: Named) -> None:
    step = desk.position.step + 1
    note(at.sentence("step {step}, as {seat}", step=step, seat=desk.role))
    for line in (*_reading(at, drafted), *_consequences(at, desk, drafted)):
        note(line)
    for line in lines:
        note(at.sentence('say     "{line}"', line=line))
    for told in named_lines(at, named):
        note(told)
    if drafted.ends_game:
        note(at.sentence("these orders END THE GAME"))


def named_lines(at: Setting, named: Named) -> list[str]:
    """What the next move says of the own standing answers; nothing if there are none and were none."""
    if named.ends:
        return [at.sentence("your standing answers end with this move")]
    if named.note is None:
        return []
    if named.step is None:
        return [at.sentence("the standing answers you gave last hold from this move on")]
    return [at.sentence("the standing answers you gave for step {step} hold from this move on", step=named.step)]


def _confirm(at: Setting, drafted: Draft, yes: bool) -> None:
    """Ask before anything is signed; twice before the game ends. Raises what says that nothing was signed."""
    from referee.cli.errors import Stopped

    if yes:
        return
    if not is_terminal() or at.json:
        raise OutOfOrder("nothing is signed without a yes", hint="look at the reading, then repeat with --yes")
    questions = [at.sentence("sign this?")]
    if drafted.ends_game:
        questions.insert(0, at.sentence("these orders END THE GAME; go on?"))
    if not all(confirm(at, question) for question in questions):
        raise Stopped("nothing is signed")


@example('referee standing "score keep 1; defend min 3; convert yes"', "referee standing --yes")
@shared
def standing(
    at: Setting,
    lines: Annotated[
        list[str] | None, typer.Argument(metavar="LINE...", help="Policy lines, cut with ;  None: end what stands.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Sign without asking.")] = False,
) -> None:
    """Player: give standing answers to what you are asked out of turn, sealed to the host. Send the file to him.

    He may enter them with any step; from your next move on they hold for certain, for every move you sign names them.
    They hold until you give others, or end them: `referee standing` without lines. Not every game has them: the card
    game does.
    """
    from referee.cli.errors import Stopped
    from referee.cli.shapes import Signed
    from referee.table.desk.named import standing_outgoing
    from referee.table.desk.send import send
    from referee.table.step.draft import split_typed
    from referee.table.step.standing import standing_note

    desk = at.desk()
    key = desk.mover()
    wanted = split_typed([" ".join(lines or ())])
    standing_note(desk.position, key, wanted)  # what is wrong with it is said before anything is asked
    if not at.json:
        for line in wanted or (at.sentence("nothing: what stood before ends"),):
            note(at.sentence("STANDING  {line}", line=line))
    if not yes:
        if not is_terminal() or at.json:
            raise OutOfOrder("nothing is signed without a yes", hint="look at the reading, then repeat with --yes")
        if not confirm(at, at.sentence("sign these standing answers?")):
            raise Stopped("nothing is signed")
    sent = send(desk, standing_outgoing(desk, key, wanted))
    if f"move {desk.position.step + 1}" in desk.guard().signed:
        note(at.sentence("your move for this step is signed already: your next move names these answers"))
    path = shown(sent.path)
    written = Signed("standing", sent.note.id, path, "host", game=desk.table.game_id, sealed=wanted)
    data(at, written, at.sentence("send {path} to the host", path=path))


@example("referee ack")
@shared
def ack(at: Setting) -> None:
    """Player: acknowledge the end of the game. Send the ack to all."""
    from referee.cli.shapes import Signed
    from referee.table.desk.send import RECORD, Outgoing, send
    from referee.table.step.ending import make_ack

    desk = at.desk()
    table, end = desk.table, desk.history.end
    if end is None:
        raise OutOfOrder("the game is not over")
    if desk.is_host:
        raise OutOfOrder("the players acknowledge the end; the host has signed it")
    name = f"ack-{desk.role}.note"
    going = Outgoing(table.game_id, "ack", lambda _: (make_ack(desk.signer(), table, end.id),), name, RECORD)
    sent = send(desk, going)
    path = shown(sent.path)
    written = Signed("ack", sent.note.id, path, "all", game=table.game_id)
    data(at, written, at.sentence("send {path} to all, host and players", path=path))
