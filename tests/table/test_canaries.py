"""No secret of a running game stands in any file, letter, report, refusal or traceback."""

from __future__ import annotations

import base64
import re
import traceback
from collections.abc import Iterator, Mapping

from referee.audit.recompute import audit
from referee.crypto import boxes, joint_randomness
from referee.kernel.errors import RefereeError
from referee.messages.letters import step_letter
from referee.protocol.seating import own_game_secret
from referee.record.file_names import step_name
from referee.session.close_step import close_step
from tests.support.rehearse import Match
from tests.table.small_games import DEAL, HOST, asked, key_of, running, small
from tests.table.two_worlds import attempts


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
        secret = own_game_secret(table, key)
        found |= {
            f"identity of {name}": key._seed,
            f"secret of {name}": secret,
            f"box of {name}": boxes.box_private(secret),
        }
        if name == HOST:
            found["r_0"] = joint_randomness.seed_share_of(secret)
    seed = match.host_eyes.hidden_seed
    assert seed is not None
    found["hidden seed"] = seed
    for seat, (orders, hands) in enumerate(zip(match.host_eyes.order_keys, match.host_eyes.hand_keys, strict=True)):
        assert orders is not None
        assert hands is not None
        found |= {f"seal key {seat}": orders, f"hand key {seat}": hands}
    for pile in table.piles:
        found |= {f"salt {at}": joint_randomness.pile_salt(seed, pile.name, at) for at in range(pile.size)}
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
        f"{position.table.names} {lang}": step_letter(position, match.signed_notes[step_name(position.step)], lang)
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
    from referee.protocol.history.read_record import read_history

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
