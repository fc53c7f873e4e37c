"""Facts as all commands print them: rows of a label and a text."""

from __future__ import annotations

from collections.abc import Mapping

from referee.audit.facts import END, LINE, NEVER, NOW, Fact
from referee.cli.context import Context
from referee.cli.report.page_content import Row
from referee.kernel.sentence import Sentence
from referee.protocol.seating import REFEREE


def fact_rows(context: Context, fact: Fact, names: Mapping[str, str], file: str = "") -> list[Row]:
    """What a fact says beside the sentence of its fault: code, whose it is, what stays open, what to do.

    `names` are what people call the seats, `file` is the one that a cure would replace.
    """
    rows = [code_row(context, fact)]
    if fact.code[0] in "RPNE":
        rows.append(("row-whose", _whose(fact, names).told(context.lang)))
    rows += open_rows(context, fact)
    cure = _CURES.get(fact.code) or _CURES.get(fact.code[0])
    return [*rows, ("row-cure", context.sentence(cure, file=file))] if cure is not None else rows


_CURES = {
    "N-MISSING": "cure-missing",
    "N-VERSION": "cure-version",
    "N": "cure-copy",
    "R": "cure-keep",
    "P": "cure-keep",
    "E": "cure-ask",
}
"""What to do about a fact: by its code, otherwise by its letter."""


def code_row(context: Context, fact: Fact) -> Row:
    """The code of a fact, and what it means."""
    return "row-code", context.sentence("page-code", name=fact.code, title=fact.title.told(context.lang))


def open_rows(context: Context, fact: Fact) -> list[Row]:
    """What a fact leaves open, and when it can be decided."""
    told = ((left.told(context.lang), context.sentence(_WHEN[left.when])) for left in fact.unproven)
    return [("row-open", context.sentence("page-open", what=what, when=when)) for what, when in told]


def _whose(fact: Fact, names: Mapping[str, str]) -> Sentence:
    if fact.party == REFEREE:
        return Sentence("whose-host")
    if fact.party:
        return Sentence("whose-key", name=names.get(fact.party, fact.party))
    return Sentence("whose-expected" if fact.code[0] == "E" else "whose-nobody")


_WHEN = {NOW: "when-now", END: "when-end", LINE: "when-line", NEVER: "when-never"}


def role_name(context: Context, role: str, names: Mapping[str, str]) -> str:
    """What people call the party of a role."""
    return context.sentence("page-key-host") if role == REFEREE else names.get(role, role)
