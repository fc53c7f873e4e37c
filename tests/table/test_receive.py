"""The whole life of a game by passing files, and everything that may come by mail and must not be taken."""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
import pytest

from referee.crypto import sshsig
from referee.crypto.keys import SigningKey, fingerprint, format_private, format_public
from referee.kernel.canon import b64
from referee.kernel.errors import (
    BrokenState,
    IllegalMove,
    NotAuthentic,
    OutOfOrder,
    RefereeError,
    Unreadable,
)
from referee.record.chain import equivocation
from referee.record.note import BEGIN, END, SignedNote, namespace_of, read_bundle, render_bundle, sign_note
from referee.record.notes import Move
from referee.record.store import Folder
from referee.table.desk.close import close_step
from referee.table.desk.desk import sit_down
from referee.table.desk.joins import chosen, leave_out, waiting_joins
from referee.table.desk.status import status_of
from referee.table.intake import opening as receive_opening
from referee.table.intake.receive import receive
from referee.table.opening.charter import make_charter, make_join, make_offer
from referee.table.reading.audit import audit
from referee.table.step.ending import make_ack
from scripts.rehearse import Match, open_match, test_key, test_nonce
from tests.table.matches import (
    CHARTER,
    DEAL,
    HOST,
    STRANGER,
    asked,
    changed,
    copy_of,
    dealt,
    four,
    hand,
    key_of,
    order,
    signed_again,
    small,
    step_name,
    swap_all,
)
from tests.table.people import Person, materialize, snapshot
from tests.table.signatures import second_signature

SEATS = ("anna", "bert", "carl", "dora")
AT_TABLE = ("anna", "bert", HOST, STRANGER)


@pytest.fixture(autouse=True)
def quick_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """No power is cut here: what must be synced when is the business of `test_crash`."""
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)


def gather(root: Path, seats: tuple[str, ...] = SEATS) -> dict[str, Person]:
    return {name: Person(name, root, keyless=name == STRANGER) for name in (*seats, HOST, STRANGER)}


def open_by_mail(people: dict[str, Person], seats: tuple[str, ...], label: str = "life") -> None:
    """Offer, joins, charter, accepts, deal: every party passes files and nothing else."""
    host = people[HOST]
    offer = host.offer(len(seats), label)
    joins = [people[seat].join(offer, label) for seat in seats]
    people[STRANGER].take(offer)
    host.take(*joins)
    charter = host.charter(seats)
    for name in (*seats, STRANGER):
        people[name].take(charter)
    accepts = [people[seat].accept() for seat in seats]
    for name, person in people.items():
        person.take(*(accept for seat, accept in zip(seats, accepts, strict=True) if seat != name))
    people[seats[0]].take(accepts[0])  # the own one as well: it does not matter
    for name in (*seats, STRANGER):
        people[name].take(host.letter(0))


def turn_by_mail(people: dict[str, Person], *typed: str) -> None:
    """The seat that is asked moves, the host answers, everybody takes the letter in."""
    host = people[HOST]
    position = host.desk().position
    request = position.request
    assert request is not None
    mover = position.table.names[request.seat]
    host.take(people[mover].move(*typed))
    for name, person in people.items():
        if name != HOST:
            person.take(host.letter(position.step + 1))


def first_hand(person: Person) -> str:
    desk = person.desk()
    own = desk.position.knowledge.own(desk.eyes.seat)  # type: ignore[arg-type]
    assert own is not None
    return " ".join(("swap", *own.hand))


def asked_of(people: dict[str, Person]) -> str:
    position = people[HOST].desk().position
    assert position.request is not None
    return position.table.names[position.request.seat]


def test_a_game_lives_from_offer_to_acks_by_passing_files(tmp_path: Path) -> None:
    """Four players, a host and a stranger: at the end the record is the same bytes for all, and clean."""
    people = gather(tmp_path)
    open_by_mail(people, SEATS)
    while not people[HOST].desk().position.over:
        turn_by_mail(people, first_hand(people[asked_of(people)]))
    acks = [people[seat].ack() for seat in SEATS]
    for person in people.values():
        person.take(*acks)

    records = [person.record() for person in people.values()]
    assert all(record == records[0] for record in records)
    report = audit(records[0])
    assert (report.verdict, report.depth, report.acked) == ("clean", 5, SEATS)
    assert set(records[0]) >= {"offer.note", CHARTER, DEAL, step_name(1), *(f"ack-{seat}.note" for seat in SEATS)}


def test_nobody_but_the_host_has_a_secret_of_another_in_his_folder(tmp_path: Path) -> None:
    """What lies in GAME/ may be shown to anybody: keys and guards are in the home alone."""
    people = gather(tmp_path)
    open_by_mail(people, SEATS)
    turn_by_mail(people, first_hand(people[asked_of(people)]))
    for person in people.values():
        folder = b"".join(snapshot(person.folder.path).values())

        assert b"OPENSSH PRIVATE KEY" not in folder
        assert not [name for name in snapshot(person.folder.path) if "guard" in name or "keys" in name]


# A running game in real folders: what may come and must not be taken


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small game, three steps played, in the folders of its people."""
    root = tmp_path_factory.mktemp("laid_out")
    materialize(small(), root, AT_TABLE, steps=3)
    return root


@pytest.fixture
def table(laid_out: Path, tmp_path: Path) -> dict[str, Person]:
    """A copy of these folders."""
    shutil.copytree(laid_out, tmp_path, dirs_exist_ok=True)
    return {name: Person(name, tmp_path, keyless=name == STRANGER) for name in AT_TABLE}


def three_steps() -> Match:
    """The same game in memory."""
    match = copy_of(dealt())
    for _ in range(3):
        order(match, swap_all(match))
    return match


def mover() -> str:
    return asked(three_steps())


def waiter() -> str:
    return next(name for name in ("anna", "bert") if name != mover())


def good_move() -> SignedNote:
    """The move that the host waits for."""
    return small().signed_notes[step_name(4)][0]


def again(signed: SignedNote, **values: Any) -> bytes:
    """A move with some lines changed, signed by its own seat."""
    return render_bundle((signed_again(signed, key_of(str(signed.note().seat)), **values),))  # type: ignore[union-attr]


def again_as(seat: str, signed: SignedNote) -> bytes:
    """The text of a note as it is, under the key of another seat than its author's."""
    return render_bundle((sign_note(signed.note(), key_of(seat)),))


def under(key: SigningKey, signed: SignedNote, namespace: str | None = None) -> bytes:
    """The body of a note, signed by another key or under another namespace, whatever it says."""
    space = namespace or signed.namespace
    return render_bundle((SignedNote(signed.body, key.public, space, sshsig.sign(key, space, signed.body)),))


def s_plus_l(signed: SignedNote) -> bytes:
    s = int.from_bytes(signed.signature[32:], "little") + 2**252 + 27742317777372353535851937790883648493
    return render_bundle(
        (SignedNote(signed.body, signed.key, signed.namespace, signed.signature[:32] + s.to_bytes(32, "little")),)
    )


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


