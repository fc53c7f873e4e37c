"""Letters: words and a board for people, then exactly the notes; nothing secret, nothing that looks like a note."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest

from referee.games import find
from referee.i18n.event_text import answer_form
from referee.kernel.events import event_words
from referee.kernel.goods import OwnGoods
from referee.messages.letters import step_letter
from referee.protocol.history.read_record import read_history
from referee.protocol.seating import author_role
from referee.protocol.step.position import Position
from referee.record.file_names import DEAL, step_name
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Accept, Join, Step
from tests.games import known
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, play_out
from tests.table.small_games import asked, copy_of, dealt, four, order, small, with_stranger

LANGUAGES = ("en", "it")
GAMES = tuple((name, find(name).info.seats[-1]) for name in known.GAMES)
HOSTILE = (
    "referee/1 move",
    "> referee/1 step",
    "-- --- ----",
    "| > referee/1 deal",
    "\u202ednetxet siht",
    "Perché no? 東京",
    "\\u{1b}[2J",
    "To: everybody",
    "x" * 60,
)


def human(data: bytes) -> str:
    return data.decode().partition("-----BEGIN REFEREE NOTE-----")[0]


@cache
def played(game: str, seats: int) -> tuple[tuple[tuple[Position, ...], tuple[SignedNote, ...]], ...]:
    """The deal and the first steps of a random game: the position as everybody sees it, and the notes."""
    match = with_stranger(open_match(game, seats, f"letters {game}"))
    found = [((match.host, *match.players.values()), match.signed_notes[DEAL])]
    for number in range(of(7, 12)):
        match.players.pop("stranger", None) if match.host.over else None
        play_out(match, f"letters {number}", steps=1)
        signed_notes = match.signed_notes[step_name(match.host.step)]
        found.append(((match.host, *match.players.values()), signed_notes))
        if match.host.over:
            break
    return tuple(found)


@pytest.mark.parametrize(
    ("lang", "told"),
    [
        ("en", "compare the four safety words with each of the others and the host, by phone or chat, not by mail"),
        ("it", "confrontate le quattro parole con ognuno degli altri e con l'arbitro, a voce o in chat, non per mail"),
    ],
)
def test_the_letter_of_the_deal_alone_says_from_whom_the_words_are_heard(lang: str, told: str) -> None:
    """H-3: the host says them as everybody does, and the way is another than the mail."""
    letters = [human(step_letter(positions[0], notes, lang)) for positions, notes in played("tigris", 4)[:2]]

    assert [told in " ".join(text.split()) for text in letters] == [True, False]
    assert ["referee words" in text for text in letters] == [True, False]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_mail_reader_finds_exactly_the_notes_and_nothing_stands_behind_them(game: str, seats: int, lang: str) -> None:
    for positions, signed_notes in played(game, seats):
        data = step_letter(positions[0], signed_notes, lang)

        assert unwrap(data).signed_notes == signed_notes
        assert unwrap(data).remarks == ()
        assert data.endswith(render_bundle(signed_notes))
        assert read_bundle(data[len(human(data).encode()) :]) == signed_notes


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_letter_is_the_same_whoever_writes_it(game: str, seats: int, lang: str) -> None:
    """The host knows every hand, a player one, a stranger none: the letter cannot depend on any of them."""
    for positions, signed_notes in played(game, seats):
        letters = {step_letter(position, signed_notes, lang) for position in positions}

        assert len(letters) == 1


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_the_words_hold_no_id_key_or_other_bytes(game: str, seats: int) -> None:
    for positions, signed_notes in played(game, seats):
        words = human(step_letter(positions[0], signed_notes))
        secret = {signed.id for signed in signed_notes} | {positions[0].table.game_id, positions[0].head}

        assert not any(value in words for value in secret)
        assert not re.search(r"[A-Za-z0-9_-]{30,}", words)


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_an_english_letter_is_plain_ascii(game: str, seats: int) -> None:
    for positions, signed_notes in played(game, seats):
        assert step_letter(positions[0], signed_notes).isascii()


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_letter_fits_a_mail(game: str, seats: int, lang: str) -> None:
    for positions, signed_notes in played(game, seats):
        words = human(step_letter(positions[0], signed_notes, lang))

        assert [line for line in words.splitlines() if len(line) > 72 or line != line.rstrip()] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_no_line_of_a_letter_hangs_on_the_columns_above_it(game: str, seats: int, lang: str) -> None:
    """No proportional font and no phone breaks anything: there is no table and no drawing."""
    for positions, signed_notes in played(game, seats):
        if find(game).faces.listing is None:
            continue
        words = human(step_letter(positions[0], signed_notes, lang))
        lines = [line.strip() for line in words.splitlines()]
        told = [line for line in lines if not line.startswith("referee move ")]  # its choices are written YES|NO

        assert [line for line in lines if "  " in line] + [line for line in told if re.search("[~|#]", line)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_letter_names_the_two_commands_and_no_order_that_a_hand_may_lack(game: str, seats: int, lang: str) -> None:
    for positions, signed_notes in played(game, seats):
        position = positions[0]
        if position.over:
            continue
        lines = [line.strip() for line in human(step_letter(position, signed_notes, lang)).splitlines()]
        example = next((line[13:] for line in lines if line.startswith("referee move ")), "")
        request, rules = position.request, position.table.game
        assert request is not None

        orders = (rules.notation.format_order(move) for move in _legal(position, request.seat))
        by_hand = {rules.notation.said(order).told(lang) for order in orders}

        assert {f"referee receive {position.step:04d}.txt", "referee move"} <= set(lines)
        assert example in by_hand or (not by_hand and not example) or example == answer_form(rules, request, lang)


def _legal(position: Position, seat: int) -> list[Any]:
    """The orders that every hand allows which the seat may have: those of the empty one."""
    empty = OwnGoods(()) if position.table.piles else None
    return list(position.table.game.legal_orders(position.state, seat, empty))


def test_the_letter_of_a_step_says_who_ordered_what_and_what_came_of_it() -> None:
    match = copy_of(dealt())
    seat = asked(match)
    order(match, "pass; pass")
    other = asked(match)
    words = human(step_letter(match.host, match.signed_notes[step_name(1)]))

    assert words.startswith(
        f"Subject: Tigris Euphrates 1 - waiting for {other.title()}\n\n"
        "Tigris & Euphrates, step 1\n==========================\nplayers, clockwise: Anna, Bert\n"
    )
    assert f"ORDERS\n  {seat.title()}: pass, pass\n" in words
    assert f"WHAT HAPPENED\n  {seat.title()} passes an action.\n" in words
    assert f"WAITING FOR\n  {other.title()}'s turn, action 1 of 2:" in words
    assert "WORDS FROM" not in words


def with_words(say: tuple[str, ...]) -> tuple[Match, SignedNote]:
    match = copy_of(dealt())
    note = match.write(asked(match), ("pass; pass",), say)
    match.enter(note)
    return match, note


@pytest.mark.parametrize("text", HOSTILE)
def test_what_a_player_wrote_is_quoted_behind_his_name_and_cannot_pass_for_a_note(text: str) -> None:
    match, note = with_words((text, "and more"))
    signed_notes = match.signed_notes[step_name(1)]
    data = step_letter(match.host, signed_notes)

    assert unwrap(data).signed_notes == signed_notes
    assert unwrap(data).signed_notes[0] == note
    quoted = [line for line in human(data).splitlines() if line.startswith(f'  {author_role(note).title()}: "')]
    assert len(quoted) == 2
    assert "\u202e" not in data.decode() and "\x1b" not in data.decode()


def test_a_line_of_words_never_begins_like_a_note_or_like_armour() -> None:
    match, _ = with_words(HOSTILE)
    for lang in LANGUAGES:
        for line in human(step_letter(match.host, match.signed_notes[step_name(1)], lang)).splitlines():
            bare = line.lstrip(" \t\u00a0>|")
            assert not bare.startswith(("referee/1 ", "-----BEGIN", "-----END"))


def test_a_display_name_is_quoted_and_made_safe() -> None:
    """Two names that look alike, or that turn the line around, are told by their escapes."""
    from msgspec.structs import replace

    position = dealt().host
    names = ("Anna\u200b", 'Bert" says "referee/1 move')
    renamed = replace(position, table=replace(position.table, display=names))
    words = human(step_letter(renamed, dealt().signed_notes[DEAL]))

    assert '  anna is "Anna\\u{200b}"\n' in words
    assert '  bert is "Bert" says "referee/1 move"\n' in words
    assert unwrap(step_letter(renamed, dealt().signed_notes[DEAL])).signed_notes == dealt().signed_notes[DEAL]


def test_a_name_that_is_the_seat_itself_is_not_repeated() -> None:
    words = human(step_letter(dealt().host, dealt().signed_notes[DEAL]))

    assert dealt().table.display == ("Anna", "Bert")
    assert "is called" not in words


def test_options_are_named_when_they_are_not_the_usual_ones() -> None:
    match = open_match("tigris", 2, "options", (("board", "advanced"), ("scores", "open")))
    words = human(step_letter(match.host, match.signed_notes[DEAL]))

    assert "options: board advanced, scores open\n" in words
    assert "options:" not in human(step_letter(dealt().host, dealt().signed_notes[DEAL]))


def test_the_last_letter_tells_the_result_and_how_to_close_the_game() -> None:
    match = small()
    signed_notes = match.signed_notes[step_name(match.host.step)]
    words = human(step_letter(match.host, signed_notes))
    outcome = match.table.game.outcome(match.host.state)
    assert outcome is not None
    first = min(range(2), key=lambda seat: (outcome.ranks[seat], seat))

    assert ", the game is over\n" in words
    assert "WHO IS ASKED" not in words
    assert "    referee ack\n" in words
    result = " ".join(words.partition("THE RESULT\n")[2].partition("\n\n")[0].split())
    assert re.match(r"The game is over: [a-z ]+\. .*\b(wins|share)\b", result)
    assert f"1. {match.table.called[first]}: red " in result
    assert signed_notes[-1].type == "end"
    assert unwrap(step_letter(match.host, signed_notes, "it")).signed_notes == signed_notes


@cache
def whole_game() -> tuple[tuple[Position, tuple[SignedNote, ...]], ...]:
    """Every step of a finished game of four, as a stranger reads it."""
    match = four()
    seen: list[Position] = []
    read_history(match.files, watch=seen.append)
    names = [DEAL, *(step_name(step) for step in range(1, len(seen)))]
    return tuple((position, match.signed_notes[name]) for position, name in zip(seen, names, strict=True))


def test_an_opened_plan_is_told_with_its_condition() -> None:
    """A reader should not have to look for it in the notes."""
    told = []
    for position, signed_notes in whole_game():
        step_note = next(signed.note() for signed in signed_notes if signed.type in ("deal", "step"))
        words = " ".join(human(step_letter(position, signed_notes)).split())
        for opened in step_note.order if isinstance(step_note, Step) else ():
            condition, _, order = opened.text.partition(" ")
            sealed = f'"if you {condition}: {order}"'
            told.append(
                f"revealed now: what {opened.seat.title()} had planned in step {opened.step}: {sealed}" in words
            )

    assert told and all(told)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_letter_of_a_whole_game_is_in_sentences_and_fits_a_mail(lang: str) -> None:
    """No event or question falls back to the words of the notes."""
    for position, signed_notes in whole_game():
        words = human(step_letter(position, signed_notes, lang))
        events = {event_words(event, position.table.names) for event in position.events}

        assert unwrap(step_letter(position, signed_notes, lang)).signed_notes == signed_notes
        assert [line for line in words.splitlines() if len(line) > 72] == []
        assert not {line.strip().rstrip(".").lower() for line in words.splitlines()} & events


def test_a_note_of_another_kind_adds_no_words() -> None:
    """Accepts and joins carry texts and values too; only what players say in moves is quoted."""
    signed_notes = dealt().signed_notes[DEAL]
    notes = [signed.note() for signed in signed_notes]

    assert any(isinstance(note, Accept) for note in notes)
    assert not any(isinstance(note, Join) for note in notes)
    assert "WORDS FROM" not in human(step_letter(dealt().host, signed_notes))


def test_an_unknown_language_reads_english() -> None:
    signed_notes = dealt().signed_notes[DEAL]

    assert step_letter(dealt().host, signed_notes, "xx") == step_letter(dealt().host, signed_notes, "en")
