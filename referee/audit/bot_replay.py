"""A seat that has joined as a program: after the end each of its answers is made again, and another one is told.

Anyone who has its key can answer in its name, and no rule of the game forbids it: that is remarked on, and is not a
fault.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.audit.stray_files import Remark, stray_remark
from referee.kernel.bot import VERSION, is_same_program
from referee.kernel.errors import RefereeError
from referee.protocol.history.valid_part import ValidPart, read_valid_part
from referee.protocol.seating import Eyes, Table, eyes_at_table, eyes_of_one_seat
from referee.protocol.step.bot_orders import orders_of_bot
from referee.protocol.step.position import Position
from referee.protocol.step.produce import open_plan
from referee.record.file_names import CHARTER, Files, step_name
from referee.record.notes import Bot, Move


def bot_replay_remarks(valid: ValidPart, files: Files, *, everything: bool) -> tuple[Remark, ...]:
    """What is to be said of each seat of a record that has joined as a program. Its answers are made again where
    `everything` is open, by the same release of the programs: what a seat saw needs its hand.
    """
    table = valid.table
    if table is None or not any(table.bots):
        return ()
    pairs = zip(table.names, table.bots, strict=True)
    return tuple(_remark(valid, files, seat, bot, everything) for seat, bot in pairs if bot is not None)


def _remark(valid: ValidPart, files: Files, seat: str, bot: Bot, everything: bool) -> Remark:
    said = {"seat": seat, "level": bot.level}
    if not is_same_program(bot.level, bot.version):
        return stray_remark(CHARTER, "program-other-release", **said, version=bot.version, found=VERSION)
    if not everything:
        return stray_remark(CHARTER, "program-not-checked", **said)
    whole, same, others = _made_again(valid, files, seat, bot.level)
    if not whole:
        return stray_remark(CHARTER, "program-not-checked", **said)
    if others:
        return stray_remark(CHARTER, "program-was-not-it", **said, same=same, steps=", ".join(map(str, others)))
    return stray_remark(CHARTER, "program-made-again", **said, count=same)


def _made_again(valid: ValidPart, files: Files, name: str, level: str) -> tuple[bool, int, list[int]]:
    """Whether the record can be read once more with the eyes of a seat; then how many of its answers are those of its
    program, and the steps of those that are not.
    """
    history, others, same = valid.history, list[int](), 0
    assert history.table is not None and history.eyes is not None
    opening = history.table.opening
    key, eyes = opening.seats[opening.seat(name)].key, eyes_of_one_seat(history.eyes, opening.seat(name))

    def answered(before: Position, step: int) -> None:
        nonlocal same
        for signed in history.signed_notes.get(step_name(step), ()):
            note = signed.note()
            if isinstance(note, Move) and signed.key == key:
                if _is_programs(before, eyes_at_table(before.table, eyes), note, history.shares[name], level):
                    same += 1
                else:
                    others.append(step)

    again = read_valid_part(
        files, eyes_for=lambda table, _: eyes_at_table(table, eyes), all_signatures=False, watch=_watcher(answered)
    )
    return again.step == valid.step, same, others


def _watcher(answered: Callable[[Position, int], None]) -> Callable[[Position], None]:
    """Shows the position before each step, with the number of the step."""
    last: list[Position] = []

    def watch(position: Position) -> None:
        if last and position.step > last[0].step:
            answered(last[0], position.step)
        last[:] = [position]

    return watch


def _is_programs(before: Position, eyes: Eyes, note: Move, share: bytes, level: str) -> bool:
    """Whether a move says what the program says, in the clear and under the seal, and names no standing orders."""
    table: Table = before.table
    seat = table.seat(note.seat)
    try:
        _, made = orders_of_bot(before, eyes, share, level)
        plan = open_plan(table, eyes, note, seat, before.turn, before.request_of(seat))
    except RefereeError:  # the program would have had nothing to answer here
        return False
    lines = tuple(line for line in plan.texts or () if line) if plan is not None else ()
    return (note.do, lines, plan is not None, note.standing) == (made.do, made.lines, made.covered, None)
