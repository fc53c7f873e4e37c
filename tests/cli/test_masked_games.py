"""Four friends are four people: a deck that nobody sees, by real commands in homes of their own, to the audited end."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from shutil import copytree

import pytest

from tests.cli.masked_story import Evening
from tests.cli.terminal import inside
from tests.support.dishonest.light import light
from tests.table.players_on_disk import snapshot

NAMES = ("anna", "bert", "carl")

SHUFFLES = {
    "en": "From now on your program shuffles and sends key shares by itself. Play with this key on this computer",
    "it": "Da adesso il tuo programma mescola e manda quote di chiave da solo. Usa questa chiave solo su",
}
"""What is said to whoever accepts."""

SWAPS = 22
"""So many whole hands the bag has for two players; the last one is not full, which ends the game."""


@pytest.fixture(autouse=True)
def on_the_curve(request: pytest.FixtureRequest) -> Iterator[bool]:
    """Whether decks are masked as they are in a game: in deep tests that do not say otherwise; else in numbers."""
    deep = getattr(request, "param", "long" in request.keywords)
    with nullcontext() if deep else light():
        yield deep


@pytest.fixture(scope="module")
def put_away(tmp_path_factory: pytest.TempPathFactory) -> Callable[[bool], Evening]:
    """Anna hosts and plays with Bert; nobody has moved. It is put away once it is dealt: a home knows where its game
    lies, and a copy beside that is no other game.
    """

    @cache
    def dealt(on_the_curve: bool) -> Evening:
        evening = Evening(tmp_path_factory.mktemp("masked") / "now", NAMES[:2]).opens().dealt()
        evening.root = evening.root.rename(evening.root.with_name("put-away"))
        return evening

    return dealt


@pytest.fixture
def evening(tmp_path: Path, put_away: Callable[[bool], Evening], on_the_curve: bool) -> Evening:
    """The same, to be played on."""
    kept = put_away(on_the_curve)
    copytree(kept.root, tmp_path, dirs_exist_ok=True)
    evening = Evening(tmp_path, kept.players, kept.host_plays, fresh=kept.fresh)
    for who in evening.people:
        evening.does(who, "status")  # so that each home knows where its game lies now
    return evening


def test_a_host_who_plays_has_no_secret_and_everybody_sees_their_own_hand(evening: Evening) -> None:
    assert evening.stands.table.terms.host == "anna"
    assert evening.stands.own is None
    for who in evening.players:
        hand = json.loads(evening.does(who, "hand", "--json"))["hand"]
        assert len(hand) == 6
        assert "face down" not in evening.does(who, "hand")


def test_mixes_and_locks_are_made_with_nobody_asked(
    evening: Evening, put_away: Callable[[bool], Evening], on_the_curve: bool
) -> None:
    told = "".join(put_away(on_the_curve).told)
    assert "your program has shuffled the deck for Anna" in told
    assert "Bert has shuffled the deck" in told
    said = evening.swaps()
    assert "in your next move" in said and "sealed" not in said


def test_who_leaves_is_told_and_shows_the_hand_behind_the_step(evening: Evening) -> None:
    """Bert stops his program once the step has come: Anna draws on, and sees what she draws."""
    assert "once this step is closed your program reveals your hand" in evening.does(
        "bert", "consent", "leave", "--yes"
    )
    evening.look(("bert", "anna", "bert", "anna"))
    while evening.asked() != "anna":  # his turn passes with the step
        evening.look(("anna",))
    own = evening.session("anna").own
    assert own is not None
    evening.does("anna", "move", "swap", *own.hand, "--yes")
    evening.look(("anna", "anna"))

    hand = evening.does("anna", "hand", "--json")
    assert (len(json.loads(hand)["hand"]), evening.stands.position.left) == (6, (1,))
    assert "audit: no fault so far" in evening.does("anna", "audit")


def test_nobody_gets_a_seat_without_what_opens_its_tiles(evening: Evening) -> None:
    """Nothing is made or signed."""
    before = snapshot(evening.root)
    code, out, errors = evening.types("bert", "rekey", "anna", "--yes")
    assert (code, out) == (5, "") and "only the old key can hand this over" in errors
    assert snapshot(evening.root) == before


def _until_bert(evening: Evening) -> int:
    """Go on until Bert has his two actions; the step that he is asked for."""
    while evening.asked() != "bert":
        evening.swaps()
    return evening.stands.position.step + 1


def test_a_seat_gets_a_new_key_and_goes_on_with_its_hand(evening: Evening) -> None:
    """Whoever has the old key can still see it, and is told."""
    step = _until_bert(evening)
    hand = evening.does("bert", "hand", "--json")
    assert "Anyone who has the old key can still see this hand" in evening.does("bert", "rekey", "--yes")
    evening.look(("bert", "anna", "bert"))
    for who in evening.people:
        assert evening.session(who).position.table.seats[1].since == step
    assert json.loads(evening.does("bert", "hand", "--json"))["hand"] == json.loads(hand)["hand"]
    for _ in range(2):
        evening.swaps()
    for who in evening.players:
        assert "face down" not in evening.does(who, "hand")
        assert "audit: no fault so far" in evening.does(who, "audit")


def test_a_masked_deck_is_practised_with_bots_that_shuffle_and_open(tmp_path: Path) -> None:
    home, game = tmp_path / "home", tmp_path / "practice-tigris"
    code, out, errors = inside(("practice", "tigris", "-o", "deal=masked", "--seed", "3"), home, tmp_path)
    assert (code, errors) == (0, "") and "your turn, Anna" in out and "face down" not in out
    tiles = json.loads(inside(("hand", "--json"), home, game)[1])["hand"]
    code, out, errors = inside(("move", "swap", *tiles[:2], "--yes"), home, game)
    assert code == 0 and "your turn" in out, errors
    assert "face down" not in inside((), home, game)[1]
    assert "practice against bots" in inside(("audit",), home, game)[1]


def test_the_locks_of_a_host_who_plays_are_mailed_with_his_letter(evening: Evening) -> None:
    """Bert moves, draws and is asked again: without them he would play in the dark."""
    step = _until_bert(evening)
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("bert", "anna"))
    mails = [Path(mail["file"]) for mail in json.loads(evening.does("anna", "mail", "--json"))["mails"]]
    assert [path.name for path in mails] == [f"{step:04d}-bert.eml"]
    evening.does("bert", "receive", *(evening.game("anna") / path for path in mails))
    assert (evening.asked(), "face down" in evening.does("bert", "hand")) == ("bert", False)


@pytest.mark.long
@pytest.mark.parametrize("on_the_curve", [False], indirect=True, ids=["in numbers"])
def test_a_whole_game_ends_and_is_clean(evening: Evening) -> None:
    for _ in range(SWAPS):
        evening.swaps()
    assert evening.stands.position.over
    for who in evening.people:
        assert "audit: clean" in evening.does(who, "audit")


@pytest.mark.long
def test_three_players_and_a_host_go_round(tmp_path: Path) -> None:
    """Nobody is left waiting for a lock, and what everybody has is in order so far."""
    evening = Evening(tmp_path, NAMES[:3], host_plays=False).opens().dealt()
    for _ in evening.players:
        evening.swaps()
    evening.look()
    for who in evening.players:
        assert "face down" not in evening.does(who, "hand")
    for who in evening.people:
        assert "audit: no fault so far" in evening.does(who, "audit")


def test_a_mix_that_does_not_come_is_named_and_a_new_offer_goes_on_without_it(tmp_path: Path) -> None:
    """D16: there is no deal before, and nothing that the others have sent opens anything."""
    evening = Evening(tmp_path, NAMES[:2]).opens()
    for file in evening.shared.glob("mix-bert*"):
        file.unlink()
    evening.look(("anna",))
    assert evening.stands.history.position is None
    assert "waiting for Bert to shuffle the deck" in evening.does("anna", "status")
    for lang, told in SHUFFLES.items():
        assert told in evening.does("bert", "--lang", lang, "accept", "--yes").replace("\n", " ")
    letters = [path.read_text() for path in (evening.game("anna") / "letters").iterdir()]
    for said in (*evening.told, *letters):  # she hosts, and she plays
        assert "does not play" not in said
    offer = ("offer", "tigris", "--seats", "2", "-o", "deal=masked", "--play", "--name", "Anna", "--folder", "../again")
    evening.does("anna", *offer, "--void", evening.game("anna"), "--why", "Bert does not answer")
