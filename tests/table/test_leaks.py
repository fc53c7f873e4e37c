"""Nothing leaks: change everything a seat cannot know, and what is published says the same in the same room."""

from __future__ import annotations

import base64
import re
import traceback
from collections.abc import Iterator, Mapping
from functools import cache
from hashlib import sha256
from itertools import count

import pytest
from msgspec.structs import replace

from referee.crypto import boxes, joint, sealed
from referee.kernel.dice import below, shuffle, stream
from referee.kernel.errors import IllegalMove, RefereeError
from referee.kernel.goods import Dealer, Own, Supply
from referee.record.names import step_name
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Move
from referee.table.desk.close import close_step
from referee.table.reading.audit import audit
from referee.table.seating import own_secret
from referee.table.step.draft import draft, move_note
from referee.table.step.position import Position
from referee.table.step.produce import produce
from referee.table.telling.letters import letter
from scripts.rehearse import Match, open_match
from tests.table.matches import (
    DEAL,
    HOST,
    asked,
    copy_of,
    dealt_to,
    four,
    fresh_kinds,
    hand,
    key_of,
    order,
    running,
    sealed_note,
    small,
    steps_of,
    swap_all,
    with_fresh_draw,
)

# Two worlds: another r_0 and so another bag and other hands, the same public orders


def masked(data: bytes) -> str:
    """A published file in which every value that must differ, or is sealed, is replaced by its length.

    What stays is what everybody may read: orders, events, questions, the state's digest, the faces of all lines.
    """
    lines, inside = [], False
    for line in data.decode().split("\n"):
        if line.startswith("-----"):
            inside = "BEGIN SSH" in line
            lines.append(line)
            continue
        key, _, value = line.partition(" ")
        if inside:
            lines.append(f"armour {len(line)}")
        elif key in ("opened", "order"):
            seat, step, _number, rest = value.split(" ", 3)  # the number of a pin is drawn from the texts and the key
            lines.append(f"{key} {seat} {step} # {len(rest) if key == 'opened' else rest}")
        elif key in HIDDEN:
            *words, last = value.split(" ")
            lines.append(" ".join((key, *words, str(len(last)))))
        else:
            lines.append(line)
    return "\n".join(lines)


HIDDEN = {"bag", "hand", "pin", "seal", "head", "note", "game", "toss", "accept", "opened", "open", "standing"}
"""Values behind these words are locks, seals, keys or ids; what stands before them in a line (pile, seat) is public."""


class Worlds:
    """One game in two worlds that nobody at the table but the referee can tell apart, seat by seat."""

    def __init__(self, one: Match, other: Match) -> None:
        self.matches = (one, other)

    def play(self, words: Iterator[int], steps: int) -> None:
        """The same public orders in both; secret kinds and unused plans as each world gives them."""
        for _ in range(steps):
            if self.matches[0].host.over:
                return
            seat = asked(self.matches[0])
            chosen = self._common_order(seat, words)
            for match in self.matches:
                typed = _with_secret(match, seat, chosen, words)
                drafted = draft(match.players[seat], match.eyes[seat], typed)
                plans = ("then war green", "then colour red", "win war red")[: below(words, 4)]
                if drafted.covered:
                    drafted = draft(match.players[seat], match.eyes[seat], [*typed, *plans])
                match.enter(move_note(match.players[seat], match.keys[seat], drafted))

    def _common_order(self, seat: str, words: Iterator[int]) -> str:
        games = [(match.players[seat], match.table.seat(seat)) for match in self.matches]
        legal = [{game.table.game.notation.format_order(move) for move in _moves(game, index)} for game, index in games]
        common = sorted(legal[0] & legal[1])
        loud = [text for text in common if text.startswith(("leader", "swap", "commit"))]
        return _draw(loud, words) if loud and below(words, 3) else _draw(common, words)


def _draw(values: list[str], words: Iterator[int]) -> str:
    return values[below(words, len(values))]


def _moves(position: Position, seat: int) -> Iterator[object]:
    own = position.knowledge.own(seat)
    assert isinstance(own, Own)
    return position.table.game.legal_orders(position.state, seat, own)


def _with_secret(match: Match, seat: str, text: str, words: Iterator[int]) -> list[str]:
    if not text.startswith("swap"):
        return [text]
    held = list(hand(match, seat))
    kinds = [held.pop(below(words, len(held))) for _ in range(int(text.split()[1]))]
    return [" ".join(("swap", *kinds))]


@cache
def worlds() -> Worlds:
    """Four seats, sixty steps, with conflicts, swaps and plans; first seat and orders are the same, the bag is not."""
    one = open_match("tigris", 4, "world 0")
    other = next(
        match
        for match in (open_match("tigris", 4, f"world {number}") for number in count(1))
        if asked(match) == asked(one)
    )
    both = Worlds(one, other)
    both.play(stream(sha256(b"worlds").digest(), "orders"), 60)
    return both


