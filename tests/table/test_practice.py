"""A practice game is a real one: programs answer through the same doors, nothing leaks, and a crash is gone on from."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.crypto.keys import is_practice_key, practice_key
from referee.games import find
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.goods import Dealer
from referee.record.names import DEAL, OTHERS, step_name
from referee.record.note import read_bundle
from referee.record.store import Folder, Home, effects
from referee.table.desk.answers import awaited
from referee.table.desk.desk import Desk, open_desk
from referee.table.desk.program import program_orders
from referee.table.desk.send import Outgoing, send
from referee.table.opening.charter import check_join, check_offer, make_charter, make_join, make_offer
from referee.table.opening.packs import over_pack
from referee.table.practice.going_back import finish_back, go_back
from referee.table.practice.opening import lay, practice_charter
from referee.table.practice.others import HOST, Others, Settings, go_on, is_behind
from referee.table.practice.seat import seat_at
from referee.table.reading.audit import audit
from referee.table.step.consent import consent_note
from referee.table.step.draft import move_note
from referee.table.step.ending import make_ack
from referee.table.step.rekey import check_rekey, make_rekey
from scripts.rehearse import open_match, test_key, test_nonce
from tests.depth import of

SEATS = {"tigris": 3, "ur": 3, "cards": 2, "civilization": 2}


def begun(place: Path, game: str = "tigris", seed: int = 11, seats: int = 0) -> Desk:
    """The desk of whoever practises, where the game waits for the first answer."""
    shutil.copytree(_kept(game, seed, seats).name, place, dirs_exist_ok=True)
    return open_desk(Folder(place / "game"), Home(place / "home"))


@cache
def _kept(game: str, seed: int, seats: int) -> TemporaryDirectory[str]:
    place = TemporaryDirectory()
    begun_anew(Path(place.name), game, seed, seats)
    return place


def begun_anew(place: Path, game: str = "tigris", seed: int = 11, seats: int = 0) -> Desk:
    """The same, laid out step by step."""
    played, pack = over_pack(find(game), None)
    people = [("anna", "Anna"), ("nina", "Nina"), ("otto", "Otto"), ("paula", "Paula")][: seats or SEATS[game]]
    charter = practice_charter(played, people, seed, [], pack)
    desk = lay(Folder(place / "game"), Home(place / "home"), charter, pack, Settings(seed, "greedy"))
    return go_on(Others(desk.folder), desk, "en")


def signs(desk: Desk) -> None:
    """Whoever practises answers as a program would, and signs."""
    note = move_note(desk.position, desk.signer(), program_orders(desk, "greedy")[1])
    step = desk.position.step + 1
    send(desk, Outgoing(desk.table.game_id, f"move {step}", lambda _: (note,), f"{step:04d}-anna.move"))


def answered(desk: Desk) -> Desk:
    signs(desk)
    return go_on(Others(desk.folder), desk, "en")


def tree(place: Path) -> dict[str, bytes]:
    return {str(file.relative_to(place)): file.read_bytes() for file in sorted(place.rglob("*")) if file.is_file()}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] if game == "civilization" else []) for game in sorted(SEATS)]
)
def test_it_stops_where_the_player_is_asked_and_nothing_is_left_to_do(tmp_path: Path, game: str) -> None:
    desk = begun(tmp_path, game)
    for _ in range(of(1, 4)):
        assert desk.position.request_of(0) is not None
        assert not is_behind(Others(desk.folder), desk)
        desk = answered(desk)

    assert audit(desk.folder.record()).verdict == "in progress"
    assert desk.folder.record().keys() == Others(desk.folder).table.record().keys()


def test_a_seed_gives_the_same_bytes_again(tmp_path: Path) -> None:
    one, other, third = (begun_anew(tmp_path / name, seed=seed) for name, seed in (("a", 7), ("b", 7), ("c", 8)))
    one, other = answered(one), answered(other)

    assert one.folder.record() == other.folder.record()
    assert third.table.game_id != one.table.game_id


def test_a_seed_is_the_same_game_on_every_machine(tmp_path: Path) -> None:
    """Charter and deal are those of another day and another Python, so that a number can be told to a friend."""
    desk = begun(tmp_path)

    assert desk.table.game_id == "VnI3PZOsVOl_iB3W0q1Dux1Z5FeF51QIJkl0kls3unQ"
    assert desk.history.signed_notes[DEAL][-1].id == "UaSdjKz-EV8CukZDaeBQMmKrJpBaoxtNvQmpW42I24U"


@pytest.mark.parametrize("game", SEATS)
def test_no_hand_of_others_is_in_a_file_of_the_player_or_opened_by_the_own_key(tmp_path: Path, game: str) -> None:
    """Everything outside of `.others` is the same where hands and bag differ in what the player cannot see: a record
    read with the own key knows one hand.
    """
    desk = answered(answered(begun(tmp_path, game)))
    host = Others(desk.folder).desk(0, HOST)
    assert isinstance(host.position.knowledge, Dealer)

    again = open_desk(desk.folder, desk.home)
    seen = [again.position.knowledge.own(seat) is not None for seat in range(SEATS[game])]
    assert seen == [True, *(False,) * (SEATS[game] - 1)] and not again.eyes.see_all
    private = {name: data for name, data in tree(tmp_path).items() if f"/{OTHERS}/" not in f"/{name}"}
    kinds = [" ".join(hand) for hand in host.position.knowledge.hands[1:] if len(hand) > 1]
    assert kinds or game in ("ur", "civilization")  # Ur hides nothing, Civilization deals later
    for name, data in private.items():
        assert not any(words.encode() in data for words in kinds), name
        assert b"PRIVATE KEY" not in data
    assert {name.split("/")[0] for name in private} == {"game", "home"}
    assert {name.split("/")[1] for name in private if name.startswith("game/")} == {
        ".gitattributes",
        "record",
        "outbox",
    }


def test_a_program_sees_with_its_own_key_alone(tmp_path: Path) -> None:
    """Neither the hand of the player nor the bag; that it answers alike whatever lies there, `test_bots.py` tries."""
    desk = begun(tmp_path)
    program = Others(desk.folder).desk(2, "nina")

    assert program.position.knowledge.own(0) is None and program.position.knowledge.own(2) is None
    assert program.eyes.hidden_seed is None


@pytest.mark.parametrize("wanted", ["back 1", "end draw"])
def test_programs_agree_to_what_the_player_asks_for(tmp_path: Path, wanted: str) -> None:
    desk = answered(begun(tmp_path))
    step = desk.position.step + 1
    note = consent_note(desk.position, desk.signer(), wanted, "slipped" if wanted.startswith("back") else None)
    send(desk, Outgoing(None, "", lambda _: (note,), f"consent-{step:04d}-anna-{wanted.replace(' ', '-')}.note"))
    desk = go_on(Others(desk.folder), desk, "en")

    assert step_name(step) in desk.folder.record_names()
    assert desk.position.over == wanted.startswith("end")


def test_the_end_is_acknowledged_by_all_and_audited_clean(tmp_path: Path) -> None:
    desk = begun(tmp_path, "ur")
    note, step = consent_note(desk.position, desk.signer(), "end draw"), desk.position.step + 1
    send(desk, Outgoing(None, "", lambda _: (note,), f"consent-{step:04d}-anna-end-draw.note"))
    desk = go_on(Others(desk.folder), desk, "en")
    assert desk.history.end is not None
    ack = make_ack(desk.signer(), desk.table, desk.history.end.id)
    send(desk, Outgoing(desk.table.game_id, "ack", lambda _: (ack,), "ack-anna.note", "record"))
    desk = go_on(Others(desk.folder), desk, "en")

    assert sorted(desk.history.acks) == ["anna", "nina", "otto"]
    report = audit(desk.folder.record())
    assert (report.verdict, report.depth) == ("clean", 5)
    assert not is_behind(Others(desk.folder), desk)


# --- going back -----------------------------------------------------------------------------------


def test_going_back_forgets_what_was_later_and_has_the_same_bag(tmp_path: Path) -> None:
    first = begun(tmp_path)
    before = first.folder.record()
    then = answered(first)
    go_back(Others(then.folder), then.home, first.position.step + 1)
    again = open_desk(then.folder, then.home)

    assert again.folder.record() == before
    assert answered(again).folder.record() == then.folder.record()


@pytest.mark.parametrize("seed", range(1, of(4, 9)))
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] if game == "civilization" else []) for game in SEATS]
)
def test_going_back_to_any_step_leads_to_a_question_of_the_player_and_the_same_game(
    tmp_path: Path, game: str, seed: int
) -> None:
    """Whosever step it was: what only a program can leave is left."""
    first = begun(tmp_path, game, seed)
    then = answered(answered(first))
    whole = then.folder.record()
    for step in range(then.position.step, 0, -1):
        go_back(Others(then.folder), then.home, step)
        then = seat_at(then.folder, then.home, "en")
        while then.folder.record().keys() < whole.keys():
            assert then.position.request_of(0) is not None, (step, awaited(then))
            assert not is_behind(Others(then.folder), then)
            then = answered(then)
        assert then.folder.record() == whole, step


def test_going_back_that_was_killed_is_finished_first(tmp_path: Path) -> None:
    first = begun(tmp_path / "whole")
    step = first.position.step + 1
    desk = answered(first)
    seen = _effects_of(lambda: go_back(Others(desk.folder), desk.home, step))
    expected = desk.folder.record()
    desk = answered(begun(tmp_path / "0"))
    for at in (1, *range(4, seen + 1, of(14, 2))):
        place = tmp_path / f"cut-{at}"
        shutil.copytree(tmp_path / "0", place)
        others, home = Others(Folder(place / "game")), Home(place / "home")
        _killed(at, partial(go_back, others, home, step))
        finish_back(others, home)

        assert others.folder.record() == others.table.record() == (desk.folder.record() if at < 4 else expected)
        assert not is_behind(others, open_desk(others.folder, home))


# --- crashes --------------------------------------------------------------------------------------


class PowerCut(BaseException):
    """The machine stops here."""


def _effects_of(work: Callable[[], object]) -> int:
    seen: list[str] = []
    effects[:] = [seen.append]
    try:
        work()
    finally:
        effects.clear()
    return len(seen)


def _killed(at: int, work: Callable[[], object]) -> None:
    seen: list[str] = []

    def stop(name: str) -> None:
        seen.append(name)
        if len(seen) == at:
            raise PowerCut

    effects[:] = [stop]
    try:
        work()
    except PowerCut:
        pass
    finally:
        effects.clear()


def test_killed_while_programs_answer_the_next_command_goes_on(tmp_path: Path) -> None:
    """At any change on disk: the next look ends as if nothing had happened, with the same bytes."""
    desk = answered(begun(tmp_path / "start"))
    signs(desk)
    shutil.copytree(tmp_path / "start", tmp_path / "whole")
    whole = open_desk(Folder(tmp_path / "whole" / "game"), Home(tmp_path / "whole" / "home"))
    count = _effects_of(lambda: go_on(Others(whole.folder), whole, "en"))
    expected = whole.folder.record()
    assert count > 20
    for at in range(1, count + 1, of(count // 3, 3)):
        place = tmp_path / f"killed-{at}"
        shutil.copytree(tmp_path / "start", place)
        hurt = open_desk(Folder(place / "game"), Home(place / "home"))
        _killed(at, partial(go_on, Others(hurt.folder), hurt, "en"))
        later = open_desk(hurt.folder, hurt.home)
        if is_behind(Others(later.folder), later):
            later = go_on(Others(later.folder), later, "en")

        assert later.folder.record() == expected, at


# --- keys that are nobody's ------------------------------------------------------------------------


def test_the_keys_of_practice_are_known_as_such() -> None:
    assert all(is_practice_key(practice_key(place).public) for place in range(13))
    assert not is_practice_key(test_key("anna").public)


@pytest.mark.parametrize("practice", [True, False])
def test_an_offer_of_practice_has_a_key_of_practice_and_no_other_has(practice: bool) -> None:
    """Nobody is led into a game that programs play, and nobody hosts under a key that everybody has."""
    key = test_key("host") if practice else practice_key(0)
    chosen = [("practice", "yes")] if practice else []
    with pytest.raises(NotAuthentic) as refused:
        make_offer(key, find("tigris"), 2, chosen, test_nonce("lure"))

    assert refused.value.code == ("real-key-in-practice" if practice else "practice-key-in-game")


@pytest.mark.parametrize("practice", [True, False])
def test_no_key_joins_a_table_that_is_not_of_its_kind(practice: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither here nor, where somebody has made such a join all the same, at the host and in the charter."""
    host, key = (practice_key(0), test_key("anna")) if practice else (test_key("host"), practice_key(2))
    offer = make_offer(host, find("tigris"), 2, [("practice", "yes")] if practice else [], test_nonce("table"))
    code = "real-key-in-practice" if practice else "practice-key-in-game"
    with pytest.raises(NotAuthentic) as refused:
        make_join(key, offer, "anna", "Anna", test_nonce("anna"))
    assert refused.value.code == code
    with monkeypatch.context() as lies:
        lies.setattr("referee.table.opening.charter.check_practice", lambda *_, **__: None)
        join = make_join(key, offer, "anna", "Anna", test_nonce("anna"))

    with pytest.raises(NotAuthentic) as refused:
        check_join(offer, join)
    assert refused.value.code == code
    with pytest.raises(NotAuthentic):
        make_charter(host, offer, [join], ["anna"])


