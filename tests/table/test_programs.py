"""A seat of a real game may be a program: its join says so, and after the end each of its answers is made again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.audit.recompute import Report, audit
from referee.games import find
from referee.kernel.bot import VERSION, is_same_program
from referee.kernel.dice import stream
from referee.kernel.errors import RefereeError, Unreadable
from referee.kernel.game import Typed
from referee.protocol.history.read_record import read_history
from referee.protocol.opening.charter import check_join, make_join, make_offer, read_charter
from referee.protocol.seating import eyes_at_table, eyes_of_key, eyes_of_one_seat
from referee.protocol.step.bot_orders import orders_of_bot
from referee.protocol.step.draft import draft, move_note
from referee.record.file_names import OTHERS
from referee.record.note import sign_note
from referee.record.notes import Bot, Join
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.rehearse import Match, open_match, random_note, sensible_order, test_key, test_nonce
from tests.table.new_hosts import handed_over
from tests.table.new_seat_keys import rekeyed
from tests.table.take_backs import gone_back

GAMES = ("tigris", "ur", "cards", "civilization")
SOON = {"tigris": 10, "ur": 10, "cards": 10, "civilization": 24}
"""Within so many steps a program has answered three times."""


def answer(match: Match, seat: str, level: str = "good") -> Any:
    """What the program says in a seat."""
    share = read_history(match.files).shares[seat]
    return orders_of_bot(match.players[seat], match.eyes[seat], share, level)[1]


def play(match: Match, steps: int, by_hand: frozenset[int] = frozenset(), *, end: bool = True) -> Match:
    """Bert is a program, but at the steps `by_hand`; the others play sensibly. All agree to end after `steps`."""
    words = stream(b"words", "programs")
    for _ in range(steps):
        seat = match.asked()
        if seat is None:
            break
        if seat == "bert" and match.host.step + 1 not in by_hand:
            drafted = answer(match, seat)
        else:
            drafted = random_note(match, seat, words, sensible_order)
        match.enter(move_note(match.players[seat], match.keys[seat], drafted))
    return ended(match) if end and match.asked() is not None else match


@cache
def played(game: str, by_hand: frozenset[int] = frozenset()) -> Match:
    seats = 2 if game == "cards" else 4 if game == "civilization" else 3
    return play(open_match(game, seats, "program", bots={"bert": "good"}), of(SOON[game], 24), by_hand)


@cache
def begun() -> Match:
    """Twelve steps of a game in which bert is a program."""
    return play(open_match("tigris", 3, "program", bots={"bert": "good"}), 12, end=False)


def moved(match: Match) -> list[int]:
    """The steps in which bert moved."""
    return [
        int(name[:4])
        for name, notes in match.signed_notes.items()
        if name.endswith(".step") and any(s.type == "move" and s.note().seat == "bert" for s in notes)
    ]


def test_what_chance_decides_comes_from_the_share_of_the_seat_and_the_step() -> None:
    """`stream(r, "bot " step)`, as docs/protocol.md has it: another program can make an answer again."""
    match = open_match("ur", 3, "program")
    name, game, seen = match.asked() or "", match.table.game, []
    share = read_history(match.files).shares[name]

    def first_of_chance(state: Any, seat: int, own: Any, chance: Iterator[int], level: str) -> Typed[Any]:
        seen.append(next(chance))
        return Typed(next(iter(game.legal_orders(state, seat, own))), ())

    table = msgspec.structs.replace(match.table, game=msgspec.structs.replace(game, bot=first_of_chance))
    orders_of_bot(msgspec.structs.replace(match.players[name], table=table), match.eyes[name], share, "greedy")
    words = stream(share, "bot 1")

    assert seen and seen == [next(words) for _ in seen]


@pytest.mark.parametrize("game", GAMES)
def test_what_a_program_answers_may_be_typed_and_is_the_same_note(game: str) -> None:
    match = open_match(game, {"cards": 2, "civilization": 4}.get(game, 3), "typed", bots={"bert": "good"})
    for answered in range(of(12, 40)):
        if (seat := match.asked()) is None:
            assert answered > 20, "it has ended"
            return
        position, eyes = match.players[seat], match.eyes[seat]
        typed, drafted = orders_of_bot(position, eyes, read_history(match.files).shares[seat], "greedy")
        lines = (draft(position, eyes, typed), draft(position, eyes, [", ".join(typed)]))
        assert [(d.do, d.lines, d.covered) for d in lines] == [(drafted.do, drafted.lines, drafted.covered)] * 2
        match.enter(move_note(position, match.keys[seat], drafted))


def remarks(report: Report) -> list[tuple[str, Mapping[str, Any]]]:
    return [(remark.code, remark.values) for remark in report.remarks]


@pytest.mark.parametrize("game", GAMES)
def test_each_answer_of_a_program_is_made_again(game: str) -> None:
    match = played(game)
    report = audit(match.files)

    assert (report.verdict, report.depth) == ("clean", 5)
    count = len(moved(match))
    assert count >= 3
    assert remarks(report) == [("program-made-again", {"seat": "bert", "level": "good", "count": count})]


@pytest.mark.parametrize("game", GAMES)
def test_who_answers_in_its_name_is_named_and_not_accused(game: str) -> None:
    honest = moved(played(game))
    by_hand = frozenset(honest[1:3])
    match = played(game, by_hand)
    steps = [step for step in moved(match) if step in by_hand]
    report = audit(match.files)

    assert report.verdict == "clean" and not report.findings
    ((code, values),) = remarks(report)
    assert code == "program-was-not-it"
    found = [int(step) for step in values["steps"].split(", ")]
    assert found and set(found) <= set(steps)  # by chance a person may say what the program says
    assert values["same"] + len(found) == len(moved(match))


def ended(match: Match) -> Match:
    """All agree to end here."""
    match.decide("end draw", consents=[match.consent(seat, "end draw") for seat in match.table.names])
    return match


def test_answers_that_were_taken_back_are_made_again_too() -> None:
    match = gone_back(begun(), 5)
    report = audit(ended(play(match, 8, end=False)).files)

    assert report.verdict == "clean" and report.undone == ((5, 12, 13),)
    ((code, values),) = remarks(report)
    assert (code, values["count"]) == ("program-made-again", len(moved(match)))


@pytest.mark.parametrize("seat", ["anna", "bert", "referee"])
def test_a_new_key_at_the_table_hides_no_answer_that_was_made_before(seat: str) -> None:
    """Of a seat that was a program and has another key since, the answers before that are made again."""
    match = handed_over(begun()) if seat == "referee" else rekeyed(begun(), seat)
    count = len(moved(match))
    report = audit(ended(match if seat == "bert" else play(match, 6, end=False)).files)

    assert report.verdict == "clean"
    ((code, values),) = remarks(report)
    assert code == "program-made-again" and values["count"] >= count >= 3


def test_nothing_is_said_of_answers_before_all_is_open() -> None:
    match = open_match("tigris", 3, "program", bots={"bert": "good"})

    for key in (None, *match.keys.values()):
        assert remarks(audit(match.files, key)) == [("program-not-checked", {"seat": "bert", "level": "good"})]


def test_another_release_of_the_programs_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played("tigris")
    monkeypatch.setattr("referee.kernel.bot.VERSION", VERSION - 1)

    ((code, values),) = remarks(audit(match.files))
    assert (code, values["version"], values["found"]) == ("program-other-release", VERSION, VERSION)


def test_a_level_that_answers_as_ever_is_made_again_in_older_games() -> None:
    """`greedy` answers as under VERSION 1, `good` of Ur as under 4; nobody knows what the next release will answer."""
    versions, game = range(1, VERSION + 2), msgspec.structs.replace(find("ur"), since=(("good", 4),))

    for level, since in (("greedy", 1), ("good", 4)):
        same = [version for version in versions if is_same_program(game, level, version)]
        assert same == [*range(since, VERSION + 1)]


@pytest.mark.parametrize("game", GAMES)
def test_the_audit_looks_with_the_eyes_of_the_seat_and_no_others(game: str) -> None:
    """Also where another seat, or the host, has another key since: eyes are made again for the table as it is."""
    match = open_match(game, 2 if game == "cards" else 3, "program", bots={"bert": "good"})
    opened = eyes_of_key(match.table, match.keys["host"], read_history(match.files).shares)
    eyes, own = eyes_of_one_seat(opened, 1), match.eyes["bert"]

    assert (eyes.seat, eyes.order_keys, eyes.hand_keys) == (1, own.order_keys, own.hand_keys)
    assert opened.see_all and not eyes.see_all and eyes.hidden_seed is None
    later = msgspec.structs.replace(eyes, boxes=())
    assert eyes_at_table(match.table, later) == eyes


def test_a_join_says_so_and_one_that_does_not_is_as_it_was() -> None:
    match = open_match("cards", 2, "program")
    offer = match.signed_notes["offer.note"][0]
    key, nonce = test_key("bert"), test_nonce("program bert")
    plain, said = (
        make_join(key, offer, "bert", "Bert", nonce),
        make_join(key, offer, "bert", "Bert", nonce, level="good"),
    )

    assert b"\nbot " not in plain.body
    assert said.body == plain.body.replace(b"\nname Bert\n", f"\nname Bert\nbot good {VERSION}\n".encode())
    assert plain == match.signed_notes["charter.note"][2]


@pytest.mark.parametrize("level", ["best", "go-od", "random"])
def test_a_level_that_no_program_has_is_refused(level: str) -> None:
    offer = make_offer(test_key("host"), open_match("cards", 2, "program").table.game, 2, [], test_nonce("level"))
    plain = make_join(test_key("bert"), offer, "bert", "Bert", test_nonce("level bert")).read(Join)
    signed = sign_note(msgspec.structs.replace(plain, bot=Bot(level, 1)), test_key("bert"))

    with pytest.raises(Unreadable) as caught:
        check_join(offer, signed)
    assert caught.value.code == "no-such-level"


def test_the_host_cannot_make_a_person_a_program_nor_a_program_a_person() -> None:
    """The charter quotes the join by its id, and the line stands in the join."""
    with_bot = open_match("cards", 2, "program", bots={"bert": "good"}).signed_notes["charter.note"]
    without = open_match("cards", 2, "program").signed_notes["charter.note"]

    for notes, joins in ((with_bot, without), (without, with_bot)):
        with pytest.raises(RefereeError):
            read_charter((notes[0], *joins[1:3], notes[-1]))


def test_a_new_key_is_somebody_elses_word() -> None:
    table = open_match("cards", 2, "program", bots={"bert": "good"}).table

    assert table.bot("bert") == Bot("good", VERSION) and table.bot("anna") is None and table.bot("nobody") is None
    later = msgspec.structs.replace(table.seats[1], key=bytes(32), since=3)
    assert table.rekeyed(later).bot("bert") is None


# Why it played so


def test_each_move_of_a_bot_at_a_table_has_a_sentence_for_every_reader(tmp_path: Path) -> None:
    match = begun()
    game = lay(tmp_path / "game", match.files)
    found = [
        json.loads(inside(["log", "--why", "--json"], home_of(tmp_path, name), game)[1])["reasons"]
        for name in ("anna", "bert", "host", "zoe")
    ]

    assert [(one["step"], one["seat"]) for one in found[0]] == [(step, "bert") for step in moved(match)]
    assert all(one["code"].startswith("tigris/why-") and one["told"] for one in found[0])
    assert found == [found[0]] * len(found)


def test_a_log_without_it_looks_for_no_reason(tmp_path: Path) -> None:
    game = lay(tmp_path / "game", begun().files)

    assert json.loads(inside(["log", "--json"], home_of(tmp_path, "anna"), game)[1])["reasons"] == []
    assert "may have played so" not in inside(["log"], home_of(tmp_path, "anna"), game)[1]


def test_at_a_practice_table_all_but_the_player_have_reasons(tmp_path: Path) -> None:
    home, game = tmp_path / "home", tmp_path / "game"
    assert inside(["practice", "tigris", "--seed", "11", "--folder", game], home, tmp_path)[0] == 0
    assert inside(["log", "--why"], home, game)[1].endswith("no bot has moved in these steps\n")
    assert inside(["move", "leader priest I6, place temple I8", "--yes"], home, game)[0] == 0
    for lang, said in (("en", " may have played so: "), ("it", " può aver giocato così: ")):
        lines = inside(["log", "--why", "--lang", lang], home, game)[1].splitlines()
        assert [line.split(said)[0].split()[-1] for line in lines if said in line] == ["Nina", "Otto"]
    (game / OTHERS).rename(tmp_path / "gone")
    assert inside(["log", "--why", "--lang", "it"], home, game)[1].endswith("in questi passi nessun bot ha mosso\n")