def test_the_two_worlds_differ_in_everything_hidden() -> None:
    """Otherwise the tests below would prove nothing."""
    one, other = worlds().matches
    assert isinstance(one.host.knowledge, Dealer)
    assert isinstance(other.host.knowledge, Dealer)

    assert one.host.knowledge.hands != other.host.knowledge.hands
    assert one.host.knowledge.piles[0].kinds != other.host.knowledge.piles[0].kinds
    words = {event.split()[0] for step_note in steps_of(one) for event in step_note.event}
    assert {"won", "discarded", "drew", "spent", "placed"} <= words
    covered = [signed for name in one.signed_notes for signed in one.signed_notes[name] if b"\nseal " in signed.body]
    assert len(covered) > 5


def test_every_published_file_of_two_worlds_is_the_same_but_for_locks_and_ids() -> None:
    """The deal, every turn and every move: same lines, same sizes, same state digests."""
    one, other = worlds().matches

    assert sorted(one.files) == sorted(other.files)
    for name in sorted(one.files):
        if name[:4].isdigit():
            assert masked(one.files[name]) == masked(other.files[name]), name


def test_every_state_digest_of_two_worlds_is_equal() -> None:
    """The state holds no hidden fact: not the same length, the same bytes."""
    one, other = worlds().matches

    assert [step_note.state for step_note in steps_of(one)] == [step_note.state for step_note in steps_of(other)]
    assert one.host.state == other.host.state


def test_the_letters_of_two_worlds_say_the_same() -> None:
    """The words for people come from the public position alone, in every language, whoever writes them."""
    one, other = worlds().matches
    names = (step_name(one.host.step), step_name(other.host.step))
    for lang in ("en", "it"):
        letters = [
            letter(match.host, match.signed_notes[name], lang)
            for match, name in zip(worlds().matches, names, strict=True)
        ]
        by_players = [
            letter(match.players["anna"], match.signed_notes[name], lang)
            for match, name in zip(worlds().matches, names, strict=True)
        ]

        assert masked(letters[0]) == masked(letters[1])
        assert letters == by_players


def test_an_audit_of_a_running_game_says_the_same_of_two_worlds() -> None:
    reports = [audit(match.files) for match in worlds().matches]
    shown = [(r.verdict, r.depth, r.step, r.findings, r.unchecked, r.result, r.acked, r.notes) for r in reports]

    assert shown[0] == shown[1]
    assert reports[0].verdict == "in progress"


# Room: sealed notes have one size


def room(signed: SignedNote) -> int:
    return len(render_bundle((signed,)))


PLANS = (
    (),
    ("pass",),
    ("win pass", "lose pass"),
    ("win commit 0", "lose commit 6", "then pass"),
    ("win place settlement B10", "lose place temple A1", "swap 6", "swap: farm farm farm temple temple temple"),
    ("x" * 44, "x" * 44, "x" * 44, "x" * 44),
)


def test_a_note_takes_the_same_room_for_every_plan() -> None:
    """Attacks 116 and 131: no plan, four lines, a hidden swap, the longest lines there can be."""
    match = dealt_to(("temple",), ("temple",))
    do = ("leader king B9", "commit 0")

    assert len({room(sealed_note(match, asked(match), do, plan)) for plan in PLANS}) == 1


def test_a_note_takes_the_same_room_for_every_number_of_tiles_in_a_sealed_commit() -> None:
    """Attack 116."""
    match = dealt_to(("temple",), ("temple",))

    assert len({room(sealed_note(match, asked(match), ("pass",), (f"commit {n}",))) for n in range(7)}) == 1


def test_a_swap_takes_the_same_room_for_every_number_and_every_kind() -> None:
    """Attack 116: the number is public, the kinds are not; neither shows in the size."""
    match = with_fresh_draw()
    seat = asked(match)
    held = hand(match, seat)
    notes = [
        move_note(match.players[seat], match.keys[seat], draft(match.players[seat], match.eyes[seat], [typed]))
        for typed in (" ".join(("swap", *held[:number])) for number in range(1, 7))
    ]

    assert len({room(note) for note in notes}) == 1


def test_a_hand_line_takes_the_same_room_for_one_tile_and_for_twelve() -> None:
    """Attack 85: only who drew is seen, and how many is in the events anyway."""
    sizes = {len(line) for step_note in steps_of(four()) for line in step_note.hand.values()}

    assert sizes == {sealed.sealed_size(1)}
    assert {sealed.blocks_for(number) for number in range(1, 13)} == {1}


# Refusals


