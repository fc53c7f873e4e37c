"""Two checkers that share no code agree: on whole games, planted faults, signatures and boxes that only look good.

The second one knows no rules of the game, so faults of ruling are for the first alone.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from referee.audit.recompute import audit
from referee.kernel.canonical_json import decode_b64, encode_b64
from referee.protocol.step.ending import make_ack
from referee.record.note import BEGIN, END, SignedNote, render_bundle
from tests.crypto import second
from tests.support import ROOT
from tests.support.example_games import cards, ur
from tests.support.rehearse import Match, test_key
from tests.table import (
    second_checker,
    second_keys,
    second_masks,
    second_notes,
    second_people,
    second_silence,
    second_table,
)
from tests.table.signatures import checked_apart
from tests.table.small_games import CHARTER, DEAL, HOST, four, key_of, signed_again, small, step_name, with_notes
from tests.table.standing_games import renewed

LAST = max(name for name in small().files if name.endswith(".step"))


@pytest.mark.parametrize(
    "module",
    [second_checker, second_notes, second_people, second_keys, second_masks, second_silence, second_table],
    ids=["the games", "their notes", "their people", "their keys", "their masks", "their silence", "their steps back"],
)
def test_the_second_checker_shares_no_code_with_the_program(module: ModuleType) -> None:
    """Attack 100: the standard library and stock ssh-keygen, nothing else."""
    tree = ast.parse(Path(str(module.__file__)).read_text("utf-8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    imported |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}

    known = {
        module.__name__
        for module in (second_notes, second_people, second_keys, second_masks, second_silence, second_table)
    }
    assert imported - known <= {
        *("__future__", "base64", "collections", "collections.abc", "copy", "functools", "hashlib", "hmac"),
        *("itertools", "pathlib", "re", "shutil", "struct", "subprocess", "sys", "tempfile"),
    }


def test_a_game_whose_goods_the_second_checker_does_not_know_is_named_as_not_checked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert second_checker.main(ROOT / "examples" / "civilization-2p") == 2
    assert capsys.readouterr().out.startswith("games of civilization are not checked: ")
    assert second_checker.main(tmp_path) == 2


@pytest.mark.needs("ssh-keygen")
def test_both_checkers_find_nothing_in_an_honest_game_and_ssh_keygen_verifies_every_note() -> None:
    assert second_checker.check(small().files) is None
    assert audit(small().files).verdict == "clean"


def test_without_ssh_keygen_the_second_checker_works_out_every_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(second_notes, "_verified", {})
    monkeypatch.setattr("shutil.which", lambda name: None)
    assert second_checker.check(small().files) is None

    at = "ack-anna.note"
    broken = armoured(blob(signature=_flip(ack().signature, 0)))
    assert (
        second_checker.check({**small().files, at: broken}) == f"Wrong: the signature of ack {ack().id} does not hold"
    )


HONEST = [
    *(pytest.param(four, id="four seats"), pytest.param(renewed, id="renewed")),
    *(pytest.param(match, id=match.__name__, marks=pytest.mark.long) for match in (cards, ur)),
]
"""The long ones are those of `examples/`, which both checkers read in `test_every_game.py`."""


@pytest.mark.parametrize("match", HONEST)
def test_both_checkers_find_nothing_in_an_honest_game(match: Callable[[], Match]) -> None:
    assert checked_apart(match().files) is None
    assert audit(match().files).verdict == "clean"


def test_the_second_checker_names_what_it_does_not_check() -> None:
    record = ROOT / "examples" / "cards-2p" / "record"

    assert second_checker.unchecked({path.name: path.read_bytes() for path in record.iterdir()}) == [
        "the rules of the game: orders, questions, events, states, ranks",
        "what hand lines and seals hold: AES-SIV is not in the standard library",
        "whether standing answers say what was answered for them: 49 orders",
    ]


# Planted faults, with everything behind them signed again so that the chain holds


def with_acks(files: dict[str, bytes], end: SignedNote) -> dict[str, bytes]:
    for seat in small().table.names:
        files[f"ack-{seat}.note"] = render_bundle((make_ack(key_of(seat), small().table, end.id),))
    return files


def with_end(**values: Any) -> dict[str, bytes]:
    end = signed_again(small().signed_notes[LAST][-1], key_of(HOST), **values)
    return with_acks(with_notes(small(), LAST, (*small().signed_notes[LAST][:-1], end)), end)


def with_last_step(**values: Any) -> dict[str, bytes]:
    move, step_note, end = small().signed_notes[LAST]
    forged = signed_again(step_note, key_of(HOST), **values)
    closing = signed_again(end, key_of(HOST), head=forged.id)
    return with_acks(with_notes(small(), LAST, (move, forged, closing)), closing)


def with_deal(change: Callable[[Any], dict[str, Any]]) -> dict[str, bytes]:
    """The game with another deal and every later note signed again on it, by both sides in league."""
    files, signed_notes = dict(small().files), small().signed_notes
    *accepts, deal = signed_notes[DEAL]
    forged = signed_again(deal, key_of(HOST), **change(deal.note()))
    files[DEAL] = render_bundle((*accepts, forged))
    head = forged.id
    for name in sorted(files):
        if not name.endswith(".step"):
            continue
        move, step_note, *end = signed_notes[name]
        move = signed_again(move, key_of(str(move.note().seat)), head=head)  # type: ignore[union-attr]
        listed = tuple(type(line)(line.seat, move.id) for line in step_note.note().note)  # type: ignore[union-attr, operator]
        step_note = signed_again(step_note, key_of(HOST), head=head, note=listed)
        head = step_note.id
        closing = [signed_again(signed, key_of(HOST), head=head) for signed in end]
        files[name] = render_bundle((move, step_note, *closing))
        if closing:
            with_acks(files, closing[0])
    return files


def _bag_with_two_lines_swapped(note: Any) -> dict[str, Any]:
    return {"bag": (*note.bag[:-2], note.bag[-1], note.bag[-2])}


def _drop(name: str) -> dict[str, bytes]:
    return {other: data for other, data in small().files.items() if other != name}


def _swap(one: str, other: str) -> dict[str, bytes]:
    return {**small().files, one: small().files[other], other: small().files[one]}


FAULTS: Mapping[str, Callable[[], dict[str, bytes]]] = {
    "another share at the end": lambda: with_end(open=bytes(32)),
    "no share at the end": lambda: with_end(open=None),
    "an end of another head": lambda: with_end(head=small().signed_notes[DEAL][-1].id),
    "a tile played that was never drawn": lambda: with_last_step(event=("spent anna farm 60",)),
    "more drawn than there was": lambda: with_last_step(event=("drew anna 60",)),
    "a hand line for somebody who drew nothing": lambda: with_last_step(hand={"anna": bytes(272)}),
    "a bag of another order": lambda: with_deal(_bag_with_two_lines_swapped),
    "a bag one short": lambda: with_deal(lambda note: {"bag": note.bag[:-1]}),
    "another toss": lambda: with_deal(lambda note: {"toss": bytes(32)}),
    "a step missing": lambda: _drop(step_name(4)),
    "two steps swapped": lambda: _swap(step_name(4), step_name(5)),
    "an ack under another name": lambda: _swap("ack-anna.note", "ack-bert.note"),
    "the deal of another game": lambda: {**small().files, DEAL: four().files[DEAL]},
    "the offer of another game": lambda: {**small().files, "offer.note": four().files["offer.note"]},
    "a file too many": lambda: {**small().files, "ack-carl.note": small().files["ack-anna.note"]},
    "no end": lambda: with_notes(small(), LAST, small().signed_notes[LAST][:-1]),
}


@pytest.mark.parametrize("what", FAULTS)
def test_both_checkers_find_a_planted_fault(what: str) -> None:
    files = FAULTS[what]()

    assert second_checker.check(files) is not None
    assert audit(files).verdict != "clean"


def test_a_game_signed_again_from_an_unchanged_deal_is_clean_for_both() -> None:
    """The forging above is sound: without a change in the deal the chain that it makes holds."""
    files = with_deal(lambda note: {})

    assert second_checker.check(files) is None
    assert audit(files).verdict == "clean"


def test_every_changed_line_of_a_file_is_found_by_the_second_checker_too() -> None:
    """Not only where the first one looks: one byte in every line of one ack and one step."""
    for name in ("ack-anna.note", step_name(1)):
        data = small().files[name]
        starts = [0, *(at + 1 for at, byte in enumerate(data[:-1]) if byte == 10)]
        missed = [at for at in starts[::2] if second_checker.check({**small().files, name: _flip(data, at)}) is None]

        assert missed == []


def _flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 1]) + data[at + 1 :]


# Attack 108: signatures that ssh-keygen may take and nobody here does


def ack() -> SignedNote:
    return small().signed_notes["ack-anna.note"][0]


def armoured(blob: bytes, *, behind: str = "", twice: bool = False) -> bytes:
    from base64 import b64encode

    text = b64encode(blob).decode()
    block = "\n".join(
        [
            "-----BEGIN SSH SIGNATURE-----",
            *(text[at : at + 64] for at in range(0, len(text), 64)),
            "-----END SSH SIGNATURE-----",
        ]
    )
    blocks = f"{block}\n{block}" if twice else block
    return f"{BEGIN}\n{ack().body.decode()}{blocks}\n{END}\n{behind}".encode()


SPACE = b"ack@referee.pbem"


def blob(**changes: Any) -> bytes:
    return second.signature_blob(ack().key, SPACE, changes.pop("signature", ack().signature), **changes)


def s_plus_l() -> bytes:
    s = int.from_bytes(ack().signature[32:], "little") + second.GROUP
    return ack().signature[:32] + s.to_bytes(32, "little")


def seed() -> bytes:
    return key_of("anna")._seed


SIGNATURES: Mapping[str, Callable[[], bytes]] = {
    "S + L": lambda: armoured(blob(signature=s_plus_l())),
    "a filled reserved field": lambda: armoured(
        blob(signature=second.ssh_signature(seed(), SPACE, ack().body, reserved=b"x"), reserved=b"x")
    ),
    "sha256": lambda: armoured(
        blob(signature=second.ssh_signature(seed(), SPACE, ack().body, "sha256"), hash_name=b"sha256")
    ),
    "a second block": lambda: armoured(blob(), twice=True),
    "text behind the end": lambda: armoured(blob(), behind="yours, Anna\n"),
    "bytes behind the signature": lambda: armoured(blob(behind=b"\0")),
    "version 2": lambda: armoured(blob(version=2)),
    "a security key": lambda: armoured(blob(key_type=b"sk-ssh-ed25519@openssh.com")),
    "another namespace": lambda: armoured(
        second.signature_blob(ack().key, b"file", second.ssh_signature(seed(), b"file", ack().body))
    ),
}


def test_the_plain_signature_is_taken_by_both() -> None:
    """What the vectors above change is really the one thing that differs."""
    assert armoured(blob()) == small().files["ack-anna.note"]


@pytest.mark.parametrize("what", SIGNATURES)
def test_both_checkers_refuse_a_signature_of_another_shape(what: str) -> None:
    """Attack 108: ssh-keygen says Good to several of these; its yes supports ours, our no decides."""
    files = {**small().files, "ack-anna.note": SIGNATURES[what]()}

    assert second_checker.check(files) is not None
    assert audit(files).findings[0].at == "ack-anna.note"


IDENTITY = bytes([1]) + bytes(31)


def charter_with(**values: Any) -> dict[str, bytes]:
    """The record up to a charter that quotes another join of bert."""
    offer, anna, bert, charter = small().signed_notes[CHARTER]
    join = signed_again(bert, values.pop("signer", key_of("bert")), **values)
    return _charter(offer, anna, join, charter)


def _charter(offer: SignedNote, anna: SignedNote, bert: SignedNote, charter: SignedNote) -> dict[str, bytes]:
    note, joins = charter.note(), {"anna": anna, "bert": bert}
    quotes = {
        word: {**getattr(note, word), **{seat: getattr(join.note(), word) for seat, join in joins.items()}}
        for word in ("key", "box", "lock")
    }
    ids = {seat: join.id for seat, join in joins.items()}
    forged = signed_again(charter, key_of(HOST), join=ids, **quotes)
    return {"offer.note": small().files["offer.note"], CHARTER: render_bundle((offer, anna, bert, forged))}


def identity_key() -> dict[str, bytes]:
    """Bert's key is the neutral element: R = S B - k A is R = S B for any text, so neutral R and S = 0 verify."""
    offer, anna, bert, charter = small().signed_notes[CHARTER]
    body = bert.body.replace(f"key {encode_b64(bert.key)}".encode(), f"key {encode_b64(IDENTITY)}".encode())
    return _charter(offer, anna, SignedNote(body, IDENTITY, bert.namespace, IDENTITY + bytes(32)), charter)


