"""Making a move: try, move, ack."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.settings import Setting, is_terminal, shared
from referee.cli.terminal import confirm, data, note, picture
from referee.kernel.errors import OutOfOrder

if TYPE_CHECKING:
    from referee.table.desk import Desk
    from referee.table.draft import Draft

Orders = Annotated[list[str], typer.Argument(help="Orders, cut with ; or as separate words in quotes.")]


def _typed(orders: list[str]) -> list[str]:
    """Without any `;` and quotes the words are one order: `referee move place temple F7`."""
    return [" ".join(orders)]


def _reading(orders: Draft) -> list[str]:
    lines = [f"do    {order}" for order in orders.do]
    lines += [f"seal  {line}" for line in orders.lines]
    if orders.covered and not orders.lines:
        lines.append("seal  (nothing planned; the sealed lines look the same)")
    return lines


@shared
def try_(at: Setting, orders: Orders) -> None:
    """Try orders on your own knowledge, with the referee's own code. Nothing is signed or written."""
    from referee.kernel.game import View
    from referee.table.draft import draft
    from referee.table.explain import event_prose

    desk = at.desk()
    tried = draft(desk.position, desk.eyes, _typed(orders))
    names, game = desk.table.names, desk.table.game
    events = [event_prose(game, event, names, at.lang) for event in tried.run.events]
    found: dict[str, Any] = {"do": tried.do, "sealed": tried.lines, "covered": tried.covered, "events": events}
    found["state"] = game.to_json(tried.run.state)
    data(at, found, [*_reading(tried), *events])
    if at.json:
        return
    seat = desk.eyes.seat
    assert seat is not None
    picture(at, game.faces.text(tried.run.state, View(names, seat, None, at.lang)))
    if tried.run.news or tried.covered:
        note("what others answer or the bag gives is not known yet; the board shows only what is certain")


@shared
def move(
    at: Setting,
    orders: Orders,
    say: Annotated[list[str] | None, typer.Option("--say", help="A line to all, signed with the move.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Sign without asking.")] = False,
    instead: Annotated[bool, typer.Option("--instead", help="Replace the move you signed for this step.")] = False,
) -> None:
    """Sign your orders. Send the file to the host."""
    from referee.record.note import render_bundle, text_lines
    from referee.table.draft import draft, move_note

    desk = at.desk()
    _check_words(desk)
    drafted = draft(desk.position, desk.eyes, _typed(orders))
    if not at.json:
        for line in _reading(drafted):
            note(line)
    _confirm(drafted, yes)
    guard = desk.guard()
    slot = f"move {desk.position.step + 1}"
    before = guard.signed.get(slot)
    lines = tuple(line for text in say or () for line in text_lines(text, 68))
    frame = move_note(desk.position, desk.signer(), drafted, say=lines, instead=before if instead else None)
    desk.write_guard(guard.signing(slot, frame.id, instead=before if instead else None))
    name = _outbox_name(desk, instead and before not in (None, frame.id))
    desk.folder.write_outbox(name, render_bundle((frame,)))
    path = desk.folder.path / "outbox" / name
    data(
        at,
        {"move": frame.id, "file": str(path), "do": drafted.do, "sealed": drafted.lines},
        [f"send {path} to the host"],
    )


def _outbox_name(desk: Desk, correction: bool) -> str:
    stem = f"{desk.position.step + 1:04d}-{desk.role}"
    earlier = [name for name in desk.folder.list_outbox() if name.startswith(stem)]
    return f"{stem}-{len(earlier) + 1}.move" if correction else f"{stem}.move"


def _check_words(desk: Desk) -> None:
    guard = desk.guard()
    if desk.position.step == 0 and guard.compared != "equal" and (guard.compared or not desk.keys_known()):
        raise OutOfOrder(
            "the four words come before the first move"
            if guard.compared != "different"
            else "the four words differed: somebody in between has changed keys or seats",
            hint="referee words",
        )


def _confirm(drafted: Draft, yes: bool) -> None:
    if yes:
        return
    if not is_terminal():
        raise OutOfOrder("nothing is signed without a yes", hint="look at the reading, then repeat with --yes")
    if drafted.ends_game and not confirm("these orders END THE GAME. Go on"):
        raise typer.Abort
    if not confirm("sign this"):
        raise typer.Abort


@shared
def standing(
    at: Setting,
    lines: Annotated[list[str] | None, typer.Argument(help="Policy lines, cut with ;  None: end what stands.")] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Sign without asking.")] = False,
) -> None:
    """Give standing answers to what you are asked out of turn, sealed to the host. Send the file to him.

    They hold until you give others. Example (card game): referee standing "score keep 1; defend min 3; convert yes"
    """
    from referee.record.note import render_bundle
    from referee.table.draft import split_typed
    from referee.table.standing import standing_note

    desk = at.desk()
    _check_words(desk)
    wanted = split_typed([" ".join(lines or ())])
    frame = standing_note(desk.position, desk.signer(), wanted)
    for line in wanted or ("nothing: what stood before ends",):
        note(f"STANDING  {line}")
    if not yes and (not is_terminal() or not confirm("sign these standing answers")):
        raise OutOfOrder("nothing is signed without a yes", hint="look at the reading, then repeat with --yes")
    step = desk.position.step + 1
    desk.write_guard(desk.guard().signing(f"standing {step}", frame.id))
    name = f"standing-{step:04d}-{desk.role}.note"
    desk.folder.write_outbox(name, render_bundle((frame,)))
    path = desk.folder.path / "outbox" / name
    data(at, {"standing": frame.id, "file": str(path), "lines": wanted}, [f"send {path} to the host"])


@shared
def ack(at: Setting) -> None:
    """Player: acknowledge the end of the game. Send the ack to all."""
    from referee.record.note import render_bundle
    from referee.table.ending import make_ack

    desk = at.desk()
    end = desk.history.end
    if end is None:
        raise OutOfOrder("the game is not over")
    frame = make_ack(desk.signer(), desk.table, end.id)
    desk.write_guard(desk.guard().signing("ack", frame.id))
    name = f"ack-{desk.role}.note"
    desk.folder.commit(name, render_bundle((frame,)))
    path = desk.folder.path / "record" / name
    data(at, {"ack": frame.id, "file": str(path)}, [f"send {path} to all"])