def test_no_seat_of_a_real_game_gets_a_key_of_practice() -> None:
    """A rekey note asks for it; whoever agreed to it would give the seat to everybody."""
    match = open_match("tigris", 2, "practice rekey")
    position = match.host
    note = make_rekey(position, practice_key(3), "anna", test_nonce("practice rekey"), reason="lost")

    with pytest.raises(NotAuthentic) as refused:
        check_rekey(position, note)
    assert refused.value.code == "practice-key-in-game"


def test_an_offer_that_says_practice_under_a_real_key_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as lies:
        lies.setattr("referee.table.opening.charter.check_practice", lambda *_, **__: None)
        offer = make_offer(test_key("host"), find("tigris"), 2, [("practice", "yes")], test_nonce("lure"))

    with pytest.raises(NotAuthentic) as refused:
        check_offer(offer)
    assert refused.value.code == "real-key-in-practice"


def test_off_writes_nothing(tmp_path: Path) -> None:
    """A game that is no practice has the same offer as before there was any; only `yes` can be said."""
    offer = make_offer(test_key("host"), find("tigris"), 2, [], test_nonce("real"))

    assert b"practice" not in offer.body
    with pytest.raises(Unreadable):
        make_offer(test_key("host"), find("tigris"), 2, [("practice", "no")], test_nonce("real"))


