"""Whatever is changed in a finished game is found, and the file is named; and nobody is accused of broken copies.

How all single bytes are affordable: a change in one file is found by reading this file alone (strictly, with the
signatures of its notes), or it leads to another id. `test_a_file_that_reads_and_verifies_*` hold that lemma; the ids
are chained, so another id is found by the whole audit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache

import pytest

from referee.audit.recompute import NoGame, audit
from referee.kernel.canonical_json import encode_b64
from referee.kernel.errors import NotAuthentic, Unreadable
from referee.record.mails.unwrap import unwrap
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import AnyNote, Step
from tests.long_runs import of
from tests.table.small_games import (
    CHARTER,
    DEAL,
    HOST,
    four,
    key_of,
    running,
    signed_again,
    small,
    step_name,
    with_notes,
)
from tests.table.tampered_records import LAST, blames, first_step, flipped


@cache
def identities(name: str) -> tuple[tuple[str, bytes], ...]:
    """(id, key) of every note of a file of the small game."""
    return tuple((signed.id, signed.key) for signed in read_bundle(small().files[name]))


def survives_alone(data: bytes, expected: tuple[tuple[str, bytes], ...]) -> bool:
    """Whether a file reads strictly, every signature fits, and the notes are still the same by the same keys."""
    try:
        signed_notes = read_bundle(data)
        for signed in signed_notes:
            signed.check()
    except (Unreadable, NotAuthentic):
        return False
    return tuple((signed.id, signed.key) for signed in signed_notes) == expected


def test_the_games_under_attack_are_clean() -> None:
    """Every other test here changes one thing in a record that is clean without the change."""
    reports = [audit(small().files), audit(four().files)]

    assert [(report.verdict, report.depth, report.findings) for report in reports] == [("clean", 5, ())] * 2


@pytest.mark.parametrize("name", sorted(small().files))
def test_every_byte_changed_in_a_file_is_found_in_that_file(name: str) -> None:
    """Attack 32, over all bytes of the small game; in a short run over every 19th, at others in each file."""
    data, expected = small().files[name], identities(name)
    apart = of(19, 1)

    assert survives_alone(data, expected)
    assert [
        at for at in range(len(name) % apart, len(data), apart) if survives_alone(flipped(data, at), expected)
    ] == []


@pytest.mark.parametrize("name", sorted(small().files))
def test_a_byte_changed_in_any_line_makes_the_whole_audit_name_the_file(name: str) -> None:
    """Attack 32 through the front door: one byte of every line, a little further along in each."""
    data, missed = small().files[name], []
    start, apart = 0, of(16, 1)
    for number, line in enumerate(data.split(b"\n")[:-1]):
        at = start + number * 7 % (len(line) + 1)
        if number % apart == len(name) % apart and not blames(audit({**small().files, name: flipped(data, at)}), name):
            missed.append(at)
        start += len(line) + 1

    assert missed == []


@pytest.mark.parametrize("bit", range(8))
def test_every_bit_of_a_signature_counts(bit: int) -> None:
    """The blob is compared with what key and signature re-encode to, so that no bit of the armour is free."""
    data, expected = small().files["ack-anna.note"], identities("ack-anna.note")
    start = data.index(b"-----BEGIN SSH")
    changed = [data[:at] + bytes([data[at] ^ 1 << bit]) + data[at + 1 :] for at in range(start, len(data))]

    assert [at for at, file in enumerate(changed) if survives_alone(file, expected)] == []


def test_a_file_that_reads_and_verifies_has_the_same_bytes_or_another_id() -> None:
    """The lemma of the module: re-rendering is exact, and a body has one id."""
    for match in (small(), four()):
        for name, data in match.files.items():
            signed_notes = read_bundle(data)

            assert render_bundle(signed_notes) == data, name
            assert [signed.id for signed in signed_notes] == [
                SignedNote(f.body, f.key, f.namespace, f.signature).id for f in signed_notes
            ]
            assert len({signed.id for signed in signed_notes}) == len(signed_notes), name


def _another_note(note: AnyNote) -> dict[str, object]:
    """A change of any note that its own key holder might sign: the last text or bytes field gets another value."""
    if hasattr(note, "say"):
        return {"say": (*note.say, "x")}
    for field in ("lock", "state", "head", "open"):
        value = getattr(note, field, None)
        if isinstance(value, bytes):
            return {field: bytes([value[0] ^ 1]) + value[1:]}
        if isinstance(value, str):
            return {field: encode_b64(bytes(32))}
        if value:
            return {field: {**value, "anna": bytes(32)}}
    raise AssertionError(note)


@pytest.mark.parametrize("name", [name for name in sorted(small().files) if not name.startswith("ack-")])
def test_a_note_signed_again_by_its_own_key_breaks_the_chain_behind_it(name: str) -> None:
    """The second half of the lemma: another id is found, here or at the next file that names it."""
    keys = {key.public: key for key in map(key_of, ("anna", "bert", HOST))}
    names = sorted(small().files)
    for index, signed in enumerate(small().signed_notes[name]):
        forged = signed_again(signed, keys[signed.key], **_another_note(signed.note()))
        signed_notes = (*small().signed_notes[name][:index], forged, *small().signed_notes[name][index + 1 :])

        report = audit(with_notes(small(), name, signed_notes))

        assert forged.id != signed.id
        assert report.verdict == "fault"
        assert report.findings[0].at in (name, CHARTER, DEAL, *names[names.index(name) :])


def test_a_signature_broken_alone_accuses_nobody() -> None:
    """Attack 119. The text is intact, so the sentence speaks of this copy and of no party."""
    for name, data in small().files.items():
        block = data.rindex(b"-----BEGIN SSH SIGNATURE-----\n") + 250  # inside the 64 bytes of the last signature
        report = audit({**small().files, name: data[:block] + flipped(data[block : block + 1], 0) + data[block + 1 :]})

        (finding,) = report.findings
        assert (finding.at, finding.layer) == (name, "not authentic")
        assert finding.sentence.startswith("the signature of this copy does not match (")
        assert not re.search(r"anna|bert|referee|cheat|forge", finding.sentence)


def test_the_other_copy_of_a_broken_one_is_clean() -> None:
    assert audit(dict(small().files)).faultless


# Files removed, added, renamed, doubled, swapped


def _without(*names: str) -> dict[str, bytes]:
    return {name: data for name, data in small().files.items() if name not in names}


ACKS = ("ack-anna.note", "ack-bert.note")


@pytest.mark.parametrize("count", [1, 2, 5, int(LAST[:4])])
def test_a_record_cut_at_its_end_is_a_game_in_progress(count: int) -> None:
    """Attack 133: nothing tells it from a game that still runs, so it is never called clean."""
    last = int(LAST[:4])
    cut = _without(*ACKS, *(step_name(step) for step in range(last - count + 1, last + 1)))

    report = audit(cut)

    assert (report.verdict, report.step, report.findings, report.depth) == ("in progress", last - count, (), 1)
    assert report.unchecked


@pytest.mark.parametrize("ack", ACKS)
def test_an_ack_left_over_betrays_the_steps_that_were_cut_off(ack: str) -> None:
    """Attack 133: the finding names the note that is missing."""
    end = small().signed_notes[LAST][-1]
    report = audit(_without(LAST, *(set(ACKS) - {ack})))

    assert blames(report, ack)
    assert report.findings[0].layer == "not now"
    assert end.id in report.findings[0].sentence


def test_a_head_known_from_elsewhere_betrays_the_steps_that_were_cut_off() -> None:
    """Attack 133."""
    end, before = small().signed_notes[LAST][-1], small().signed_notes[step_name(int(LAST[:4]) - 1)][-1]
    cut = _without(LAST, *ACKS)

    assert audit(cut, head=before.id).verdict == "in progress"
    assert [finding.layer for finding in audit(cut, head=end.id).findings] == ["not now"]
    assert audit(small().files, head=end.id).verdict == "clean"


@pytest.mark.parametrize("gone", [name for name in sorted(small().files) if name not in (LAST, *ACKS, CHARTER)])
def test_a_file_missing_in_the_middle_is_named_with_the_step(gone: str) -> None:
    """Attack 22: refused at the gap, never guessed."""
    report = audit(_without(gone))
    (finding,) = report.findings
    following = {"offer.note": CHARTER, DEAL: step_name(1)}.get(gone) or step_name(int(gone[:4]) + 1)

    assert (report.verdict, finding.at, finding.layer) == ("fault", following, "not now")
    if gone.endswith(".step"):
        assert f"step {int(gone[:4])} is missing" in finding.sentence


def test_without_a_charter_there_is_no_game_to_audit() -> None:
    with pytest.raises(NoGame):
        audit(_without(CHARTER))


def test_a_missing_ack_is_no_fault_and_is_counted() -> None:
    report = audit(_without("ack-anna.note"))

    assert (report.verdict, report.acked) == ("clean", ("bert",))


@pytest.mark.parametrize(
    ("copied", "to"),
    [
        (step_name(5), step_name(int(LAST[:4]) + 1)),
        (LAST, step_name(int(LAST[:4]) + 1)),
        ("ack-anna.note", "ack-carl.note"),
        (DEAL, step_name(int(LAST[:4]) + 1)),
        ("offer.note", "ack-carl.note"),
    ],
)
def test_a_file_doubled_under_another_good_name_is_named(copied: str, to: str) -> None:
    assert blames(audit({**small().files, to: small().files[copied]}), to)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (step_name(3), step_name(4)),
        (step_name(3), step_name(5)),
        (step_name(1), LAST),
        (DEAL, step_name(1)),
        (CHARTER, DEAL),
        ("offer.note", CHARTER),
        ACKS,
    ],
)
def test_two_files_swapped_are_found_at_one_of_them(one: str, other: str) -> None:
    files = dict(small().files)
    files[one], files[other] = files[other], files[one]

    report = audit(files)

    assert report.verdict == "fault"
    assert report.findings[0].at in (one, other)


def test_a_file_of_another_game_of_the_same_seats_is_named() -> None:
    """Attack 21."""
    for name in (step_name(3), DEAL, "ack-anna.note"):
        other = {**four().files, **running().files}[name]

        assert blames(audit({**small().files, name: other}), name)


def test_a_file_cut_at_any_byte_is_found() -> None:
    """Attack 22: between two notes as well, where what is left still reads."""
    for name in (step_name(1), LAST, DEAL):
        data, expected = small().files[name], identities(name)
        cuts = [at for at in range(len(data)) if survives_alone(data[:at], expected)]
        signed_notes = small().signed_notes[name]

        assert cuts == []
        assert all(
            blames(audit(with_notes(small(), name, signed_notes[:count])), name)
            for count in range(1, len(signed_notes))
        )
    assert blames(audit({**small().files, step_name(1): b""}), step_name(1))


# Stored files are read strictly; the same bytes in a mail are healed or refused


def _armour_start(data: bytes) -> int:
    return data.index(b"-----BEGIN SSH SIGNATURE-----\n") + len(b"-----BEGIN SSH SIGNATURE-----\n")


def _narrow_armour(data: bytes) -> bytes:
    start = _armour_start(data)
    end = data.index(b"\n-----END SSH", start)
    text = data[start:end].replace(b"\n", b"")
    return data[:start] + b"\n".join(text[at : at + 63] for at in range(0, len(text), 63)) + data[end:]


def _slack_bits(data: bytes) -> bytes:
    at = data.index(b"\n-----END SSH") - 1
    while data[at : at + 1] == b"=":
        at -= 1
    return data[:at] + bytes([data[at] + 1]) + data[at + 1 :]


MANGLINGS: Mapping[str, Callable[[bytes], bytes]] = {
    "no-break space": lambda data: data.replace(b"\nstep ", b"\nstep\xc2\xa0", 1),
    "no-break space behind a line": lambda data: data.replace(b"\nstep 1\n", b"\nstep 1\xc2\xa0\n", 1),
    "vertical tab": lambda data: data.replace(b"\nstep ", b"\x0b\nstep ", 1),
    "next line": lambda data: data.replace(b"\nstep ", b"\xc2\x85\nstep ", 1),
    "line separator": lambda data: data.replace(b"\nstep ", b"\xe2\x80\xa8\nstep ", 1),
    "blank line": lambda data: data.replace(b"\nstep ", b"\n\nstep ", 1),
    "trailing blank": lambda data: data.replace(b"\nstep ", b" \nstep ", 1),
    "CRLF": lambda data: data.replace(b"\n", b"\r\n"),
    "quoted": lambda data: b"> " + data.replace(b"\n", b"\n> ")[:-2],
    "63-column armour": _narrow_armour,
    "slack bits of the armour": _slack_bits,
    "text above": lambda data: b"anna places a temple\n" + data,
    "text between": lambda data: data.replace(b"NOTE-----\n-----BEGIN", b"NOTE-----\nhello\n-----BEGIN", 1),
    "text below": lambda data: data + b"--\nsent from a telephone\n",
    "byte order mark": lambda data: b"\xef\xbb\xbf" + data,
    "no line end at the end": lambda data: data[:-1],
    "one line end more": lambda data: data + b"\n",
}


@pytest.mark.parametrize("name", MANGLINGS)
def test_a_stored_file_in_another_spelling_is_named(name: str) -> None:
    """Attack 110: what a tolerant reader would heal is no file of a record."""
    mangled = MANGLINGS[name](small().files[step_name(1)])

    assert mangled != small().files[step_name(1)]
    assert blames(audit({**small().files, step_name(1): mangled}), step_name(1))


@pytest.mark.parametrize("name", MANGLINGS)
def test_the_same_bytes_in_a_mail_are_healed_or_refused(name: str) -> None:
    """Attack 110: never stored as they came."""
    data = small().files[step_name(1)]
    try:
        found = unwrap(MANGLINGS[name](data))
    except (Unreadable, NotAuthentic):
        return

    assert {signed.id for signed in found.signed_notes} <= {signed.id for signed in read_bundle(data)}
    assert len(found.signed_notes) == 2 or found.remarks


def test_a_step_note_that_says_another_state_is_found_by_replay() -> None:
    """The referee signs a wrong ruling: the chain holds, the rules do not."""
    move, step_note = first_step()
    note = step_note.note()
    assert isinstance(note, Step)
    for values in ({"state": bytes(32)}, {"event": note.event[:-1]}, {"next": ()}, {"hand": {}}, {"did": ()}):
        forged = signed_again(step_note, key_of(HOST), **values)

        assert blames(audit(with_notes(small(), step_name(1), (move, forged))), step_name(1))
