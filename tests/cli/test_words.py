"""The four words by real commands: who is heard, what is kept, and who may move."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from referee.kernel.requests import TURN
from tests.cli.games_on_disk import asked, finished, home_of, lay, mail_with, move_of, remember, running
from tests.cli.terminal import converse, inside
from tests.needed_tools import posix

MATCH = running()
FIRST = asked(running(steps=0))
"""Who has to move first at a table where nobody has."""

LATER = next(name for name in MATCH.table.names if name != FIRST)
REAL = "babil babil babil babil"
"""Four words of the list, and nobody's."""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    """A game after its deal."""
    return lay(tmp_path / "game", running(steps=0).files)


def told(game: Path, who: str, *arguments: str) -> tuple[int, Any]:
    """The exit code and the object of a command of `who`."""
    code, out, _ = inside([*arguments, "--json"], home_of(game.parent, who), game)
    return code, json.loads(out)


def own_words(game: Path, who: str) -> list[str]:
    found: list[str] = told(game, who, "words")[1]["words"]
    return found


def heard(game: Path, who: str) -> dict[str, str]:
    found: dict[str, str] = told(game, who, "words")[1]["heard"]
    return found


def refusal(game: Path, who: str, *arguments: str) -> tuple[int, str]:
    code, printed = told(game, who, *arguments)
    return code, printed["error"]["sentence"]


def move(game: Path, who: str) -> int:
    return inside(["move", "pass", "--yes"], home_of(game.parent, who), game)[0]


# What is kept


def test_outside_a_terminal_the_own_words_and_who_is_still_to_be_heard_are_printed(game: Path) -> None:
    code, out, _ = inside(["words"], home_of(game.parent, "anna"), game)

    assert (code, out.splitlines()) == (
        0,
        [
            f"your words: {' '.join(own_words(game, 'anna'))}",
            "safety words still to compare: the host, Bert, Carl",
            "say yours, and enter what they say: referee words W1 W2 W3 W4 --from NAME",
        ],
    )


def test_each_party_has_a_verdict_of_its_own(game: Path) -> None:
    words = own_words(game, "anna")
    told(game, "anna", "words", *words, "--from", "bert")
    told(game, "anna", "words", REAL, "--from", "carl")
    code, found = told(game, "anna", "words", " ".join(words).upper(), "--from", "host")

    assert (code, found) == (
        0,
        {
            "words": words,
            "heard": {"bert": "equal", "carl": "different", "referee": "equal"},
            "needed": True,
            "other_names": {},
            "new_keys": [],
            "own_key": [],
        },
    )


def test_one_call_or_chat_in_which_all_said_them_is_one_command(game: Path) -> None:
    told(game, "anna", "words", *own_words(game, "anna"), "--from", "all")

    assert heard(game, "anna") == {"bert": "equal", "carl": "equal", "referee": "equal"}


SLIPS = {
    "a letter": ("{0} {1} {2} bab", 3),
    "three words": ("{0} {1} {2}", 3),
    "five words": ("{0} {1} {2} {3} {3}", 3),
    "nothing": ("", 3),
}


@pytest.mark.parametrize("slip", SLIPS)
def test_a_slip_keeps_nothing(game: Path, slip: str) -> None:
    text, expected = SLIPS[slip]
    code, sentence = refusal(game, "anna", "words", text.format(*own_words(game, "anna")), "--from", "bert")

    assert (code, heard(game, "anna")["bert"]) == (expected, "not yet")
    assert sentence.endswith("nothing was saved")


def test_a_slip_of_a_letter_names_the_word_that_was_meant(game: Path) -> None:
    words = own_words(game, "anna")
    slipped = words[2][:-1] + ("b" if words[2][-1] != "b" else "p")
    code, out, errors = inside(
        ["words", *words[:2], slipped, words[3], "--from", "bert"], home_of(game.parent, "anna"), game
    )

    assert (code, out, errors.splitlines()) == (
        3,
        "",
        [
            f'referee: "{slipped}" is not on the word list; the closest is "{words[2]}", which is yours: '
            "nothing was saved",
            "hint: ask Bert for word 3 again",
        ],
    )