# --- what hostile hands put there -------------------------------------------------------------------


def _other_game(place: Path, desk: Desk) -> None:
    other = begun(place / "other", seed=9)
    shutil.rmtree(desk.folder.path / OTHERS)
    shutil.copytree(other.folder.path / OTHERS, desk.folder.path / OTHERS)


def _no_settings(place: Path, desk: Desk) -> None:
    (desk.folder.path / OTHERS / "homes" / HOST / "practice").write_bytes(b'{"seed": "x"}')


def _forged_step(place: Path, desk: Desk) -> None:
    """A step that nobody has signed like this: it goes through the same checks as one that came by mail."""
    table, step = Others(desk.folder).table, step_name(desk.position.step + 1)
    data = table.read(step_name(desk.position.step))
    (table.path / "record" / step).write_bytes(data)


def _link_out(place: Path, desk: Desk) -> None:
    table = Others(desk.folder).table.path / "record"
    shutil.move(table, place / "elsewhere")
    table.symlink_to(place / "elsewhere")


@pytest.mark.parametrize("lie", [_other_game, _no_settings, _forged_step, _link_out])
def test_what_lies_at_the_others_is_believed_no_more_than_a_mail(
    tmp_path: Path, lie: Callable[[Path, Desk], None]
) -> None:
    desk = answered(begun(tmp_path))
    before = desk.folder.record()
    lie(tmp_path, desk)
    signs(desk)

    with pytest.raises(RefereeError):
        go_on(Others(desk.folder), desk, "en")
    assert desk.folder.record() == before


def test_every_note_of_a_practice_game_is_signed_by_its_own_seat(tmp_path: Path) -> None:
    desk = answered(begun(tmp_path))
    keys = {"anna": practice_key(1).public, "nina": practice_key(2).public, "otto": practice_key(3).public}
    moves = [
        note for name in desk.folder.record() for note in read_bundle(desk.folder.read(name)) if note.type == "move"
    ]

    assert moves
    assert all(note.key == keys[getattr(note.note(), "seat", "")] for note in moves)
