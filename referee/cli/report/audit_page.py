"""The report of an audit."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from referee.audit.facts import CitedNote, cite_note
from referee.audit.finding import PART, Finding
from referee.cli.context import Context
from referee.cli.folders.paths import current_folder, path_text_in_game
from referee.cli.printing.audit_text import (
    fault_rows,
    names_by_role,
    party_rows,
    record_rows,
    remark_rows,
    report_heading,
    verdict_line,
)
from referee.cli.printing.facts import role_name
from referee.cli.printing.verdicts import note_type_text
from referee.cli.report.page_content import Commands, Page, PageBoard, ReportPart, Row
from referee.drawing.safe_text import shell_word
from referee.drawing.svg_document import svg_of
from referee.drawing.text_picture import plain_text_of
from referee.kernel.errors import RefereeError
from referee.kernel.game import NeedsHiddenFace, Viewer
from referee.kernel.sentence import Sentence
from referee.protocol.history.valid_part import notes_of_record_file, read_valid_part, record_reading_order
from referee.protocol.seating import Table, stranger_eyes
from referee.protocol.step.position import Position
from referee.protocol.step.produce import run_of_notes
from referee.record.file_names import is_ack_name
from referee.record.notes import Move
from referee.service.audits.audit_table import READER, Audited


def audit_page(context: Context, audited: Audited) -> Page:
    """Everything that an audit shows, with boards and with what a stranger types to see the same."""
    report, told = audited.report, context.sentence
    report = replace(report, remarks=tuple(remark for remark in report.remarks if remark.at != READER))
    positions = positions_of(audited.files)
    rows = [*record_rows(context, report), *remark_rows(context, report)]
    parts = [
        ReportPart(told("report-checked"), tuple(rows)),
        ReportPart(told("report-parties"), tuple(party_rows(context, report, listed=True))),
        *(_fault(context, audited, finding, positions) for finding in report.findings),
    ]
    notes = [note for finding in report.findings for note in finding.fact.notes]
    if not report.findings and positions:
        last = positions[max(positions)]
        board = board_of(last.table, last.state, context.lang, "report-board-last", last.step)
        parts.append(ReportPart(told("report-last-board"), boards=(board,)))
        notes = newest_note_of_each_key(audited.files, last.table)
    parts.append(commands_to_repeat(context, _audit_again(context, audited), notes, names_by_role(report)))
    parts.append(limits(context))
    return Page(
        told("report-audit-title", title=report.title or report.rules or report.game_id),
        context.lang,
        (verdict_line(context, report),),
        tuple(report_heading(context, report)),
        tuple(parts),
        (report.verdict == "clean",) if report.verdict in ("clean", "fault") else (),
    )


def _fault(context: Context, audited: Audited, finding: Finding, positions: Mapping[int, Position]) -> ReportPart:
    fact = finding.fact
    before = positions.get(fact.step - 1) if fact.step else None
    boards = around(audited.files, finding.at, before, context.lang) if before is not None else ()
    rows = tuple(fault_rows(context, audited.report, finding))
    orders = orders_in_question(context, fact.notes, names_by_role(audited.report))
    return ReportPart(context.sentence("report-fault"), rows, orders, boards)


def orders_in_question(context: Context, notes: tuple[CitedNote, ...], names: Mapping[str, str]) -> tuple[Row, ...]:
    """The orders in question: what each note says, and whose key has signed it."""
    return tuple(
        (
            "report-order",
            context.sentence("report-order-by", what=", ".join(said), name=_party_of(context, note, names)),
        )
        for note in notes
        if (said := note.says)
    )


def _party_of(context: Context, note: CitedNote, names: Mapping[str, str]) -> str:
    return role_name(context, note.party, names) if note.party else context.sentence("nobody-table")


def newest_note_of_each_key(files: Mapping[str, bytes], table: Table) -> list[CitedNote]:
    """The latest note of each key, which countersigns everything before it."""
    found: dict[str, CitedNote] = {}
    for name in record_reading_order(files):
        for place, signed in enumerate(notes_of_record_file(name, files), 1):
            note = cite_note(table, signed, f"{PART}{name}", place) if table.signer(signed.key) is not None else None
            if note is not None and not is_ack_name(name):
                found[note.party] = note
    return [found[role] for role in sorted(found)]


def _audit_again(context: Context, audited: Audited) -> Commands:
    path = shell_word(_from_here(audited.path))
    lines = (f"referee --lang {context.lang} audit {path}", f"referee audit --json {path}")
    return Commands(context.sentence("report-again-audit"), lines)


def _from_here(path: Path) -> str:
    """What is audited, as a reader who has it types it: a folder is the current one, or the `record` in it."""
    place = (current_folder() / path).resolve()
    if place.is_dir():
        return path_text_in_game(place, place.parent if place.name == PART.rstrip("/") else place)
    return place.name


def commands_to_repeat(
    context: Context, whole: Commands, notes: list[CitedNote], names: Mapping[str, str]
) -> ReportPart:
    """The commands: the whole game once more, then each note that the report rests on, by `ssh-keygen` alone."""
    checked = {note.check: note for note in notes if note.check}
    blocks = [
        Commands(
            context.sentence(
                "report-again-note",
                type=note_type_text(note.type, context.lang, article=False),
                name=_party_of(context, note, names),
                file=note.file,
                id=note.id,
            ),
            note.check,
        )
        for note in checked.values()
    ]
    said = (context.sentence("report-run-in-folder"),) if blocks else ()
    return ReportPart(context.sentence("report-again"), commands=(whole, *blocks), said=said)


def limits(context: Context) -> ReportPart:
    """What no report shows."""
    said = (context.sentence("report-keys-alone"), context.sentence("report-same-bytes"))
    return ReportPart(context.sentence("report-limits"), said=said)


def positions_of(files: Mapping[str, bytes]) -> dict[int, Position]:
    """The position after every step that holds, by its number; the deal is step 0."""
    found: dict[int, Position] = {}
    read_valid_part(files, all_signatures=False, watch=lambda position: found.__setitem__(position.step, position))
    return found


def board_of(table: Table, state: Any, lang: str, code: str, step: int) -> PageBoard:
    """The board of a state; `code` says in the reader's language which one it is."""
    faces, view = table.game.faces, Viewer(table.called, lang=lang)
    svg = svg_of(faces, state, view) if faces.drawing is not None else ""
    return PageBoard(Sentence(code, step=step).told(lang), svg, plain_text_of(faces.text(state, view)))


def around(files: Mapping[str, bytes], file: str, before: Position, lang: str) -> tuple[PageBoard, ...]:
    """The board before a step, and where its orders lead by the rules, as far as everybody can tell."""
    table, step = before.table, before.step + 1
    boards = [board_of(table, before.state, lang, "report-board-before", step)]
    after = _by_the_rules(files, file, before)
    if after is not None:
        boards.append(board_of(table, after, lang, "report-board-rules", step))
    return tuple(boards)


def _by_the_rules(files: Mapping[str, bytes], file: str, before: Position) -> Any | None:
    try:
        moves = [note for signed in notes_of_record_file(file, files) if isinstance(note := signed.note(), Move)]
        if len(before.asked) != 1 or len(moves) != 1:
            return None
        run = run_of_notes(before, moves, stranger_eyes(before.table))
        run.play_clear(moves[0])
    except (RefereeError, NeedsHiddenFace):  # refused by the rules, or only its author knows where it leads
        return None
    return run.state
