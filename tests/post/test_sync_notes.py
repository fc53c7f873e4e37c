"""Everything that people sign goes through a shared folder: consents, new keys, claims, answers, data packs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.games import find
from referee.protocol.agreements.new_key import six_words
from referee.protocol.opening.data_packs import shipped_packs
from referee.record.note import read_bundle
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.post.sharing import Client, Party, play
from tests.support.rehearse import open_match

Table = tuple[Client, Client, Client]
SEATS = ("anna", "bert", "carl")


@pytest.fixture
def table(tmp_path: Path) -> Table:
    match, shared = open_match("tigris", 2, "sync"), tmp_path / "shared"
    shared.mkdir()
    host, anna, bert = (Client(tmp_path, name, match, shared) for name in ("host", "anna", "bert"))
    return host, anna, bert


def told(client: Party) -> list[str]:
    """What a look into the folder tells, by codes; that somebody has something to do is told by `status` as well."""
    events = json.loads(client.run("sync", client.shared, "--yes", "--json"))["events"]
    return [event["code"] for event in events if event["code"] != "watch-needs-you"]


def test_a_draw_to_which_all_agree_goes_through_the_folder(table: Table) -> None:
    host, anna, bert = table
    for player in (anna, bert):
        player.run("consent", "draw", "--yes")
        for client in table:
            told(client)
    for client in table:
        told(client)

    assert {client.head() for client in table} == {host.head()}
    assert all(client.session().position.over for client in table)
    assert [told(client) for client in table] == [[], [], []]


def test_a_consent_that_came_to_nothing_is_no_news_later(table: Table) -> None:
    """It came before the move that closed its step, and lies in the folder for good."""
    host, anna, bert = table
    anna.run("consent", "draw", "--yes")
    anna.sync()
    play(host, (anna, bert), 2)

    assert {client.head() for client in table} == {host.head()}
    assert [told(client) for client in table] == [[], [], []]


def test_a_claim_and_its_answer_reach_all_once(table: Table) -> None:
    host, anna, bert = table
    anna.run("claim", "--say", "I never drew that tile.", "--yes")
    first = [told(client) for client in (anna, host, bert)]
    (claim,) = (host.game / "disputes").iterdir()
    host.run("answer", claim, "--say", "Look at step 0.", "--yes")
    second = [told(client) for client in (host, anna, bert)]

    assert first == [["shared-put"], ["claim-kept", "shared-put"], ["claim-kept"]]
    assert second == [[], ["answer-kept"], ["answer-kept"]]  # the host's lay there at once
    assert [told(client) for client in table] == [[], [], []]
    assert [len(list((client.game / "disputes").iterdir())) for client in table] == [2, 2, 2]


def test_a_new_key_by_the_old_one_goes_through_the_folder(table: Table) -> None:
    host, anna, bert = table
    anna.run("rekey", "--yes")
    (request,) = (anna.game / "pending").glob("rekey-*.note")
    words = six_words(read_bundle(request.read_bytes())[0].id)
    seen = [told(client) for client in (anna, host, anna, bert)]
    bert.run("words", *words, "--from", "anna")
    play(host, (anna, bert), 3)

    assert seen == [
        ["shared-put"],
        ["rekey-waits", "consent-waits", "entered", "shared-put"],
        ["step-entered"],
        ["step-entered"],
    ]
    assert {client.step() for client in table} == {4}
    assert {client.head() for client in table} == {host.head()}
    assert [told(client) for client in table] == [[], [], []]


def test_what_is_entered_is_no_fault_when_it_comes_once_more(table: Table) -> None:
    """A folder of mails as well as a shared one holds the request and the consent beside the step that entered them."""
    host, anna, bert = table
    anna.run("rekey", "--yes")
    for client in (anna, host, bert):
        told(client)
    code, out, errors = inside(["receive", host.shared, "--json"], host.home, host.game)

    assert (code, json.loads(out)["refused"]) == (0, []), errors


def test_a_new_key_for_a_lost_one_goes_through_the_folder(table: Table, tmp_path: Path) -> None:
    """Anna sits at another computer, with no key: all others agree, by the six words."""
    host, anna, bert = table
    game = lay(tmp_path / "anew", open_match("tigris", 2, "sync").files)
    anew = Party("anna", tmp_path / "home-anew", game, anna.shared)
    words = json.loads(anew.run("rekey", "anna", "--why", "lost", "--yes", "--json"))["words"]
    told(anew)
    (asked,) = anna.shared.glob("rekey-*.txt")
    for other in (bert, host):
        other.run("consent", asked, "--words", " ".join(words), "--yes")
        told(other)
    seen = [told(client) for client in (host, anew, bert, host)]
    anew.hear()
    play(host, (anew, bert), 3)

    assert "step-entered" in seen[1]
    assert {client.head() for client in (anew, host, bert)} == {host.head()}
    assert [told(client) for client in (host, anew, bert)] == [[], [], []]


def test_a_game_with_a_data_pack_begins_in_the_folder(tmp_path: Path) -> None:
    """The pack lies beside the offer; nobody sends a file by other ways."""
    shared, pack = tmp_path / "shared", tmp_path / "own.json"
    shared.mkdir()
    value = json.loads(next(iter(shipped_packs(find("claims")).values())))
    value["hills"][0]["name"]["en"] = "Overseas Hill"
    pack.write_text(json.dumps(value))
    host, *players = table = [Party(name, home_of(tmp_path, name), tmp_path, shared) for name in ("host", *SEATS)]
    host.run("offer", "claims", "--seats", "3", "--name", "Hanna", "--pack", pack, "--folder", "game-host")
    host.game = tmp_path / "game-host"
    told(host)
    (offer,), (carried,) = shared.glob("offer-*.txt"), shared.glob("pack-*.json")
    for player in players:
        player.run("join", offer, "--pack", carried, "--name", player.name.title(), "--folder", f"game-{player.name}")
        player.game = tmp_path / f"game-{player.name}"
        told(player)
    told(host)
    host.run("charter", "--order", ",".join(SEATS))
    told(host)
    for player in players:
        told(player)
        player.run("accept", "--yes")
        told(player)
    told(host)
    for player in players:
        told(player)

    assert {(party.game / "record" / "pack.json").read_bytes() for party in table} == {carried.read_bytes()}
    assert {party.head() for party in table} == {host.head()}
    assert [told(party) for party in table] == [[], [], [], []]


def test_watch_takes_in_what_sync_does(table: Table) -> None:
    """Look after look in one process as well: a consent, a claim, then a move that closes the step."""
    host, anna, bert = table
    anna.run("consent", "draw", "--yes")
    anna.run("claim", "--say", "I never drew that tile.", "--yes")
    said = [client.run("watch", client.shared, "--once") for client in (anna, host, bert)]
    play(host, (anna, bert), 1)

    assert "Anna agreed" not in said[1] and "Anna's claim is saved in disputes/" in said[1]
    assert {client.head() for client in table} == {host.head()}
