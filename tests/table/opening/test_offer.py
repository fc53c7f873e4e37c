"""An offer that can be played, and the attempts that follow one that was given up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from referee.crypto import joint_randomness
from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.games import find
from referee.kernel.canonical_json import decode_b64
from referee.kernel.errors import NotAuthentic, OutOfOrder, RefereeError, Unreadable, Unsupported
from referee.protocol.opening.charter import check_join, check_offer, make_offer
from referee.protocol.opening.deal import check_accept, make_accept, read_deal
from referee.protocol.seating import Table, own_game_secret, stranger_eyes
from referee.record.notes import Offer, Rules
from referee.record.store import DataFolder, GameFolder
from referee.session.incoming.receive import receive
from referee.session.opening.reoffer import check_reoffer, unfinished_games_of_host
from referee.session.send import OutgoingNote, send
from referee.session.session import open_session
from tests.support.rehearse import Match, open_match, test_key, test_nonce
from tests.table.opening.openings import BOXES, OTHER_ID, Change, attempt, charter_file, note_of, three
from tests.table.small_games import CHARTER, DEAL, HOST, key_of, signed_again, small

OFFER_LINES: Mapping[str, Mapping[str, tuple[Change, type[RefereeError]]]] = {
    "rules": {
        "another hash": (lambda rules: Rules(rules.game, rules.version, bytes(32)), Unreadable),
        "another version": (lambda rules: Rules(rules.game, 9, rules.digest), Unreadable),
        "an unknown game": (lambda rules: Rules("chess", 1, rules.digest), Unsupported),
        "a path for a game": (lambda rules: Rules("../tigris", 1, rules.digest), Unsupported),
    },
    "title": {},
    "seats": {
        "too few": (lambda seats: 1, Unreadable),
        "too many": (lambda seats: 5, Unreadable),
        "none": (lambda seats: 0, Unreadable),
    },
    "option": {
        "blind": (lambda o: tuple(("deal", "blind") if pair[0] == "deal" else pair for pair in o), Unreadable),
        "no deal": (lambda o: tuple(pair for pair in o if pair[0] != "deal"), Unreadable),
        "one less": (lambda o: o[1:], Unreadable),
        "an unknown one": (lambda o: (("aaa", "yes"), *o), Unreadable),
        "an unknown choice": (lambda o: (("agreement", "maybe"), *o[1:]), Unreadable),
    },
    "attempt": {"a second one that voids nothing": (lambda attempt: 2, Unreadable)},
    "voids": {"a first attempt that voids something": (lambda voids: OTHER_ID, Unreadable)},
    "why": {},
    "oldopen": {},
    "oldtoss": {},
    "olddeck": {"a first attempt that shows a deck secret": (lambda deck: bytes(32), Unreadable)},
    "nonce": {},
    "key": {"another key than the signer's": (lambda key: test_key("mallory").public, NotAuthentic)},
    "box": {what: (lambda box, at=at: decode_b64(at), NotAuthentic) for what, at in BOXES.items()},
    "lock": {},
    "tosslock": {},
}

OFFER_CASES = [(line, what) for line, changes in OFFER_LINES.items() for what in changes]


def test_every_line_of_an_offer_is_thought_of_here() -> None:
    """The empty ones are free, or are looked at where the voided attempt is known."""
    assert set(OFFER_LINES) == set(Offer.__struct_fields__)


@pytest.mark.parametrize(("line", "what"), OFFER_CASES)
def test_an_offer_that_nobody_can_play_is_refused(line: str, what: str) -> None:
    """Attacks 99, 104 and 138."""
    offer = charter_file()[0]
    change, layer = OFFER_LINES[line][what]

    with pytest.raises(layer):
        check_offer(signed_again(offer, key_of(HOST), **{line: change(getattr(note_of(offer), line))}))


def test_a_new_attempt_opens_what_it_throws_away() -> None:
    """Attack 28: allowed, and r_0 and t_0 of the voided deal are there for all to look at."""
    given_up = three().table
    offer = check_reoffer(attempt(given_up), given_up)

    assert (offer.attempt, offer.voids, offer.why) == (2, given_up.game_id, "dora has left")
    assert offer.oldopen is not None
    assert (
        joint_randomness.share_commitment(given_up.offer_nonce, "referee", key_of(HOST).public, offer.oldopen)
        == given_up.host.lock
    )


ATTEMPTS: Mapping[str, Callable[[Table], dict[str, Any]]] = {
    "another share": lambda old: {"oldopen": bytes(32)},
    "another toss": lambda old: {"oldtoss": bytes(32)},
    "share and toss swapped": lambda old: {
        "oldopen": joint_randomness.toss_share_of(own_game_secret(old, key_of(HOST))),
        "oldtoss": joint_randomness.seed_share_of(own_game_secret(old, key_of(HOST))),
    },
    "another charter": lambda old: {"voids": OTHER_ID},
    "the number of the first": lambda old: {"attempt": 3},
    "the old nonce": lambda old: {"nonce": old.offer_nonce},
    "old encryption": lambda old: {"box": old.host.box},
    "the old lock": lambda old: {"lock": old.host.lock},
    "the old lock of the toss": lambda old: {"tosslock": old.toss_lock},
}


@pytest.mark.parametrize("what", ATTEMPTS)
def test_a_new_attempt_that_hides_or_keeps_something_of_the_old_one_is_refused(what: str) -> None:
    """Attacks 103 and 138."""
    given_up = three().table

    with pytest.raises(NotAuthentic):
        check_reoffer(attempt(given_up, **ATTEMPTS[what](given_up)), given_up)


def test_a_new_attempt_by_another_referee_is_refused() -> None:
    """Attack 138."""
    given_up = three().table
    offer = attempt(given_up)
    foreign = signed_again(offer, test_key("mallory"), key=test_key("mallory").public)

    with pytest.raises(NotAuthentic):
        check_reoffer(foreign, given_up)


@pytest.mark.parametrize("line", ["voids", "oldopen", "oldtoss"])
def test_a_second_attempt_without_what_it_must_open_is_refused(line: str) -> None:
    """Attacks 103 and 138."""
    with pytest.raises(Unreadable):
        check_offer(attempt(three().table, **{line: None}))


def test_an_old_join_does_not_answer_a_new_attempt() -> None:
    """Attack 103: r of the first attempt is public by now."""
    with pytest.raises(OutOfOrder):
        check_join(attempt(three().table), charter_file()[1])


def test_accepts_of_one_attempt_do_not_fit_the_charter_of_another() -> None:
    """Attack 27."""
    second = open_match("tigris", 3, "opening again").table
    accept = make_accept(key_of("anna"), second)

    with pytest.raises(OutOfOrder):
        check_accept(three().table, accept)
    with pytest.raises(OutOfOrder):
        read_deal(three().table, (accept, *three().signed_notes[DEAL][1:]), stranger_eyes(three().table))


def accepted_by_anna(home: DataFolder, folder: GameFolder, match: Match, name: str) -> None:
    """Anna takes the charter of a game in, and her home keeps it beside the guard of her accept."""
    for file in ("offer.note", CHARTER):
        folder.commit(file, match.files[file])
    session = open_session(folder, home, as_name=name)
    accept = make_accept(session.signer(), session.table)
    send(session, OutgoingNote(session.table.offer_id, "accept", lambda _: (accept,), "accept-anna.note"))


@pytest.fixture
def home(tmp_path: Path) -> DataFolder:
    """Anna's home, in which she has accepted the game of three and nothing else."""
    home, key = DataFolder(tmp_path / "home"), key_of("anna")
    home.write_key("anna", format_private(key, "anna"), format_public(key.public, "anna"))
    accepted_by_anna(home, GameFolder(tmp_path / "game"), three(), "anna")
    return home


