"""Facts as every command prints them: rows of a label and a text, and the page they stand on."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping

from referee.cli.context import Context
from referee.cli.printing.width import columns, cut
from referee.drawing.safe import safe_text
from referee.kernel.sentence import Sentence
from referee.table.reading.facts import END, LINE, NEVER, NOW, Fact
from referee.table.seating import REFEREE

Row = tuple[str, str]
"""The code of a label, and what stands beside it. Rows of one label below each other show it once."""


def fact_rows(context: Context, fact: Fact, names: Mapping[str, str], file: str = "") -> list[Row]:
    """What a fact says beside the sentence of its fault: code, whose it is, what stays open, what to do.

    `names` are what people call the seats, `file` is the one that a cure would replace.
    """
    rows = [code_row(context, fact)]
    if fact.code[0] in "RPNE":
        rows.append(("row-whose", _whose(fact, names).told(context.lang)))
    rows += open_rows(context, fact)
    cure = _cure(fact, file)
    return [*rows, ("row-cure", cure.told(context.lang))] if cure is not None else rows


def code_row(context: Context, fact: Fact) -> Row:
    """The code of a fact, and what it means."""
    return "row-code", context.sentence("page-code", name=fact.code, title=fact.title.told(context.lang))


def open_rows(context: Context, fact: Fact) -> list[Row]:
    """What a fact leaves open, and when it can be decided."""
    return [
        ("row-open", context.sentence("page-open", what=left.told(context.lang), when=_when(context, left.when)))
        for left in fact.unproven
    ]


def _whose(fact: Fact, names: Mapping[str, str]) -> Sentence:
    if fact.party == REFEREE:
        return Sentence("whose-host")
    if fact.party:
        return Sentence("whose-key", name=names.get(fact.party, fact.party))
    return Sentence("whose-expected" if fact.code[0] == "E" else "whose-nobody")


def _when(context: Context, when: str) -> str:
    return context.sentence(_WHEN[when])


_WHEN = {NOW: "when-now", END: "when-end", LINE: "when-line", NEVER: "when-never"}


def _cure(fact: Fact, file: str) -> Sentence | None:
    kind = fact.code[0]
    if fact.code == "N-MISSING":
        return Sentence("cure-missing")
    if fact.code == "N-VERSION":
        return Sentence("cure-version")
    if kind == "N":
        return Sentence("cure-copy", file=file)
    return {"R": Sentence("cure-keep"), "P": Sentence("cure-keep"), "E": Sentence("cure-ask")}.get(kind)


def called_of(context: Context, role: str, names: Mapping[str, str]) -> str:
    """What people call the party of a role."""
    return context.sentence("page-key-host") if role == REFEREE else names.get(role, role)


def as_rows(context: Context, rows: Iterable[Row]) -> list[str]:
    """Labels in one column, texts in another; on a terminal cut at blanks under their own beginning."""
    told = [(context.sentence(label), safe_text(text)) for label, text in rows]
    width = max((len(label) for label, _ in told), default=0)
    room, page, last = columns(sys.stdout), list[str](), ""
    for label, text in told:
        shown = "" if label == last else label
        last = label
        for part in cut(text, room - width - 4 if room else 0):
            page.append(f"  {shown:<{width}}  {part}".rstrip())
            shown = ""
    return page
