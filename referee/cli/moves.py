"""Making a move: try, move, standing, ack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.settings import Setting, example, is_terminal, shared, shown
from referee.cli.terminal import confirm, data, note, picture
from referee.kernel.errors import OutOfOrder

if TYPE_CHECKING:
    from referee.table.desk import Desk
    from referee.table.draft import Draft

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
    from referee.table.draft import draft
    from referee.table.explain import events_prose

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
    from referee.cli.shapes import Signed
    from referee.record.note import render_bundle, text_lines
    from referee.table.corrections import signed_row
    from referee.table.draft import draft, move_note

    desk = at.desk()
    check_words(desk)
    drafted = draft(desk.position, desk.eyes, _typed(orders))
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    step = desk.position.step + 1
    if not at.json:
        _show(at, desk, drafted, lines)
    _confirm(at, drafted, yes)
    guard, slot = desk.guard(), f"move {step}"
    earlier = signed_row(desk) if instead else ()
    signed = move_note(desk.position, desk.signer(), drafted, say=lines, instead=earlier)
    desk.write_guard(guard.signing(slot, signed.id, instead=earlier[-1] if earlier else None))
    name = _outbox_name(desk, bool(earlier))
    desk.folder.write_outbox(name, render_bundle((signed,)))
    path = shown(desk.folder.path / "outbox" / name)
    written = Signed("move", signed.id, path, "host", game=desk.table.game_id, do=drafted.do, sealed=drafted.lines)
    data(at, written, at.sentence("send {path} to the host", path=path))


def _show(at: Setting, desk: Desk, drafted: Draft, lines: tuple[str, ...]) -> None:
    step = desk.position.step + 1
    note(at.sentence("step {step}, as {seat}", step=step, seat=desk.role))
    for line in (*_reading(at, drafted), *_consequences(at, desk, drafted)):
        note(line)
    for line in lines:
        note(at.sentence('say     "{line}"', line=line))
    if drafted.ends_game:
        note(at.sentence("these orders END THE GAME"))


def _outbox_name(desk: Desk, correction: bool) -> str:
    stem = f"{desk.position.step + 1:04d}-{desk.role}"
    earlier = [name for name in desk.folder.list_outbox() if name.startswith(stem)]
    return f"{stem}-{len(earlier) + 1}.move" if correction else f"{stem}.move"


def check_words(desk: Desk) -> None:
    """Check that the four words were compared. Raises OutOfOrder before the first move otherwise."""
    guard = desk.guard()
    if desk.position.step == 0 and guard.compared != "equal" and (guard.compared or not desk.keys_known()):
        raise OutOfOrder(
            "the four words come before the first move"
            if guard.compared != "different"
            else "the four words differed: somebody in between has changed keys or seats",
            hint="referee words",
        )


def _confirm(at: Setting, drafted: Draft, yes: bool) -> None:
    """Ask before anything is signed; twice before the game ends. Raises what says that nothing was signed."""
    from referee.cli.refusals import Stopped

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

    They hold until you give others. Not every game has them: the card game does.
    """
    from referee.cli.refusals import Stopped
    from referee.cli.shapes import Signed
    from referee.record.note import render_bundle
    from referee.table.draft import split_typed
    from referee.table.standing import standing_note

    desk = at.desk()
    check_words(desk)
    wanted = split_typed([" ".join(lines or ())])
    signed = standing_note(desk.position, desk.signer(), wanted)
    if not at.json:
        for line in wanted or (at.sentence("nothing: what stood before ends"),):
            note(at.sentence("STANDING  {line}", line=line))
    if not yes:
        if not is_terminal() or at.json:
            raise OutOfOrder("nothing is signed without a yes", hint="look at the reading, then repeat with --yes")
        if not confirm(at, at.sentence("sign these standing answers?")):
            raise Stopped("nothing is signed")
    step = desk.position.step + 1
    desk.write_guard(desk.guard().signing(f"standing {step}", signed.id))
    name = f"standing-{step:04d}-{desk.role}.note"
    desk.folder.write_outbox(name, render_bundle((signed,)))
    path = shown(desk.folder.path / "outbox" / name)
    written = Signed("standing", signed.id, path, "host", game=desk.table.game_id, sealed=wanted)
    data(at, written, at.sentence("send {path} to the host", path=path))


@example("referee ack")
@shared
def ack(at: Setting) -> None:
    """Player: acknowledge the end of the game. Send the ack to all."""
    from referee.cli.shapes import Signed
    from referee.record.note import render_bundle
    from referee.table.ending import make_ack

    desk = at.desk()
    table, end = desk.table, desk.history.end
    if end is None:
        raise OutOfOrder("the game is not over")
    if desk.is_host:
        raise OutOfOrder("the players acknowledge the end; the host has signed it")
    signed = make_ack(desk.signer(), table, end.id)
    desk.write_guard(desk.guard().signing("ack", signed.id))
    name = f"ack-{desk.role}.note"
    desk.folder.commit(name, render_bundle((signed,)))
    path = shown(desk.folder.path / "record" / name)
    written = Signed("ack", signed.id, path, "all", game=table.game_id)
    data(at, written, at.sentence("send {path} to all, host and players", path=path))
