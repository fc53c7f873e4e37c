"""The report of a judge."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path

from referee.audit.recompute import key_times
from referee.cli.context import Context
from referee.cli.folders.paths import path_text_in_game
from referee.cli.printing.audit_text import key_time_text
from referee.cli.printing.facts import role_name
from referee.cli.printing.verdicts import JudgedCase, heard_parts, party_of, question_of, told, verdict_part
from referee.cli.report.audit_page import board_of, commands_to_repeat, limits, positions_of
from referee.cli.report.page_content import Commands, Page, PageBoard, ReportPart
from referee.crypto.keys import fingerprint
from referee.protocol.seating import Table
from referee.protocol.step.position import Position
from referee.service.disputed_notes import Judging


def judge_page(context: Context, case: JudgedCase, judging: Judging, folder: Path) -> Page:
    """Every verdict with its boards, those that accuse first, and with what a stranger types to see the same."""
    sentence = context.sentence
    positions = positions_of(judging.record)
    judged = sorted(judging.verdicts, key=lambda verdict: not verdict.upheld)
    steps = [verdict.fact.step for verdict in judged]
    parts = [
        verdict_part(context, case, verdict)._replace(
            # the boards around a step once, however many notes of it are judged
            boards=_boards(context, verdict.fact.step, positions) if verdict.fact.step not in steps[:number] else ()
        )
        for number, verdict in enumerate(judged)
    ]
    parts += heard_parts(context, case, judging.heard)
    if positions:
        parts.append(_parties(context, positions[max(positions)].table, case))
    notes = [note for verdict in judged for note in verdict.fact.notes]
    words = ("referee", "judge", *(shlex.quote(path_text_in_game(path, folder)) for path in judging.paths))
    whole = Commands(sentence("report-again-judge"), (" ".join(words),))
    parts += [commands_to_repeat(context, whole, notes, case.names), limits(context)]
    verdicts = [told(context, case, verdict) for verdict in judged] or [sentence("no-evidence-kept-here")]
    summary = [question_of(context, case, verdict) for verdict in judged]
    return Page(
        sentence("report-judge-title", title=case.title),
        context.lang,
        tuple(verdicts),
        tuple(dict.fromkeys(summary)),
        tuple(parts),
        tuple(not verdict.upheld if verdict.upheld or party_of(verdict) else None for verdict in judged),
    )


def _boards(context: Context, step: int | None, positions: Mapping[int, Position]) -> tuple[PageBoard, ...]:
    """The board before the step in question and, if the record has it, after it."""
    around = [("report-board-before", step - 1), ("report-board-after", step)] if step else []
    return tuple(
        board_of(positions[at].table, positions[at].state, context.lang, code, step or 0)
        for code, at in around
        if at in positions
    )


def _parties(context: Context, table: Table, case: JudgedCase) -> ReportPart:
    times = key_times(table)
    rows = [
        ("row-keys", f"{role_name(context, party.role, case.names)}  {key}")
        for party in (table.host, *table.seats)
        for key in [key_time_text(context, time) for time in times if time.role == party.role]
        or [fingerprint(party.key)]
    ]
    return ReportPart(context.sentence("report-parties"), tuple(rows))