def other_hidden(match: Match, seat: str, words: Iterator[int]) -> Position:
    """The referee's position in a world where only what `seat` cannot know is different: others' hands and the bag."""
    knowledge, index = match.host.knowledge, match.table.seat(seat)
    assert isinstance(knowledge, Dealer)
    (pile,) = knowledge.piles
    others = [kind for at, held in enumerate(knowledge.hands) if at != index for kind in held]
    hidden = [*others, *pile.kinds[pile.drawn :]]
    mixed = [hidden[at] for at in shuffle(next(words).to_bytes(8, "big"), "mix", len(hidden))]
    hands = []
    for at, held in enumerate(knowledge.hands):
        taken = held if at == index else tuple(sorted(mixed[: len(held)]))
        mixed = mixed if at == index else mixed[len(held) :]
        hands.append(taken)
    supply = Supply(pile.name, (*pile.kinds[: pile.drawn], *mixed), pile.drawn)
    return replace(match.host, knowledge=Dealer(tuple(hands), (supply,), knowledge.covered))


def verdict(position: Position, match: Match, note: Move) -> tuple[object, ...]:
    """What the referee says of a note: its refusal with every word, or the orders up to the first news."""
    try:
        run = produce(position, note, match.host_eyes)
    except RefereeError as error:
        return type(error), str(error), error.at, error.hint, error.rule
    return tuple(run.orders[: len(note.do)])


