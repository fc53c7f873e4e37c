"""`referee practice`: what a person types and sees at a table of programs."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from json import loads
from pathlib import Path
from shlex import split

import pytest

from referee.record.file_names import OTHERS
from referee.record.notes import Move
from referee.record.store import DataFolder, GameFolder
from referee.session.bot_seat import bot_answer
from referee.session.session import open_session
from tests.cli.terminal import converse
from tests.cli.typing_players import Player
from tests.needed_tools import posix

PLACE = "practice-tigris"
ANSWERS = {"continue? [y/N": "y", "sign this? [y/N": "y", "From now on, automatically": "n", "q to quit": ""}
"""What is typed in a whole game: an order may end it, it is meant, no answer stands; and the next screen."""


def begun(people: Callable[[str], Player], *more: str) -> Player:
    somebody = people("somebody")
    code, out, errors = somebody.types("practice", "tigris", "--seed", "11", *more)
    assert (code, errors) == (0, ""), errors
    assert out.startswith("Practice: you are Anna, against 2 bots: Nina, Otto. All commands work as in a real game.\n")
    return somebody


def answer(player: Player, place: Path) -> tuple[str, ...]:
    """What a program would type in the player's place."""
    return bot_answer(open_session(GameFolder(place), DataFolder(player.home)), "greedy")[0]


def test_one_command_leads_to_the_first_question(people: Callable[[str], Player]) -> None:
    somebody = people("somebody")
    keys = set(somebody.home.rglob("*"))
    code, out, _ = somebody.types("practice", "tigris", "--seed", "11")
    lines = out.splitlines()

    assert code == 0
    assert lines[1] == f"The game is in the folder {PLACE}: cd there before the next command."
    assert lines[2] == "Practice, step 0: your turn, Anna. You have two actions."
    assert "  referee move" in lines
    assert not any(b"PRIVATE KEY" in path.read_bytes() for path in {*somebody.home.rglob("*")} - keys if path.is_file())


