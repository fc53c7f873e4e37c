"""Letters: the text that is mailed after each step. First words and a picture, then the signed notes, nothing behind.

A letter says only what everybody may know, whoever writes it: it is drawn from the public state, never from a hand. No
line of its human part can be taken for a note, so that `record.note.unwrap` finds exactly the notes behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby

from referee.drawing.safe import safe_text
from referee.drawing.text import plain, wrapped
from referee.kernel.game import View
from referee.record.note import SignedNote, render_bundle
from referee.record.notes import Move, Standing, Step
from referee.table.step.position import Position
from referee.words.catalogue import HOUSE, entry
from referee.words.prose import events_prose, form_of, open_answer, question_prose

COLUMNS = 72
_INDENT = "  "
_NOTE_LIKE = re.compile(r"^(?:-----|referee/)")


def letter(position: Position, signed_notes: tuple[SignedNote, ...], lang: str = "en") -> bytes:
    """The letter for the step that led to `position`; `signed_notes` are the notes of its file. UTF-8, lines end in LF.

    The same bytes for every reader with the same public position.
    """
    words = _Words(lang)
    sections = [
        _heading(position, words),
        _orders(position, signed_notes, words),
        _happened(position, words, lang),
        _said(signed_notes, words),
        _board(position, words, lang),
    ]
    if position.over:
        sections += [_result(position, words), _farewell(position, words)]
    else:
        sections += [_asked(position, words, lang), _answer(position, words)]
    sections.append([*wrapped(words["notes"], COLUMNS)])
    human = "\n\n".join("\n".join(map(_unlike_a_note, section)) for section in sections if section)
    return f"{human}\n\n".encode() + render_bundle(signed_notes)


def letter_name(step: int) -> str:
    """The file of the letter for a step: `0017.txt`."""
    return f"{step:04d}.txt"


class _Words:
    """What a letter says around the facts, in one language: entries of the context `letter`."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def __getitem__(self, code: str) -> str:
        return entry(HOUSE, "letter", code, self.lang) or ""


def _unlike_a_note(line: str) -> str:
    """The line, marked if a reader of mails would take it for part of a note."""
    bare = line.lstrip(" \t\u00a0>|")
    return f"{_INDENT}. {bare}" if _NOTE_LIKE.match(bare) else line


def _titled(title: str, lines: Iterable[str]) -> list[str]:
    body = list(lines)
    return [title, *body] if body else []


def _paragraph(text: str) -> tuple[str, ...]:
    return wrapped(text, COLUMNS, _INDENT, _INDENT)


def _sentence(text: str) -> tuple[str, ...]:
    return _item(f"{text[:1].upper()}{text[1:]}.")


def _item(text: str) -> tuple[str, ...]:
    return wrapped(text, COLUMNS, _INDENT, _INDENT * 2)


def _heading(position: Position, words: _Words) -> list[str]:
    table = position.table
    facts = [table.game.info.title, words["step"].format(step=position.step)]
    if position.step == 0:
        facts.append(words["dealt"])
    if position.over:
        facts.append(words["over"])
    title = ", ".join(facts)
    lines = [title, "=" * len(title), *wrapped(f"{words['players']} {', '.join(table.names)}", COLUMNS)]
    defaults = {option.name: option.default for option in table.game.info.options}
    chosen = [f"{name} {value}" for name, value in table.options.values if defaults.get(name) != value]
    if chosen:
        lines += wrapped(f"{words['options']} {', '.join(chosen)}", COLUMNS)
    for seat, display in zip(table.names, table.display, strict=True):
        if display.casefold() != seat:
            lines += _item(words["called"].format(seat=seat, name=safe_text(display)))
    return lines


