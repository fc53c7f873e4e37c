"""`referee move` alone: orders as they come, one after the other, by a person or through a pipe."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.record.note import read_bundle
from referee.record.notes import Move
from tests.cli.games_on_disk import asked, home_of, lay, running
from tests.cli.terminal import converse, inside, run
from tests.needed_tools import posix
from tests.support.rehearse import open_match, play_out
from tests.table.small_games import hand

MATCH = running()
STEP = MATCH.host.step + 1
WHO = asked(MATCH)
REST, SIGN = "action 2 of 2 (Enter: sign as it is)> ", "sign this? [y/N/show/undo]: "
NAME = f"{STEP:04d}-{WHO}.move"


def signed(game: Path) -> tuple[str, ...]:
    note = read_bundle((game / "outbox" / NAME).read_bytes())[-1].note()
    assert isinstance(note, Move)
    return note.do


def outbox(game: Path) -> list[str]:
    return sorted(path.name for path in (game / "outbox").glob("*"))


@posix
def test_each_order_is_answered_at_once_and_the_last_one_leads_to_signing(game: Path) -> None:
    answers = {"action 1 of 2> ": "pass", "action 2 of 2> ": "pass", SIGN: "y"}
    code, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)
    lines = [line.rstrip() for line in seen.splitlines()]

    assert (code, signed(game)) == (0, ("pass", "pass"))
    assert lines[1:5] == [
        "action 1 of 2> pass",
        f"  {WHO.title()} passes an action",
        "action 2 of 2> pass",
        f"  {WHO.title()} passes an action",
    ]
    assert lines[-1] == f"  outbox/{NAME}"


@posix
def test_an_order_is_taken_back_with_undo_and_enter_goes_on_to_signing(game: Path) -> None:
    answers = {"action 1 of 2> ": "pass", "action 2 of 2> ": "undo", "undone: pass": "pass\n\n"}  # and Enter twice
    code, _ = converse(["move"], home_of(game.parent, WHO), {**answers, SIGN: "y"}, cwd=game)

    assert (code, signed(game)) == (0, ("pass",))


@posix
def test_an_order_in_place_of_a_yes_is_one_order_more(game: Path) -> None:
    answers = {"action 1 of 2> ": "pass", "action 2 of 2> ": "", "Type the next order": "", SIGN: "pass"}
    answers["order   pass\r\norder   pass"] = "y"
    code, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, signed(game)) == (0, ("pass", "pass")), seen


@posix
@pytest.mark.parametrize("answer", ["yes please", "sure", "signed"])
def test_what_is_neither_an_answer_nor_an_order_is_asked_again(game: Path, answer: str) -> None:
    answers = {"action 1 of 2> ": "pass, pass", SIGN: answer, "referee: ": "n"}
    code, _ = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, (game / "outbox").exists()) == (130, False)


@posix
@pytest.mark.parametrize(("typed", "done"), [("pass", ("pass", "pass")), ("swap 1", None), ("no", None), ("", None)])
def test_at_the_question_about_a_slip_another_line_is_taken_as_it_is(
    game: Path, typed: str, done: tuple[str, ...] | None
) -> None:
    answers = {"action 1 of 2> ": "pass", "action 2 of 2> ": "pss", "did you mean pass? [y/N]: ": typed}
    answers |= {SIGN: "y"} if done else {}
    code, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game, closed_at="" if done else "of 2> ")

    assert ((code == 0, signed(game)) if done else (code == 0, None)) == (bool(done), done), seen


@posix
def test_what_cannot_be_is_told_and_asked_again_and_a_slip_is_asked_about(game: Path) -> None:
    answers = {
        "action 1 of 2> ": "king Q9",
        "referee: ": "pss, pass",
        "did you mean pass, pass? [y/N]: ": "y",
        SIGN: "y",
    }
    code, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, signed(game)) == (0, ("pass", "pass"))
    assert "expected a space such as F7, got q9" in seen


@posix
@pytest.mark.parametrize("answer", ["n", "NO"])
def test_whatever_is_no_yes_signs_nothing(game: Path, answer: str) -> None:
    answers = {"action 1 of 2> ": "pass", "action 2 of 2> ": "pass", SIGN: answer}
    code, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, outbox(game)) == (130, []), seen


@posix
@pytest.mark.parametrize("leaving", ["quit", "\x03", "\x04"], ids=["quit", "Ctrl-C", "Ctrl-D"])
def test_leaving_signs_nothing(game: Path, leaving: str) -> None:
    answers = {"action 1 of 2> ": "pass", "action 2 of 2> ": leaving}
    code, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, outbox(game)) == (130, [])
    assert "Not signed; saved as a draft" in seen


@posix
@pytest.mark.parametrize(
    ("lang", "said"), [("en", "You have a draft that is not signed"), ("it", "Hai una bozza non firmata")]
)
def test_a_draft_is_named_where_it_is_said_what_to_do(game: Path, lang: str, said: str) -> None:
    home = home_of(game.parent, WHO)
    _, before, _ = inside(["--lang", lang], home, game)
    converse(["move"], home, {"action 1 of 2> ": "pass\nquit"}, cwd=game)
    _, after, _ = inside(["--lang", lang], home, game)

    assert [any(line.startswith(said) for line in seen.splitlines()) for seen in (before, after)] == [False, True]


@posix
def test_the_prompt_tells_hand_board_orders_and_its_own_words(game: Path) -> None:
    answers = {"action 1 of 2> ": "?\nhand\nmoves king\nshow\nrule 4.3\nrule dragon\nquit"}
    _, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)
    words = " ".join(seen.split())

    assert "undo, show, hand, moves WORD, rule WORD, quit (saves a draft)" in words
    assert "Your hand: " in words
    assert "leader king " in words
    assert " A B C D E F G H I J K L M N O P" in words
    assert "[TE 4.3] " in words and "there is no rule DRAGON" in words


@posix
@pytest.mark.parametrize(
    ("lang", "typed", "pointer", "name"),
    [
        ("en", "show\nrule gan\nquit", "what a code stands for: rule CODE", "  Ganges (gan)"),
        ("it", "mostra\nregola gan\nesci", "che cosa è una sigla: regola SIGLA", "  Gange (gan)"),
    ],
)
def test_the_codes_of_a_board_can_be_asked_for(lang: str, typed: str, pointer: str, name: str, tmp_path: Path) -> None:
    match = running("civilization")
    game, who = lay(tmp_path / "game", match.files), asked(match)
    answers = {"one back" if lang == "en" else "l'ultimo": typed}
    _, seen = converse(["move", "--lang", lang], home_of(tmp_path, who), answers, cwd=game)
    lines = [line.rstrip() for line in seen.splitlines()]

    assert lines.index(pointer) < lines.index(name), seen


@posix
def test_what_a_line_leads_to_stays_in_the_window_beside_the_order(tmp_path: Path) -> None:
    """The next card, after which the turn of another and a count among six follow."""
    match = play_out(open_match("civilization", 6, "a"), "a", steps=23)
    game, who = lay(tmp_path / "game", match.files), asked(match)
    _, seen = converse(
        ["move", "pick Splendour or Genius"], home_of(tmp_path, who), {SIGN: "n"}, cwd=game, size=(80, 24)
    )
    lines = seen[: seen.index(SIGN)].splitlines()

    assert any(line.startswith("order   pick Splendour") for line in lines[-23:]), seen


@posix
@pytest.mark.parametrize("name", ["tigris", "cards", "ur", "civilization"])
def test_the_word_for_the_hand_is_answered_in_every_game(name: str, tmp_path: Path) -> None:
    match = running(name)
    game, who = lay(tmp_path / "game", match.files), asked(match)
    _, seen = converse(["move"], home_of(tmp_path, who), {"one back": "hand\nquit"}, cwd=game)
    lines = [line.rstrip() for line in seen.splitlines()]
    at = next(at for at, line in enumerate(lines) if line.endswith("> hand"))

    assert lines[at + 1].startswith("  "), seen


@posix
@pytest.mark.parametrize(
    ("lang", "asked", "typed", "told", "quits"),
    [
        ("en", "action {} of 2> ", "y", "Enter to sign these orders, another", "quit"),
        ("it", "azione {} di 2> ", "s", "Invio: si passa a firmare ciò che c'è finora", "esci"),
    ],
)
def test_a_yes_where_an_order_is_read_is_told_what_signs(
    game: Path, lang: str, asked: str, typed: str, told: str, quits: str
) -> None:
    answers = {asked.format(1): "pass", asked.format(2): typed, told: quits}
    code, seen = converse(["move", "--lang", lang], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, outbox(game), "referee: y could mean" in seen) == (130, [], False)


@posix
def test_the_prompt_speaks_italian(game: Path) -> None:
    answers = {"azione 1 di 2> ": "passo", "azione 2 di 2> ": "annulla\nesci"}
    code, seen = converse(["move", "--lang", "it"], home_of(game.parent, WHO), answers, cwd=game)

    assert (code, outbox(game)) == (130, [])
    assert "tolto: passo" in seen


def test_orders_come_through_a_pipe_as_well_one_a_line(game: Path) -> None:
    code, out, errors = run(["move", "--yes"], home_of(game.parent, WHO), cwd=game, stdin=b"pass\npass\n")

    assert (code, signed(game)) == (0, ("pass", "pass")), errors
    assert out.decode().splitlines()[-1] == f"  outbox/{NAME}"


@pytest.mark.parametrize(
    ("typed", "more", "expected"),
    [
        (b"pass\n", [], 5),  # nobody has said yes
        (b"pass\ndance\n", ["--yes"], 3),
        (b"", ["--yes"], 3),
        (b"quit\n", ["--yes"], 130),
    ],
)
def test_through_a_pipe_nothing_is_signed_unless_all_is_right_and_agreed(
    game: Path, typed: bytes, more: list[str], expected: int
) -> None:
    code, _, errors = run(["move", *more], home_of(game.parent, WHO), cwd=game, stdin=typed)

    assert (code, outbox(game)) == (expected, [])
    assert errors.decode().count("Traceback") == 0


def test_who_is_not_asked_hears_so_before_a_line_is_read(game: Path) -> None:
    other = next(name for name in MATCH.table.names if name != WHO)
    code, _, errors = run(["move"], home_of(game.parent, other), cwd=game)

    assert (code, outbox(game)) == (5, [])
    assert errors.decode().startswith("referee: ")


@posix
def test_a_command_typed_inside_of_the_prompt_does_what_is_meant(game: Path) -> None:
    answers = {
        "action 1 of 2> ": "referee hand",
        "Your hand": "rule monument pays",
        "[TE 13.2]": "referee move pass",
        "action 2 of 2": "quit",
    }
    _, seen = converse(["move"], home_of(game.parent, WHO), answers, cwd=game)

    assert "no order called" not in seen
    assert f"  {WHO.title()} passes an action" in seen


@posix
@pytest.mark.parametrize(
    ("lang", "action", "last"),
    [("en", "action 1 of 2> ", "nothing is signed until you say yes"), ("it", "azione 1 di 2> ", "prima del tuo sì")],
)
def test_a_question_mark_shows_an_order_that_can_be_typed_as_it_stands(
    game: Path, lang: str, action: str, last: str
) -> None:
    home = home_of(game.parent, WHO)
    _, seen = converse(["move"], home, {action: "?", last: "q"}, cwd=game, REFEREE_LANG=lang)
    told = next(line for line in seen.splitlines() if line.startswith(("for example: ", "per esempio: ")))
    code, tried, errors = inside(["try", "--lang", lang, *told.partition(": ")[2].split()], home, game)

    assert (code, errors) == (0, ""), told
    assert tried


@posix
def test_the_only_answer_that_a_hand_leaves_is_not_asked_for(tmp_path: Path) -> None:
    """Whoever holds no card of the kind scores none; the others are not told, so it is signed all the same."""
    match = open_match("cards", 2, "a")
    while match.host.asked[0].question != "score" or match.host.asked[0].about[0] in hand(match, asked(match)):
        match = play_out(match, f"a{match.host.step}", steps=1)
    game, who = lay(tmp_path / "game", match.files), asked(match)
    code, seen = converse(["move"], home_of(tmp_path, who), {SIGN: "y"}, cwd=game)
    (path,) = (game / "outbox").glob("*.move")
    note = read_bundle(path.read_bytes())[-1].note()

    assert code == 0 and isinstance(note, Move) and note.do == ("score no",)
    assert "  score no: your only possible answer" in seen.splitlines()
