"""The page signs only what was shown: a yes is one to what stood above its button, about the record as it was then."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import pytest

from referee.cli.web.forms import needs_yes
from referee.cli.web.stamp import has_gone_on, stamp_of
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.record.file_names import OFFER
from referee.record.note import render_bundle
from referee.record.notes import Move
from referee.record.store import DataFolder, GameFolder
from referee.session.session import open_session
from tests.cli.games_on_disk import asked, finished, home_of, lay, move_of, remember, running
from tests.cli.terminal import inside
from tests.cli.test_claims import claimed, match
from tests.cli.test_claims import run as at_claim
from tests.disputes.stories import before
from tests.support.rehearse import open_match, play_out, test_key
from tests.web.game_forms import ON_PAGE, kept, made, offer_of
from tests.web.in_process_page import Page, page_of, yes_in
from tests.web.rooms import read

pytestmark = pytest.mark.needs("starlette")

WENT_ON, READS_OTHERWISE = "another window or in a terminal", "not what you have read before your yes"


def test_a_stamp_is_that_of_a_question_a_record_and_what_was_read() -> None:
    """Each of them makes another one, and nothing that stands in one counts as another."""
    parts = [("a", "b", "c"), ("x", "b", "c"), ("a", "x", "c"), ("a", "b", "x"), ("ab", "", "c"), ("", "b", "1:ac")]
    stamps = [stamp_of(*part) for part in parts]

    assert (len({*stamps}), stamp_of("a", "b", "c")) == (len(parts), stamps[0])
    assert [has_gone_on(stamps[0], [stamp]) for stamp in stamps] == [False, False, True, False, True, False]


class Ask(NamedTuple):
    """A form that asks for a yes: the folder of all, its page's folder, the home, and what stands in it."""

    cwd: Path
    home: Path
    fields: Mapping[str, str] = MappingProxyType({})
    files: Mapping[str, Any] = MappingProxyType({})
    about: bool = True


def _at(state: str, folder: Path, **fields: str) -> Ask:
    cwd, home, _ = made(state, folder)
    return Ask(cwd, home, fields)


def _absent(folder: Path) -> Ask:
    ask = _at("host", folder, seat=asked(running()))
    remember(ask.cwd / "game", ask.home, running(), 5)
    return ask


def _away(folder: Path) -> Ask:
    """At a table whose charter gives days of holiday."""
    match = play_out(open_match("tigris", 3, "door", [("holiday", "30")]), "door", steps=2)
    cwd, home = folder / "here", home_of(folder, asked(match))
    assert inside(["status"], home, lay(cwd / "game", match.files))[0] == 0
    return Ask(cwd, home, {"first": "2026-12-01", "until": "2026-12-14"})


def _joined(folder: Path) -> Ask:
    """Somebody who has joined before, under another name."""
    cwd, home, _ = made("alone", folder)
    offer = running().files[OFFER]
    (cwd / "offer").write_bytes(offer)
    assert inside(["join", "offer", "--name", "Anna"], home, cwd)[0] == 0
    return Ask(cwd, home, {"name": "Annina", "seat": "annina"}, {"offer_file": ("offer", offer)}, about=False)


def _offered(folder: Path) -> Ask:
    """A host who offers once more in the folder of an offer that nobody has joined."""
    cwd, home, _ = made("alone", folder)
    given = {"game_name": "ur", "seats": "4", "title": "Friday"}
    assert inside(["offer", "ur", "--seats=3", "--title=Friday"], home, cwd)[0] == 0
    return Ask(cwd, home, given, about=False)


def _ending(folder: Path) -> Ask:
    """A host before the last step, and the move that ends the game."""
    over = finished()
    last = max(name for name in over.files if name.endswith(".step"))
    cwd, home = folder / "here", home_of(folder, "host")
    game = lay(cwd / "game", before(over.files, int(last[:4])))
    inside(["status"], home, game)
    remember(game, home, over, int(last[:4]) - 1)
    moves = [signed for signed in over.signed_notes[last] if signed.type == "move"]
    return Ask(cwd, home, {}, {"files": ("mail", render_bundle(tuple(moves)))})


def _practised(folder: Path, **fields: str) -> Ask:
    cwd, home, _ = made("empty", folder)
    assert inside(["practice", "tigris", "--seed=11", "--name=Anna"], home, cwd)[0] == 0
    return Ask(cwd, home, fields)


