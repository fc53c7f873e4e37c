"""A reminder: a mail to somebody for whom all wait, with the whole way to answer and the notes of the newest step."""

from __future__ import annotations

from collections.abc import Callable

from referee.drawing.safe import safe_text
from referee.drawing.text import wrapped
from referee.kernel.sentence import Sentence
from referee.post.parcels import Parcel
from referee.record.names import step_name
from referee.record.note import render_bundle
from referee.table.desk.desk import Desk
from referee.table.telling.letters import letter_name, subject

_COLUMNS = 72


def reminder(desk: Desk, seat: str, times: Callable[[str], tuple[str, str]]) -> Parcel:
    """The reminder for a seat. `times` gives in a language since when it is asked, and until when the charter has the
    others wait ("" if it names no days).
    """
    position, table = desk.position, desk.table
    file, terms = letter_name(position.step), table.terms

    def told(role: str, lang: str) -> tuple[str, str]:
        since, until = times(lang)
        name, title = table.called[table.seat(seat)], safe_text(table.title)
        facts = {"name": name, "title": title, "step": position.step}
        first = Sentence("remind-waits", **facts, since=since).told(lang)
        said = [_terms(terms.absence, until).told(lang), Sentence("remind-come-back").told(lang)]
        if terms.terms:
            said.insert(1, Sentence("charter-terms", terms=safe_text(terms.terms)).told(lang))
        body = [
            *wrapped(". ".join((first, *said)) + ".", _COLUMNS),
            "",
            *wrapped(Sentence("remind-how", file=file).told(lang), _COLUMNS),
            "",
            f"  referee receive {file}",
            "  referee move",
            "",
            *wrapped(Sentence("remind-key").told(lang) + ".", _COLUMNS),
            "",
            "",
        ]
        return subject("subject-remind", lang, **facts), "\n".join(body)

    notes = render_bundle(desk.history.signed_notes[step_name(position.step)]).decode()
    return Parcel("remind", position.head, f"{position.step:04d}-remind", file, f"letters/{file}", notes, (seat,), told)


def _terms(absence: str, until: str) -> Sentence:
    if absence == "pause":
        return Sentence("remind-pause")
    return Sentence("remind-until", until=until) if until else Sentence("remind-skip")
