"""Letters: the text that is mailed after each step. First words and a picture, then the notes.

A letter says only what everybody may know, no matter who writes it: it is drawn from the public state, never from a
hand. No line of its human part can be taken for a note. Every letter says where to get the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from itertools import groupby
from unicodedata import normalize

from referee.drawing.safe_text import safe_text
from referee.drawing.text_picture import plain_text_of, wrap_lines
from referee.games import package_to_install
from referee.i18n.catalogue import HOUSE, catalogue_text
from referee.i18n.event_text import answer_form, event_sentences, open_answer, question_sentence
from referee.i18n.option_names import options_row
from referee.i18n.standing_text import standing_line_text
from referee.kernel.game import GameInfo, Viewer
from referee.kernel.requests import Request
from referee.kernel.sentence import Sentence, in_language
from referee.messages.board_text import board_as_list
from referee.messages.decisions_text import decision_sentences, result_sentences, skipped_names, table_mark_sentences
from referee.messages.install_lines import FILE, install_lines
from referee.messages.step_news import answers_without_note, player_remarks, revealed_lines
from referee.protocol.allowances import allowances_of
from referee.protocol.seating import Table
from referee.protocol.step.planned_orders import planned_order_text
from referee.protocol.step.position import Position
from referee.record.note import SignedNote, notes_of, render_bundle
from referee.record.notes import Standing

COLUMNS = 72
_INDENT = "  "
_NOTE_LIKE = ("-----", "referee/")


def step_letter(position: Position, signed_notes: tuple[SignedNote, ...], lang: str = "en") -> bytes:
    """The letter for the step that led to `position`; `signed_notes` are the notes of its file. UTF-8, lines end in LF.

    The same bytes for every reader with the same public position.
    """
    table, by_mail = position.table, not position.table.terms.practice
    decided = (*decision_sentences(position, signed_notes, lang), *table_mark_sentences(position, lang))
    # The board in sentences: a mail may be read in any font, and no line of it depends on the columns above.
    board = board_as_list(table.game, position.state, Viewer(table.called, lang=lang, columns=COLUMNS))
    sections = [
        [subject_line(step_subject(position, lang), lang)],
        _title(position, lang),
        _section(lang, "table", _sentences(decided)),
        _orders(position, signed_notes, lang),
        _section(lang, "happened", _sentences(event_sentences(table.game, position.events, table.called, lang))),
        _quotes(position, signed_notes, lang),
        _section(lang, "board", plain_text_of(board).splitlines()),
    ]
    if position.over:
        sections += [_result(position, lang), _farewell(position, lang) if by_mail else []]
    else:
        asked = (question_sentence(table.game, request, table.called, lang) for request in position.awaited)
        sections += [_section(lang, "asked", _sentences(asked)), _how_to_answer(position, lang) if by_mail else []]
    sections.append([*wrap_lines(install_hint(lang, position.table.game.info), COLUMNS)] if by_mail else [])
    sections.append([*wrap_lines(body_text(lang, "notes"), COLUMNS)])
    return assemble_letter(sections, signed_notes)


def letter_name(step: int) -> str:
    """The file of the letter for a step: `0017.txt`."""
    return f"{step:04d}.txt"


def assemble_letter(sections: Iterable[Iterable[str]], signed_notes: tuple[SignedNote, ...]) -> bytes:
    """A letter of these sections of lines, and the notes after them."""
    human = "\n\n".join(text for section in sections if (text := "\n".join(map(_unlike_a_note, section))))
    return f"{human}\n\n".encode() + render_bundle(signed_notes)


def _unlike_a_note(line: str) -> str:
    """The line, marked if a reader of mails would take it for part of a note."""
    bare = line.lstrip(" \t\u00a0>|")
    return f"{_INDENT}. {bare}" if bare.startswith(_NOTE_LIKE) else line


def _section(lang: str, code: str, lines: Iterable[str]) -> list[str]:
    body = list(lines)
    return [body_text(lang, code), *body] if body else []


def _paragraph(text: str) -> tuple[str, ...]:
    return wrap_lines(text, COLUMNS, _INDENT, _INDENT)


def _sentences(texts: Iterable[str]) -> list[str]:
    return [line for text in texts for line in _item(f"{text[:1].upper()}{text[1:]}.")]


def _item(text: str) -> tuple[str, ...]:
    return wrap_lines(text, COLUMNS, _INDENT, _INDENT * 2)


def mail_subject(code: str, lang: str, **values: object) -> str:
    """The subject of a mail. Mail programs call its file so: it has letters, figures, blanks and hyphens, and nothing
    that a shell or a system stumbles over.
    """
    said = normalize("NFC", safe_text(Sentence(code, **values).told(lang)))
    return " ".join("".join(char if char.isalnum() or char == "-" else " " for char in said).split()).strip(" -")


def subject_line(said: str, lang: str) -> str:
    """The first line of a letter, which says what to write over the mail."""
    return body_text(lang, "subject", subject=said)


def step_subject(position: Position, lang: str) -> str:
    """The subject of the letter of a step: which game, which step, who is asked."""
    table = position.table
    asked = [table.called[request.seat] for request in position.awaited]
    if not asked:
        return mail_subject("subject-over", lang, title=table.title, step=position.step)
    names = reduce(lambda said, last: Sentence("names-and", names=said, last=last).told(lang), asked)
    return mail_subject("subject-asked", lang, title=table.title, step=position.step, names=names, count=len(asked))


def _title(position: Position, lang: str) -> list[str]:
    table = position.table
    facts = [in_language(table.game.info.title, lang), body_text(lang, "step", step=position.step)]
    if position.step == 0:
        facts.append(body_text(lang, "dealt"))
    if position.over:
        facts.append(body_text(lang, "over"))
    title = ", ".join(facts)
    lines = [title, "=" * len(title), *wrap_lines(f"{body_text(lang, 'players')} {', '.join(table.called)}", COLUMNS)]
    defaults = {option.name: option.default for option in table.game.info.options}
    chosen = [(name, value) for name, value in table.options.values if defaults.get(name) != value]
    if chosen:
        lines += wrap_lines(
            f"{body_text(lang, 'options')} {options_row(table.game.info.name, chosen, lang, ' ')}", COLUMNS
        )
    for seat, display, called in zip(table.names, table.display, table.called, strict=True):
        if called.casefold() != seat:
            lines += _item(body_text(lang, "sits-at", seat=seat, name=called))
        elif display.casefold() != seat:
            lines += _item(body_text(lang, "called", seat=seat, name=safe_text(display)))
    return lines


def _orders(position: Position, signed_notes: tuple[SignedNote, ...], lang: str) -> list[str]:
    names, said = position.table.called, position.table.game.notation.said
    by_seat = dict(zip(position.table.names, names, strict=True))
    lines: list[str] = []
    for at, orders in groupby(position.orders, key=lambda order: order[0]):
        lines += _item(f"{names[at]}: {', '.join(said(text).told(lang) for _, text in orders)}")
    for standing in notes_of(Standing, signed_notes):
        lines += _item(body_text(lang, "standing", seat=by_seat[standing.seat]))
    for seat, step, line in revealed_lines(signed_notes):
        text = in_language(planned_order_text(position.table.game, line), lang)
        lines += _item(body_text(lang, "opened", seat=by_seat[seat], step=step, text=text))
    for seat, order in answers_without_note(signed_notes, skipped_names(position, signed_notes)):
        lines += _item(body_text(lang, "answered", seat=by_seat[seat], order=said(order).told(lang)))
    return _section(lang, "orders", lines)


def _quotes(position: Position, signed_notes: tuple[SignedNote, ...], lang: str) -> list[str]:
    by_seat = position.table.called_by_seat
    # A seat name before every line: no line of a player's text stands alone and looks like ours.
    lines = [f'{_INDENT}{by_seat[seat]}: "{safe_text(text)}"' for seat, text in player_remarks(signed_notes)]
    return _section(lang, "said", lines)


def _how_to_answer(position: Position, lang: str) -> list[str]:
    file = letter_name(position.step)
    lines = [*_paragraph(body_text(lang, "save", file=file)), f"{_INDENT * 2}referee receive {file}"]
    if position.step == 0:
        lines += [*_paragraph(body_text(lang, "hear")), f"{_INDENT * 2}referee words"]
    for request in position.awaited:
        lines += _paragraph(body_text(lang, "then", seat=position.table.called[request.seat]))
        lines.append(f"{_INDENT * 2}referee move")
        table = position.table
        answer = open_answer(table.game, position.state, request, lang, hands=bool(table.piles))
        if answer:
            form = answer_form(table.game, request, lang)
            lines += _paragraph(body_text(lang, "form" if form else "example"))
            lines.append(f"{_INDENT * 2}referee move {table.game.notation.said(answer).told(lang)}")
        lines += _from_now_on(table, request, lang)
    return _section(lang, "answer", (*lines, *_paragraph(body_text(lang, "also"))))


def _from_now_on(table: Table, request: Request, lang: str) -> list[str]:
    """How to answer this question before it is asked, if standing orders may."""
    policies = allowances_of(table).standing
    line = policies.spared(request) if policies is not None else ""
    if not line:
        return []
    return [
        *_paragraph(body_text(lang, "from-now-on")),
        f"{_INDENT * 2}referee standing {standing_line_text(table.game, line, lang)}",
    ]


def _result(position: Position, lang: str) -> list[str]:
    return _section(lang, "result", (line for text in result_sentences(position, None, lang) for line in _item(text)))


def _farewell(position: Position, lang: str) -> list[str]:
    file = letter_name(position.step)
    lines = [*_paragraph(body_text(lang, "save", file=file)), f"{_INDENT * 2}referee receive {file}"]
    lines += [
        *_paragraph(body_text(lang, "acknowledge")),
        f"{_INDENT * 2}referee ack",
        *_paragraph(body_text(lang, "audit")),
    ]
    return _section(lang, "answer", lines)


def install_hint(lang: str, game: GameInfo) -> str:
    """How somebody without the program gets it, and the package of a game that does not come with it."""
    told = body_text(lang, "no-program-yet", file=FILE, command=install_lines()[0].program)
    package = safe_text(package_to_install(game.name))
    if not package:
        return told
    command = f"{install_lines()[0].package} ./{body_text(lang, 'its-file')}"
    return f"{told} {body_text(lang, 'no-package-yet', rules=game.title, package=package, command=command)}"


def body_text(lang: str, code: str, **values: object) -> str:
    """A text of letters by its code, an entry of the context `letter`, with its values filled in."""
    return (catalogue_text(HOUSE, "letter", code, lang) or "").format(**values)