def _taken_back(folder: Path) -> Ask:
    ask = _practised(folder, back="1")
    assert inside(["move", "--yes", "pass, pass"], ask.home, ask.cwd / "practice-tigris")[0] == 0
    return ask


def _claimed(folder: Path) -> Ask:
    game = lay(folder / "anna", match().files)
    home = home_of(folder, "anna")
    assert at_claim(game, "anna", "status")[0] == 0
    return Ask(folder, home, {"line": "2:2"})


def _answering(folder: Path) -> Ask:
    game = lay(folder / "anna", match().files)
    assert at_claim(game, "anna", "claim", "--line", "2:2", "--yes")[0] == 0
    path, _ = claimed(game)
    host = lay(folder / "host", match().files)
    assert at_claim(host, "host", "status")[0] == 0
    return Ask(folder, home_of(folder, "host"), {"say": "that is so"}, {"claim": (path.name, path.read_bytes())})


ASKS: Mapping[str, Callable[[Path], Ask]] = {
    "move": lambda folder: _at("playing", folder, orders="pass"),
    "accept": lambda folder: _at("agreed", folder),
    "ack": lambda folder: _at("over", folder),
    "consent": lambda folder: _at("playing", folder, what="draw"),
    "words": lambda folder: _at("playing", folder, without="host"),
    "standing": lambda folder: _at("playing", folder, end="1"),
    "back": lambda folder: _at("playing", folder, step="3", why="a slip"),
    "holiday": _away,
    "absent": _absent,
    "rekey": lambda folder: _at("playing", folder, seat="bert" if asked(running()) != "bert" else "carl", why="gone"),
    "comment": lambda folder: _at("over", folder, step="2", text="well done"),
    "join": _joined,
    "offer": _offered,
    "receive": _ending,
    "practice": _taken_back,
    "claim": _claimed,
    "answer": _answering,
}
LOOKING = {"fetch", "sync"}
"""These look where this machine looks, and no file comes with their forms; who is asked there is asked by `receive`."""


def test_every_command_that_asks_for_a_yes_is_tried_here() -> None:
    assert {name for name in ON_PAGE if needs_yes(name)} == {*ASKS} | LOOKING


@pytest.fixture
def page(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Page, Ask, str]]:
    ask = ASKS[request.param](tmp_path)
    with page_of(ask.home, ask.cwd) as page:
        about = f"/game/{offer_of(ask.home)}" if ask.about else ""
        yield page, ask, f"{about}/do/{request.param}"


@pytest.mark.parametrize("page", ASKS, indirect=True)
def test_nothing_is_done_without_the_stamp_of_what_was_read(page: tuple[Page, Ask, str], tmp_path: Path) -> None:
    """Without one, with a word, or with that of something else it is shown again; with its own it is done, once."""
    pressed, ask, at = page
    untouched = kept(tmp_path)
    first = pressed.press(at, ask.fields, ask.files)
    yes = yes_in(first.text)
    assert yes is not None, read(first.text).heading
    record, _, told = yes["yes"].rpartition(" ")[2].partition("-")
    false = ["1", "", "yes", f"{record}-{'0' * 32}", f"{'0' * 32}-{told}", f"{told}-{record}", "-", "0" * 999]
    for stamp in false:
        again = pressed.press(at, {**ask.fields, "yes": stamp}, ask.files)
        assert yes_in(again.text), stamp
        assert (WENT_ON in again.text or READS_OTHERWISE in again.text) == bool(stamp), stamp
    between = kept(tmp_path)
    done = pressed.agree(at, ask.fields, ask.files)

    assert between == untouched
    assert read(done.text).heading == "Done"
    assert kept(tmp_path) != untouched


def test_an_answer_to_another_question_than_the_one_that_was_shown_is_none(tmp_path: Path) -> None:
    """Two tabs at one question of a practice game: the second one is told, and shows what it would be now."""
    ask = _practised(tmp_path, orders="pass")
    with page_of(ask.home, ask.cwd) as page:
        at = f"/game/{offer_of(ask.home)}/do/move"
        tabs = [{**ask.fields, **(yes_in(page.press(at, ask.fields).text) or {})} for _ in range(2)]
        first = page.press(at, tabs[0])
        between = kept(tmp_path)
        second = page.press(at, tabs[1])
        after = kept(tmp_path)
        third = page.press(at, {**ask.fields, **(yes_in(second.text) or {})})

    assert read(first.text).heading == read(third.text).heading == "Done"
    assert after == between
    assert WENT_ON in second.text and read(second.text).heading == "Review, then sign"


