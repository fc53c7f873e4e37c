"""Verdicts as a page: what is in question, the notes side by side, what is proven and what is not."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from referee.audit.facts import CitedNote, Fact
from referee.cli.context import Context
from referee.cli.printing.facts import code_row, open_rows, role_name
from referee.cli.printing.width import fit_to_stream
from referee.cli.report.page_content import ReportPart, Row
from referee.cli.report.terminal import lines_of, rows_of
from referee.disputes.opened_claims import ClaimStatement
from referee.disputes.verdict import Verdict
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.protocol.seating import REFEREE

SHORT = 8
"""Characters of an id that are shown: enough to tell notes of one game apart."""


class JudgedCase(NamedTuple):
    """What the page says besides the verdicts: the title of the game, and what people call the seats."""

    title: str
    names: Mapping[str, str]


def judgement_lines(
    context: Context, case: JudgedCase, verdicts: Sequence[Verdict], said: Sequence[ClaimStatement]
) -> list[str]:
    """What the parties say; then every verdict, one below the other, whose last line is the result."""
    lines = lines_of(heard_parts(context, case, said), context.lang)
    for verdict in verdicts:
        question, part = question_of(context, case, verdict), verdict_part(context, case, verdict)
        rows = rows_of(part.rows, context.lang)
        lines += [*([""] if lines else []), *fit_to_stream(question, sys.stdout), "", *rows, "", part.heading]
    return lines


def heard_parts(context: Context, case: JudgedCase, said: Sequence[ClaimStatement]) -> tuple[ReportPart, ...]:
    """The claims with their answers in one part, or none."""
    rows = [row for claim in said for row in _heard_rows(context, case, claim)]
    return (ReportPart(context.sentence("heard-title"), tuple(rows)),) if rows else ()


def _heard_rows(context: Context, case: JudgedCase, claim: ClaimStatement) -> list[Row]:
    """A claim, the answers to it, and who has given none."""
    who = {role: role_name(context, role, case.names) for role in (claim.party, *claim.silent)}
    words = _heard_words(context, claim.say)
    rows = [("row-claim", context.sentence("heard-claim", name=who[claim.party], step=claim.step, words=words))]
    for reply in claim.answers:
        name, words = role_name(context, reply.party, case.names), _heard_words(context, reply.say)
        code = "heard-answer-seen" if reply.seen else "heard-answer"
        rows.append(("row-answer", context.sentence(code, name=name, words=words, count=reply.seen)))
    return [*rows, ("row-silent", ", ".join(who[role] for role in claim.silent))] if claim.silent else rows


def _heard_words(context: Context, say: Sequence[str]) -> str:
    return context.sentence("heard-words", words=" ".join(say)) if say else context.sentence("heard-no-words")


class Weighed(Protocol):
    """What a verdict comes to, as it is made or as it was told as data."""

    @property
    def fact(self) -> Fact: ...
    @property
    def upheld(self) -> bool: ...
    @property
    def party(self) -> str: ...


def question_of(context: Context, case: JudgedCase, verdict: Weighed) -> str:
    """What is in question."""
    what, step = note_type_text(verdict.fact.notes[0].type, context.lang), verdict.fact.step
    if step is None:
        return context.sentence("judge-question", title=case.title, what=what)
    return context.sentence("judge-question-step", title=case.title, what=what, step=step)


def verdict_part(context: Context, case: JudgedCase, verdict: Verdict) -> ReportPart:
    """A verdict over the notes side by side, what was found, and what stays open."""
    rows = verdict_rows(context, case, verdict.fact, verdict.said.told(context.lang))
    return ReportPart(told(context, case, verdict), rows)


def verdict_rows(context: Context, case: JudgedCase, fact: Fact, found: str) -> tuple[Row, ...]:
    """The rows of a verdict; `found` is its sentence."""
    question, *others = fact.notes
    rows = [("row-sent-in", _citation_text(context, case, question))]
    rows += [("row-beside-it", _citation_text(context, case, other)) for other in others]
    told_by_code = found == fact.title.told(context.lang)
    code = ("row-code", fact.code) if told_by_code else code_row(context, fact)
    return (*rows, ("row-found", found), code, *open_rows(context, fact))


def party_of(verdict: Weighed) -> str:
    """Whose key it is about; empty for nobody's."""
    return verdict.fact.party or verdict.party


def told(context: Context, case: JudgedCase, verdict: Weighed) -> str:
    """The last line of a verdict."""
    party = party_of(verdict)
    if verdict.upheld:
        return context.sentence("judge-upheld", key=_key_of(context, case, party))
    if not party:
        return context.sentence("judge-not-upheld-nobody")
    return context.sentence("judge-not-upheld", key=_key_of(context, case, party))


def _key_of(context: Context, case: JudgedCase, party: str) -> str:
    if party == REFEREE:
        return context.sentence("key-of-host")
    return context.sentence("key-of-player", name=case.names.get(party, party))


def note_type_text(note_type: str, lang: str, *, article: bool = True) -> str:
    """A type of note, as people say it; one that has no words, by its name."""
    return catalogue_text(HOUSE, "note" if article else "note-alone", note_type, lang) or note_type


def _citation_text(context: Context, case: JudgedCase, note: CitedNote) -> str:
    what = ", ".join(note.says) or note_type_text(note.type, context.lang)
    key = _key_of(context, case, note.party) if note.party else context.sentence("key-of-stranger")
    where = context.sentence("judge-cited-where", file=note.file) if note.file else ""
    return context.sentence("judge-cited", what=what, key=key, id=note.id[:SHORT], where=where)