def test_words_that_differ_are_remembered_until_the_same_party_says_equal_ones(game: Path) -> None:
    words = own_words(game, "anna")
    found = [refusal(game, "anna", "words", REAL, "--from", "bert")[0], heard(game, "anna")["bert"]]
    told(game, "anna", "words", *words, "--from", "carl")
    found += [heard(game, "anna")["bert"]]
    told(game, "anna", "words", *words, "--from", "bert")

    assert [*found, heard(game, "anna")["bert"]] == [4, "different", "different", "equal"]


def test_going_on_without_somebody_does_not_lift_words_that_differ(game: Path) -> None:
    told(game, "anna", "words", REAL, "--from", "bert")
    code, _ = refusal(game, "anna", "words", "--without", "bert", "--yes")

    assert (code, heard(game, "anna")["bert"]) == (4, "different")


def test_nobody_is_left_out_without_a_yes(game: Path) -> None:
    found = [refusal(game, "anna", "words", "--without", "bert")[0], heard(game, "anna")["bert"]]
    told(game, "anna", "words", "--without", "bert", "--yes")

    assert [*found, heard(game, "anna")["bert"]] == [5, "not yet", "without"]


@posix
@pytest.mark.parametrize(("answer", "expected"), [("n", (130, "not yet")), ("y", (0, "without"))])
def test_at_a_terminal_going_on_without_somebody_is_asked_about(
    game: Path, answer: str, expected: tuple[int, str]
) -> None:
    question = "continue without comparing words with Bert? [y/N]: "
    code, seen = converse(["words", "--without", "bert"], home_of(game.parent, "anna"), {question: answer}, cwd=game)

    assert (code, heard(game, "anna")["bert"]) == expected
    said = " ".join(seen.split())
    assert (
        "you continue without comparing words with Bert: if someone is impersonating Bert, you will not notice" in said
    )


def test_words_without_a_speaker_and_speakers_who_are_not_there_are_refused(game: Path) -> None:
    words = own_words(game, "anna")
    codes = [
        refusal(game, "anna", "words", *words)[0],
        refusal(game, "anna", "words", *words, "--from", "nobody")[0],
        refusal(game, "anna", "words", *words, "--from", "anna")[0],
        refusal(game, "nobody", "words", *words, "--from", "anna")[0],
    ]

    assert codes == [2, 4, 4, 4]


@posix
def test_at_a_terminal_one_person_after_another_is_asked_for(game: Path) -> None:
    words = " ".join(own_words(game, "anna"))
    bad = "zzzzz" + words[5:]
    answers = {"Bert> ": bad, "word 1 again\nBert> ": words, "Carl> ": "", "Host> ": REAL}
    answers = {text.replace("\n", "\r\n"): typed for text, typed in answers.items()}
    code, seen = converse(["words"], home_of(game.parent, "anna"), answers, cwd=game)

    assert code == 4
    assert heard(game, "anna") == {"bert": "equal", "carl": "not yet", "referee": "different"}
    assert "  ask Bert for word 1 again\n" in seen


@posix
def test_what_was_heard_before_the_terminal_was_left_is_kept(game: Path) -> None:
    answers = {"Bert> ": " ".join(own_words(game, "anna")), "Carl> ": "\x04"}
    code, _ = converse(["words"], home_of(game.parent, "anna"), answers, cwd=game)

    assert (code, heard(game, "anna")) == (130, {"bert": "equal", "carl": "not yet", "referee": "not yet"})


# Who may move


def test_the_first_move_waits_until_everybody_was_heard_or_left_out(game: Path) -> None:
    words = own_words(game, FIRST)
    one, two = (name for name in MATCH.table.names if name != FIRST)
    codes = [move(game, FIRST)]
    for arguments in (["--from", one], ["--from", "host"]):
        told(game, FIRST, "words", *words, *arguments)
        codes.append(move(game, FIRST))
    told(game, FIRST, "words", "--without", two, "--yes")

    assert [*codes, move(game, FIRST)] == [5, 5, 5, 0]


