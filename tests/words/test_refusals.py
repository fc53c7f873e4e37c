"""A refusal in the reader's language: sentence, place, hint, layer and the rule's own words."""

from __future__ import annotations

import json

import pytest

from referee.cli.registry import COMMANDS
from referee.i18n.refusal_text import refusal_text
from referee.kernel.errors import IllegalMove, NotAuthentic, OutOfOrder, RefereeError, Unreadable, illegal
from referee.kernel.sentence import Sentence
from tests.cli.examples import Door, example_of
from tests.cli.test_output import door  # noqa: F401
from tests.words.catalogue_files import rules_of

REFUSALS = {
    "a rule of a game": (
        illegal("TE 4.2", "tigris/leader-space-taken", at="D7"),
        "un leader vuole una casella vuota; questa è occupata",
        "D7",
        None,
        "non permesso",
    ),
    "a place in a file": (
        Unreadable(
            "other-line-expected",
            key="seat",
            found="step",
            at=Sentence("place-in-file", file="0017.step", rest=Sentence("line", number=4)),
        ),
        "attesa una riga seat, trovata step",
        "0017.step, riga 4",
        None,
        "non capito",
    ),
    "a hint with a name in it": (
        OutOfOrder("step-missing", step=16, hint=Sentence("ask-host-for", name="0016.step")),
        "manca il passo 16",
        None,
        "chiedi 0016.step all'arbitro",
        "non ora",
    ),
    "a value that is a phrase": (
        NotAuthentic("seat-other-key", seat="anna", owner=Sentence("nobody-table")),
        "non firmata con la chiave del posto anna, ma con quella di nessuno a questo tavolo",
        None,
        None,
        "non autentico",
    ),
    "an order as a hint": (
        OutOfOrder("game-over", hint="put c4:1"),
        "la partita è finita",
        None,
        "put c4:1",
        "non ora",
    ),
}


@pytest.mark.parametrize(("error", "sentence", "at", "hint", "layer"), REFUSALS.values(), ids=REFUSALS.keys())
def test_a_refusal_is_said_in_italian(
    error: RefereeError, sentence: str, at: str | None, hint: str | None, layer: str
) -> None:
    found = refusal_text(error, "it")

    assert (found.sentence, found.at, found.hint, found.layer) == (sentence, at, hint, layer)


def test_a_code_is_the_same_in_every_language() -> None:
    error = OutOfOrder("step-missing", step=16, hint=Sentence("ask-host-for", name="0016.step"))
    found = [refusal_text(error, lang) for lang in ("en", "it")]

    assert [(told.code, told.hint_code) for told in found] == [("step-missing", "ask-host-for")] * 2


def test_a_refusal_brings_the_sentence_of_its_rule_and_is_not_lost_without_one() -> None:
    known = refusal_text(IllegalMove("turn-over-already", rule="PM 1"), "it")
    unknown = refusal_text(IllegalMove("turn-over-already", rule="PM 77"), "it")

    assert (known.rule, known.rule_sentence) == ("PM 1", rules_of("")["rules"]["PM 1"]["it"])
    assert (unknown.rule, unknown.rule_sentence) == ("PM 77", None)
    assert unknown.sentence == known.sentence == "il turno finisce prima di questo ordine"


def codes(found: object) -> list[object]:
    """The code beside every sentence of an object, at any depth; None where there is none."""
    if isinstance(found, list):
        return [code for part in found for code in codes(part)]
    if not isinstance(found, dict):
        return []
    own = [found.get("code")] if "sentence" in found and "question" not in found and "source" not in found else []
    return own + [code for part in found.values() for code in codes(part)]


@pytest.mark.parametrize("command", [name for name in COMMANDS if name in ("status", "receive", "judge")])
def test_every_sentence_in_json_has_its_code(command: str, door: Door) -> None:  # noqa: F811
    _, out, _ = door.given(example_of(command), "--json")
    found = codes(json.loads(out))

    assert found and None not in found


def test_every_finding_in_json_has_its_code(door: Door) -> None:  # noqa: F811
    step_note = door.laid("over") / "record" / "0003.step"
    step_note.write_bytes(step_note.read_bytes().replace(b"\nstep 3\n", b"\nstep 4\n", 1))
    _, out, _ = door.at("nobody", "over", "audit", "--expect", "anna=SHA256:x", "--json")
    report = json.loads(out)

    assert [finding["code"] for finding in report["findings"]] == ["bad-signature", "other-key-expected"]
    assert [told["code"] for told in report["unchecked"]] == ["unchecked-after-fault"]