def attempts(match: Match, seat: str) -> Iterator[SignedNote]:
    """Notes of a seat, good and bad: some that the public superset of orders allows, and some that it does not."""
    position, index = match.players[seat], match.table.seat(seat)
    game = position.table.game
    texts = [game.notation.format_order(move) for move in game.legal_orders(position.state, index, None)]
    for number, text in enumerate(
        [*texts[:: max(1, len(texts) // 12)], "place temple A1", "commit 6", "withdraw king"]
    ):
        kinds = hand(match, seat)
        lines: tuple[str, ...] | None = ("pass",) if number % 2 else ()
        if text.startswith("swap"):
            lines = (f"swap: {' '.join(kinds[: int(text.split()[1])])}", "place temple A1")
        yield sealed_note(match, seat, (text,), lines)
        yield sealed_note(match, seat, (text,), None)


def test_whether_a_note_is_refused_depends_on_nothing_its_author_does_not_know() -> None:
    """The same notes in ten worlds with other hands of the others and another bag: the same words, every time."""
    words = stream(sha256(b"refusals").digest(), "worlds")
    tried = 0
    match = copy_of(running())
    for _ in range(6):
        seat = asked(match)
        for signed in attempts(match, seat):
            note = signed.note()
            assert isinstance(note, Move)
            heard = {verdict(other_hidden(match, seat, words), match, note) for _ in range(3)}
            heard.add(verdict(match.host, match, note))
            tried += 1

            assert len(heard) == 1, note.do
        order(match, "pass" if match.host.request.question == "turn" else "commit 0")  # type: ignore[union-attr]
    assert tried > 100


def test_a_note_is_accepted_whatever_its_own_swap_draws() -> None:
    """A sealed order behind a draw is carried out or not; it never refuses the note (attack 125)."""
    words = stream(sha256(b"draws").digest(), "worlds")
    match = with_fresh_draw()
    seat = asked(match)
    signed = match.write(seat, [swap_all(match), f"then place {fresh_kinds(match)[0]} A1"])
    note = signed.note()
    assert isinstance(note, Move)
    ends = {len(produce(other_hidden(match, seat, words), note, match.host_eyes).orders) for _ in range(40)}

    assert ends == {1, 2}


def test_no_refusal_says_what_a_hand_holds() -> None:
    """Whatever a seat lacks, and however many it has of it, the sentence is the same one."""
    said = set()
    for match in (dealt_to(("temple",), ("temple",)), dealt_to(("farm", "farm"), ("farm",)), with_fresh_draw()):
        seat = asked(match)
        held = hand(match, seat)
        for kind in ("temple", "settlement", "market", "farm"):
            wanted = min(6, held.count(kind) + 1)
            signed = sealed_note(match, seat, (f"swap {wanted}",), (f"swap: {' '.join([kind] * wanted)}",))
            note = signed.note()
            assert isinstance(note, Move)
            if held.count(kind) < wanted:
                with pytest.raises(IllegalMove) as refusal:
                    produce(match.host, note, match.host_eyes)
                said.add((str(refusal.value), refusal.value.hint, refusal.value.at))

    assert said == {("[TE 3.5] your hand does not hold this", None, None)}


# Canaries


def spellings(secret: bytes) -> set[bytes]:
    """The ways in which a secret could slip into a text or a file."""
    plain = base64.b64encode(secret)
    return {
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        plain.rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
        repr(secret)[2:-1].encode(),
    }


def secrets_of(match: Match) -> dict[str, bytes]:
    """Everything that must stay secret while this game runs: keys, boxes, shares not yet open, seeds, salts."""
    table = match.table
    found: dict[str, bytes] = {}
    for name, key in match.keys.items():
        secret = own_secret(table, key)
        found |= {
            f"identity of {name}": key._seed,
            f"secret of {name}": secret,
            f"box of {name}": boxes.box_private(secret),
        }
        if name == HOST:
            found["r_0"] = joint.r_of(secret)
    seed = match.host_eyes.hidden_seed
    assert seed is not None
    found["hidden seed"] = seed
    for seat, (orders, hands) in enumerate(zip(match.host_eyes.order_keys, match.host_eyes.hand_keys, strict=True)):
        assert orders is not None
        assert hands is not None
        found |= {f"seal key {seat}": orders, f"hand key {seat}": hands}
    for pile in table.piles:
        found |= {f"salt {at}": joint.pile_salt(seed, pile.name, at) for at in range(pile.size)}
    for plan in match.host.plans:
        if plan is not None:
            found |= {f"pin salt {plan.step} {line}": salt for line, salt in enumerate(plan.salts)}
    return found


def assert_no_canary(match: Match, texts: Mapping[str, bytes]) -> None:
    everything = b"\n".join(texts.values())
    joined = re.sub(rb"\s", b"", everything)
    for name, secret in secrets_of(match).items():
        for spelling in spellings(secret):
            assert spelling not in everything, name
            assert spelling not in joined, name


def test_no_secret_stands_in_any_file_or_letter_while_the_game_runs() -> None:
    """Attack 72, over all that a running game has published."""
    match = running()
    letters = {
        f"{position.table.names} {lang}": letter(position, match.signed_notes[step_name(position.step)], lang)
        for position in (match.host, *match.players.values())
        for lang in ("en", "it")
    }

    assert_no_canary(match, {**match.files, **letters})


def test_no_secret_stands_in_any_report_of_a_running_game() -> None:
    """Attack 72: with every key at the table, the referee's included."""
    match = running()
    keys = (None, *match.keys.values())

    assert_no_canary(match, {str(at): repr(audit(match.files, key)).encode() for at, key in enumerate(keys)})


def test_no_secret_stands_in_the_printed_form_of_anything_at_the_table() -> None:
    """Attack 71: what a debugger, a log or a failing test would print."""
    match = running()
    values = [match.keys, match.host_eyes, match.eyes, match.host, match.players, match.host.plans, match.table]
    values += [signed for signed_notes in match.signed_notes.values() for signed in signed_notes]

    assert_no_canary(match, {str(at): repr(value).encode() for at, value in enumerate(values)})


def refusals(match: Match) -> Iterator[RefereeError]:
    """Refusals of every layer, at the host's and at a player's."""
    seat = asked(match)
    for signed in attempts(match, seat):
        try:
            close_step(match.host, signed, match.host_eyes, key_of(HOST))
        except RefereeError as error:
            yield error
    for name, data in match.files.items():
        for at in range(40, len(data), 997):
            files = {**match.files, name: data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]}
            yield from _findings(files)


def _findings(files: Mapping[str, bytes]) -> Iterator[RefereeError]:
    from referee.table.reading.history import read_history

    try:
        read_history(files, key_of(HOST), all_signatures=True)
    except RefereeError as error:
        yield error


def test_no_secret_stands_in_any_refusal_or_traceback() -> None:
    """Attacks 71 and 72: the sentence, its values, its hint, and the traceback as Python prints it."""
    match = running()
    told = {}
    for number, error in enumerate(refusals(match)):
        shown = [str(error), repr(error), repr(error.values), str(error.hint), *traceback.format_exception(error)]
        told[str(number)] = "\n".join(shown).encode()

    assert len(told) > 60
    assert_no_canary(match, told)


def test_the_canaries_would_be_seen() -> None:
    """After the end share and box are open: then the same search finds them."""
    match = small()
    files = b"\n".join(match.files.values())
    found = [name for name, secret in secrets_of(match).items() if any(s in files for s in spellings(secret))]

    assert found == ["box of host", "r_0"]
    assert DEAL in match.files


def test_every_covered_note_of_a_whole_game_has_the_games_one_size_of_cover() -> None:
    """Over every note of a game of random players, with and without plans behind them."""
    moves = [
        note
        for data in four().files.values()
        for note in (signed.note() for signed in read_bundle(data))
        if isinstance(note, Move) and note.seal is not None
    ]

    info = four().table.game.info
    assert len(moves) > 10
    assert {len(note.pin) for note in moves} == {info.pins}
    assert {len(note.seal) for note in moves if note.seal} == {sealed.sealed_size(info.seal_blocks)}
