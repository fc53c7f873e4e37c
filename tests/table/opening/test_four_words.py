"""The four words: the same for all who hold one record, and for nobody else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.crypto import joint_randomness
from referee.crypto.keys import SigningKey
from referee.games import find
from referee.protocol.history.read_record import read_history
from referee.protocol.history.safety_words import four_words
from referee.protocol.opening.charter import make_charter, make_join, make_offer, read_charter
from referee.protocol.opening.deal import make_accept, seed_shares_by_seat
from referee.protocol.seating import Table, own_game_secret
from referee.record.note import SignedNote
from tests.support.rehearse import test_key, test_nonce
from tests.table.opening.openings import flip, three
from tests.table.small_games import DEAL, HOST, key_of


def words_of(table: Table, accepts: Sequence[SignedNote], host: SigningKey) -> tuple[str, ...]:
    shares = seed_shares_by_seat(table, accepts)
    toss = joint_randomness.toss_share_of(own_game_secret(table, host))
    return joint_randomness.four_words(table.charter, toss, [shares[name] for name in table.names])


def test_every_party_reads_the_same_four_words() -> None:
    """Each from its own copy of the record, with its own key or none."""
    words = set()
    for key in (*(key_of(name) for name in three().table.names), key_of(HOST), None):
        history = read_history(three().files, key)
        words.add(four_words(history))

    assert words == {words_of(three().table, three().signed_notes[DEAL][:-1], key_of(HOST))}


def test_there_are_no_words_before_all_accepts_are_there() -> None:
    """Attack 101: nothing to compare is shown too early."""
    before = {name: data for name, data in three().files.items() if name != DEAL}

    assert four_words(read_history(before, key_of("anna"))) == ()


def game_among(
    host: SigningKey, players: Mapping[str, SigningKey], label: str
) -> tuple[Table, list[SignedNote], SigningKey]:
    """A charter and its accepts among these keys, and the host's key."""
    offer = make_offer(host, find("tigris"), len(players), (), test_nonce(f"{label} offer"))
    joins = [make_join(key, offer, seat, seat, test_nonce(f"{label} {seat}")) for seat, key in players.items()]
    charter = make_charter(host, offer, joins, tuple(players))
    table = read_charter((offer, *joins, charter))
    return table, [make_accept(key, table) for key in players.values()], host


def test_a_relay_that_puts_its_own_keys_in_other_seats_gives_other_words() -> None:
    """Attack 19: it signs everything anew for each victim, with the victim's genuine join and accept."""
    relay = test_key("mallory")
    for_anna = game_among(relay, {"anna": key_of("anna"), "bert": relay_key("b")}, "mitm")
    for_bert = game_among(relay, {"anna": relay_key("a"), "bert": key_of("bert")}, "mitm")
    for_host = game_among(key_of(HOST), {"anna": relay_key("a"), "bert": relay_key("b")}, "mitm")

    assert len({words_of(*game) for game in (for_anna, for_bert, for_host)}) == 3


def test_a_relay_that_plays_the_host_to_all_players_is_found_by_the_hosts_words() -> None:
    """Attack 121: the players' words agree, so the host's are asked for too."""
    players = {"anna": key_of("anna"), "bert": key_of("bert")}
    at_the_players = game_among(test_key("mallory"), players, "fake host")
    at_the_host = game_among(key_of(HOST), {"anna": relay_key("a"), "bert": relay_key("b")}, "fake host")

    assert words_of(*at_the_players) != words_of(*at_the_host)


def relay_key(name: str) -> SigningKey:
    return test_key(f"mallory {name}")


def test_a_relay_cannot_try_joins_until_the_hosts_words_are_those_of_the_players() -> None:
    """H-5: he makes every join and knows the charter before he sends anything, and still not the host's t_0.

    He tries nonces of one join until the first word begins as the one he needs, with a t_0 that he guesses.
    """
    relay = test_key("mallory")
    needed = words_of(*game_among(relay, {"anna": key_of("anna"), "bert": key_of("bert")}, "players"))[0]
    offer = make_offer(key_of(HOST), find("tigris"), 2, (), test_nonce("grinding"))
    first = make_join(relay_key("a"), offer, "anna", "Anna", test_nonce("a"))
    found: list[str] = []
    for number in range(400):
        second = make_join(relay_key("b"), offer, "bert", "Bert", test_nonce(f"b {number}"))
        charter = make_charter(key_of(HOST), offer, (first, second), ("anna", "bert"))
        table = read_charter((offer, first, second, charter))
        accepts = [make_accept(relay_key(name), table) for name in ("a", "b")]
        shares = list(seed_shares_by_seat(table, accepts).values())
        if joint_randomness.four_words(table.charter, b"the guess of the relay".ljust(32), shares)[0][:1] == needed[:1]:
            found.append(words_of(table, accepts, key_of(HOST))[0][:1])

    assert len(found) > 10
    assert found.count(needed[:1]) < len(found) / 2


def test_the_words_depend_on_the_charter_and_on_every_share() -> None:
    """Attack 101: two charters whose ids look alike have nothing to do with each other's words."""
    table = three().table
    rs = list(seed_shares_by_seat(table, three().signed_notes[DEAL][:-1]).values())
    toss = joint_randomness.toss_share_of(own_game_secret(table, key_of(HOST)))
    plain = joint_randomness.four_words(table.charter, toss, rs)
    others = [
        joint_randomness.four_words(flip(table.charter), toss, rs),
        joint_randomness.four_words(table.charter, flip(toss), rs),
    ]
    others += [
        joint_randomness.four_words(table.charter, toss, [*rs[:at], flip(rs[at]), *rs[at + 1 :]])
        for at in range(len(rs))
    ]

    assert plain not in others
    assert len(set(others)) == len(others)