def test_before_a_join_the_referees_unfinished_games_are_known(home: DataFolder) -> None:
    """Attack 138: an offer that gives nothing up, by a referee who has left a game behind."""
    offer = make_offer(key_of(HOST), find("tigris"), 3, (), test_nonce("fresh"))

    assert [table.game_id for table in unfinished_games_of_host(home, offer)] == [three().table.game_id]


def test_another_referees_offer_is_not_held_against_these_games(home: DataFolder) -> None:
    offer = make_offer(test_key("mallory"), find("tigris"), 3, (), test_nonce("fresh"))

    assert unfinished_games_of_host(home, offer) == ()


def test_an_attempt_that_gives_the_accepted_charter_up_is_checked_and_not_listed(home: DataFolder) -> None:
    """Attacks 28 and 138."""
    assert unfinished_games_of_host(home, attempt(three().table)) == ()


@pytest.mark.parametrize("what", ["another share", "another toss", "old encryption"])
def test_an_attempt_that_gives_the_accepted_charter_up_dishonestly_is_refused(home: DataFolder, what: str) -> None:
    """Attack 103: from memory, without the old folder."""
    with pytest.raises(NotAuthentic):
        unfinished_games_of_host(home, attempt(three().table, **ATTEMPTS[what](three().table)))


def test_a_game_whose_end_was_seen_is_left_behind(home: DataFolder, tmp_path: Path) -> None:
    """Attack 138: whoever has seen the end has nothing to be warned of."""
    folder = GameFolder(tmp_path / "small")
    accepted_by_anna(home, folder, small(), "anna")
    fresh = make_offer(key_of(HOST), find("tigris"), 2, (), test_nonce("fresh"))
    both = {three().table.game_id, small().table.game_id}
    assert {table.game_id for table in unfinished_games_of_host(home, fresh)} == both

    mail = b"".join(data for name, data in sorted(small().files.items()) if name[:4].isdigit())
    receive(open_session(folder, home, as_name="anna"), mail)

    assert [table.game_id for table in unfinished_games_of_host(home, fresh)] == [three().table.game_id]
