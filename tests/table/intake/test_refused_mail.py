"""What must not be taken is refused in its layer, and nothing is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from referee.crypto import sshsig
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable
from referee.record.note import BEGIN, END, SignedNote, namespace_of, render_bundle
from tests.support.rehearse import open_match, test_key
from tests.table.intake.mails import (
    LAST,
    again,
    again_as,
    broken,
    evidence,
    flipped,
    good_move,
    mover,
    s_plus_l,
    three_steps,
    turn_file,
    under,
    waiter,
)
from tests.table.players_on_disk import Person
from tests.table.small_games import CHARTER, DEAL, HOST, four, hand, key_of, order, signed_again, small, step_name

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
    "a turn with a broken move": (lambda: render_bundle((broken(turn_file(4)[0]), turn_file(4)[1])), NotAuthentic),
    "an end alone": (lambda: render_bundle(small().signed_notes[LAST][-1:]), Unreadable),
}

LYING = ("another state", "another question", "events that did not happen", "another hand", "no hand")


def swapped_hand() -> dict[str, bytes]:
    note: Any = turn_file(4)[1].note()
    other: Any = small().signed_notes[step_name(2)][1].note()
    return dict.fromkeys(note.hand, next(iter(other.hand.values())))


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
    assert (refusal.value.rule, str(refusal.value)) == ("TE 3.5", "[TE 3.5] you do not have this in your hand")