def test_whoever_moves_first_at_a_later_step_must_have_heard_everybody_too(tmp_path: Path) -> None:
    """H-4: it was asked of the first mover only."""
    step = next(step for step in range(1, 6) if asked(running(steps=step)) != FIRST)
    late = running(steps=step)
    who = asked(late)
    game = lay(tmp_path / "game", late.files)

    assert late.host.past.signed[late.table.seat(who)] == 0
    assert move(game, who) == 5
    told(game, who, "words", *own_words(game, who), "--from", "all")
    assert move(game, who) == 0


def test_a_standing_note_waits_as_a_move_does(tmp_path: Path) -> None:
    dealt = running("cards", 0)
    game, home = lay(tmp_path / "game", dealt.files), home_of(tmp_path, "anna")
    line = ["standing", "score always", "--yes"]

    assert inside(line, home, game)[0] == 5
    told(game, "anna", "words", *own_words(game, "anna"), "--from", "all")
    assert inside(line, home, game)[0] == 0


def test_words_that_differ_stop_a_seat_that_has_moved_before(tmp_path: Path) -> None:
    """H-4: after a difference the next step was open again."""
    later = next(running(steps=step) for step in range(1, 40) if moved(step))
    who = asked(later)
    game = lay(tmp_path / "game", later.files)
    other = next(name for name in later.table.names if name != who)
    told(game, who, "words", REAL, "--from", other)
    stopped = move(game, who)
    told(game, who, "words", *own_words(game, who), "--from", other)

    assert (stopped, move(game, who)) == (4, 0)


def moved(step: int) -> bool:
    """Whether the seat that is asked after `step` has moved before, and may pass."""
    match = running(steps=step)
    request = match.host.request
    return request is not None and request.question == TURN and match.host.past.signed[request.seat] > 0


def test_the_status_tells_who_is_still_to_be_heard_and_who_was_left_out(game: Path) -> None:
    told(game, "anna", "words", *own_words(game, "anna"), "--from", "host")
    told(game, "anna", "words", "--without", "carl", "--yes")
    lines = inside(["status", "--full"], home_of(game.parent, "anna"), game)[1].splitlines()

    assert [line for line in lines if "safety words" in line] == [
        "by phone or chat (not by mail), compare the four safety words with Bert:",
        "  safety words  match: the host; not compared: Carl",
    ]
    assert told(game, "anna", "status")[1]["heard"] == {"bert": "not yet", "carl": "without", "referee": "equal"}


@pytest.mark.parametrize(
    ("lang", "told_so"),
    [
        ("en", "by phone or chat (not by mail), compare the four safety words with the host, Bert, Carl:"),
        ("it", "a voce o in chat (non per mail), confronta le quattro parole con l'arbitro, Bert, Carl:"),
    ],
)
def test_a_player_who_is_to_hear_the_host_is_not_told_to_go_round_the_host(game: Path, lang: str, told_so: str) -> None:
    assert told_so in inside(["status", "--lang", lang], home_of(game.parent, "anna"), game)[1].splitlines()


@pytest.mark.parametrize(("lang", "typed"), [("en", "--from host"), ("it", "--from arbitro")])
def test_the_command_that_is_proposed_names_the_host_in_the_language_of_the_reader(
    game: Path, lang: str, typed: str
) -> None:
    for name in MATCH.table.names:
        told(game, FIRST, "words", *own_words(game, FIRST), "--from", name)
    _, _, errors = inside(["move", "pass", "--yes", "--lang", lang], home_of(game.parent, FIRST), game)

    assert typed in " ".join(errors.split())


@pytest.mark.parametrize(("who", "verdicts"), [("tutti", {"equal"}), ("arbitro", {"equal", "not yet"})])
def test_all_and_the_host_are_named_in_the_language_of_the_reader(game: Path, who: str, verdicts: set[str]) -> None:
    told(game, "anna", "words", *own_words(game, "anna"), "--from", who)
    heard = told(game, "anna", "status")[1]["heard"]

    assert (heard["referee"], set(heard.values())) == ("equal", verdicts)