def test_what_is_signed_is_answered_at_once_and_the_mail_is_told_once(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    place = somebody.place / PLACE
    mail = "With friends you would now send this file to the host and wait: outbox/0001-anna.move"
    code, out, _ = somebody.types("move", "--yes", *answer(somebody, place), at=place)

    assert code == 0
    assert out.startswith(f"Signed. {mail}\nPractice, step ")
    assert "your turn, Anna" in out.splitlines()[1]
    assert "Nina " in out and "Otto " in out
    again = somebody.types("move", "--yes", *answer(somebody, place), at=place)[1]
    assert again.startswith("Signed.\nPractice, step ")


def test_every_screen_says_that_it_is_practice_and_nobody_is_to_be_heard(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    place = somebody.place / PLACE

    assert somebody.types(at=place)[1].startswith("Practice, step 0: your turn, Anna")
    status = somebody.told("status", at=place)
    assert {todo["code"] for todo in status["next"]} == {"answer-in-order", "you-answer-example"}
    assert status["test_keys"] == []
    assert b"option practice yes" in (place / "record" / "charter.note").read_bytes()
    assert [row["title"] for row in somebody.told("games")["games"]] == ["Tigris & Euphrates"]


@pytest.mark.parametrize("lang", ["en", "it"])
def test_the_letter_of_a_practice_game_sends_nothing_to_anybody(people: Callable[[str], Player], lang: str) -> None:
    place = begun(people).place / PLACE
    code, out, errors = people("somebody").types("letter", "--lang", lang, at=place)
    human, notes, _ = out.partition("-----BEGIN")

    assert (code, errors) == (0, "") and notes
    assert "referee " not in human and "mail" not in human.lower()


def test_the_same_seed_is_the_same_game_in_a_second_folder(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    one = begun(people, "--folder", "again").place

    assert (one / "again" / "record" / "0000.deal").read_bytes() == (one / PLACE / "record" / "0000.deal").read_bytes()
    told = somebody.told("practice", "tigris", "--seed", "11", "--folder", "third")
    assert (told["seed"], told["seats"], told["step"]) == (11, ["anna", "nina", "otto"], 0)


def test_a_second_game_has_a_folder_beside_the_first_even_from_inside(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    code, out, _ = somebody.types("practice", "ur", at=somebody.place / PLACE)

    assert (code, (somebody.place / "practice-ur" / "record").is_dir()) == (0, True)
    assert "cd there before" in out
    assert somebody.types("practice", "tigris")[0] == 0
    assert (somebody.place / f"{PLACE}-2").is_dir()


@pytest.mark.parametrize("inside", [".", "outbox"])
def test_with_people_it_goes_on_from_where_the_end_of_a_practice_game_is_read(
    people: Callable[[str], Player], inside: str
) -> None:
    """What its last screen says to type is typed there."""
    somebody = begun(people)
    place = somebody.place / PLACE
    (place / "outbox").mkdir(exist_ok=True)
    said = somebody.types("consent", "draw", "--yes", at=place)[1]
    typed = "offer tigris --seats 3"
    assert f"Play it with friends: referee {typed}\n" in said
    code, _, errors = somebody.types(*typed.split(), "--name", "Anna", "--yes", at=place / inside)
    assert (code, (somebody.place / "tigris" / "record" / "offer.note").is_file()) == (0, True), errors
    code, _, errors = somebody.types(*typed.split(), "--name", "Anna", at=place / inside)
    assert (code, "tigris-2" in errors) == (5, True), errors
    named = errors.split("--folder ")[1].split()[0]
    assert somebody.types(*typed.split(), "--name", "Anna", "--folder", named, at=place / inside)[0] == 0
    assert (somebody.place / "tigris-2" / "record" / "offer.note").is_file()


def test_back_begins_again_before_a_step_and_only_here(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    place = somebody.place / PLACE
    first = answer(somebody, place)
    somebody.types("move", "--yes", *first, at=place)
    played = {path.name: path.read_bytes() for path in (place / "record").iterdir()}

    assert somebody.types("practice", "--back", "9999", "--yes", at=place)[0] == 5
    assert somebody.types("practice", "--back", "1", at=place)[0] == 5, "nobody has said yes"
    code, out, errors = somebody.types("practice", "--back", "1", "--yes", at=place)
    assert (code, errors) == (0, "")
    assert out.startswith("Practice restarts before step 1, with the same bag.\nPractice, step 0: your turn, Anna")
    somebody.types("move", "--yes", *first, at=place)
    assert {path.name: path.read_bytes() for path in (place / "record").iterdir()} == played


@pytest.mark.parametrize("seed", ["1", "2", "3", "6"])
def test_back_to_a_step_of_a_program_leads_to_the_player(people: Callable[[str], Player], seed: str) -> None:
    """The first step of these games is a program's."""
    somebody = people("somebody")
    place = somebody.place / "practice-ur"
    begins = somebody.types("practice", "ur", "--seed", seed)[1].splitlines()[2]
    first = {path.name for path in (place / "record").iterdir()}
    assert "0001.step" in first and "your turn, Anna" in begins
    somebody.types("move", "--yes", *answer(somebody, place), at=place)
    code, out, errors = somebody.types("practice", "--back", "1", "--yes", at=place)

    assert (code, errors) == (0, "")
    assert out.splitlines()[:2] == ["Practice restarts before step 1, with the same bag.", begins]
    assert {path.name for path in (place / "record").iterdir()} == first


def test_it_speaks_italian(people: Callable[[str], Player]) -> None:
    somebody = people("somebody")
    _, out, _ = somebody.types("practice", "tigris", "--seed", "11", "--lang", "it")

    assert out.startswith(
        "Allenamento: tu sei Anna, contro 2 bot: Nina, Otto. Valgono tutti i comandi, come in una partita vera"
    )
    assert "Allenamento, passo 0: tocca a te, Anna" in out


@pytest.mark.parametrize(
    ("typed", "code", "said"),
    [
        (("practice",), 2, "which game?"),
        (("practice", "chess"), 3, "no game called"),
        (("practice", "tigris", "--against", "best"), 3, "there are greedy, good, strong"),
        (("practice", "civilization", "--against", "strong"), 3, "there are greedy, good"),
        (("practice", "tigris", "--seats", "1"), 3, "to play alone against bots: referee practice tigris"),
        (
            ("offer", "tigris", "--seats", "1", "--name", "Anna"),
            3,
            "to play alone against bots: referee practice tigris",
        ),
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_written(
    people: Callable[[str], Player], typed: tuple[str, ...], code: int, said: str
) -> None:
    somebody = people("somebody")
    found, out, errors = somebody.types(*typed)

    assert (found, out) == (code, "")
    assert said in errors
    assert list(somebody.place.iterdir()) == []


def test_a_real_game_is_not_offered_as_practice(people: Callable[[str], Player]) -> None:
    somebody = people("host")
    somebody.types("key", "new", "host")
    code, _, errors = somebody.types("offer", "tigris", "--seats", "2", "-o", "practice=yes", "--name", "Host")

    assert code == 4
    assert "to start a practice game: referee practice GAME" in errors


def test_a_practice_offer_among_real_mails_is_not_joined(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    offer = somebody.place / PLACE / "record" / "offer.note"
    other = people("other")
    other.types("key", "new", "other")
    code, _, errors = other.types("join", offer, "--name", "Other")

    assert code == 4
    assert "practice games use public keys" in errors
    assert not any(other.place.rglob("record/*"))


def test_without_its_programs_the_game_can_be_looked_at(people: Callable[[str], Player]) -> None:
    somebody = begun(people)
    place = somebody.place / PLACE
    (place / OTHERS / "homes" / "host" / "practice").write_bytes(b"{}")
    code, _, errors = somebody.types("status", at=place)

    assert code == 3
    assert "the bots of this practice game cannot be read" in errors
    assert "begin another game" in errors
    assert [somebody.types(word, at=place)[0] for word in ("show", "hand", "log", "audit")] == [0, 0, 0, 0]


AUDITED = {
    "en": ("  result     1 Anna   1 Nina   1 Otto\n  ended      a draw, agreed by everyone\n", "practice against bots"),
    "it": (
        "  risultato    1 Anna   1 Nina   1 Otto\n  finita       in parità, d'accordo tutti\n",
        "un allenamento contro bot",
    ),
}


@pytest.mark.parametrize("lang", AUDITED)
def test_an_audit_says_that_it_was_practice_and_how_it_ended(people: Callable[[str], Player], lang: str) -> None:
    """A record of practice shown to others is no proof of anything."""
    somebody = begun(people)
    place, (ended, was) = somebody.place / PLACE, AUDITED[lang]
    somebody.types("consent", "draw", "--yes", at=place)
    somebody.types("ack", "--yes", at=place)
    code, out, _ = somebody.types("audit", "--lang", lang, at=place)

    assert (code, ended in out) == (0, True), out
    assert f"charter.note: {was}" in out
    assert [remark["code"] for remark in somebody.told("audit", at=place)["remarks"]] == ["was-practice"]


@posix
def test_a_game_from_the_first_line_to_the_clean_audit_in_a_terminal(tmp_path: Path) -> None:
    """The short form: a move, an agreement to end, the ack, the audit."""
    home, size = tmp_path / "home", (80, 24)
    code, seen = converse(["practice", "tigris", "--seed", "11", "--seats", "2"], home, {}, cwd=tmp_path, size=size)
    place = tmp_path / PLACE
    assert code == 0 and "against a bot: Nina" in seen
    assert len(seen.splitlines()) <= 24
    typed = bot_answer(open_session(GameFolder(place), DataFolder(home)), "greedy")[0]
    code, seen = converse(["move", *typed], home, {"[y/N": "y"}, cwd=place, size=size)
    assert code == 0 and "Signed." in seen
    code, seen = converse(["consent", "draw"], home, {"[y/N": "y"}, cwd=place, size=size)
    assert code == 0 and "Practice game over" in seen
    assert "Check it: referee audit" in seen and "Play it with friends: referee offer tigris --seats 2" in seen
    code, seen = converse(["ack"], home, {"[y/N": "y"}, cwd=place, size=size)
    assert code == 0
    code, seen = converse(["audit"], home, {}, cwd=place, size=size)
    assert code == 0 and "audit: clean" in seen


@posix
@pytest.mark.long
@pytest.mark.parametrize("game", ["tigris", "ur", "cards", "civilization"])
def test_a_whole_game_by_script_ends_clean(tmp_path: Path, game: str) -> None:
    """To the end that the rules give it, each answer typed in a terminal of 80 columns and 24 rows. Civilization asks
    for five times as many: after some it is ended as agreed.
    """
    home, size, place = tmp_path / "home", (80, 24), tmp_path / f"practice-{game}"
    assert converse(["practice", game, "--seed", "11"], home, {}, cwd=tmp_path, size=size)[0] == 0
    for answers in count():
        session = open_session(GameFolder(place), DataFolder(home))
        if game == "civilization" and answers == 25:
            assert converse(["consent", "draw"], home, {"[y/N": "y"}, cwd=place, size=size)[0] == 0
            break
        if session.position.over:
            break
        code, seen = converse(["move", *bot_answer(session, "greedy")[0]], home, ANSWERS, cwd=place, size=size)
        assert code == 0 and "Signed." in seen, seen
    assert converse(["ack"], home, {"[y/N": "y"}, cwd=place, size=size)[0] == 0
    code, seen = converse(["audit"], home, {}, cwd=place, size=size)
    assert code == 0 and "audit: clean" in seen


@pytest.mark.parametrize("game", ["tigris", "ur", "cards", "civilization"])
def test_the_printed_example_is_the_whole_turn_of_a_bot_and_can_be_typed(tmp_path: Path, game: str) -> None:
    player = Player(tmp_path, "anna")
    place = tmp_path / "anna" / "game"
    assert player.types("practice", game, "--seed", "3", "--folder", "game")[0] == 0
    for _ in range(4):
        session = open_session(GameFolder(place), DataFolder(player.home))
        turn = bot_answer(session, session.table.game.example_level)[0]
        status = loads(player.types("status", "--json", at=place)[1])
        (example,) = (todo["command"] for todo in status["next"] if todo["code"] == "you-answer-example")

        assert status["asked"]["example"] == ", ".join(turn)
        assert player.types(*split(example)[1:], "--yes", at=place)[0] == 0
        signed = open_session(GameFolder(place), DataFolder(player.home)).history
        moves = [note.read(Move) for notes in signed.signed_notes.values() for note in notes if note.type == "move"]
        assert any(move.seat == session.role and move.step == session.position.step + 1 for move in moves)
