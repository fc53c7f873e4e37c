"""What a host who is not there answers to a mail: why a move was refused, or how a note is sent instead of words.

Each answer has an id of its own that follows from what it says, so that it is sent once, whatever comes again.
"""

from __future__ import annotations

from hashlib import sha256

from referee.drawing.safe import safe_text
from referee.drawing.text import wrapped
from referee.kernel.canon import b64
from referee.kernel.sentence import Sentence
from referee.post.addresses import ME, people
from referee.post.drafts import Draft, message_id
from referee.post.parcels import called
from referee.post.readers import Reader, party_reader
from referee.table.desk.desk import Desk
from referee.table.seating import REFEREE
from referee.table.telling.letters import subject

REPLIED = "auto-replied"
_COLUMNS = 72


def refusal_draft(desk: Desk, seat: str, text: str, answers: str, lang: str) -> Draft | None:
    """The mail that tells a seat why its move was not entered; None if nobody knows where it goes."""
    said = message_id("refused", b64(sha256(text.encode()).digest()), REFEREE, seat)
    return _draft(desk, seat, "subject-refused", f"{text}\n", said, answers, lang)


def words_draft(desk: Desk, seat: str, answers: str, lang: str) -> Draft | None:
    """The mail that tells a seat, which has sent words alone, what to type; one for each step."""
    speaks = _speaks(party_reader(desk, seat, lang), lang)
    said = message_id("words", desk.position.head, REFEREE, seat)
    return _draft(desk, seat, "subject-words", _how(desk, seat, speaks), said, answers, lang)


def _how(desk: Desk, seat: str, lang: str) -> str:
    position, table = desk.position, desk.table
    asked = [table.names[request.seat] for request in position.awaited]
    lines = [*_wrapped(Sentence("words-alone", name=called(table, seat, lang)).told(lang)), ""]
    if seat in asked:
        lines += [
            *_wrapped(Sentence("words-asked").told(lang)),
            "",
            "    referee receive mail.eml",
            "    referee move",
            "",
        ]
        lines += [*_wrapped(Sentence("words-send").told(lang)), "", "    referee send", ""]
    else:
        names = ", ".join(called(table, name, lang) for name in asked)
        code = "words-over" if position.over else "words-waiting"
        lines += [*_wrapped(Sentence(code, names=names).told(lang)), "", "    referee status", ""]
    return "\n".join(lines)


def _wrapped(text: str) -> tuple[str, ...]:
    return wrapped(safe_text(text), _COLUMNS, "", "")


def _draft(desk: Desk, seat: str, code: str, text: str, said: str, answers: str, lang: str) -> Draft | None:
    reader = party_reader(desk, seat, lang)
    if reader.person is None:
        return None
    speaks = _speaks(reader, lang)
    me = next((person for person in people(desk.home) if person.name == ME), None)
    step = desk.position.step + 1
    return Draft(
        to=reader.person.address,
        name=reader.name,
        subject=subject(code, speaks, title=desk.table.title, step=step, name=reader.name),
        text=text,
        notes="",
        file="",
        message_id=said,
        lang=speaks,
        sender=me.address if me is not None else "",
        sender_name=(desk.key_name or "").title(),
        answers=(answers,) if answers else (),
        automatic=REPLIED,
    )


def _speaks(reader: Reader, lang: str) -> str:
    return (reader.person.lang if reader.person is not None else "") or lang