def _orders(position: Position, signed_notes: tuple[SignedNote, ...], words: _Words) -> list[str]:
    names = position.table.names
    lines: list[str] = []
    for seat, orders in groupby(position.orders, key=lambda order: order[0]):
        lines += _item(f"{names[seat]}: {'; '.join(text for _, text in orders)}")
    for signed in signed_notes:
        note = signed.note() if signed.type in ("standing", "step") else None
        if isinstance(note, Standing):
            lines += _item(words["standing"].format(seat=note.seat))
        for opened in note.order if isinstance(note, Step) else ():
            lines += _item(words["opened"].format(seat=opened.seat, step=opened.step, text=opened.text))
    return _titled(words["orders"], lines)


def _happened(position: Position, words: _Words, lang: str) -> list[str]:
    table = position.table
    lines: list[str] = []
    for sentence in events_prose(table.game, position.events, table.names, lang):
        lines += _sentence(sentence)
    return _titled(words["happened"], lines)


def _said(signed_notes: tuple[SignedNote, ...], words: _Words) -> list[str]:
    lines = []
    for signed in signed_notes:
        note = signed.note() if signed.type == "move" else None
        if isinstance(note, Move):
            # A seat name before every line: no line of a player's text stands alone and looks like ours.
            lines += [f'{_INDENT}{note.seat}: "{safe_text(text)}"' for text in note.say]
    return _titled(words["said"], lines)


def _board(position: Position, words: _Words, lang: str) -> list[str]:
    view = View(position.table.names, lang=lang)
    picture = plain(position.table.game.faces.text(position.state, view))
    lines = [part for line in picture.rstrip("\n").split("\n") for part in _fitted(line)]
    return _titled(words["board"], lines)


def _fitted(line: str) -> tuple[str, ...]:
    """A line of a picture for a mail: a sentence that is too long is wrapped, columns are left as they are."""
    if len(line) <= COLUMNS or "  " in line.strip():
        return (line,)
    margin = line[: len(line) - len(line.lstrip())]
    return wrapped(line, COLUMNS, margin, margin + _INDENT * 2)


def _asked(position: Position, words: _Words, lang: str) -> list[str]:
    table = position.table
    lines: list[str] = []
    for request in position.asked:
        lines += _sentence(question_prose(table.game, request, table.names, lang))
    return _titled(words["asked"], lines)


def _answer(position: Position, words: _Words) -> list[str]:
    file = letter_name(position.step)
    lines = [*_paragraph(words["save"].format(file=file)), f"{_INDENT * 2}referee receive {file}"]
    if position.step == 0:
        lines += [*_paragraph(words["hear"]), f"{_INDENT * 2}referee words"]
    for request in position.asked:
        lines += _paragraph(words["then"].format(seat=position.table.names[request.seat]))
        lines.append(f"{_INDENT * 2}referee move")
        table = position.table
        answer = open_answer(table.game, position.state, request, words.lang, hands=bool(table.piles))
        if answer:
            form = form_of(table.game, request, words.lang)
            lines += _paragraph(words["form" if form else "example"])
            lines.append(f"{_INDENT * 2}referee move {answer}")
    return _titled(words["answer"], (*lines, *_paragraph(words["also"])))


def _result(position: Position, words: _Words) -> list[str]:
    outcome = position.table.game.outcome(position.state)
    assert outcome is not None
    by_place = sorted(zip(outcome.ranks, range(len(outcome.ranks)), strict=True))
    lines: list[str] = []
    for place, seat in by_place:
        score = " ".join(map(str, outcome.scores[seat]))
        lines += _item(words["compared"].format(place=place, seat=position.table.names[seat], score=score))
    return _titled(words["result"], lines)


def _farewell(position: Position, words: _Words) -> list[str]:
    file = letter_name(position.step)
    lines: Iterator[str] = iter(
        (
            *_paragraph(words["save"].format(file=file)),
            f"{_INDENT * 2}referee receive {file}",
            *_paragraph(words["acknowledge"]),
            f"{_INDENT * 2}referee ack",
            *_paragraph(words["audit"]),
        )
    )
    return _titled(words["answer"], lines)
