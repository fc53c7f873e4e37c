"""The host gets another key, or another person hosts: who agrees, and what each of them sees then."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import pytest

from referee.audit.recompute import audit
from referee.crypto import joint_randomness
from referee.disputes.judging import judge
from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.protocol.agreements.take_back import check_take_back
from referee.protocol.history.read_record import read_history
from referee.protocol.seating import REFEREE, own_game_secret
from referee.protocol.step.record_step import record_step_file
from referee.record.file_names import step_name
from referee.record.note import SignedNote, sign_note
from referee.record.notes import Consent, End, Rekey, Step
from tests.support.rehearse import Match, open_match, play_out
from tests.table.new_hosts import (
    ESCROW,
    SEATS,
    asks_to_host,
    box_of,
    closed,
    escrowed,
    handed_over,
    hands,
    hosted,
    plain,
    playing,
    replaced,
    rotated,
    succeeded,
)
from tests.table.new_seat_keys import new_key
from tests.table.second_checker import check
from tests.table.signatures import checked_apart
from tests.table.small_games import HOST, changed, copy_of, key_of, soon_over, with_notes

pytestmark = pytest.mark.usefixtures("remembered_proofs")

Change = Callable[[Match], Match]
WAYS = {
    "rotation": (rotated, plain),
    "handed over": (handed_over, plain),
    "vanished": (succeeded, escrowed),
    "played and vanished": (replaced, playing),
    "played and handed over": (handed_over, playing),
}


@cache
def changed_in(way: str) -> Match:
    change, before = WAYS[way]
    return change(before())


@cache
def ended(way: str) -> Match:
    """The game of a new host, played on and ended."""
    return soon_over(copy_of(changed_in(way)), "on")


def refused(match: Match, rekey: SignedNote, *consents: SignedNote, label: str = "gina") -> str:
    with pytest.raises((OutOfOrder, NotAuthentic)) as refusal:
        closed(match, rekey, consents, new_key(label))
    return refusal.value.code


# Who hosts, and from where on


@pytest.mark.parametrize("way", WAYS)
def test_under_a_new_host_a_game_goes_on_to_a_clean_end(way: str) -> None:
    report = audit(ended(way).files)

    assert (report.verdict, report.depth, report.findings) == ("clean", 5, ())


@pytest.mark.parametrize("way", WAYS)
def test_a_new_host_knows_every_hand_from_the_record_alone(way: str) -> None:
    match, before = changed_in(way), WAYS[way][1]()
    known = [match.host.knowledge.own(seat) for seat in range(3)]

    assert known == [before.host.knowledge.own(seat) for seat in range(3)]


@pytest.mark.parametrize("way", WAYS)
def test_the_step_that_enters_a_host_changes_nothing_of_the_game(way: str) -> None:
    match, before = changed_in(way), WAYS[way][1]()

    assert (match.host.state, match.host.asked, match.host.stocks) == (
        before.host.state,
        before.host.asked,
        before.host.stocks,
    )


@pytest.mark.parametrize("way", WAYS)
def test_a_game_does_not_go_back_over_the_key_of_a_host(way: str) -> None:
    match = changed_in(way)
    with pytest.raises(OutOfOrder) as refused:
        check_take_back(match.host, match.host.step)

    assert refused.value.code == "back-over-key"


@pytest.mark.parametrize(("game", "seats"), [("cards", 3), ("ur", 3), ("civilization", 3), ("claims", 3)])
def test_in_every_game_the_shares_of_all_seats_let_another_host(game: str, seats: int) -> None:
    match = succeeded(play_out(open_match(game, seats, "host", ESCROW), "host", steps=4))

    assert match.host_eyes.see_all
    assert match.host.knowledge.own(0) == match.players["anna"].knowledge.own(0)


def test_what_is_played_under_a_new_host_is_sealed_to_the_new_box() -> None:
    match = changed_in("vanished")
    old = escrowed()

    assert match.host_eyes.hand_keys[0] != old.host_eyes.hand_keys[0]
    assert match.eyes["anna"].hand_keys[0] == match.host_eyes.hand_keys[0]


def test_the_key_that_has_hosted_reads_the_game_as_a_stranger_does() -> None:
    match = changed_in("handed over")
    read = read_history(match.files, key_of(HOST))

    assert read.eyes is not None and not read.eyes.see_all
    assert read.position is not None and read.position.knowledge.own(0) is None


def test_a_step_of_the_key_that_has_hosted_is_refused_and_says_since_when() -> None:
    match = changed_in("handed over")
    name = step_name(match.host.step)
    *notes, step = match.signed_notes[name]
    played = play_out(copy_of(match), "on", steps=1)
    *moves, newest = played.signed_notes[step_name(played.host.step)]
    with pytest.raises(NotAuthentic) as refusal:
        record_step_file(match.host, (*moves, sign_note(newest.note(), key_of(HOST))), match.host_eyes)

    assert (refusal.value.code, refusal.value.values) == ("host-key-replaced", {"step": match.host.step})
    assert notes and step.key == new_key("gina").public


def test_the_host_can_change_twice_and_the_last_one_opens_all() -> None:
    twice = rotated(handed_over(escrowed()), "second")
    match = soon_over(twice, "twice")

    assert audit(match.files).verdict == "clean"


def test_who_follows_a_successor_has_the_shares_of_his_secret_too() -> None:
    first = succeeded(escrowed(), "gina")
    second = succeeded(play_out(copy_of(first), "between", steps=2), "hugo")

    assert second.host_eyes.see_all
    assert audit(soon_over(second, "then").files).verdict == "clean"


# Who agrees


@pytest.mark.parametrize("missing", SEATS)
@pytest.mark.parametrize("name", ["Gina", None])
def test_a_new_key_of_the_host_needs_every_player_beside_the_host(name: str | None, missing: str) -> None:
    """Whoever else it is, or the host under a key of his own: each agrees on the head that they have."""
    match, rekey = plain(), asks_to_host(plain(), name=name)
    given = hands(match, rekey, REFEREE, *(name for name in SEATS if name != missing))

    assert refused(match, rekey, *given) == "consents-missing"


@pytest.mark.parametrize("missing", SEATS)
def test_without_the_host_every_seat_must_hand_over_its_share(missing: str) -> None:
    match, rekey = escrowed(), asks_to_host(escrowed())
    given = hands(match, rekey, *(name for name in SEATS if name != missing))

    assert refused(match, rekey, *given) == "consents-missing"


@pytest.mark.parametrize("missing", ["bert", "carl"])
def test_a_host_who_played_is_replaced_by_all_others_and_his_own_seat_has_no_say(missing: str) -> None:
    """It holds no share: with one he could say no for ever, by being silent at his seat as well."""
    match, rekey = playing(), asks_to_host(playing())
    assert match.table.holders == ("bert", "carl")
    given = [consent for consent in hands(match, rekey, *SEATS) if consent.read(Consent).seat != missing]

    assert refused(match, rekey, *given) == "consents-missing"
    assert hands(match, rekey, "anna")[0].read(Consent).secret is None


def test_of_a_host_who_plays_under_another_charter_every_seat_holds_a_share() -> None:
    """Nothing changes where silence is not agreed."""
    options = (*ESCROW, ("host", "anna"))
    assert open_match("tigris", 3, "playing skip", options).table.holders == SEATS
    assert plain().table.holders == ()


def test_without_escrow_nobody_hosts_unless_the_host_agrees() -> None:
    match, rekey = plain(), asks_to_host(plain())

    assert refused(match, rekey, *hands(match, rekey, *SEATS)) == "consents-missing"


def test_with_a_quorum_most_of_the_players_are_enough_beside_the_host() -> None:
    match = play_out(open_match("tigris", 3, "most", (("quorum", "majority"),)), "most", steps=3)
    rekey = asks_to_host(match)

    assert hosted(match, rekey, hands(match, rekey, REFEREE, "anna", "bert")).host_eyes.see_all


def test_the_step_that_enters_a_host_is_signed_by_the_new_key() -> None:
    match = changed_in("handed over")
    *notes, step = match.signed_notes[step_name(match.host.step)]
    by_old = sign_note(step.note(), key_of(HOST))
    with pytest.raises(NotAuthentic) as refusal:
        read_history(with_notes(match, step_name(match.host.step), (*notes, by_old)))

    assert refusal.value.code == "step-other-key"


def test_the_consent_of_a_host_who_has_gone_on_hosting_has_lapsed() -> None:
    match, rekey = plain(), asks_to_host(plain())
    given = hands(match, rekey, REFEREE, *SEATS)
    later = play_out(copy_of(match), "later", steps=1)

    assert refused(later, rekey, *given) == "consents-missing"


def test_a_player_s_key_cannot_host() -> None:
    match = plain()
    note = asks_to_host(match).read(Rekey)
    rekey = sign_note(changed(note, key=key_of("bert").public), key_of("bert"))

    assert refused(match, rekey, *hands(match, rekey, REFEREE, *SEATS), label="gina") == "key-used-before"


@pytest.mark.parametrize(("party", "secret"), [(REFEREE, None), ("anna", b"x" * 272), (REFEREE, b"x" * 528)])
def test_a_consent_hands_over_what_it_has_to_and_no_more(party: str, secret: bytes | None) -> None:
    match, rekey = plain(), asks_to_host(plain())
    given = {signed.read(Consent).seat: signed for signed in hands(match, rekey, REFEREE, *SEATS)}
    note = changed(given[party].read(Consent), secret=secret)
    given[party] = sign_note(note, match.keys[HOST if party == REFEREE else party])

    assert refused(match, rekey, *given.values()) == "consent-secret-size"


# The second checker


@pytest.mark.parametrize("way", WAYS)
def test_the_second_checker_agrees_with_a_game_whose_host_has_changed(way: str) -> None:
    assert checked_apart(ended(way).files) is None


@pytest.mark.parametrize("what", ["a share left out", "signed by the host before", "a consent left out"])
def test_both_checkers_refuse_a_change_of_host_that_does_not_hold(what: str) -> None:
    match = ended("vanished")
    name = step_name(escrowed().host.step + 1)
    rekey, *consents, step = match.signed_notes[name]
    note, key = step.read(Step), new_key("gina")
    if what == "a share left out":
        note = changed(note, share={}, escrow={})
    if what == "a consent left out":
        consents, note = consents[1:], changed(note, note=(note.note[0], *note.note[2:]))
    if what == "signed by the host before":
        key = key_of(HOST)
    files = with_notes(match, name, (rekey, *consents, sign_note(note, key)))

    assert check(files) is not None
    assert audit(files).verdict == "fault"


# A host who comes back


def test_of_two_histories_under_two_hosts_a_judge_upholds_nothing() -> None:
    base = escrowed()
    old = play_out(copy_of(base), "old", steps=2)
    new = play_out(copy_of(changed_in("vanished")), "new", steps=2)
    written = {id(match): [signed for notes in match.signed_notes.values() for signed in notes] for match in (old, new)}
    verdicts = [*judge(new.files, written[id(old)]), *judge(old.files, written[id(new)])]

    assert {verdict.upheld for verdict in verdicts} == {False}


def test_a_step_that_the_old_key_signs_behind_the_change_counts_for_nothing() -> None:
    old = play_out(copy_of(escrowed()), "old", steps=1)
    later = old.signed_notes[step_name(old.host.step)][-1]
    (verdict,) = judge(changed_in("vanished").files, [later])

    assert (verdict.fact.code, verdict.fact.party) == ("U-VOID", "")


def test_an_end_whose_box_does_not_open_what_was_handed_over_speaks_against_the_host() -> None:
    """Shown beside the record, before anybody has entered it; the box itself is the one that everybody knows of."""
    match = copy_of(plain())
    rekey = asks_to_host(match)
    first, *others = hands(match, rekey, REFEREE, *match.table.names)
    secret = first.read(Consent).secret
    assert secret is not None
    junk = sign_note(changed(first.note(), secret=bytes(len(secret))), key_of(HOST))
    done = closed(match, rekey, (junk, *others), new_key("gina"))
    match.keep(step_name(done.position.step), done.signed_notes)
    share = joint_randomness.seed_share_of(own_game_secret(plain().table, key_of(HOST)))
    at = {"game": match.table.game_id, "step": done.position.step, "head": done.position.head}
    end = End(**at, open=share, box=box_of("gina", plain()), reason="draw")
    (verdict,) = judge(match.files, (sign_note(end, new_key("gina")),))

    assert (verdict.fact.code, verdict.upheld, verdict.party) == ("R-OPENING", True, REFEREE)
