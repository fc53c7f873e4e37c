"""A seat that has joined as a program, or was one for some steps: after the end each of its answers is made again, and
another one is told.

Anyone who has its key can answer in its name, and no rule of the game forbids it: that is remarked on, and is not a
fault.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from msgspec.structs import replace

from referee.audit.stray_files import Remark, stray_remark
from referee.kernel.bot import VERSION, is_same_program
from referee.kernel.errors import RefereeError
from referee.protocol.history.valid_part import ValidPart, read_valid_part
from referee.protocol.seating import Eyes, Table, eyes_at_table, eyes_of_one_seat
from referee.protocol.step.bot_orders import orders_of_bot
from referee.protocol.step.position import Position, StandInSpan
from referee.protocol.step.produce import open_plan
from referee.record.file_names import CHARTER, Files, step_name
from referee.record.notes import Bot, Move


class _Codes(NamedTuple):
    """What is said of a seat that a bot has played."""

    other_release: str
    unchecked: str
    hidden: str
    differs: str
    same: str


_JOINED = _Codes(
    "program-other-release", "program-not-checked", "program-hidden", "program-was-not-it", "program-made-again"
)
_STAND_IN = _Codes(
    "standin-other-release", "standin-not-checked", "standin-hidden", "standin-was-not-it", "standin-made-again"
)


def bot_replay_remarks(valid: ValidPart, files: Files, *, everything: bool) -> tuple[Remark, ...]:
    """What is to be said of each seat of a record that has joined as a program. Its answers are made again where
    `everything` is open, by the same release of the programs: what a seat saw needs its hand.
    """
    table = valid.table
    position = valid.history.position
    if table is None:
        return ()
    played: list[tuple[str, Bot | None, StandInSpan | None]]
    played = [(name, bot, None) for name, bot in zip(table.names, table.bots, strict=bool(table.bots))]
    for one in played_spans(position) if position is not None else ():
        played.append((table.names[one.seat], Bot(one.level, one.version), one))
    told = (_remark(valid, files, seat, bot, everything, span) for seat, bot, span in played if bot is not None)
    return tuple(one for one in told if one is not None)


def played_spans(position: Position) -> tuple[StandInSpan, ...]:
    """The spans in which a stand-in was to play, each cut where what its owner said next was recorded."""
    found = []
    for at, one in enumerate(position.past.stand_ins):
        later = (other.first - 1 for other in position.past.stand_ins[at + 1 :] if other.seat == one.seat)
        until = min(one.until, next(later, position.step), position.step)
        if one.level and one.first <= until:
            found.append(replace(one, until=until))
    return tuple(found)


def _remark(
    valid: ValidPart, files: Files, seat: str, bot: Bot, everything: bool, span: StandInSpan | None = None
) -> Remark | None:
    """What is to be said of one seat; nothing of a bot that never had to answer."""
    said: dict[str, object] = {"seat": seat, "level": bot.level}
    at, codes = CHARTER, _JOINED
    if span is not None:
        at, codes = step_name(span.first), _STAND_IN
        said |= {"first": span.first, "until": span.until}
    assert valid.table is not None
    if not is_same_program(valid.table.game, bot.level, bot.version):
        return stray_remark(at, codes.other_release, **said, version=bot.version, found=VERSION)
    if valid.table.deck.keeper == "seats":
        return stray_remark(at, codes.hidden, **said)
    if not everything:
        return stray_remark(at, codes.unchecked, **said)
    whole, same, others = _made_again(valid, files, seat, bot.level, span)
    if not whole:
        return stray_remark(at, codes.unchecked, **said)
    if others:
        return stray_remark(at, codes.differs, **said, same=same, steps=", ".join(map(str, others)))
    return stray_remark(at, codes.same, **said, count=same) if same else None


def _made_again(
    valid: ValidPart, files: Files, name: str, level: str, span: StandInSpan | None
) -> tuple[bool, int, list[int]]:
    """Whether the record can be read once more with the eyes of a seat; then how many of its answers, of a `span`
    or of all, are those of its program, and the steps of those that are not.
    """
    history, others, same = valid.history, list[int](), 0
    assert history.table is not None and history.eyes is not None
    opening = history.table.opening
    owner = opening.seats[opening.seat(name)] if span is None else history.table.party_for(name, span.first)
    assert owner is not None
    steps = range(span.first, span.until + 1) if span is not None else None
    eyes = eyes_of_one_seat(history.eyes, opening.seat(name))

    def answered(before: Position, step: int) -> None:
        nonlocal same
        for signed in history.signed_notes.get(step_name(step), ()) if steps is None or step in steps else ():
            note = signed.note()
            if isinstance(note, Move) and signed.key == owner.key:
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
