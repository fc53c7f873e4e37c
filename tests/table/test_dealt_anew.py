"""A copy of a running game holds what its player sees as it is and nothing else of it; it is played on, and is gone."""

from __future__ import annotations

from collections import Counter
from functools import cache, partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.cli.prompts import terminal
from referee.games import built_in
from referee.kernel.bot import GREEDY, typed_order
from referee.kernel.dice import stream
from referee.kernel.game import asked_seats
from referee.kernel.goods import Dealer, Stranger
from referee.kernel.play import play
from referee.protocol.history.dealt_anew import dealt_anew
from referee.protocol.history.read_record import History, read_history
from referee.protocol.step.bot_orders import order_of_bot
from tests.cli.games_on_disk import home_of, lay
from tests.cli.games_on_disk import running as running_game
from tests.cli.masked_story import dealt as dealt_evening
from tests.cli.terminal import inside, run
from tests.support.dishonest.light import light
from tests.support.rehearse import Match
from tests.table.players_on_disk import snapshot

SEAT = 1


@cache
def played(game: str) -> tuple[Match, History]:
    match = running_game(game, 12)
    return match, read_history(match.files, match.keys[match.table.names[SEAT]])


def copied(game: str, seed: bytes) -> Dealer:
    match, history = played(game)
    position = match.players[match.table.names[SEAT]]
    own = position.knowledge.own(SEAT)
    assert own is not None
    return dealt_anew(history, position, SEAT, own, stream(seed, "dealt"))


@pytest.mark.parametrize("game", built_in())
def test_what_the_player_sees_stays_and_every_good_is_somewhere(game: str) -> None:
    match, _ = played(game)
    real, guess = match.host.knowledge, copied(game, b"one")
    assert isinstance(real, Dealer)

    assert guess.own(SEAT) == real.own(SEAT)
    assert [len(hand) for hand in guess.hands] == [len(hand) for hand in real.hands]
    assert [place for place, _ in guess.covered] == sorted(place for place, _ in real.covered)
    left = [len(pile.kinds) - pile.drawn for pile in real.piles]
    assert [len(pile.kinds) for pile in guess.piles] == left
    for pile, there in zip(match.table.piles, guess.piles, strict=True):
        assert not Counter(there.kinds) - Counter(pile.labels())


@pytest.mark.parametrize("game", built_in())
def test_another_seed_guesses_otherwise_and_nothing_hidden_has_a_say(game: str) -> None:
    match, history = played(game)
    position = match.players[match.table.names[SEAT]]
    own = position.knowledge.own(SEAT)
    assert own is not None
    blind = dealt_anew(history, replace(position, knowledge=Stranger()), SEAT, own, stream(b"one", "dealt"))

    assert blind == copied(game, b"one")
    if match.table.piles:
        assert len({copied(game, bytes([seed])) for seed in range(4)}) > 1


@pytest.mark.parametrize("game", built_in())
def test_bots_play_a_copy_on(game: str) -> None:
    match, _ = played(game)
    rules, state, knowledge, chance = match.table.game, match.host.state, copied(game, b"one"), stream(b"two", "bots")
    for _ in range(40):
        if not (asked := asked_seats(rules, state)):
            break
        own = knowledge.own(asked[0])
        order = order_of_bot(rules, state, asked[0], own, chance, GREEDY)
        done = play(rules, state, asked[0], order.move, knowledge, secret=order.secret)
        state, knowledge = done.state, done.knowledge
        rules.check(state)
        assert isinstance(knowledge, Dealer)


def test_a_copy_is_played_in_a_prompt_and_leaves_nothing(tmp_path: Path) -> None:
    match = running_game()
    name = match.asked() or ""
    home, game = home_of(tmp_path, name), lay(tmp_path / "game", match.files)
    assert inside(["status"], home, game)[0] == 0
    before = snapshot(tmp_path)
    stdin = b"hand\nmoves\nbad order\npass\nundo\npass, pass\nquit\n"
    code, out, errors = run(["practice", "--from", game, "--seed", "3"], home, cwd=tmp_path, stdin=stdin)
    said = errors.decode()

    assert (code, snapshot(tmp_path)) == (0, before)
    assert "Nothing here is signed, kept or sent" in said and said.rstrip().endswith("is still at step 5.")
    assert said.count(f"{name.title()} passes") == 3
    assert out.count(b"Bag") >= 3 or out


def test_who_has_no_seat_copies_nothing(tmp_path: Path) -> None:
    """A host would see every hand, and somebody who looks on none."""
    match = running_game()
    for name, code in (("referee", 5), ("nobody", 5)):
        home, game = home_of(tmp_path, name), lay(tmp_path / name, match.files)
        answer = inside(["practice", "--from", game], home, tmp_path)
        assert answer[0] == code and "only a player" in answer[2], answer


def test_a_copy_of_a_masked_game_holds_the_own_tiles(tmp_path: Path) -> None:
    with light():
        evening = dealt_evening(("anna", "bert"))
        session = evening.session("bert")
        assert session.own is not None
        seat = session.table.seat("bert")
        guess = dealt_anew(session.history, session.position, seat, session.own, stream(b"one", "dealt"))

    assert guess.hands[seat] == session.own.hand
    assert [len(hand) for hand in guess.hands] == list(session.position.held)


def test_a_copy_is_played_to_its_end_which_names_the_winner(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    match = running_game("ur", 12)
    name = match.asked() or ""
    home, game = home_of(tmp_path, name), lay(tmp_path / "game", match.files)
    chance = stream(b"me", "bots")

    def types(question: str, end: str, words: partial[tuple[str, ...]]) -> str:
        rules, trial = words.args[:2]
        own = trial.knowledge.own(trial.seat)
        return typed_order(rules, order_of_bot(rules, trial.state, trial.seat, own, chance, GREEDY))

    monkeypatch.setattr(terminal, "ask_line", types)
    code, _, errors = inside(["practice", "--from", game], home, tmp_path)
    last = errors.splitlines()[-3:]

    assert code == 0 and last[0].startswith("2. ") and last[-1].startswith("That was a copy"), last
