"""Shares of deck secrets against a full disk, a killed process, a changed byte and a curious reader."""

from __future__ import annotations

from base64 import b64encode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest

from referee.audit.recompute import audit
from referee.crypto.deck import deck_key_shares, masking
from referee.protocol.agreements.consent import consent_note
from referee.protocol.seating import own_game_secret
from referee.record.note import render_bundle
from referee.record.notes import Rekey
from tests.cli.terminal import inside
from tests.long_runs import of
from tests.support.dishonest.light import light
from tests.support.rehearse import Match
from tests.table import test_crash as crash
from tests.table.masked_escrows import (
    GONE,
    agreed,
    given_shares,
    open_seat,
    opened,
    others_of,
    rekey_by_shares,
    share_note,
    shared_out,
    vanished,
)
from tests.table.masked_keys import asks
from tests.table.masked_matches import MaskedMatch, copy_of
from tests.table.players_on_disk import Person, materialize
from tests.table.small_games import HOST, key_of
from tests.table.tampered_records import flipped

NAMES = ("anna", "bert", HOST)


@pytest.fixture(scope="module", autouse=True)
def numbers() -> Iterator[None]:
    with light():
        yield


def lay(match: MaskedMatch, root: Path) -> dict[str, Person]:
    known = Match(match.table, match.files, None, match.host, {}, {}, {})  # type: ignore[arg-type]
    return materialize(known, root, NAMES)


# Crashes


def laid_vanished(root: Path) -> None:
    lay(vanished(), root)


def step_of_opening() -> bytes:
    return opened().files[f"{opened().host.step:04d}.step"]


def host_opens_a_seat(people: dict[str, Person]) -> None:
    people[HOST].take(render_bundle(agreed(vanished(), f"open {GONE}", *others_of(vanished()))))


def program_shows_its_share(people: dict[str, Person]) -> None:
    people["anna"].take(step_of_opening())


def program_hands_its_share_over(people: dict[str, Person]) -> None:
    match = vanished()
    _, rekey = asks(match, GONE)
    plain = (
        consent_note(match.host, match.key(name), f"key {rekey.id}", rekey=rekey.read(Rekey))
        for name in (HOST, *others_of(match))
    )
    people["anna"].take(render_bundle((rekey, *plain)))


def host_enters_a_key_by_shares(people: dict[str, Person]) -> None:
    asked = shared_out(vanished())
    people[HOST].take(render_bundle((asked.rekey, *asked.given, asked.proof)))


WORKS: Mapping[str, crash.Work] = {
    "the host opens a seat": host_opens_a_seat,
    "a program shows its share": program_shows_its_share,
    "a program hands its share to a new key": program_hands_its_share_over,
    "the host enters a key by shares": host_enters_a_key_by_shares,
}


@pytest.fixture(scope="module", params=WORKS)
def laid(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> crash.Laid:
    work: Callable[[dict[str, Person]], None] = WORKS[request.param]
    turn = [*WORKS].index(request.param)
    return crash.Laid(work, laid_vanished, tmp_path_factory.mktemp("crash"), NAMES, of(8, 1), turn)


def test_there_is_something_to_disturb(laid: crash.Laid) -> None:
    crash.test_there_is_something_to_disturb(laid)


def test_a_killed_process_leaves_shares_to_be_made_again(laid: crash.Laid) -> None:
    """Attack 29."""
    crash.test_a_process_killed_before_any_change_on_disk_can_be_run_again(laid)


def test_a_full_disk_leaves_shares_to_be_made_again(laid: crash.Laid) -> None:
    """Attack 67."""
    crash.test_a_disk_that_fails_before_any_change_is_a_clean_refusal(laid)


# A changed byte


def shown_all() -> MaskedMatch:
    """Carl is opened, and both shares are shown."""
    match = copy_of(vanished())
    open_seat(match)
    match.waiting += [share_note(match, name) for name in others_of(match)]
    match.enter("pass")
    return match


def keyed() -> MaskedMatch:
    match = copy_of(vanished())
    rekey_by_shares(match)
    return match


@pytest.mark.parametrize("made", [shown_all, keyed])
def test_a_byte_changed_in_any_line_about_shares_makes_the_audit_name_the_file(made: Callable[[], MaskedMatch]) -> None:
    """D26: the mixes of the deal, the step that opens or enters, the shares behind it."""
    match, missed = made(), []
    step = vanished().host.step
    names = ("0000.deal", *(name for name in sorted(match.files) if name[0].isdigit() and int(name[:4]) > step))
    for name in names:
        data, start = match.files[name], 0
        lines = data.split(b"\n")[:-1]
        apart = max(1, len(lines) // of(10, 120))
        for number, line in enumerate(lines):
            if number % apart == len(name) % apart or (line.startswith((b"open ", b"table open")) and of(False, True)):
                at = start + number * 7 % (len(line) + 1)
                report = audit({**match.files, name: flipped(data, at)})
                if report.verdict != "fault" or {finding.at for finding in report.findings} != {name}:
                    missed.append((name, at))
            start += len(line) + 1
    assert audit(match.files).verdict == "in progress"
    assert missed == []


# A curious reader


def canaries(match: MaskedMatch, but: str = "") -> dict[str, int]:
    """The deck secrets of all seats and every share of them, but the shares of one seat, by name."""
    found = {}
    for seat in match.table.names:
        secret = own_game_secret(match.table, key_of(seat))
        split = deck_key_shares.split_deck_secret(secret, others_of(match, seat))
        if seat != but:
            found |= {f"the share of {seat} that {holder} has": share for holder, share in split.items()}
            found[f"the deck secret of {seat}"] = masking.deck_secret(secret)
    return found


def spelled(number: int) -> list[bytes]:
    raw = number.to_bytes(32, "little")
    texts = (raw.hex().encode(), b64encode(raw)[:-1], urlsafe_b64encode(raw)[:-1], str(number).encode())
    return [raw, number.to_bytes(32, "big"), *texts]


def told_in(data: bytes, numbers: dict[str, int]) -> list[str]:
    plain = data.replace(b"\n", b"")
    return [name for name, number in numbers.items() if any(way in data or way in plain for way in spelled(number))]


def test_no_share_stands_anywhere_before_its_step(tmp_path: Path) -> None:
    """Not in a note, a letter, what a home remembers or what a screen says; and behind the step those of one seat."""
    match = vanished()
    notes = b"".join(match.files.values())
    assert told_in(notes, canaries(match)) == []
    assert told_in(render_bundle(given_shares(match, asks(match, GONE)[1], *others_of(match))), canaries(match)) == []
    people = lay(match, tmp_path)
    host_opens_a_seat({HOST: people[HOST]})
    program_hands_its_share_over({"anna": people["anna"]})
    for name, person in people.items():
        for path, data in person.files().items():
            assert told_in(data, canaries(match)) == [], (name, path)
        for words in (("status", "--full"), ("status", "--json"), ("log",), ("hand", "--json")):
            _, out, errors = inside(words, person.home.path, person.folder.path)
            assert told_in((out + errors).encode(), canaries(match)) == [], (name, words)
    people["anna"].take(step_of_opening())
    shown = b"".join(people["anna"].outbox("unlock-"))
    share = f"the share of {GONE} that anna has"
    assert told_in(shown, canaries(match)) == [share]
    assert told_in(b"".join(shown_all().files.values()), canaries(match, but=GONE)) == []
