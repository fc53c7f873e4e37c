"""At a practice table: what a person signs is answered at once, and told as if mails had come."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from referee.cli.context import Context
from referee.cli.overview import status_here
from referee.cli.paths import shown
from referee.cli.printing.lines import status_lines, step_lines, steps_told
from referee.cli.printing.output import Signed, data
from referee.cli.printing.screen import tell_received
from referee.kernel.game import complete_options
from referee.record.note import SignedNote
from referee.record.store import Folder
from referee.table.desk.desk import Desk
from referee.table.desk.status import Status
from referee.table.practice.others import Others


def tell_answered(context: Context, folder: Folder, signed: SignedNote, written: Signed) -> None:
    """Say that a note was signed and what a friend would do with it, let the others answer, and show where that leads.

    With `--json` the note alone is told.
    """
    others = Others(folder)
    before = _newest_step(folder)
    desk = context.desk(folder=folder.path)
    if context.json:
        data(context, written, "")
        return
    show_place(context, desk, [step for step in desk.seen if step > before], _head(context, others, signed, written))


def show_place(context: Context, desk: Desk, new: Sequence[int], head: Sequence[str]) -> None:
    """Where a practice game stands, after the lines of `head`; `new` are the steps to tell."""
    status = status_here(context, desk)
    if status.stage == "playing":
        tell_received(context, desk, new, status, head=head)
        return
    news = steps_told(desk, [desk.seen[step] for step in new], context.lang)
    told = [line for step in news for line in step_lines(context, desk.table, step)]
    data(context, status, [*head, *told, *ending(context, desk, status)])


def ending(context: Context, desk: Desk, status: Status) -> list[str]:
    """What is said when a practice game is over: who has won, and what to do with it."""
    table, last = desk.table, desk.position.step
    usual = dict(complete_options(table.game.info, len(table.names), ()).values)
    chosen = (f" -o {name}={value}" for name, value in table.options.values if usual[name] != value)
    played = f"{table.game.info.name} --seats {len(table.names)}{''.join(chosen)}"
    seed = Others(desk.folder).settings().seed
    commands = {
        "/practice/see-again": "referee replay --open",
        "/practice/go-back": f"referee practice --back {max(1, last - len(table.names))}",
        "/practice/check": "referee audit",
        "/practice/same-again": f"referee practice {played} --seed {seed}",
        "/practice/with-people": f"referee offer {played}",
    }
    lines = [f"{context.sentence(code)}: {typed}" for code, typed in commands.items()]
    acks = [task for task in status.next if task.command == "referee ack"]
    told = status_lines(context, desk, replace(status, next=tuple(acks)))[1:]
    return [context.sentence("/practice/over", step=last), *told, "", *lines]


def _newest_step(folder: Folder) -> int:
    """The newest step that has come to the player."""
    steps = [int(name[:4]) for name in folder.record_names() if name[:4].isdecimal()]
    return max(steps, default=-1)


def _head(context: Context, others: Others, signed: SignedNote, written: Signed) -> list[str]:
    """That it is signed, and what would be done with it among friends, the first time for each kind of note."""
    settings = others.settings()
    if signed.type in settings.told:
        return [context.sentence("/practice/signed")]
    others.keep(replace(settings, told=(*settings.told, signed.type)))
    return [
        context.sentence(
            "/practice/send-host" if written.to == "host" else "/practice/send-all", path=shown(Path(written.file))
        )
    ]
