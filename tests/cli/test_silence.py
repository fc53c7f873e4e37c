"""Who is silent is let pass by the words of the others, never by the host alone: real commands, a home each."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.protocol.agreements.consent import consent_note
from referee.protocol.seating import Table
from referee.record.file_names import step_name
from referee.record.note import read_bundle, render_bundle, sign_note
from referee.service import dates
from referee.session.session import Session
from referee.session.silence.days_to_answer import DAY, asked_here, counted_here, days_of
from referee.session.silence.say_words import say_word, words_of_own_seat
from tests.cli.masked_story import Evening, PutAway, dealt
from tests.support.dishonest.light import light

THREE, FOUR = ("anna", "bert", "carl"), ("anna", "bert", "carl", "dora")
DAYS = ("deadline=7", "grace=3")


@pytest.fixture(autouse=True)
def numbers() -> Iterator[None]:
    """Who may say what does not hang on what the arithmetic costs."""
    with light():
        yield


def begun(names: Sequence[str], *, asked: str, host_plays: bool = True, options: Sequence[str] = ()) -> Evening:
    """A game in which `asked` is asked, everybody has the step, and all locks are there."""
    return _begun(tuple(names), asked, host_plays, tuple(options)).again()


@cache
def _begun(names: tuple[str, ...], asked: str, host_plays: bool, options: tuple[str, ...]) -> PutAway:
    def played() -> Evening:
        evening = dealt(names, *DAYS, *options, host_plays=host_plays)
        while evening.asked() != asked:
            evening.swaps()
        evening.look()
        evening.look()
        return evening

    return PutAway(played)


def days_go_by(evening: Evening, days: float) -> None:
    evening.days += days


def refused(evening: Evening, who: str, *words: str) -> tuple[int, str]:
    """The code of what is refused, and its exit."""
    code, out, _ = evening.types(who, *words, "--json")
    return code, json.loads(out)["error"]["code"]


def step(evening: Evening, who: str) -> int:
    return evening.session(who).position.step


def lines(evening: Evening, who: str) -> tuple[str, ...]:
    """The table lines of the newest step but its time."""
    session = evening.session(who)
    note = session.history.signed_notes[f"{session.position.step:04d}.step"][-1].note()
    return tuple(line for line in getattr(note, "table", ()) if not line.startswith("time "))


def test_a_playing_host_drops_no_move_that_others_hold() -> None:
    """H: Bert has moved, all but Anna have it; she lets him pass, minutes after and when the days are long over."""
    evening = begun(THREE, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("bert", "carl"))

    assert refused(evening, "anna", "absent", "bert", "--yes") == (5, "words-missing")
    days_go_by(evening, 50)
    said = evening.look(("carl", "bert"))
    assert "nothing has arrived from Bert" not in said
    assert refused(evening, "carl", "consent", "silent", "bert", "--yes") == (5, "word-though-here")
    assert refused(evening, "anna", "absent", "bert", "--yes") == (5, "words-missing")
    evening.look(("anna", "bert", "carl"))
    assert step(evening, "carl") == step(evening, "anna") and not lines(evening, "carl")


def test_a_host_who_plays_opens_no_hand_by_let_passes_of_his_own() -> None:
    evening = begun(THREE, asked="carl", options=("escrow=yes",))

    assert refused(evening, "anna", "absent", "carl", "--yes") == (5, "words-missing")
    assert refused(evening, "anna", "consent", "open", "carl", "--yes")[0] != 0
    assert evening.stands.position.missed_by(2) == 0


def test_a_losing_host_of_two_makes_no_draw_of_it_alone() -> None:
    evening = begun(THREE[:2], asked="bert")

    days_go_by(evening, 50)
    evening.look(("anna",))
    assert refused(evening, "anna", "absent", "bert", "--yes") == (5, "absent-word-of-one")
    assert not words_of_own_seat(evening.session("anna")), "a word of one person, which no step may count"
    evening.does("anna", "consent", "draw", "--yes")
    evening.look(("anna",))
    assert not evening.stands.position.over


@pytest.mark.parametrize("who", ["anna", "carl"])
def test_nobody_says_that_a_seat_is_silent_whose_tiles_others_keep_dark(who: str) -> None:
    """Whoever owes locks is late, the host who plays or another player, and not who waits for them."""
    evening = begun(THREE, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("bert", "anna"))
    assert evening.asked() == "bert"
    if who == "anna":
        for folder in (evening.shared, evening.game("anna") / "outbox", evening.game("anna") / "pending"):
            for file in folder.glob("*unlock*anna*"):
                file.unlink()
        evening.look(("carl",))
    evening.look(("bert",))
    honest = "carl" if who == "anna" else "anna"

    days_go_by(evening, 11)
    assert "nothing has arrived from Bert" not in evening.look((honest,))
    assert f"key shares from {who.title()}" in evening.does("bert", "status")
    assert f"remind {who}" in evening.does(honest, "status")
    reminded = json.loads(evening.does(honest, "remind", "--json"))["mails"]
    assert [mail["name"] for mail in reminded] == [who.title()]
    assert refused(evening, "anna", "absent", "bert", "--yes")[0] == 5
    days_go_by(evening, 14)
    said = evening.look((honest,))
    assert ("nothing has arrived from Bert" in said, "a report from Carl" in said) == (who == "carl", who == "carl")
    assert refused(evening, "anna", "absent", "bert", "--yes")[0] == 5


def test_words_come_when_the_days_are_over_and_not_before() -> None:
    evening = begun(THREE, asked="bert")

    days_go_by(evening, 9.9)
    assert "nothing has arrived from Bert" not in evening.look()
    days_go_by(evening, 0.2)
    assert evening.look().count("nothing has arrived from Bert, 10 days after it became their turn") == 2
    evening.look()
    evening.does("anna", "absent", "bert", "--yes")
    evening.look()

    assert lines(evening, "carl") == lines(evening, "bert") == ("absent bert",)
    assert evening.stands.position.missed_by(1) == 1
    assert evening.asked() == "carl"


def test_of_four_one_who_is_off_line_is_left_out_by_name_and_it_does_not_count() -> None:
    evening = begun(FOUR, asked="carl")

    days_go_by(evening, 19.9)
    evening.look(("anna", "bert"))
    evening.look(("anna", "bert"))
    assert refused(evening, "anna", "absent", "carl", "--yes") == (5, "words-missing")
    days_go_by(evening, 0.2)
    assert "a report from Dora is missing" in evening.look(("anna", "bert"))
    evening.look(("anna", "bert"))
    evening.does("anna", "absent", "carl", "--yes")
    evening.look(("anna", "bert"))

    assert lines(evening, "bert") == ("absent carl without dora",)
    assert evening.stands.position.missed_by(2) == 0
    assert evening.stands.position.passed == (2,)


def test_a_seat_that_is_gone_costs_the_others_its_days_once() -> None:
    evening = begun(THREE, asked="bert")
    present = ("anna", "carl")
    days_go_by(evening, 10.1)
    evening.look(present)
    evening.look(present)
    evening.does("anna", "absent", "bert", "--yes")
    evening.look(present)
    while evening.asked() != "bert":
        who = evening.asked()
        own = evening.session(who).own
        assert own is not None
        evening.does(who, "move", "pass", "pass", "--yes")
        evening.look((who, *present, who))
    evening.look(present)

    days_go_by(evening, 2.9)
    assert "nothing has arrived from Bert" not in evening.look(present)
    days_go_by(evening, 0.2)
    assert evening.look(present).count("nothing has arrived from Bert, 3 days") == 2


def test_who_was_skipped_as_often_as_the_charter_says_is_waited_for_no_more() -> None:
    """As soon as anything of theirs arrives, all days count again; before, the days of grace do."""
    evening = begun(THREE, asked="bert", options=("repeat=1",))
    present = ("anna", "carl")
    days_go_by(evening, 9.9)
    assert "nothing has arrived from Bert" not in evening.look(present)
    days_go_by(evening, 0.2)
    evening.look(present)
    evening.look(present)
    evening.does("anna", "absent", "bert", "--yes")
    said = evening.look(present)
    while evening.asked() != "bert":
        who = evening.asked()
        evening.does(who, "move", "pass", "pass", "--yes")
        said += evening.look((who, *present, who))
    said += evening.look(present) + evening.look(present)
    assert said.count("nothing has arrived from Bert since they were last skipped") == 2 and "0 days" not in said
    assert days_of(evening.session("carl"), "bert") == 0
    often = evening.session("carl")
    terms = replace(often.table.terms, repeat=2)
    table = replace(often.table, terms=terms)
    assert days_of(replace_table(often, table), "bert") == 3

    evening.look(("bert",))
    assert "skipped in step" in evening.does("bert", "status")
    evening.does("bert", "consent", "draw", "--yes")
    evening.look(("bert", *present))
    assert days_of(evening.session("carl"), "bert") == 10


def replace_table(session: Session, table: Table) -> Session:
    """The session as if its charter said something else."""
    return replace(session, history=replace(session.history, table=table))


def test_of_three_with_a_playing_host_the_third_holds_it_up_and_with_a_neutral_one_does_not() -> None:
    for host_plays, stands in ((True, "absent-word-of-one"), (False, "")):
        evening = begun(THREE, asked="bert", host_plays=host_plays)
        days_go_by(evening, 20.1)
        evening.look(("anna", evening.host))
        evening.look(("anna", evening.host))
        code, out, _ = evening.types(evening.host, "absent", "bert", "--yes", "--json")
        if stands:
            assert code == 5
        else:
            assert code == 0 and "absent bert without carl" in out


def test_receive_says_no_word_for_the_move_may_lie_in_the_next_mail() -> None:
    evening = begun(THREE, asked="bert")
    days_go_by(evening, 30)
    for file in sorted(evening.shared.iterdir()):
        evening.types("carl", "receive", file)

    assert not list((evening.game("carl") / "outbox").glob("consent-*"))
    assert "referee consent silent bert" in evening.does("carl", "status")


def test_a_word_by_hand_asks_once_more_before_the_days_are_over() -> None:
    evening = begun(THREE, asked="bert")

    code, _, errors = evening.types("carl", "consent", "silent", "bert")
    assert code == 5 and "by this computer's clock the deadline is not over yet" in errors
    assert refused(evening, "carl", "consent", "unheard", "anna", "--yes") == (5, "word-not-due")
    assert refused(evening, "carl", "consent", "silent", "anna", "--yes") == (5, "consent-to-nothing")
    evening.does("carl", "consent", "silent", "bert", "--yes")
    evening.look(("carl", "anna"))
    evening.does("anna", "absent", "bert", "--yes")
    evening.look()
    assert lines(evening, "carl") == ("absent bert",)


def test_who_comes_back_while_words_lie_there_has_moved_and_they_lapse() -> None:
    evening = begun(THREE, asked="bert")
    days_go_by(evening, 10.1)
    evening.look(("anna", "carl"))
    evening.look(("anna", "carl"))
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("bert", "anna", "carl"))

    assert lines(evening, "carl") == () and evening.stands.position.passed == ()
    assert not list((evening.game("anna") / "pending").glob("consent-*silent*"))


def moved_to_carl_alone() -> Evening:
    """A game of four in which Bert has moved, and Carl alone has the move."""
    evening = begun(FOUR, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("bert", "carl"))
    for file in evening.shared.glob("*bert*"):
        file.unlink()
    return evening


def test_a_move_that_reached_one_player_alone_is_handed_on_before_anybody_says_a_word() -> None:
    """The host did not get it, or says so; the file has vanished from the folder that all share."""
    evening = moved_to_carl_alone()
    evening.look(("dora",))
    assert not list((evening.game("dora") / "pending").glob("answer-*"))

    days_go_by(evening, 7.1)
    assert "the move of Bert arrived 7 days ago: it is sent to everyone again" in evening.look(("carl",))
    days_go_by(evening, 4)
    assert "nothing has arrived from Bert" not in evening.look(("dora", "carl"))
    assert list((evening.game("dora") / "pending").glob("answer-*"))
    assert "the move of Bert arrived" in evening.does("carl", "status")
    reminded = json.loads(evening.does("carl", "remind", "host", "--json"))["mails"]
    assert len(reminded) == 1 and "a move waits for you" in reminded[0]["subject"]
    evening.look(("anna", "carl"))
    assert lines(evening, "carl") == ()
    assert not list((evening.game("carl") / "outbox").glob("handed-*"))


def test_key_shares_that_come_later_do_not_stop_whoever_has_handed_a_move_on() -> None:
    """The mail of a move takes along the key shares that wait; by the next look another one has come."""
    evening = moved_to_carl_alone()
    (share,) = (evening.game("carl") / "pending").glob("unlock-*-dora-*")
    late = share.read_bytes()
    share.unlink()
    for file in evening.shared.glob("unlock-0003-dora-*"):
        file.unlink()
    days_go_by(evening, 7.1)
    evening.look(("carl",))
    (handed,) = (evening.game("carl") / "outbox").glob("handed-*")
    before = handed.read_bytes()
    assert late not in before

    share.write_bytes(late)
    days_go_by(evening, 1)
    assert "handed-" not in (told := evening.look(("carl",))), told
    assert handed.read_bytes() == before


def test_a_late_move_is_kept_and_gives_its_author_the_days_of_the_charter_again() -> None:
    evening = begun(THREE, asked="bert")
    days_go_by(evening, 10.1)
    present = ("anna", "carl")
    evening.look(present)
    evening.look(present)
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.does("anna", "absent", "bert", "--yes")
    evening.look(("anna", "carl"))
    assert days_of(evening.session("carl"), "bert") == 10
    before = evening.session("carl").position.step
    for file in (evening.game("bert") / "outbox").glob("*.move"):
        evening.types("carl", "receive", file)
    assert evening.session("carl").position.step == before
    assert list((evening.game("carl") / "pending").glob("late-*"))


def test_a_word_about_oneself_for_a_step_that_is_not_here_says_so() -> None:
    evening = begun(THREE, asked="carl")
    own = evening.session("carl").own
    assert own is not None
    while evening.asked() != "anna":
        evening.swaps()
    evening.look()
    first = evening.session("anna").own
    assert first is not None
    step_before = step(evening, "bert")
    evening.does("anna", "move", "swap", *first.hand, "--yes")
    second = evening.session("anna").own
    assert second is not None
    evening.look(("carl", "anna", "carl"))
    evening.does("anna", "move", "pass", "--yes")
    evening.look(("carl", "anna", "carl"))
    assert evening.asked() == "bert" and step(evening, "bert") == step_before
    evening.does("carl", "consent", "silent", "bert", "--yes")
    (word,) = (evening.game("carl") / "outbox").glob("consent-*")
    code, _, errors = evening.types("bert", "receive", word)
    assert code == 4 and "that step is not here" in errors


def take_away(evening: Evening, who: str) -> None:
    """The move of somebody goes from the shared folder and from the own outbox, as if it had never been sent."""
    for folder in (evening.shared, evening.game(who) / "outbox"):
        for file in folder.iterdir():
            last = read_bundle(file.read_bytes())[-1]
            if last.type == "move" and getattr(last.note(), "seat", "") == who:
                file.unlink()


def changed_by(evening: Evening, who: str, **fields: object) -> bytes:
    """The newest move of somebody, signed again with other values."""
    (file,) = (evening.game(who) / "outbox").glob("*.move")
    move = read_bundle(file.read_bytes())[-1].note()
    return render_bundle((sign_note(replace(move, **fields), evening.session(who).signer()),))


def test_a_move_on_a_history_that_nobody_knows_puts_the_word_off_to_twice_the_days(tmp_path: Path) -> None:
    """The host has shown Bert another step, or he signs nonsense to be never silent."""
    evening = begun(THREE, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    mail = tmp_path / "mail.txt"
    mail.write_bytes(changed_by(evening, "bert", head=evening.session("bert").table.game_id))
    assert refused(evening, "carl", "receive", str(mail))[0] == 5
    take_away(evening, "bert")

    days_go_by(evening, 10.1)
    assert "nothing has arrived from Bert" not in evening.look(("carl",))
    _, _, errors = evening.types("carl", "consent", "silent", "bert")
    assert "that follows an unknown history" in errors
    days_go_by(evening, 10)
    assert "nothing has arrived from Bert" in evening.look(("carl",))


def test_a_move_that_can_never_be_entered_is_as_none(tmp_path: Path) -> None:
    evening = begun(THREE, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    mail = tmp_path / "mail.txt"
    mail.write_bytes(changed_by(evening, "bert", do=("swap 6", "swap 6", "swap 6")))
    take_away(evening, "bert")
    evening.types("carl", "receive", mail)
    assert list((evening.game("carl") / "pending").glob("answer-*"))

    days_go_by(evening, 10.1)
    assert "nothing has arrived from Bert" in evening.look(("carl",))


def test_locks_that_come_late_put_the_days_off_by_twice_as_many_at_most() -> None:
    evening = begun(THREE, asked="bert")
    own = evening.session("bert").own
    assert own is not None
    evening.does("bert", "move", "swap", *own.hand, "--yes")
    evening.look(("bert", "anna", "carl", "anna", "carl"))
    session, clock = evening.session("carl"), dates.clock_here()
    asked = asked_here(session, clock)
    for days, put_off in ((4, 4), (19, 19), (60, 20)):
        for file in (evening.game("carl") / "pending").glob("unlock-*"):
            os.utime(file, (asked + days * DAY, asked + days * DAY))
        assert round((counted_here(session, "bert", clock, 10) - asked) / DAY) == put_off


def test_a_clock_that_was_put_right_since_makes_no_days() -> None:
    evening = begun(THREE, asked="bert")
    evening.swaps()
    evening.look()
    assert evening.asked() == "bert"
    newest = evening.game("carl") / "record" / step_name(step(evening, "carl"))
    then = newest.stat().st_mtime - 400 * DAY
    os.utime(newest, (then, then))
    evening.dated[newest] = newest.stat().st_mtime_ns

    assert "nothing has arrived from Bert" not in evening.look(("carl",))
    days_go_by(evening, 10.1)
    assert "nothing has arrived from Bert" in evening.look(("carl",))


def test_where_something_came_that_cannot_be_read_nothing_is_said_and_the_owner_knows() -> None:
    evening = begun(THREE, asked="bert")
    days_go_by(evening, 10.1)
    half = evening.shared / "half.txt"
    half.write_text("-----BEGIN REFEREE NOTE-----\nreferee/1 move\n")

    said = evening.look(("carl",))
    assert (
        "nothing has arrived from Bert" not in said
        and "so this program does not report that nothing has arrived" in said
    )
    half.unlink()
    assert "nothing has arrived from Bert" in evening.look(("carl",))


def test_a_word_that_could_stand_behind_nothing_is_taken_by_nobody(tmp_path: Path) -> None:
    """About its author or about who is asked nothing; of another step or head; or with a reason beside it."""
    evening = begun(THREE, asked="bert")
    carl, position = evening.session("carl"), evening.session("carl").position
    mail = tmp_path / "mail.txt"
    for to, fields in (
        ("silent carl", {}),
        ("silent anna", {}),
        ("unheard carl", {}),
        ("silent bert", {"step": position.step}),
        ("silent bert", {"head": position.table.game_id}),
        ("silent bert", {"reason": "why"}),
        ("silent nobody-here", {}),
    ):
        note = replace(consent_note(position, carl.signer(), to).note(), **fields)
        mail.write_bytes(render_bundle((sign_note(note, carl.signer()),)))
        assert evening.types("anna", "receive", mail)[0] in (3, 4, 5), (to, fields)
    hosts = evening.session("anna", "hosts").host_key()
    mail.write_bytes(render_bundle((consent_note(position, hosts, "silent bert"),)))
    assert refused(evening, "carl", "receive", str(mail)) == (5, "consent-to-nothing")
    assert not list((evening.game("anna") / "pending").glob("consent-*"))


def test_of_a_seat_one_word_of_each_sort_about_each_other_waits(tmp_path: Path) -> None:
    evening = begun(FOUR, asked="bert")
    carl, position, mail = evening.session("carl"), evening.session("carl").position, tmp_path / "mail.txt"
    tos = ("silent bert", "unheard anna", "unheard bert", "unheard dora")
    for _ in range(3):
        for to in tos:
            mail.write_bytes(render_bundle((consent_note(position, carl.signer(), to),)))
            evening.does("dora", "receive", mail)
    assert len(list((evening.game("dora") / "pending").glob("consent-*"))) == len(tos)


def test_half_of_four_skip_the_turns_of_the_others_and_never_end_the_game_without_them(tmp_path: Path) -> None:
    """Anna hosts and plays, Bert is on her side; Dora's program runs, holds the move and says no word."""
    evening = begun(FOUR, asked="carl")
    own = evening.session("carl").own
    assert own is not None
    evening.does("carl", "move", "swap", *own.hand, "--yes")
    evening.look(("carl", "dora"))
    for file in evening.shared.glob("*carl*"):
        file.unlink()
    mail = tmp_path / "mail.txt"
    bert, position = evening.session("bert"), evening.session("bert").position
    for to in ("silent carl", "unheard dora"):
        mail.write_bytes(render_bundle((consent_note(position, bert.signer(), to),)))
        evening.does("anna", "receive", mail)
    for to in ("silent carl", "unheard dora"):
        say_word(evening.session("anna"), to)
    evening.does("anna", "absent", "carl", "--yes")

    assert evening.stands.position.passed == (2,) and evening.stands.position.missed_by(2) == 0
    evening.look(("anna",))
    evening.types("dora", "watch", evening.shared, "--once", "--yes")
    assert lines(evening, "dora") == ("absent carl without dora",)
    told = evening.does("dora", "log")
    assert "at most half" in told


def test_the_host_is_told_when_the_words_are_here() -> None:
    evening = begun(THREE, asked="bert")
    days_go_by(evening, 10.1)
    evening.look(("carl",))
    said = evening.look(("anna",)) + evening.look(("anna",))

    assert "the others report that nothing has arrived from Bert; skip this player: referee absent bert" in said
    assert "nothing from Bert has reached Anna, Carl by the deadline" in evening.does("anna", "status")
    assert "skip this player" not in evening.look(("anna", "carl"))
