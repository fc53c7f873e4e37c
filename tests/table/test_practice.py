"""A practice game is a real one: programs answer through the same doors, nothing leaks, and a crash is gone on from."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from referee.audit.recompute import audit
from referee.crypto.keys import is_practice_key, practice_key
from referee.games import find
from referee.kernel.errors import NotAuthentic, RefereeError, Unreadable
from referee.kernel.goods import Counts, Dealer
from referee.practice.open_table import open_practice
from referee.practice.opponents import HOST, Opponents, PracticeSettings, let_opponents_play, opponents_are_due
from referee.practice.rewind import finish_rewind, rewind_to
from referee.practice.start_table import practice_charter, set_up_practice
from referee.protocol.agreements.consent import consent_note
from referee.protocol.agreements.new_key import check_rekey, make_rekey
from referee.protocol.opening.charter import check_join, check_offer, make_charter, make_join, make_offer
from referee.protocol.opening.data_packs import game_with_pack
from referee.protocol.step.draft import move_note
from referee.protocol.step.ending import make_ack
from referee.record.file_names import DEAL, OTHERS, step_name
from referee.record.note import read_bundle
from referee.record.store import DataFolder, GameFolder, effects
from referee.session.bot_seat import bot_answer
from referee.session.masked.pending_key_shares import is_face_down
from referee.session.send import OutgoingNote, send
from referee.session.session import Session, open_session
from referee.session.todo.waiting_for import seats_waited_for
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.support.rehearse import open_match, test_key, test_nonce

SEATS = {"tigris": 3, "ur": 3, "cards": 2, "civilization": 2}


def begun(place: Path, game: str = "tigris", seed: int = 11, seats: int = 0) -> Session:
    """The session of whoever practises, where the game waits for the first answer."""
    shutil.copytree(_kept(game, seed, seats).name, place, dirs_exist_ok=True)
    return open_session(GameFolder(place / "game"), DataFolder(place / "home"))


@cache
def _kept(game: str, seed: int, seats: int) -> TemporaryDirectory[str]:
    place = TemporaryDirectory()
    begun_anew(Path(place.name), game, seed, seats)
    return place


def begun_anew(
    place: Path, game: str = "tigris", seed: int = 11, seats: int = 0, chosen: tuple[tuple[str, str], ...] = ()
) -> Session:
    """The same, laid out step by step, by these options."""
    session = laid(place, game, seed, seats, chosen)
    return let_opponents_play(Opponents(session.folder), session, "en")


def laid(place: Path, game: str, seed: int, seats: int, chosen: tuple[tuple[str, str], ...]) -> Session:
    """The table before the others do anything."""
    played, pack = game_with_pack(find(game), None)
    people = [("anna", "Anna"), ("nina", "Nina"), ("otto", "Otto"), ("paula", "Paula")][: seats or SEATS[game]]
    charter = practice_charter(played, people, seed, chosen, pack)
    return set_up_practice(
        GameFolder(place / "game"), DataFolder(place / "home"), charter, pack, PracticeSettings(seed, "greedy")
    )


def signs(session: Session) -> None:
    """Whoever practises answers as a program would, and signs."""
    note = move_note(session.position, session.signer(), bot_answer(session, "greedy")[1])
    step = session.position.step + 1
    send(session, OutgoingNote(session.table.game_id, f"move {step}", lambda _: (note,), f"{step:04d}-anna.move"))


def answered(session: Session) -> Session:
    signs(session)
    return let_opponents_play(Opponents(session.folder), session, "en")


def tree(place: Path) -> dict[str, bytes]:
    return {str(file.relative_to(place)): file.read_bytes() for file in sorted(place.rglob("*")) if file.is_file()}


@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=[pytest.mark.long] if game == "civilization" else []) for game in sorted(SEATS)]
)
def test_it_stops_where_the_player_is_asked_and_nothing_is_left_to_do(tmp_path: Path, game: str) -> None:
    session = begun(tmp_path, game)
    for _ in range(of(1, 4)):
        assert session.position.request_of(0) is not None
        assert not opponents_are_due(Opponents(session.folder), session)
        session = answered(session)

    assert audit(session.folder.record()).verdict == "in progress"
    assert session.folder.record().keys() == Opponents(session.folder).table.record().keys()


def test_a_seed_gives_the_same_bytes_again(tmp_path: Path) -> None:
    one, other, third = (begun_anew(tmp_path / name, seed=seed) for name, seed in (("a", 7), ("b", 7), ("c", 8)))
    one, other = answered(one), answered(other)

    assert one.folder.record() == other.folder.record()
    assert third.table.game_id != one.table.game_id


def test_a_seed_is_the_same_game_on_every_machine(tmp_path: Path) -> None:
    """Charter and deal are those of another day and another Python, so that a number can be told to a friend."""
    session = begun(tmp_path)

    assert session.table.game_id == "VnI3PZOsVOl_iB3W0q1Dux1Z5FeF51QIJkl0kls3unQ"
    assert session.history.signed_notes[DEAL][-1].id == "UaSdjKz-EV8CukZDaeBQMmKrJpBaoxtNvQmpW42I24U"


@pytest.mark.parametrize("game", SEATS)
def test_no_hand_of_others_is_in_a_file_of_the_player_or_opened_by_the_own_key(tmp_path: Path, game: str) -> None:
    """Everything outside of `.others` is the same where hands and bag differ in what the player cannot see: a record
    read with the own key knows one hand.
    """
    session = answered(answered(begun(tmp_path, game)))
    host = Opponents(session.folder).session(0, HOST)
    assert isinstance(host.position.knowledge, Dealer)

    again = open_session(session.folder, session.home)
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
    session = begun(tmp_path)
    program = Opponents(session.folder).session(2, "nina")

    assert program.position.knowledge.own(0) is None and program.position.knowledge.own(2) is None
    assert program.eyes.hidden_seed is None


@pytest.mark.parametrize("wanted", ["back 1", "end draw"])
def test_programs_agree_to_what_the_player_asks_for(tmp_path: Path, wanted: str) -> None:
    session = answered(begun(tmp_path))
    step = session.position.step + 1
    note = consent_note(session.position, session.signer(), wanted, "slipped" if wanted.startswith("back") else None)
    send(session, OutgoingNote(None, "", lambda _: (note,), f"consent-{step:04d}-anna-{wanted.replace(' ', '-')}.note"))
    session = let_opponents_play(Opponents(session.folder), session, "en")

    assert step_name(step) in session.folder.record_names()
    assert session.position.over == wanted.startswith("end")


def test_the_end_is_acknowledged_by_all_and_audited_clean(tmp_path: Path) -> None:
    session = begun(tmp_path, "ur")
    note, step = consent_note(session.position, session.signer(), "end draw"), session.position.step + 1
    send(session, OutgoingNote(None, "", lambda _: (note,), f"consent-{step:04d}-anna-end-draw.note"))
    session = let_opponents_play(Opponents(session.folder), session, "en")
    assert session.history.end is not None
    ack = make_ack(session.signer(), session.table, session.history.end.id)
    send(session, OutgoingNote(session.table.game_id, "ack", lambda _: (ack,), "ack-anna.note", "record"))
    session = let_opponents_play(Opponents(session.folder), session, "en")

    assert sorted(session.history.acks) == ["anna", "nina", "otto"]
    report = audit(session.folder.record())
    assert (report.verdict, report.depth) == ("clean", 5)
    assert not opponents_are_due(Opponents(session.folder), session)


# --- going back -----------------------------------------------------------------------------------


def test_going_back_forgets_what_was_later_and_has_the_same_bag(tmp_path: Path) -> None:
    first = begun(tmp_path)
    before = first.folder.record()
    then = answered(first)
    rewind_to(Opponents(then.folder), then.home, first.position.step + 1)
    again = open_session(then.folder, then.home)

    assert again.folder.record() == before
    assert answered(again).folder.record() == then.folder.record()


@pytest.mark.parametrize("seed", range(1, of(2, 9)))
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
        rewind_to(Opponents(then.folder), then.home, step)
        then = open_practice(then.folder, then.home, "en")
        while then.folder.record().keys() < whole.keys():
            assert then.position.request_of(0) is not None, (step, seats_waited_for(then))
            assert not opponents_are_due(Opponents(then.folder), then)
            then = answered(then)
        assert then.folder.record() == whole, step


def test_going_back_that_was_killed_is_finished_first(tmp_path: Path) -> None:
    first = begun(tmp_path / "whole")
    step = first.position.step + 1
    session = answered(first)
    seen = _effects_of(lambda: rewind_to(Opponents(session.folder), session.home, step))
    expected = session.folder.record()
    session = answered(begun(tmp_path / "0"))
    for at in (1, *range(4, seen + 1, of(14, 2))):
        place = tmp_path / f"cut-{at}"
        shutil.copytree(tmp_path / "0", place)
        others, home = Opponents(GameFolder(place / "game")), DataFolder(place / "home")
        _killed(at, partial(rewind_to, others, home, step))
        finish_rewind(others, home)

        assert others.folder.record() == others.table.record() == (session.folder.record() if at < 4 else expected)
        assert not opponents_are_due(others, open_session(others.folder, home))


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
    session = answered(begun(tmp_path / "start"))
    signs(session)
    shutil.copytree(tmp_path / "start", tmp_path / "whole")
    whole = open_session(GameFolder(tmp_path / "whole" / "game"), DataFolder(tmp_path / "whole" / "home"))
    count = _effects_of(lambda: let_opponents_play(Opponents(whole.folder), whole, "en"))
    expected = whole.folder.record()
    assert count > 20
    for at in range(1, count + 1, of(count // 3, 3)):
        place = tmp_path / f"killed-{at}"
        shutil.copytree(tmp_path / "start", place)
        hurt = open_session(GameFolder(place / "game"), DataFolder(place / "home"))
        _killed(at, partial(let_opponents_play, Opponents(hurt.folder), hurt, "en"))
        later = open_session(hurt.folder, hurt.home)
        if opponents_are_due(Opponents(later.folder), later):
            later = let_opponents_play(Opponents(later.folder), later, "en")

        assert later.folder.record() == expected, at


# --- a masked deck ---------------------------------------------------------------------------------

MASKED = (("deal", "masked"),)


@pytest.fixture
def in_numbers() -> Iterator[None]:
    """The decks are masked in numbers, so that a game takes a second."""
    with light():
        yield


def _dark(session: Session) -> bool:
    return is_face_down(session.position, session.folder)


@pytest.mark.usefixtures("in_numbers")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bots_shuffle_a_masked_deck_and_open_what_the_player_draws(tmp_path: Path, seats: int) -> None:
    session = begun_anew(tmp_path, seats=seats, chosen=MASKED)
    others = Opponents(session.folder)
    for _ in range(3):
        assert session.position.request_of(0) is not None and session.own is not None
        assert len(session.own.hand) == 6 and not _dark(session) and not opponents_are_due(others, session)
        assert isinstance(others.session(0, HOST).position.knowledge, Counts), "the host sees no tile"
        session = answered(session)

    assert len(session.history.signed_notes[DEAL]) == 2 * seats + 1
    assert audit(session.folder.record()).verdict == "in progress"
    assert session.folder.record() == others.table.record()


@pytest.mark.usefixtures("in_numbers")
def test_a_masked_seed_gives_the_same_bytes_again(tmp_path: Path) -> None:
    one, other = (answered(begun_anew(tmp_path / name, seats=3, chosen=MASKED)) for name in ("a", "b"))

    assert one.folder.record() == other.folder.record()


@pytest.mark.usefixtures("in_numbers")
@pytest.mark.parametrize("back", [1, 3])
def test_a_masked_game_goes_back_and_on_to_a_clean_record(tmp_path: Path, back: int) -> None:
    session = answered(answered(begun_anew(tmp_path, seats=3, chosen=MASKED)))
    step = session.position.step
    rewind_to(Opponents(session.folder), session.home, back)
    session = open_practice(session.folder, session.home, "en")
    assert session.position.step < step and session.own is not None and len(session.own.hand) == 6
    for _ in range(3):
        session = answered(session)
        assert not _dark(session) and session.position.request_of(0) is not None

    assert audit(session.folder.record()).verdict == "in progress"


@pytest.mark.usefixtures("in_numbers")
@pytest.mark.parametrize("opening", [True, False])
def test_killed_over_a_masked_deck_the_next_command_goes_on(tmp_path: Path, opening: bool) -> None:
    """At any change on disk: while it is shuffled and dealt, and while the bots answer and open tiles."""
    session = laid(tmp_path / "start", "tigris", 11, 3, MASKED)
    if not opening:
        session = answered(let_opponents_play(Opponents(session.folder), session, "en"))
        signs(session)
    shutil.copytree(tmp_path / "start", tmp_path / "whole")
    whole = open_session(GameFolder(tmp_path / "whole" / "game"), DataFolder(tmp_path / "whole" / "home"))
    count = _effects_of(lambda: let_opponents_play(Opponents(whole.folder), whole, "en"))
    expected = whole.folder.record()
    for at in range(1, count + 1, of(count // 6, 4)):
        place = tmp_path / f"killed-{at}"
        shutil.copytree(tmp_path / "start", place)
        hurt = open_session(GameFolder(place / "game"), DataFolder(place / "home"))
        _killed(at, partial(let_opponents_play, Opponents(hurt.folder), hurt, "en"))
        later = open_practice(hurt.folder, hurt.home, "en")

        assert later.folder.record().keys() == expected.keys(), at
        assert audit(later.folder.record()).verdict == "in progress" and not _dark(later), at


@pytest.mark.long
@pytest.mark.usefixtures("in_numbers")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_masked_practice_game_is_clean(tmp_path: Path, seats: int) -> None:
    session = begun_anew(tmp_path, seats=seats, chosen=MASKED)
    while not session.position.over:
        session = answered(session)

    assert audit(session.folder.record()).verdict == "clean"


# --- keys that are nobody's ------------------------------------------------------------------------


def test_who_only_reads_has_no_program_answer(tmp_path: Path) -> None:
    """A command was killed behind the signature: what only shows something leaves the rest to one that acts."""
    session = begun(tmp_path)
    signs(session)
    game, home = session.folder.path, session.home.path
    before = {path: path.read_bytes() for path in game.rglob("*") if path.is_file()}
    for words in (["show"], ["show", "--plain"], ["hand"], ["moves"], ["log"], ["jot"]):
        code, _, errors = inside(words, home, game)
        assert (code, errors) == (0, ""), words
        assert {path: path.read_bytes() for path in game.rglob("*") if path.is_file()} == before, words

    assert inside([], home, game)[0] == 0
    assert session.reloaded().position.step > session.position.step


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
        lies.setattr("referee.protocol.opening.charter.check_practice", lambda *_, **__: None)
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
        lies.setattr("referee.protocol.opening.charter.check_practice", lambda *_, **__: None)
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


def _other_game(place: Path, session: Session) -> None:
    other = begun(place / "other", seed=9)
    shutil.rmtree(session.folder.path / OTHERS)
    shutil.copytree(other.folder.path / OTHERS, session.folder.path / OTHERS)


def _no_settings(place: Path, session: Session) -> None:
    (session.folder.path / OTHERS / "homes" / HOST / "practice").write_bytes(b'{"seed": "x"}')


def _forged_step(place: Path, session: Session) -> None:
    """A step that nobody has signed like this: it goes through the same checks as one that came by mail."""
    table, step = Opponents(session.folder).table, step_name(session.position.step + 1)
    data = table.read(step_name(session.position.step))
    (table.path / "record" / step).write_bytes(data)


def _link_out(place: Path, session: Session) -> None:
    table = Opponents(session.folder).table.path / "record"
    shutil.move(table, place / "elsewhere")
    table.symlink_to(place / "elsewhere")


@pytest.mark.parametrize("lie", [_other_game, _no_settings, _forged_step, _link_out])
def test_what_lies_at_the_others_is_believed_no_more_than_a_mail(
    tmp_path: Path, lie: Callable[[Path, Session], None]
) -> None:
    session = answered(begun(tmp_path))
    before = session.folder.record()
    lie(tmp_path, session)
    signs(session)

    with pytest.raises(RefereeError):
        let_opponents_play(Opponents(session.folder), session, "en")
    assert session.folder.record() == before


def test_every_note_of_a_practice_game_is_signed_by_its_own_seat(tmp_path: Path) -> None:
    session = answered(begun(tmp_path))
    keys = {"anna": practice_key(1).public, "nina": practice_key(2).public, "otto": practice_key(3).public}
    moves = [
        note
        for name in session.folder.record()
        for note in read_bundle(session.folder.read(name))
        if note.type == "move"
    ]

    assert moves
    assert all(note.key == keys[getattr(note.note(), "seat", "")] for note in moves)