def second_reads_charter(files: dict[str, bytes]) -> str | None:
    """The second checker on a record that ends with its charter: the deal of the honest game stands in for the rest."""
    return second_checker.check({**files, DEAL: small().files[DEAL]})


def test_both_checkers_refuse_the_neutral_key() -> None:
    """Attacks 1 and 108: libraries verify forgeries under it."""
    files = identity_key()

    assert "the neutral key" in str(second_reads_charter(files))
    assert audit(files).verdict == "fault"


BOXES: Mapping[str, tuple[str, str]] = {
    # attack 107: two boxes that are one, or one that is no sound point
    "the top bit set": ("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", "zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5Yfdk"),
    "the inverse": ("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", "Ceh-z3gyYvr0PP7ZKdf5O7VSkHNevyaCS-qVe-fIn3k"),
    "the same": ("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", "zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk"),
    "the twist": ("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", encode_b64((2).to_bytes(32, "little"))),
    "p + 2": ("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", "7________________________________________38"),
    "zero": ("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", encode_b64(bytes(32))),
}


@cache
def boxed(anna_box: str, bert_box: str) -> dict[str, bytes]:
    offer, anna, bert, charter = small().signed_notes[CHARTER]
    joins = (
        signed_again(anna, key_of("anna"), box=decode_b64(anna_box)),
        signed_again(bert, key_of("bert"), box=decode_b64(bert_box)),
    )
    return _charter(offer, *joins, charter)


@pytest.mark.parametrize("what", BOXES)
def test_both_checkers_refuse_boxes_that_are_one_or_no_sound_point(what: str) -> None:
    """Attack 107."""
    files = boxed(*BOXES[what])

    assert "box" in str(second_reads_charter(files))
    assert audit(files).verdict == "fault"


def test_two_honest_boxes_pass_both() -> None:
    """The same forging with sound boxes reaches the next check: the deal is of the other charter."""
    files = boxed("zo060cy2M-x7cMF4FKXHbs0CloUFDTRHRboFhw5YfVk", encode_b64(small().table.seats[1].box))

    assert "for another game" in str(second_reads_charter(files))
    assert audit(files).findings == ()


def test_a_key_of_a_stranger_in_a_charter_is_no_matter_for_a_checker() -> None:
    """Who people are is compared by four words; a checker proves what keys did."""
    stranger = test_key("mallory")
    files = charter_with(signer=stranger, key=stranger.public)

    assert audit(files).findings == ()