def test_a_reload_shows_the_answer_once_more_and_signs_nothing(tmp_path: Path) -> None:
    ask = _practised(tmp_path, orders="pass")
    with page_of(ask.home, ask.cwd) as page:
        at = f"/game/{offer_of(ask.home)}"
        yes = yes_in(page.press(f"{at}/do/move", ask.fields).text) or {}
        led = page.send(f"{at}/do/move", {**ask.fields, **yes})
        between = kept(tmp_path)
        shown = [page.ask(led.headers["location"]) for _ in range(3)]
        for _ in range(40):
            page.send(f"{at}/do/status", {})
        lost = page.ask(led.headers["location"])
        gone = [page.ask(f"{at}/told/{name}") for name in ("x", "..", "%2e%2e")]
        elsewhere = page.ask(led.headers["location"].replace(at, "/"))

    assert led.status == 303
    assert {read(text.text).heading for text in shown} == {"Done"}
    assert (lost.status, read(lost.text).heading != "Done", elsewhere.status) == (200, True, 200)
    assert {(text.status, f'href="{at}"' in text.text) for text in gone} == {(404, True)}
    assert kept(tmp_path) == between


@pytest.mark.parametrize("name", ON_PAGE)
def test_every_press_leads_to_a_page_that_can_be_read_again(name: str, tmp_path: Path) -> None:
    """Whether it was done, refused, or shown before a yes; and what was typed stands in no address."""
    cwd, home, game = made("playing", tmp_path)
    assert game is not None
    given = {"orders": "place temple a1", "lines": "win place temple a1", "text": "a secret", "heard": "plum owl"}
    with page_of(home, cwd) as page:
        for about in ("", f"/game/{offer_of(home)}"):
            led = page.send(f"{about}/do/{name.replace(' ', '-')}", given)
            assert led.status == 303
            assert not any(word in led.headers["location"] for word in ("temple", "secret", "plum"))
            between = kept(tmp_path)
            first, second = (page.ask(led.headers["location"]) for _ in range(2))
            assert (first.status, second.status, kept(tmp_path)) == (200, 200, between)


def test_whoever_signs_in_a_terminal_meanwhile_is_told_on_the_page(tmp_path: Path) -> None:
    """Other orders for the same question: what would be replaced was not shown, so nothing is."""
    ask = _at("playing", tmp_path, orders="pass", instead="1")
    game = ask.cwd / "game"
    for who in ("host", *running().table.names):
        if who != asked(running()):
            assert inside(["words", "--without", who, "--yes"], ask.home, game)[0] == 0
    with page_of(ask.home, ask.cwd) as page:
        at = f"/game/{offer_of(ask.home)}/do/move"
        yes = yes_in(page.press(at, ask.fields).text) or {}
        assert inside(["move", "--yes", "pass, pass"], ask.home, game)[0] == 0
        between = kept(tmp_path)
        second = page.press(at, {**ask.fields, **yes})

    assert READS_OTHERWISE in second.text
    assert "replace" in second.text and kept(tmp_path) == between


def test_a_step_that_comes_meanwhile_makes_a_yes_to_the_one_before_none(tmp_path: Path) -> None:
    ask = _at("playing", tmp_path, what="draw")
    shorter, longer = running(), running(steps=6)
    (name,) = {*longer.files} - {*shorter.files}
    with page_of(ask.home, ask.cwd) as page:
        at = f"/game/{offer_of(ask.home)}/do/consent"
        yes = yes_in(page.press(at, ask.fields).text) or {}
        (ask.cwd / "mail").write_bytes(longer.files[name])
        assert inside(["receive", str(ask.cwd / "mail")], ask.home, ask.cwd / "game")[0] == 0
        between = kept(tmp_path)
        second = page.press(at, {**ask.fields, **yes})
        after = kept(tmp_path)
        third = page.agree(at, ask.fields)

    assert (WENT_ON in second.text, after) == (True, between)
    assert read(third.text).heading == "Done"