TO_HOST: Mapping[str, tuple[Callable[[], bytes], type[RefereeError]]] = {
    "nothing": (lambda: b"", Unreadable),
    "a letter without a note": (lambda: b"Dear host,\nI place a temple.\n", Unreadable),
    "random bytes": (lambda: bytes(range(256)) * 4, Unreadable),
    "a private key": (lambda: b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n", Unreadable),
    "a mail of more than a mebibyte": (lambda: b"x" * (2**20 + 1), Unreadable),
    "half a move": (lambda: render_bundle((good_move(),))[:400], Unreadable),
    "a bare body": (lambda: good_move().body, Unreadable),
    "a body under a broken armour": (lambda: good_move().body + render_bundle((good_move(),))[:200], Unreadable),
    "a changed order": (lambda: render_bundle((good_move(),)).replace(b"do swap 6", b"do swap 5"), NotAuthentic),
    "a changed signature": (lambda: flipped(render_bundle((good_move(),)), -120), NotAuthentic),
    "S + L": (lambda: s_plus_l(good_move()), NotAuthentic),
    "another seat's key": (lambda: under(key_of(waiter()), good_move()), NotAuthentic),
    "a stranger's key": (lambda: under(test_key("mallory"), good_move()), NotAuthentic),
    "the referee's key": (lambda: under(key_of(HOST), good_move()), NotAuthentic),
    "the namespace of a turn": (lambda: under(key_of(mover()), good_move(), "step@referee.pbem"), NotAuthentic),
    "the namespace of git": (lambda: under(key_of(mover()), good_move(), "git"), NotAuthentic),
    "an old move": (lambda: render_bundle(small().signed_notes[step_name(5)][:1]), OutOfOrder),
    "the other seat's move": (lambda: again(small().signed_notes[step_name(2)][0], step=4), OutOfOrder),
    "a move for a closed step of another seat": (lambda: again(good_move(), step=2), OutOfOrder),
    "a move for a later step": (lambda: again(good_move(), step=5), OutOfOrder),
    "a move for step 0": (lambda: again(good_move(), step=0), OutOfOrder),
    "a move on another head": (lambda: again(good_move(), head=small().signed_notes[DEAL][-1].id), OutOfOrder),
    "a move of another game": (lambda: again(good_move(), game=four().table.game_id), OutOfOrder),
    "a move of a game of the same seats": (lambda: other_games_move(), OutOfOrder),
    "a move in another's name": (lambda: again_as(waiter(), good_move()), NotAuthentic),
    "a move in nobody's name": (lambda: again(good_move(), seat="zoe"), NotAuthentic),
    "an order against the rules": (lambda: again(good_move(), do=("place temple K1",)), IllegalMove),
    "an order of no game": (lambda: again(good_move(), do=("castle",)), Unreadable),
    "an accept of another game": (lambda: render_bundle(four().signed_notes[DEAL][:1]), OutOfOrder),
    "a charter of another game": (lambda: four().files[CHARTER], OutOfOrder),
    "an offer of another game": (lambda: four().files["offer.note"], OutOfOrder),
    "a deal of another game": (lambda: four().files[DEAL], OutOfOrder),
    "an ack before the end": (lambda: small().files["ack-anna.note"], OutOfOrder),
    "an ack of another game": (lambda: four().files["ack-anna.note"], OutOfOrder),
    "the charter under a player's key": (
        lambda: under(key_of("anna"), small().signed_notes[CHARTER][-1]),
        NotAuthentic,
    ),
    "an unknown type": (lambda: unknown_type(), Unreadable),
    "a later version": (lambda: later_version(), Unreadable),
}


def other_games_move() -> bytes:
    match = order(open_match("tigris", 2, "elsewhere"), "pass", "pass")
    return render_bundle(match.signed_notes[step_name(1)][:1])


def unknown_type() -> bytes:
    key = key_of(mover())
    body = b"referee/1 gift\ngame x\n"
    return render_bundle(
        (SignedNote(body, key.public, "gift@referee.pbem", sshsig.sign(key, "gift@referee.pbem", body)),)
    )


def later_version() -> bytes:
    key = key_of(mover())
    body = good_move().body.replace(b"referee/1 ", b"referee/2 ", 1)
    signature = sshsig.sign(key, namespace_of("move"), body)
    block = "\n".join(sshsig.armour(sshsig.blob(key.public, namespace_of("move"), signature)))
    return f"{BEGIN}\n{body.decode()}{block}\n{END}\n".encode()


@pytest.mark.parametrize("what", TO_HOST)
def test_what_the_host_must_not_take_is_answered_in_its_layer_and_nothing_is_written(
    table: dict[str, Person], what: str
) -> None:
    """Attacks 6, 8 to 13, 21 and 57. The exit code is that of the layer."""
    make, layer = TO_HOST[what]
    host, mail = table[HOST], make()
    before = host.files()

    with pytest.raises(RefereeError) as refusal:
        host.take(mail)

    assert type(refusal.value) is layer, refusal.value
    assert host.files() == before


def test_after_all_these_refusals_the_good_move_is_entered_as_if_they_had_not_been(table: dict[str, Person]) -> None:
    host = table[HOST]
    for make, _ in TO_HOST.values():
        with pytest.raises(RefereeError):
            host.take(make())
    host.take(render_bundle((good_move(),)))

    assert host.record()[step_name(4)] == small().files[step_name(4)]


def turn_file(step: int) -> tuple[SignedNote, SignedNote]:
    move, step_note = small().signed_notes[step_name(step)]
    return move, step_note


def lying_turn(**values: Any) -> bytes:
    move, step_note = turn_file(4)
    return render_bundle((move, signed_again(step_note, key_of(HOST), **values)))


TO_PLAYER: Mapping[str, tuple[Callable[[], bytes], type[RefereeError]]] = {
    "a turn without its move": (lambda: render_bundle(turn_file(4)[1:]), NotAuthentic),
    "a move without its turn": (lambda: render_bundle(turn_file(4)[:1]), OutOfOrder),
    "a turn with another's move": (lambda: render_bundle((turn_file(5)[0], turn_file(4)[1])), NotAuthentic),
    "a turn by a player": (lambda: under(key_of("anna"), turn_file(4)[1]), NotAuthentic),
    "a turn by a stranger": (lambda: under(test_key("mallory"), turn_file(4)[1]), NotAuthentic),
    "a turn of another game": (lambda: four().files[step_name(4)], OutOfOrder),
    "another state": (lambda: lying_turn(state=bytes(32)), NotAuthentic),
    "another question": (lambda: lying_turn(next=()), NotAuthentic),
    "events that did not happen": (lambda: lying_turn(event=("scored anna red 9 tile",)), NotAuthentic),
    "another hand": (lambda: lying_turn(hand=swapped_hand()), NotAuthentic),
    "no hand": (lambda: lying_turn(hand={}), NotAuthentic),
    "the last turn without its end": (lambda: render_bundle(small().signed_notes[LAST][:-1]), Unreadable),
    "a turn with a broken move": (
        lambda: render_bundle((broken(turn_file(4)[0]), turn_file(4)[1])),
        NotAuthentic,
    ),
    "an end alone": (lambda: render_bundle(small().signed_notes[LAST][-1:]), Unreadable),
}

LYING = ("another state", "another question", "events that did not happen", "another hand", "no hand")

LAST = max(name for name in small().files if name.endswith(".step"))


def swapped_hand() -> dict[str, bytes]:
    note: Any = turn_file(4)[1].note()
    other: Any = small().signed_notes[step_name(2)][1].note()
    return dict.fromkeys(note.hand, next(iter(other.hand.values())))


def broken(signed: SignedNote) -> SignedNote:
    return SignedNote(
        signed.body, signed.key, signed.namespace, bytes([signed.signature[0] ^ 1]) + signed.signature[1:]
    )


@pytest.mark.parametrize("what", TO_PLAYER)
def test_what_a_player_must_not_take_is_answered_in_its_layer_and_nothing_is_written(
    table: dict[str, Person], what: str
) -> None:
    """Attacks 21, 22 and 83. A step that the referee has signed and that does not follow is kept beside the record."""
    make, layer = TO_PLAYER[what]
    player, mail = table[mover()], make()
    before = player.files()

    with pytest.raises(RefereeError) as refusal:
        player.take(mail)

    assert type(refusal.value) is layer, refusal.value
    assert {name: data for name, data in player.files().items() if "/evidence-" not in name} == before
    assert evidence(player) == ([mail] if what in LYING else [])


def test_a_step_that_comes_too_early_is_kept_and_entered_once_the_gap_is_closed(table: dict[str, Person]) -> None:
    """Attack 22: at the gap nothing is guessed, the missing step is named, and no mail must be taken in twice."""
    files, anna = small().files, table["anna"]
    before = anna.record()
    kept = anna.take(files[step_name(6)], files[step_name(6)])

    assert kept == ["mail 0006 is kept until 0004, 0005 is here; bert, host can send that again"] * 2
    assert anna.record() == before
    assert anna.take(files[step_name(4)]) == ["step 4 is entered"]
    assert anna.take(files[step_name(5)]) == ["step 5 is entered", "step 6 is entered"]
    assert anna.record() == before | {step_name(step): files[step_name(step)] for step in (4, 5, 6)}
    assert anna.folder.list_pending() == ()


def test_status_remembers_a_gap_and_says_who_can_close_it(table: dict[str, Person]) -> None:
    table["anna"].take(small().files[step_name(6)])
    todo = status_of(table["anna"].desk(), "en").next[0]

    assert (todo.code, todo.command) == ("step-awaited", "referee letter 4")
    assert todo.sentence == (
        "still missing: mail 0004, 0005 (0006 is kept until then); bert, host can write it again with"
    )


def test_a_step_that_waited_and_does_not_follow_is_left_out_and_stops_no_mail(table: dict[str, Person]) -> None:
    """What is wrong with it is said when its turn has come."""
    anna, files = table["anna"], small().files
    anna.folder.write_pending("ahead-0005.note", files[step_name(6)])
    said = anna.take(files[step_name(4)])

    assert said[0] == "step 4 is entered"
    assert len(said) == 2
    assert anna.folder.list_pending() == () or "evidence" in anna.folder.list_pending()[0]


def test_steps_may_come_in_one_mail_in_any_order_and_more_than_once(table: dict[str, Person]) -> None:
    """Attack 22: the notes of a mail are a set."""
    files = small().files
    mail = b"".join(files[step_name(step)] for step in (6, 4, 2, 5, 4))

    said = table["anna"].take(mail)

    assert said == [
        "already entered as step 2",
        "step 4 is entered",
        "step 5 is entered",
        "step 6 is entered",
    ]
    assert table["anna"].take(mail) == [f"already entered as step {step}" for step in (2, 4, 5, 6)]
    assert table["anna"].record()[step_name(6)] == files[step_name(6)]


def test_every_note_that_is_here_already_is_no_error(table: dict[str, Person]) -> None:
    """Attack 21, the harmless half: the same mail twice changes nothing, for anybody."""
    files = small().files
    for person in table.values():
        before = person.record()
        for name in ("offer.note", CHARTER, DEAL, step_name(1), step_name(3)):
            person.take(files[name])
        person.take(b"".join(files[name] for name in ("offer.note", CHARTER, DEAL, step_name(1), step_name(3))))

        assert person.record() == before


def test_every_truncation_of_a_letter_is_refused_or_enters_nothing(table: dict[str, Person]) -> None:
    """Attack 22: cut at any byte of the turn's file, step 4 is never half there."""
    data, player = small().files[step_name(4)], table["anna"]
    before = player.files()
    desk = player.desk()
    for cut in range(0, len(data) - 1, 11):
        try:
            receive(desk, data[:cut])
        except RefereeError:
            continue
        raise AssertionError(f"cut at {cut} something was taken")

    assert player.files() == before


# Replies, quotes, several notes in one mail


def quoted(data: bytes) -> bytes:
    return b"".join(b"> " + line + b"\n" for line in data.split(b"\n")[:-1])


def test_a_reply_that_quotes_the_letter_above_a_new_move_enters_the_move(table: dict[str, Person]) -> None:
    """Attack 56: the old ones are here already, the new one is entered."""
    said = table[HOST].take(quoted(small().files[step_name(3)]) + b"\nmy move:\n" + render_bundle((good_move(),)))

    assert said == ["already entered as step 3", "entered as step 4"]
    assert table[HOST].record()[step_name(4)] == small().files[step_name(4)]


def test_a_reply_that_quotes_half_a_note_enters_the_whole_one_and_names_the_half(table: dict[str, Person]) -> None:
    """Attack 136."""
    half = quoted(small().files[step_name(3)][:700])
    said = table[HOST].take(half + render_bundle((good_move(),)))

    assert len(said) == 2
    assert said[0].startswith("left out: line 1: ")
    assert said[1] == "entered as step 4"


def test_of_two_moves_that_do_not_replace_each_other_none_is_taken(table: dict[str, Person]) -> None:
    """Attacks 47 and 109: both ids are shown, the first does not win."""
    match, host = three_steps(), table[HOST]
    one, two = match.write(mover(), ["pass"]), match.write(mover(), ["leader king C8"])
    for mail in (render_bundle((one, two)), quoted(render_bundle((two,))) + render_bundle((one,))):
        before = host.files()
        with pytest.raises(OutOfOrder) as refusal:
            host.take(mail)

        assert one.id in refusal.value.sentence()
        assert two.id in refusal.value.sentence()
        assert host.files() == before


def test_a_note_beside_an_unfinished_copy_and_a_second_copy_is_one_note(table: dict[str, Person]) -> None:
    """Attack 109."""
    whole = render_bundle((good_move(),))
    said = table[HOST].take(whole + whole[:300] + b"\n" + quoted(whole))

    assert said[-1] == "entered as step 4"
    assert table[HOST].record()[step_name(4)] == small().files[step_name(4)]


def test_a_bare_note_beside_an_armoured_one_refuses_the_mail(table: dict[str, Person]) -> None:
    """Attack 109: what stands outside the armour may be meant, so nothing is taken."""
    match, host = three_steps(), table[HOST]
    other = match.write(mover(), ["pass"])
    before = host.files()

    with pytest.raises(Unreadable):
        host.take(quoted(render_bundle((good_move(),))) + other.body)
    assert host.files() == before


def test_a_row_of_corrections_in_one_mail_gives_the_last_one(table: dict[str, Person]) -> None:
    """Attack 111: linked by `instead`, in any order."""
    match, host = three_steps(), table[HOST]
    first = match.write(mover(), ["pass"])
    second = signed_again(good_move(), key_of(mover()), instead=(first.id,))

    said = host.take(render_bundle((second, first)))

    assert said == ["entered as step 4"]
    assert second.id in {signed.id for signed in read_bundle(host.record()[step_name(4)])}


def test_a_correction_that_comes_after_the_step_is_closed_is_out_of_order_and_no_evidence(
    table: dict[str, Person],
) -> None:
    """Attacks 31 and 94."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    before = host.files()
    late = signed_again(three_steps().write(mover(), ["pass"]), key_of(mover()), instead=(good_move().id,))

    with pytest.raises(OutOfOrder, match="step 4 is closed"):
        host.take(render_bundle((late,)))
    assert host.files() == before


def test_a_move_that_was_replaced_before_the_step_was_closed_is_no_failure(table: dict[str, Person]) -> None:
    """Attack 94: the older mail comes last."""
    host = table[HOST]
    first = three_steps().write(mover(), ["pass"])
    host.take(render_bundle((signed_again(good_move(), key_of(mover()), instead=(first.id,)),)))

    assert host.take(render_bundle((first,))) == ["already replaced by the move that is entered as step 4"]
    assert evidence(host) == []


@pytest.mark.parametrize("first_comes_first", [True, False])
def test_of_a_delivery_in_several_mails_the_correction_counts(
    table: dict[str, Person], first_comes_first: bool
) -> None:
    host = table[HOST]
    first = three_steps().write(mover(), ["pass"])
    second = signed_again(good_move(), key_of(mover()), instead=(first.id,))
    mails = [first, second] if first_comes_first else [second, first]
    desk = host.desk()
    for signed in mails:
        _, desk = receive(desk, render_bundle((signed,)), delivery=tuple(mails))

    assert second.id in {signed.id for signed in read_bundle(host.record()[step_name(4)])}


def test_a_forged_correction_in_the_delivery_holds_nobodys_move_back(table: dict[str, Person]) -> None:
    host = table[HOST]
    forged = sign_note(changed(good_move().note(), instead=(good_move().id,)), test_key("mallory"))
    foreign = SignedNote(forged.body, good_move().key, forged.namespace, forged.signature)
    receive(host.desk(), render_bundle((good_move(),)), delivery=(forged, foreign, good_move()))

    assert host.record()[step_name(4)] == small().files[step_name(4)]


def test_a_second_move_for_a_closed_step_is_kept_as_evidence_and_changes_nothing(table: dict[str, Person]) -> None:
    """Attacks 31 and 78: a fact about a key, which its holder may explain."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    before = host.record()
    second = three_steps().write(mover(), ["pass"])

    with pytest.raises(OutOfOrder, match="step 4 is closed") as refusal:
        host.take(render_bundle((second,)))

    assert host.record() == before
    assert evidence(host) == [render_bundle((second,))]
    assert not any(word in str(refusal.value) for word in ("cheat", "forge", "fraud"))
    found = equivocation((good_move(), second))
    assert [fact.key for fact in found] == [key_of(mover()).public]


def test_one_contradiction_is_kept_however_many_follow(table: dict[str, Person]) -> None:
    """A seat that signs a hundred moves for one step fills nobody's disk."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    for number in range(5):
        second = three_steps().write(mover(), ["pass"], say=(f"again {number}",))
        with pytest.raises(OutOfOrder, match="step 4 is closed"):
            host.take(render_bundle((second,)))

    assert len(evidence(host)) == 1


def evidence(person: Person) -> list[bytes]:
    names = [name for name in person.folder.list_pending() if name.startswith("evidence-")]
    return [person.folder.read_pending(name) for name in names]


def test_the_same_signed_text_twice_is_one_move(table: dict[str, Person]) -> None:
    """Attack 7: another valid signature of one body is the same note, and the stored file stays as it is."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    before = host.files()
    resigned = second_signature(good_move(), key_of(mover()))

    assert resigned.signature != good_move().signature
    assert host.take(render_bundle((resigned,))) == ["already entered as step 4"]
    assert host.files() == before


# Two histories


def fork() -> tuple[bytes, bytes]:
    """Two versions of step 4 under the referee's key: the mover's move, and a correction entered in its place."""
    match = three_steps()
    other = signed_again(match.write(mover(), ["pass"]), key_of(mover()), instead=(good_move().id,))
    closed = close_step(match.host, other, match.host_eyes, key_of(HOST))
    return small().files[step_name(4)], render_bundle(closed.signed_notes)


@pytest.mark.parametrize("first", [0, 1])
def test_two_step_notes_for_one_step_stop_the_reader_and_both_are_kept(table: dict[str, Person], first: int) -> None:
    """Attack 24, in either order."""
    versions = fork()
    for name in ("anna", "bert", STRANGER):
        person = table[name]
        person.take(versions[first])
        before = person.record()

        with pytest.raises(NotAuthentic, match="two histories: at step 4"):
            person.take(versions[1 - first])

        assert person.record() == before
        assert evidence(person) == [render_bundle((read_bundle(versions[1 - first])[-1],))]


def test_two_step_notes_for_one_step_in_one_mail_are_kept_and_none_is_entered(table: dict[str, Person]) -> None:
    """Attacks 24 and 47: the one that comes first does not win."""
    versions = fork()
    person = table["anna"]
    before = person.record()

    with pytest.raises(NotAuthentic, match="two histories"):
        person.take(versions[0] + versions[1])

    assert person.record() == before
    assert len(evidence(person)) == 1
    assert len(read_bundle(evidence(person)[0])) == 2


def test_a_fork_at_the_last_step_is_found_by_the_acks(tmp_path: Path) -> None:
    """Attack 25: nobody moves any more, so the acks show that two ends were sent."""
    last = small().signed_notes[LAST]
    step_note = last[-2]
    end = signed_again(last[-1], key_of(HOST), open=None)
    people = materialize(small(), tmp_path, ("anna", "bert"), steps=int(LAST[:4]) - 1)
    people["anna"].take(small().files[LAST])
    people["bert"].take(render_bundle((last[0], step_note, end)))
    acks = {name: people[name].ack() for name in ("anna", "bert")}

    for name, other in (("anna", "bert"), ("bert", "anna")):
        with pytest.raises(NotAuthentic, match="acknowledged another end"):
            people[name].take(acks[other])
        assert evidence(people[name]) == [acks[other]]
    with pytest.raises(NotAuthentic, match="two histories"):
        people["anna"].take(render_bundle((last[0], step_note, end)))


def test_a_second_charter_of_one_offer_is_refused_and_kept(table: dict[str, Person]) -> None:
    """Attacks 18 and 102: whether it was accepted here or not."""
    offer, *joins, _ = small().signed_notes[CHARTER]
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna"))
    bundle = render_bundle((offer, joins[1], joins[0], second))
    for person in table.values():
        before = person.record()
        with pytest.raises(NotAuthentic, match="two charters for one offer"):
            person.take(bundle)

        assert person.record() == before
        assert evidence(person) == [render_bundle((second,))]


@pytest.mark.parametrize("here", ["first", "second"])
def test_a_charter_that_quotes_the_offer_under_another_valid_signature_is_taken_and_read(
    tmp_path: Path, here: str
) -> None:
    """Finding F5: two signatures of one offer are one offer, whichever of them is here."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    twin = second_signature(offer, key_of(HOST))
    mine, quoted = (offer, twin) if here == "first" else (twin, offer)
    person = Person(STRANGER, tmp_path, keyless=True)
    person.take(render_bundle((mine,)))
    person.take(render_bundle((quoted, *joins, charter)))

    assert person.record() == {
        "offer.note": render_bundle((mine,)),
        CHARTER: render_bundle((mine, *joins, charter)),
    }
    assert person.take(small().files[CHARTER], small().files[DEAL])[-1] == "the deal is here"


def test_an_offer_and_a_charter_of_two_mails_with_two_signatures_of_the_offer_are_clean() -> None:
    """Finding F5: the audit compares the offer by its id as well."""
    offer = small().signed_notes[CHARTER][0]
    twin = second_signature(offer, key_of(HOST))

    assert audit({**small().files, "offer.note": render_bundle((twin,))}).verdict == "clean"


def test_a_charter_that_a_stranger_signed_accuses_nobody(table: dict[str, Person]) -> None:
    """Anybody can sign a text that quotes this offer: it says nothing of the referee, and is not kept."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    forged = sign_note(changed(charter.note(), attempt=2), test_key("mallory"))
    for person in table.values():
        with pytest.raises(NotAuthentic, match="not signed by the key of the offer"):
            person.take(render_bundle((offer, *joins, forged)))

        assert evidence(person) == []


def test_two_charters_in_one_mail_are_not_taken(tmp_path: Path) -> None:
    """Attacks 47 and 102, before any charter is here."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna"))
    stranger = sign_note(changed(charter.note(), attempt=2), test_key("mallory"))
    for rival in (second, stranger):
        person = Person(STRANGER, tmp_path / rival.id, keyless=True)
        with pytest.raises(OutOfOrder):
            person.take(render_bundle((offer, *joins, charter, rival)))

        assert CHARTER not in person.record()


def test_who_has_accepted_one_charter_of_an_offer_takes_no_second_one_in(tmp_path: Path) -> None:
    """Attacks 18 and 103: even in a new folder, with the same home; the join has served its charter."""
    people = gather(tmp_path, ("anna", "bert"))
    host, anna = people[HOST], people["anna"]
    offer = host.offer(2, "twice")
    joins = [people[seat].join(offer, "twice") for seat in ("anna", "bert")]
    host.take(*joins)
    anna.take(host.charter(("anna", "bert")))
    anna.accept()
    signed_notes = [read_bundle(join)[0] for join in joins]
    second = make_charter(key_of(HOST), read_bundle(offer)[0], signed_notes, ("bert", "anna"))
    bundle = render_bundle((read_bundle(offer)[0], signed_notes[1], signed_notes[0], second))
    for path in sorted((anna.folder.path / "record").iterdir()):
        path.unlink()
    anna.take(offer)

    with pytest.raises(NotAuthentic, match="you have accepted another charter of this offer"):
        # The record does not name the key any more; the join in the outbox does.
        anna.take(bundle)
    (anna.folder.path / "outbox" / "join-anna.note").unlink()
    with pytest.raises(OutOfOrder, match="already signed another note"):
        # Nothing tells whose folder it is now; it is known when it comes to signing.
        anna.take(bundle)
        anna.accept()
    assert len(anna.outbox("accept-")) == 1


def test_a_deal_that_quotes_another_accept_than_the_one_received_is_refused_and_kept(tmp_path: Path) -> None:
    """Attack 105. Its id could differ only in the signed text, so the deal names an accept nobody sent."""
    people = gather(tmp_path, ("anna", "bert"))
    host = people[HOST]
    offer = host.offer(2, "quoted")
    host.take(*(people[seat].join(offer, "quoted") for seat in ("anna", "bert")))
    charter = host.charter(("anna", "bert"))
    for seat in ("anna", "bert"):
        people[seat].take(charter)
    accepts = {seat: people[seat].accept() for seat in ("anna", "bert")}
    people["anna"].take(accepts["bert"])
    host.take(*accepts.values())
    *_, deal = read_bundle(host.record()[DEAL])
    lie: Any = deal.note()
    foreign = signed_again(read_bundle(accepts["bert"])[0], key_of("bert"), open=bytes(32))
    forged = signed_again(deal, key_of(HOST), accept={**lie.accept, "bert": foreign.id})
    before = people["anna"].record()

    with pytest.raises(NotAuthentic, match="another accept of bert"):
        people["anna"].take(accepts["anna"] + render_bundle((foreign, forged)))
    assert people["anna"].record() == before
    assert evidence(people["anna"]) == [render_bundle((forged,))]


def test_two_deals_are_two_histories(table: dict[str, Person]) -> None:
    """Attack 24 at step 0."""
    *accepts, deal = small().signed_notes[DEAL]
    other = signed_again(deal, key_of(HOST), state=bytes(32))
    for person in table.values():
        with pytest.raises(NotAuthentic, match="two histories: at step 0"):
            person.take(render_bundle((*accepts, other)))

        assert evidence(person) == [render_bundle((other,))]


def test_a_deal_of_another_game_of_the_same_host_accuses_nobody(table: dict[str, Person]) -> None:
    """The host's key is the same, his notes are not for this game."""
    for person in table.values():
        with pytest.raises(OutOfOrder, match="another game"):
            person.take(open_match("tigris", 2, "elsewhere").files[DEAL])

        assert evidence(person) == []


INCOMPLETE: Mapping[str, tuple[Callable[[], bytes], type[RefereeError]]] = {
    "a charter without a join": (
        lambda: render_bundle((*small().signed_notes[CHARTER][:1], *small().signed_notes[CHARTER][2:])),
        Unreadable,
    ),
    "a charter without its offer": (lambda: render_bundle(small().signed_notes[CHARTER][1:]), Unreadable),
    "a charter alone": (lambda: render_bundle(small().signed_notes[CHARTER][-1:]), Unreadable),
    "a join before any offer": (lambda: render_bundle(small().signed_notes[CHARTER][1:2]), OutOfOrder),
    "an accept before any charter": (lambda: render_bundle(small().signed_notes[DEAL][:1]), OutOfOrder),
    "a deal before any charter": (lambda: small().files[DEAL], OutOfOrder),
    "a turn before any charter": (lambda: small().files[step_name(1)], OutOfOrder),
    "a move before any charter": (lambda: render_bundle((good_move(),)), OutOfOrder),
    "an ack before any charter": (lambda: small().files["ack-anna.note"], OutOfOrder),
}


@pytest.mark.parametrize("what", INCOMPLETE)
def test_what_comes_before_its_time_is_refused_in_an_empty_folder(tmp_path: Path, what: str) -> None:
    """Attack 22: nothing is built on notes that are not here."""
    make, layer = INCOMPLETE[what]
    person = Person(STRANGER, tmp_path, keyless=True)

    with pytest.raises(layer):
        person.take(make())
    assert CHARTER not in person.record()


BEFORE_THE_DEAL: Mapping[str, tuple[Callable[[], bytes], type[RefereeError]]] = {
    "a deal without an accept": (lambda: render_bundle(small().signed_notes[DEAL][1:]), NotAuthentic),
    "a deal alone": (lambda: render_bundle(small().signed_notes[DEAL][-1:]), NotAuthentic),
    "a turn": (lambda: small().files[step_name(1)], OutOfOrder),
    "a move": (lambda: render_bundle((good_move(),)), OutOfOrder),
    "a charter of another offer": (lambda: four().files[CHARTER], OutOfOrder),
}


@pytest.mark.parametrize("what", BEFORE_THE_DEAL)
def test_what_comes_before_its_time_is_refused_before_the_deal(tmp_path: Path, what: str) -> None:
    """Attacks 22 and 105."""
    make, layer = BEFORE_THE_DEAL[what]
    person = Person(STRANGER, tmp_path, keyless=True)
    person.take(small().files[CHARTER])
    before = person.record()

    with pytest.raises(layer):
        person.take(make())
    assert person.record() == before


def test_a_charter_of_another_offer_is_not_taken_into_a_folder_with_an_offer(tmp_path: Path) -> None:
    person = Person(STRANGER, tmp_path, keyless=True)
    person.take(four().files["offer.note"])

    for mail in (small().files[CHARTER], small().files["offer.note"]):
        with pytest.raises(OutOfOrder, match="another offer"):
            person.take(mail)
    assert list(person.record()) == ["offer.note"]


def test_a_second_charter_is_known_at_the_door_by_whoever_names_his_key(tmp_path: Path) -> None:
    """Attack 103: a join serves one charter, and the home remembers which one was accepted."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    anna = Person("anna", tmp_path)
    anna.take(render_bundle((offer, *joins, charter)))
    anna.accept()
    second = make_charter(key_of(HOST), offer, joins, ("bert", "anna"))
    elsewhere = Folder(tmp_path / "elsewhere")

    with pytest.raises(NotAuthentic, match="you have accepted another charter of this offer"):
        receive(sit_down(elsewhere, anna.home, as_name="anna"), render_bundle((offer, joins[1], joins[0], second)))
    assert CHARTER not in elsewhere.record_names()
    receive(sit_down(elsewhere, anna.home, as_name="anna"), render_bundle((offer, *joins, charter)))
    assert CHARTER in elsewhere.record_names()


def test_the_end_is_written_by_the_host_only_with_his_yes(tmp_path: Path) -> None:
    """The last step opens what he kept: share and box of this game (attack 79)."""
    host = materialize(small(), tmp_path, (HOST,), steps=int(LAST[:4]) - 1)[HOST]
    mail = render_bundle(small().signed_notes[LAST][:1])
    before = host.files()

    with pytest.raises(OutOfOrder, match="this move ends the game"):
        receive(host.desk(), mail, confirm_end=False)
    assert host.files() == before
    receive(host.desk(), mail, confirm_end=True)
    assert host.record()[LAST] == small().files[LAST]


# At which desk somebody sits


def test_a_key_that_is_not_in_the_home_is_named_with_those_that_are(table: dict[str, Person]) -> None:
    with pytest.raises(NotAuthentic) as refusal:
        sit_down(table["anna"].folder, table["anna"].home, as_name="zoe")

    assert refusal.value.sentence() == "there is no key called zoe; there are: anna"


def test_of_two_keys_with_a_part_in_a_game_one_must_be_named(table: dict[str, Person]) -> None:
    anna = table["anna"]
    key = test_key("bert")
    anna.home.write_key("other", format_private(key, "other"), format_public(key.public, "other"))

    with pytest.raises(NotAuthentic, match="several of your keys have a part in this game: anna, other"):
        anna.desk()
    assert sit_down(anna.folder, anna.home, as_name="other").role == "bert"


def test_a_stranger_signs_nothing_and_a_player_is_no_host(table: dict[str, Person]) -> None:
    with pytest.raises(NotAuthentic, match="no key of yours"):
        table[STRANGER].desk().signer()
    for name in (STRANGER, "anna"):
        with pytest.raises(NotAuthentic, match="only the host"):
            table[name].desk().host_key()


def test_an_empty_folder_has_neither_table_nor_position(tmp_path: Path) -> None:
    desk = Person(STRANGER, tmp_path, keyless=True).desk()

    for ask in (lambda: desk.table, lambda: desk.position, lambda: desk.eyes):
        with pytest.raises(OutOfOrder):
            ask()


# Acks


def test_an_ack_signed_twice_is_one_ack(tmp_path: Path) -> None:
    """Attack 139: two valid signatures of one text, sent to two people."""
    people = materialize(small(), tmp_path, ("anna", "bert"), steps=int(LAST[:4]))
    end = small().signed_notes[LAST][-1]
    ack = make_ack(key_of("anna"), small().table, end.id)
    twin = second_signature(ack, key_of("anna"))
    people["anna"].take(render_bundle((ack,)))
    people["bert"].take(render_bundle((twin,)))

    assert people["bert"].take(render_bundle((ack,))) == ["the ack of anna is already here"]
    assert people["anna"].take(render_bundle((twin,))) == ["the ack of anna is already here"]
    for person in people.values():
        assert audit(person.record()).verdict == "clean"
        assert evidence(person) == []


def test_acks_of_two_ends_by_one_seat_contradict_each_other(tmp_path: Path) -> None:
    """Attack 139: two bodies are a fact about the key."""
    people = materialize(small(), tmp_path, ("bert",), steps=int(LAST[:4]))
    good = make_ack(key_of("anna"), small().table, small().signed_notes[LAST][-1].id)
    other = make_ack(key_of("anna"), small().table, b64(bytes(32)))
    people["bert"].take(render_bundle((good,)))

    with pytest.raises(NotAuthentic):
        people["bert"].take(render_bundle((other,)))
    assert evidence(people["bert"]) == [render_bundle((other,))]
    assert len(equivocation((good, other))) == 1


@pytest.mark.parametrize("signer", ["bert", HOST, "mallory"])
def test_an_ack_by_another_key_is_not_authentic(tmp_path: Path, signer: str) -> None:
    """Attack 115: the words are one seat's, so is the key."""
    people = materialize(small(), tmp_path, ("bert",), steps=int(LAST[:4]))
    ack = make_ack(key_of("anna"), small().table, small().signed_notes[LAST][-1].id)
    before = people["bert"].files()

    with pytest.raises(NotAuthentic):
        people["bert"].take(under(test_key(signer), ack))
    assert people["bert"].files() == before
    assert ack.id != make_ack(key_of("bert"), small().table, small().signed_notes[LAST][-1].id).id


# Memory: what was signed and seen here before


def test_a_folder_put_back_to_an_older_step_is_noticed_before_anything_is_signed(table: dict[str, Person]) -> None:
    """Attack 23: the record is consistent, but the guard has seen more."""
    player = table[mover()]
    player.take(small().files[step_name(4)], small().files[step_name(5)])
    for step in (4, 5):
        (player.folder.path / "record" / step_name(step)).unlink()

    with pytest.raises(OutOfOrder, match="this folder ends before step 5"):
        player.desk().check_history()
    with pytest.raises(OutOfOrder, match="this folder ends before step 5"):
        player.move("pass")
    assert player.outbox() == []
    player.take(small().files[step_name(4)] + small().files[step_name(5)])
    player.desk().check_history()


def test_a_folder_with_another_history_is_noticed_before_anything_is_signed(table: dict[str, Person]) -> None:
    """Attack 23, with a fork in place of a rollback."""
    ours, theirs = fork()
    player = table[waiter()]
    player.take(ours)
    path = player.folder.path / "record" / step_name(4)
    path.write_bytes(theirs)

    with pytest.raises(NotAuthentic, match="step 4 of this folder is not the one seen here before"):
        player.desk().signer()


def test_a_host_put_back_signs_nothing_until_the_players_have_shown_the_newest_step(table: dict[str, Person]) -> None:
    """Attack 112: restored from step 3 after step 5 was mailed."""
    host = table[HOST]
    host.take(render_bundle((good_move(),)))
    host.take(render_bundle(small().signed_notes[step_name(5)][:1]))
    for step in (4, 5):
        (host.folder.path / "record" / step_name(step)).unlink()
    correction = three_steps().write(mover(), ["pass"])
    before = host.files()
    for move in (correction, good_move()):
        with pytest.raises(OutOfOrder):
            host.take(render_bundle((move,)))
    assert host.files() == before

    host.take(small().files[step_name(4)] + small().files[step_name(5)])
    host.take(render_bundle(small().signed_notes[step_name(6)][:1]))
    assert host.record()[step_name(6)] == small().files[step_name(6)]


def test_a_host_who_has_lost_his_guard_asks_the_players_first(table: dict[str, Person]) -> None:
    """Attack 126: on a new machine nothing is signed before a player's newest step was taken in."""
    host = table[HOST]
    for path in (host.root / HOST / "home" / "games").rglob("guard-*"):
        path.unlink()
    with pytest.raises(OutOfOrder, match="does not remember"):
        host.take(render_bundle((good_move(),)))
    assert step_name(4) not in host.record()

    host.take(table["anna"].record()[step_name(3)])
    assert host.take(render_bundle((good_move(),))) == ["entered as step 4"]


def test_a_player_signs_one_move_for_a_step_and_replaces_it_by_name(table: dict[str, Person]) -> None:
    """Attacks 78 and 111."""
    player = table[mover()]
    first = player.move("pass")
    with pytest.raises(OutOfOrder, match="already signed another note"):
        player.move("leader king C8")
    assert player.move("pass") == first
    second = player.move("leader king C8", instead=True)

    note = read_bundle(second)[0].note()
    assert isinstance(note, Move)
    assert note.instead == (read_bundle(first)[0].id,)
    assert table[HOST].take(first + second) == ["entered as step 4"]


def test_every_correction_names_all_moves_that_were_signed_before(table: dict[str, Person]) -> None:
    """Findings H-1 and F2: oldest first, whatever the host has seen of them."""
    player = table[mover()]
    row = [read_bundle(player.move("pass"))[0]]
    for number in range(3):
        row.append(read_bundle(player.move("pass", instead=True, say=(f"again {number}",)))[0])
    named = [note.instead for note in (signed.note() for signed in row) if isinstance(note, Move)]

    assert named == [tuple(signed.id for signed in row[:number]) for number in range(4)]
    assert equivocation(row) == ()


def test_a_correction_that_was_signed_and_never_written_is_named_too(table: dict[str, Person]) -> None:
    """The guard knows it after a crash; it may have left the machine all the same."""
    player = table[mover()]
    first = read_bundle(player.move("pass"))[0]
    lost = read_bundle(player.move("pass", instead=True, say=("lost",)))[0]
    (player.folder.path / "outbox" / f"0004-{mover()}-2.move").unlink()
    third = read_bundle(player.move("pass", instead=True, say=("third",)))[0].note()

    assert isinstance(third, Move)
    assert third.instead == (first.id, lost.id)


def test_a_move_is_corrected_64_times_and_not_once_more(table: dict[str, Person]) -> None:
    player = table[mover()]
    desk = player.desk()
    names = [b64(bytes([number]) * 32) for number in range(64)]
    full = signed_again(three_steps().write(mover(), ["pass"]), key_of(mover()), instead=tuple(names))
    player.folder.write_outbox(f"0004-{mover()}.move", render_bundle((full,)))
    desk.write_guard(msgspec.structs.replace(desk.guard(), signed={"move 4": (*names, full.id)}))

    with pytest.raises(OutOfOrder, match="at most 64 earlier ones"):
        player.move("pass", instead=True, say=("once more",))


def test_an_unreadable_mail_is_sent_again_as_it_is_and_accuses_nobody(table: dict[str, Person]) -> None:
    """Attack 111: the resent file has the same bytes, and so the audit of both sides finds nothing."""
    player, host = table[mover()], table[HOST]
    first = player.move(*(swap_all(three_steps()),))
    with pytest.raises(NotAuthentic):
        host.take(first.replace(b"do swap", b"do  swap").replace(b"swap 6", b"swap 5"))
    assert player.outbox()[0] == first
    host.take(player.outbox()[0])

    for person in (player, host):
        assert audit(person.record()).findings == ()


# Two processes


def test_of_two_processes_with_different_mails_one_is_out_of_order(table: dict[str, Person]) -> None:
    """Attack 127: both have read the folder at step 3; nobody shouts, and there is one step 4."""
    host = table[HOST]
    one, other = host.desk(), host.desk()
    correction = signed_again(three_steps().write(mover(), ["pass"]), key_of(mover()), instead=(good_move().id,))
    receive(one, render_bundle((good_move(),)))

    with pytest.raises(OutOfOrder):
        receive(other, render_bundle((correction,)))
    assert host.record()[step_name(4)] == small().files[step_name(4)]


def test_of_two_processes_with_the_same_mail_both_are_right(table: dict[str, Person]) -> None:
    """Attack 29: the same bytes again are no second step."""
    host = table[HOST]
    one, other = host.desk(), host.desk()
    receive(one, render_bundle((good_move(),)))
    said, _ = receive(other, render_bundle((good_move(),)))

    assert [notice.sentence() for notice in said] == ["already entered as step 4"]
    assert host.record()[step_name(4)] == small().files[step_name(4)]


def test_while_another_process_holds_the_lock_nothing_is_signed(table: dict[str, Person]) -> None:
    """Attack 29."""
    host = table[HOST]
    before = host.files()
    with (
        host.home.locked(small().table.game_id),
        pytest.raises(OutOfOrder, match="another process"),
    ):
        host.take(render_bundle((good_move(),)))

    assert host.files() == before


def test_the_same_notes_with_other_bytes_stop_and_shout(
    table: dict[str, Person], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Attacks 30 and 127: a changed engine or a bad disk; the step that was signed is not signed differently."""
    host = table[HOST]
    desk = host.desk()
    desk.write_guard(desk.guard().entering(4, b64(bytes(32)), (good_move().id,)))
    before = host.record()

    with pytest.raises(BrokenState):
        host.take(render_bundle((good_move(),)))
    assert host.record() == before


def test_two_games_whose_ids_begin_alike_have_two_guards(tmp_path: Path) -> None:
    """Attack 132: guards are kept under whole ids."""
    host = Person(HOST, tmp_path)
    one, other = "A" * 42 + "A", "A" * 42 + "E"
    host.home.write_guard(one, b"one", "guard-referee")
    host.home.write_guard(other, b"other", "guard-referee")

    assert (host.home.guard(one, "guard-referee"), host.home.guard(other, "guard-referee")) == (b"one", b"other")


# Joins


def _joins_for(offer: bytes, *names: str, seat: str = "anna") -> list[SignedNote]:
    """Joins for one seat, under a test key each."""
    (signed,) = read_bundle(offer)
    return [make_join(test_key(name), signed, seat, seat.title(), test_nonce(name)) for name in names]


def test_two_joins_for_one_seat_wait_until_the_host_chooses(tmp_path: Path) -> None:
    """Finding F10: whoever comes first has no right to a seat."""
    people = gather(tmp_path, ("anna", "bert"))
    host = people[HOST]
    offer = host.offer(2, "joins")
    (rival,) = _joins_for(offer, "mallory")
    own = people["anna"].join(offer, "joins")
    said = host.take(render_bundle((rival,)), own, own)

    assert [sentence.partition(", SHA256")[0] for sentence in said] == [
        "anna joins",
        "another join wants the seat anna: Anna",
        "the join of anna is already here",
    ]
    with pytest.raises(OutOfOrder, match="several joins want one seat") as refused:
        chosen(waiting_joins(host.folder).values())
    assert sorted(re.findall(r"SHA256:\S{43}", str(refused.value))) == sorted(
        fingerprint(test_key(name).public) for name in ("anna", "mallory")
    )

    (dropped,) = leave_out(host.folder, [fingerprint(rival.key)])
    host.take(people["bert"].join(offer, "joins"))

    assert dropped.id == rival.id
    assert {seat: signed.key for seat, signed in chosen(waiting_joins(host.folder).values()).items()} == {
        "anna": test_key("anna").public,
        "bert": test_key("bert").public,
    }


def test_a_second_join_under_one_key_for_one_seat_is_refused_and_changes_nothing(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    (first,) = _joins_for(offer, "anna")
    again = make_join(test_key("anna"), read_bundle(offer)[0], "anna", "Anna", test_nonce("again"))
    host.take(render_bundle((first,)))
    before = host.files()

    for mail in ((again,), (*_joins_for(offer, "mallory"), again)):
        with pytest.raises(OutOfOrder, match="another join of anna under this key is already here"):
            host.take(render_bundle(mail))
    assert host.files() == before


@pytest.mark.parametrize("at_once", [True, False], ids=["in one mail", "in a mail each"])
def test_a_flood_of_joins_is_bounded_and_a_dropped_one_makes_room(tmp_path: Path, at_once: bool) -> None:
    """Finding F10: four for each seat wait, and no more."""
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    joins = _joins_for(offer, *(f"mallory {number}" for number in range(8)))
    late = _joins_for(offer, "anna")
    if at_once:
        with pytest.raises(OutOfOrder, match="there would be 9 joins; at most 8 wait"):
            host.take(render_bundle((*joins, *late)))
        assert host.folder.list_pending() == ()
    host.take(render_bundle(joins)) if at_once else host.take(*(render_bundle((join,)) for join in joins))
    before = host.files()
    with pytest.raises(OutOfOrder, match="there would be 9 joins; at most 8 wait"):
        host.take(render_bundle(late))
    assert host.files() == before

    leave_out(host.folder, [fingerprint(joins[0].key)])
    host.take(render_bundle(late))
    assert len(waiting_joins(host.folder)) == 8


def test_of_a_flood_of_joins_no_single_one_is_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Finding F10: what an admission costs is not spent a thousand times."""
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    mail = render_bundle(_joins_for(offer, *(f"mallory {number}" for number in range(40))))
    looked_at: list[SignedNote] = []
    monkeypatch.setattr(receive_opening, "check_join", lambda _offer, signed: looked_at.append(signed))
    with pytest.raises(OutOfOrder):
        host.take(mail)

    assert looked_at == []


def test_a_key_under_which_no_join_waits_drops_none(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    offer = host.offer(2, "joins")
    host.take(render_bundle(_joins_for(offer, "anna", "mallory")))
    before = host.files()

    with pytest.raises(Unreadable, match="no join waits under SHA256:x; there are anna: Anna, SHA256:"):
        leave_out(host.folder, [fingerprint(test_key("mallory").public), "SHA256:x"])
    assert host.files() == before


def test_a_charter_is_taken_with_the_joins_it_quotes_whatever_lies_beside_them(tmp_path: Path) -> None:
    """A rival join in the same mail changes nothing: the charter names joins by id."""
    offer, *joins, charter = small().signed_notes[CHARTER]
    rival = make_join(test_key("mallory"), offer, "anna", "Anna", test_nonce("rival"))
    for position, signed_notes in enumerate(((rival, *joins), (*joins, rival))):
        person = Person(STRANGER, tmp_path / str(position), keyless=True)
        person.take(render_bundle((offer, *signed_notes, charter)))

        assert person.record()[CHARTER] == small().files[CHARTER]


def test_a_join_of_another_offer_is_out_of_order(tmp_path: Path) -> None:
    host = Person(HOST, tmp_path)
    host.offer(2, "joins")
    other = make_offer(key_of(HOST), dealt().table.game, 2, (), test_nonce("other"))

    with pytest.raises(OutOfOrder):
        host.take(render_bundle((make_join(key_of("anna"), other, "anna", "Anna", bytes(16)),)))
    assert list(host.record()) == ["offer.note"]


# A post that loses, doubles and shuffles


class Post:
    """Deliveries between people: three in ten are lost, three in ten come twice, all in any order."""

    def __init__(self, people: dict[str, Person], seed: int) -> None:
        self.people = people
        self.desks = {name: person.desk() for name, person in people.items()}
        self.chance = random.Random(seed)
        self.ways: list[tuple[str, bytes]] = []
        self.lost = 0

    def send(self, to: str, mail: bytes) -> None:
        for _ in range(1 + (self.chance.random() < 0.3)):
            if self.chance.random() < 0.3:
                self.lost += 1
            else:
                self.ways.append((to, mail))

    def deliver(self) -> None:
        self.chance.shuffle(self.ways)
        ways, self.ways = self.ways, []
        for to, mail in ways:
            try:
                _, self.desks[to] = receive(self.desks[to], mail)
            except OutOfOrder as refusal:
                wanted = (str(refusal.hint)).removeprefix("ask the host for ")
                if wanted in self.desks[HOST].folder.record_names():
                    self.send(to, self.desks[HOST].folder.read(wanted))

    def act(self, name: str) -> None:
        """Who is asked moves; who sees the end acknowledges it; everybody repeats what he said last."""
        desk, person = self.desks[name], self.people[name]
        request, seat = desk.position.request, desk.eyes.seat
        if desk.history.end is not None and name not in desk.history.acks:
            person.ack()
            desk = self.desks[name] = desk.reloaded()
        elif request is not None and request.seat == seat:
            own = desk.position.knowledge.own(request.seat)
            assert own is not None
            person.move(" ".join(("swap", *own.hand)), desk=desk)
        for mail in person.outbox()[-1:]:
            self.send(HOST, mail)
        if name in desk.history.acks:
            for to in self.people:
                self.send(to, desk.folder.read(f"ack-{name}.note"))

    def publish(self) -> None:
        """The host mails his newest step to all."""
        desk = self.desks[HOST]
        for to in self.people:
            if to != HOST:
                self.send(to, desk.folder.read(desk.history.steps()[-1][0]))


@pytest.mark.parametrize("seed", [1, 2])
def test_a_post_that_loses_doubles_and_shuffles_only_takes_longer(tmp_path: Path, seed: int) -> None:
    """A game of swaps with acks: all records are the same in the end, and clean."""
    people = materialize(dealt(), tmp_path, AT_TABLE, steps=0)
    post = Post(people, seed)
    for _ in range(300):
        for name in ("anna", "bert"):
            post.act(name)
        post.publish()
        post.deliver()
        if all(len(desk.history.acks) == 2 for desk in post.desks.values()):
            break

    records = [person.record() for person in people.values()]
    assert post.lost > 20
    assert all(record == records[0] for record in records)
    assert audit(records[0]).verdict == "clean"
    assert all(evidence(person) == [] for person in people.values())


# The guard as a value


def test_the_guard_refuses_every_step_below_the_newest_and_every_other_list(tmp_path: Path) -> None:
    """Attacks 112 and 126."""
    from referee.table.desk.guard import Guard, read_guard, write_guard

    guard = Guard().entering(4, "step", ("move",))

    assert guard.entering(4, "step", ("move",)) == guard
    assert guard.seen(4, "step").entering(4, "step", ("move",)) == guard.seen(4, "step")
    with pytest.raises(OutOfOrder, match="closed already, by another note"):
        Guard().seen(4, "theirs").entering(4, "ours", ("move",))
    with pytest.raises(OutOfOrder, match="knows step 7 already"):
        guard.seen(7, "theirs").entering(5, "next", ("other",))
    assert guard.entering(5, "next", ("other",)).listed == {"step 5": ("other",)}
    with pytest.raises(OutOfOrder, match="knows step 4 already"):
        guard.entering(3, "step", ("move",))
    with pytest.raises(OutOfOrder, match="signed with other notes"):
        guard.entering(4, "step", ("correction",))
    with pytest.raises(BrokenState):
        guard.entering(4, "another", ("move",))
    assert read_guard(write_guard(guard)) == guard
    assert read_guard(None) == Guard()
    assert write_guard(guard) == write_guard(msgspec.structs.replace(guard))


def test_a_hand_is_never_part_of_what_a_mail_is_answered_with(table: dict[str, Person]) -> None:
    """A refusal about the hand says the rule, not what the hand holds."""
    lacks = next(
        kind for kind in ("market", "settlement", "farm", "temple") if kind not in hand(three_steps(), mover())
    )
    match = three_steps()
    cell = {"farm": "E1"}.get(lacks, "A9")
    move = signed_again(match.write(mover(), ["pass"]), key_of(mover()), do=(f"place {lacks} {cell}",))

    with pytest.raises(IllegalMove) as refusal:
        table[HOST].take(render_bundle((move,)))
    assert (refusal.value.rule, str(refusal.value)) == ("TE 3.5", "[TE 3.5] your hand does not hold this")