def test_the_host_is_warned_when_he_takes_a_move_in_and_never_held_up(tmp_path: Path) -> None:
    home = home_of(tmp_path, "host")
    game = lay(tmp_path / "game", running(steps=1).files)
    remember(game, home, MATCH, 1)
    told(game, "host", "words", REAL, "--from", "anna")
    code, out, _ = inside(["receive", mail_with(tmp_path / "mail", move_of(MATCH, 2))], home, game)

    assert (code, (game / "record" / "0002.step").exists()) == (0, True)
    assert "before you move, compare the safety words with Anna:\n  referee words\n" in out
    assert "by phone or chat (not by mail), compare the four safety words with Bert, Carl:\n  referee words\n" in out


# Keys that are known


def test_a_key_is_known_once_its_holder_was_heard_and_nobody_elses_is(tmp_path: Path) -> None:
    """L-5 and F3: the whole table was known at once."""
    old = lay(tmp_path / "old", finished("ur").files)
    told(old, "anna", "words", *own_words(old, "anna"), "--from", "bert")
    game = lay(tmp_path / "game", MATCH.files)

    assert heard(game, "anna") == {"bert": "known", "carl": "not yet", "referee": "not yet"}


def test_the_host_is_heard_in_every_game_since_a_record_does_not_name_him(tmp_path: Path) -> None:
    old = lay(tmp_path / "old", finished("ur").files)
    told(old, "anna", "words", *own_words(old, "anna"), "--from", "all")
    game = lay(tmp_path / "game", MATCH.files)

    assert heard(game, "anna") == {"bert": "known", "carl": "known", "referee": "not yet"}


def test_a_known_key_under_another_name_is_told_and_not_skipped(tmp_path: Path) -> None:
    """F4: game 1 knows mallory; in game 2 that key sits on the seat of bert."""
    from referee.crypto.keys import fingerprint
    from referee.record.store import DataFolder

    home = home_of(tmp_path, "anna")
    DataFolder(home).remember_keys([(fingerprint(MATCH.table.seats[MATCH.table.seat("bert")].key), "mallory")])
    game = lay(tmp_path / "game", MATCH.files)
    _, printed = told(game, "anna", "words")
    lines = inside(["status"], home, game)[1].splitlines()

    assert (printed["heard"]["bert"], printed["other_names"]) == ("not yet", {"bert": ["mallory"]})
    assert "Bert plays with the key you know as mallory" in lines


def test_a_key_heard_under_its_new_name_is_known_under_both(tmp_path: Path) -> None:
    from referee.crypto.keys import fingerprint
    from referee.record.store import DataFolder

    home = DataFolder(home_of(tmp_path, "anna"))
    key = fingerprint(MATCH.table.seats[MATCH.table.seat("bert")].key)
    home.remember_keys([(key, "mallory")])
    game = lay(tmp_path / "game", MATCH.files)
    told(game, "anna", "words", *own_words(game, "anna"), "--from", "bert")

    assert home.known_keys() == {(key, "bert"), (key, "mallory")}
    assert told(game, "anna", "words")[1]["other_names"] == {}


def test_a_list_of_keys_without_names_knows_nobody(tmp_path: Path) -> None:
    from referee.crypto.keys import fingerprint

    home = home_of(tmp_path, "anna")
    (home / "known").write_text("".join(f"{fingerprint(party.key)}\n" for party in MATCH.table.seats))
    (home / "known").chmod(0o600)
    game = lay(tmp_path / "game", MATCH.files)

    assert set(heard(game, "anna").values()) == {"not yet"}


def test_a_word_that_was_misheard_is_named_by_its_place_as_data(game: Path) -> None:
    """With what was typed and the nearest of the list, as the sentence says it; no other refusal has that."""
    four = own_words(game, FIRST)
    typed = [four[0], f"{four[1][:-1]}x", *four[2:]]
    code, printed = told(game, FIRST, "words", *typed, "--from", LATER)
    error = printed["error"]

    assert (code, error["code"]) == (3, "misheard-own-word")
    assert error["misheard"] == {"number": 2, "word": typed[1], "nearest": four[1]}
    assert all(error["misheard"][name] in error["sentence"] for name in ("word", "nearest"))
    assert "word 2" in error["hint"]
    assert "misheard" not in told(game, FIRST, "words", *four, "--from", "nobody")[1]["error"]