def test_a_form_whose_files_are_kept_no_longer_takes_no_others(tmp_path: Path) -> None:
    """An invitation that lies where mails land is not joined in place of the one that was read."""
    cwd, home, _ = made("alone", tmp_path)
    mails = tmp_path / "mails"
    mails.mkdir()
    assert inside(["receive", "--keep", str(mails)], home, cwd)[0] == 0
    (mails / "other.txt").write_bytes(running("ur").files[OFFER])
    with page_of(home, cwd) as page:
        invited = page.press("/do/receive", {}, {"files": ("offer", running().files[OFFER])})
        untouched = kept(tmp_path)
        for _ in range(8):
            page.press("/do/join", {"name": "Anna"}, {"offer_file": ("x", b"no invitation")})
            page.press("/do/receive", {}, {"files": ("offer", running("cards").files[OFFER])})
        late = page.press("/do/join", {"name": "Anna", "kept": "1"})

    assert read(invited.text).heading == "You are invited to Tigris & Euphrates"
    assert read(late.text).heading == "That was not done" and "no longer kept" in late.text
    assert kept(tmp_path) == untouched


@pytest.mark.parametrize("name", ON_PAGE)
def test_no_orders_and_no_words_are_taken_from_an_address(name: str, tmp_path: Path) -> None:
    cwd, home, _ = made("playing", tmp_path)
    with page_of(home, cwd) as page:
        at = f"/game/{offer_of(home)}/do/{name.replace(' ', '-')}"
        text = page.ask(f"{at}?orders=zzz&orders.1=zzz&lines=zzz&text=zzz&heard=zzz&say=zzz&yes=zzz").text

    assert "zzz" not in text
    assert yes_in(text) is None


def test_a_move_says_which_note_it_replaces(tmp_path: Path) -> None:
    """One that was signed between the preview and the signature, by another process, is not replaced unseen."""
    from referee.cli.context import Context
    from referee.kernel.errors import OutOfOrder
    from referee.protocol.step.draft import draft, move_note
    from referee.record.file_names import OUTBOX, FileName
    from referee.session.send import OutgoingNote, check_replaceable, send

    _, home, game = made("playing", tmp_path)
    assert game is not None
    with page_of(home, tmp_path):
        session = Context(game=str(game)).session()

        def going(orders: str, over: str | None) -> OutgoingNote:
            drafted = draft(session.position, session.eyes, [orders])
            name = str(FileName(OUTBOX, "move", session.position.step + 1, session.role or ""))
            step = f"move {session.position.step + 1}"
            key = session.signer()
            return OutgoingNote(
                session.table.game_id,
                step,
                lambda earlier: (move_note(session.position, key, drafted, instead=earlier),),
                name,
                instead=True,
                over=over,
            )

        mine = going("pass", "")
        assert check_replaceable(session, mine) is None
        first = send(session, going("pass, pass", None))
        with pytest.raises(OutOfOrder) as refused:
            send(session, mine)
        allowed = send(session, going("pass", first.note.id))

    assert refused.value.code == "signed-meanwhile"
    assert allowed.note.id != first.note.id
    assert move_of(running(), 3).type == allowed.note.type


def test_a_host_whose_own_move_ends_the_game_reads_how_before_it_does(tmp_path: Path) -> None:
    """The yes to the move is none to the end that it leads to: it is shown with the places, as in a terminal."""
    over = finished()
    last = max(name for name in over.files if name.endswith(".step"))
    (note,) = (signed.note() for signed in over.signed_notes[last] if signed.type == "move")
    assert isinstance(note, Move)
    cwd, home = tmp_path / "here", home_of(tmp_path, note.seat)
    host = test_key("host")
    DataFolder(home).write_key(f"{note.seat}-host", format_private(host, "x"), format_public(host.public, "x"))
    game = lay(cwd / "game", before(over.files, int(last[:4])))
    inside(["status"], home, game)
    session = open_session(GameFolder(game), DataFolder(home), side="hosts")
    head = next(signed.id for signed in over.signed_notes[f"{int(last[:4]) - 1:04d}.step"] if signed.type == "step")
    session.write_guard(session.guard().seen(int(last[:4]) - 1, head))
    with page_of(home, cwd) as page:
        at = f"/game/{offer_of(home)}/do/move"
        fields = {"orders": "; ".join(note.do)}
        first = page.press(at, fields)
        second = page.press(at, fields | (yes_in(first.text) or {}))
        between = {path.name for path in (game / "record").iterdir()}
        third = page.press(at, fields | (yes_in(second.text) or {}))

    assert read(first.text).heading == "Review, then sign"
    assert read(second.text).heading == "This waits for your yes", second.text
    assert last not in between
    assert read(third.text).heading == "Done"
    assert (game / "record" / last).exists()
