"""The record of a small game, with something in it changed."""

from __future__ import annotations

from referee.audit.recompute import Report
from referee.protocol.opening.charter import make_charter, read_charter
from referee.protocol.opening.deal import make_accept
from referee.protocol.step.ending import make_ack
from referee.record.note import SignedNote, render_bundle
from tests.support.rehearse import Match
from tests.table.small_games import HOST, key_of, signed_again, small, step_name, with_notes

LAST = step_name(len([name for name in small().files if name.endswith(".step")]))


def flipped(data: bytes, at: int) -> bytes:
    """The file with one byte changed; which other value it takes varies with the place."""
    return data[:at] + bytes([data[at] ^ (1 + at * 37 % 255)]) + data[at + 1 :]


def blames(report: Report, name: str) -> bool:
    """Whether the audit says fault, and names this file alone."""
    return report.verdict == "fault" and {finding.at for finding in report.findings} == {name}


def first_step() -> tuple[SignedNote, SignedNote]:
    move, step_note = small().signed_notes[step_name(1)]
    return move, step_note


def end_saying(**values: object) -> SignedNote:
    return signed_again(small().signed_notes[LAST][-1], key_of(HOST), **values)


def with_end(**values: object) -> dict[str, bytes]:
    """The small game with an end that says something else, acknowledged by all."""
    end = end_saying(**values)
    files = with_notes(small(), LAST, (*small().signed_notes[LAST][:-1], end))
    for seat in small().table.names:
        files[f"ack-{seat}.note"] = render_bundle((make_ack(key_of(seat), small().table, end.id),))
    return files


def second_charter(match: Match) -> tuple[SignedNote, SignedNote]:
    """Another charter of the same offer, seats the other way round, and anna's accept of it."""
    offer, *joins, _ = match.signed_notes["charter.note"]
    charter = make_charter(match.keys["host"], offer, joins, match.table.names[::-1])
    accept = make_accept(match.keys["anna"], read_charter((offer, *joins[::-1], charter)))
    return charter, accept
