"""`referee claim` and `referee answer`, and what a judge makes of them: one thing is opened, no record grows."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from referee.crypto.keys import format_private
from referee.crypto.openssh import format_public
from referee.disputes.judging import judge
from referee.kernel.canonical_json import encode_b64
from referee.protocol.history.read_record import read_history
from referee.protocol.step.tokens import own_hand_records
from referee.record.note import SignedNote, read_bundle, render_bundle
from referee.record.notes import Answer, Claim, Deal, Step
from referee.record.store import DataFolder, GameFolder
from referee.session.session import Session
from tests.cli.games_on_disk import home_of, lay
from tests.cli.terminal import inside
from tests.disputes.box_stories import renewed
from tests.disputes.stories import before, ignored, truth
from tests.support.rehearse import Match
from tests.table.altered_notes import taken_though_changed
from tests.table.new_seat_keys import new_key
from tests.table.players_on_disk import snapshot
from tests.table.small_games import HOST, four

OWNER, OTHER = "anna", "bert"
STEP = 2
"""The step for which the plan was sealed: `win place temple A1`, `lose pass`."""


def match() -> Match:
    return truth()[0]


@pytest.fixture
def owner(tmp_path: Path) -> Path:
    return lay(tmp_path / OWNER, match().files)


def run(folder: Path, who: str, *typed: str | Path) -> tuple[int, str, str]:
    return inside([str(word) for word in typed], home_of(folder.parent, who), folder)


def claimed(folder: Path) -> tuple[Path, SignedNote]:
    """The file of the one claim in the outbox, and the claim."""
    (path,) = (folder / "outbox").glob("claim-*.note")
    return path, read_bundle(path.read_bytes())[-1]


def own_salts(match: Match, seat: str) -> dict[int, bytes]:
    """The salt of every position of the bag that a seat has been dealt, by the position from 1."""
    found: dict[int, bytes] = {}
    for name in sorted(match.files):
        note = match.signed_notes[name][-1].note() if name in match.signed_notes else None
        if isinstance(note, Deal | Step) and seat in note.hand:
            records = own_hand_records(match.table, match.eyes[seat], note)
            found.update((record.position + 1, record.salt) for record in records)
    return found


def test_a_claim_opens_one_sealed_line_and_nothing_else(owner: Path) -> None:
    code, _, said = run(owner, OWNER, "claim", "--line", f"{STEP}:2", "--say", "passed over", "--yes")
    path, signed = claimed(owner)
    note = signed.note()
    plan = match().players[OWNER].plans[match().table.seat(OWNER)]
    assert isinstance(note, Claim) and plan is not None and plan.texts is not None and note.order is not None
    others = [text for text in plan.texts if text and text != note.order.text]
    salts = [
        encode_b64(salt)
        for salt in (*plan.salts, *own_salts(match(), OWNER).values())
        if encode_b64(salt) in path.read_text()
    ]

    assert code == 0
    assert f"what you planned in step {STEP}: {note.order.text}" in said
    assert (note.order.text, note.proof, len(salts)) == (plan.texts[1], None, 1)
    assert [text for text in others if text in path.read_text()] == []


def test_a_claim_opens_one_position_and_nothing_else(owner: Path) -> None:
    salts = own_salts(match(), OWNER)
    position = min(salts)
    code, _, said = run(owner, OWNER, "claim", "--position", str(position), "--yes")
    path, signed = claimed(owner)
    note = signed.note()
    assert isinstance(note, Claim) and note.proof is not None

    assert code == 0
    assert f"position {position} of tiles is " in said
    assert (note.proof.position + 1, note.proof.salt, note.opened) == (position, salts[position], None)
    assert [at for at, salt in salts.items() if encode_b64(salt) in path.read_text()] == [position]


@pytest.mark.parametrize("who", [OTHER, HOST, "mallory"])
def test_nobody_opens_what_is_not_theirs(tmp_path: Path, who: str) -> None:
    folder = lay(tmp_path / who, match().files)
    position = min(own_salts(match(), OWNER))
    for typed in (("--position", str(position)), ("--line", f"{STEP}:2")):
        code, _, _ = run(folder, who, "claim", *typed, "--yes")

        assert code in (4, 5)
    assert sorted(path.name for path in folder.iterdir()) == ["record"]


def test_without_a_yes_nothing_is_signed_and_nothing_is_written(owner: Path) -> None:
    code, _, said = run(owner, OWNER, "claim", "--line", f"{STEP}:2")

    assert code == 5
    assert "nothing else of yours is revealed" in said
    assert sorted(path.name for path in owner.iterdir()) == ["record"]


def test_one_claim_cannot_open_two_things(owner: Path) -> None:
    assert run(owner, OWNER, "claim", "--line", f"{STEP}:2", "--position", "1", "--yes")[0] == 2


def test_a_claim_that_comes_by_mail_is_kept_beside_the_record(owner: Path, tmp_path: Path) -> None:
    run(owner, OWNER, "claim", "--line", f"{STEP}:2", "--yes")
    path, _ = claimed(owner)
    folder = lay(tmp_path / OTHER, match().files)
    code, out, said = run(folder, OTHER, "receive", path)

    assert code == 0
    assert f"{OWNER.title()}'s claim is saved in disputes/{path.name}" in out + said
    assert snapshot(folder / "record") == snapshot(owner / "record")
    assert (folder / "disputes" / path.name).read_bytes() == path.read_bytes()


def test_a_move_in_the_mail_of_a_claim_is_not_entered(tmp_path: Path) -> None:
    """It is what the claim is about; a host who enters it would do so without being asked."""
    move, early = ignored()
    author = move.note().seat  # type: ignore[union-attr]
    complaint = lay(tmp_path / author, early)
    mail = tmp_path / "move.note"
    mail.write_bytes(render_bundle((move,)))
    run(complaint, author, "claim", mail, "--say", "the host never entered it", "--yes")
    path, _ = claimed(complaint)
    host = lay(tmp_path / HOST, early)
    code, _, _ = run(host, HOST, "receive", path)

    assert code == 0
    assert snapshot(host / "record") == early
    assert sorted(path.name for path in host.iterdir()) == ["disputes", "record"]


def test_three_keys_that_have_seen_a_move_are_told_and_accuse_nobody(tmp_path: Path) -> None:
    """Attack J-4."""
    move, early = ignored()
    author = move.note().seat  # type: ignore[union-attr]
    folder = lay(tmp_path / author, early)
    mail = tmp_path / "move.note"
    mail.write_bytes(render_bundle((move,)))
    run(folder, author, "claim", mail, "--yes")
    path, claim = claimed(folder)
    others = [seat for seat in four().table.names if seat != author][:2]
    for seat in others:
        theirs = lay(tmp_path / seat, early)
        code, _, said = run(theirs, seat, "answer", path, "--seen", "--yes")
        (answer,) = (theirs / "outbox").iterdir()
        note = read_bundle(answer.read_bytes())[-1].note()
        assert isinstance(note, Answer)
        assert (code, note.claim, note.seen, move.id in said) == (0, claim.id, (move.id,), True)
        assert run(folder, author, "receive", answer)[0] == 0
    code, out, _ = run(folder, author, "judge", "--json")
    verdicts = {verdict["note"]: verdict for verdict in json.loads(out)["verdicts"]}

    assert code == 0
    assert verdicts[claim.id]["fact"]["code"] == "O-SEEN"
    assert verdicts[claim.id]["values"]["names"] == ", ".join(
        name for name in four().table.names if name in (author, *others)
    )


def test_a_line_passed_over_is_shown_on_the_page_and_accuses_nobody_yet(tmp_path: Path) -> None:
    """Attacks J-3, M-7."""
    from tests.table.plan_liars import undone_to_the_end

    files = before(undone_to_the_end().files, STEP + 2)
    folder = lay(tmp_path / OTHER, files)
    mine = lay(tmp_path / OWNER, match().files)
    run(mine, OWNER, "claim", "--line", f"{STEP}:2", "--yes")
    path, _ = claimed(mine)
    code, out, _ = run(folder, OTHER, "judge", path)
    italian = run(folder, OTHER, "judge", path, "--lang", "it")[1]

    assert code == 0
    assert "O-LINE" in out
    assert (
        f"after step {STEP + 1} it was {OWNER.title()}'s turn and the order was allowed, but no step has carried it out"
        in out
    )
    assert out.splitlines()[-1].startswith("judge: not upheld; nothing here speaks against ")
    assert italian.splitlines()[-1].startswith("giudizio: non accolto; qui niente parla contro ")


def test_the_host_answers_a_claim_in_signed_words(owner: Path, tmp_path: Path) -> None:
    run(owner, OWNER, "claim", "--line", f"{STEP}:2", "--yes")
    path, _ = claimed(owner)
    host = lay(tmp_path / HOST, match().files)
    code, _, _ = run(host, HOST, "answer", path, "--say", "It was not due.", "--yes")
    (answer,) = (host / "outbox").iterdir()
    note = read_bundle(answer.read_bytes())[-1].note()
    empty = run(host, HOST, "answer", path, "--yes")[0]

    assert (code, empty) == (0, 5)
    assert isinstance(note, Answer)
    assert (note.seat, note.say) == ("referee", ("It was not due.",))


def test_a_claim_in_a_record_is_no_part_of_it(tmp_path: Path, owner: Path) -> None:
    run(owner, OWNER, "claim", "--line", f"{STEP}:2", "--yes")
    _, claim = claimed(owner)
    last = f"{STEP:04d}.step"
    files = {**match().files, last: render_bundle((claim, *match().signed_notes[last]))}
    code, out, _ = run(lay(tmp_path / "faulty", files), "mallory", "audit")

    assert code == 1
    assert "N-MIXED" in out


def test_a_byte_changed_in_any_line_of_a_claim_is_refused_and_proves_nothing(owner: Path, tmp_path: Path) -> None:
    """Attack 32, for a note that stands beside a record."""
    run(owner, OWNER, "claim", "--line", f"{STEP}:2", "--yes")
    path, claim = claimed(owner)
    session = Session(
        GameFolder(lay(tmp_path / OTHER, match().files)),
        DataFolder(tmp_path / "home"),
        read_history(match().files),
        None,
    )
    kept, upheld = list[object](), []
    for found, changed in taken_though_changed(session, claim):
        kept += found
        upheld += [verdict for verdict in judge(match().files, changed) if verdict.upheld]

    assert path.exists()
    assert (kept, upheld) == ([], [])


def test_a_claim_opens_the_old_box_of_a_key_that_was_replaced_and_says_what_that_tells(tmp_path: Path) -> None:
    """The old key lies in the home of its owner, beside the new one; everybody else judges what comes of it."""
    match, seat, box = renewed(False)
    mine = lay(tmp_path / "mine", match.files)
    home = DataFolder(home_of(tmp_path, seat))
    home.write_key("new", format_private(new_key("new"), "new"), format_public(new_key("new").public, "new"))
    in_use = run(mine, seat, "claim", "--box", str(match.host.step), "--yes")
    code, _, said = run(mine, seat, "claim", "--box", "0", "--yes", "--lang", "it")
    path, signed = claimed(mine)
    judged = run(lay(tmp_path / "theirs", match.files), HOST, "judge", path)

    assert (in_use[0], "change your key first: referee rekey" in in_use[2]) == (5, True)
    assert (code, getattr(signed.note(), "box", None)) == (0, box)
    assert f"fino al passo {match.host.step - 1}" in said
    assert (judged[0], "R-HAND" in judged[1]) == (1, True)
