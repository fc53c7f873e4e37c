"""A sentence: a code with values, said by whoever knows the words."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from referee.kernel.errors import OutOfOrder
from referee.kernel.sentence import Sentence, in_language

ROOT = Path(__file__).resolve().parents[2]


def test_sentences_are_equal_by_code_and_values() -> None:
    assert Sentence("line", number=4) == Sentence("line", number=4)
    assert Sentence("line", number=4) != Sentence("line", number=5)
    assert len({Sentence("line", number=4), Sentence("line", number=4)}) == 1


def test_a_sentence_is_never_changed() -> None:
    with pytest.raises(AttributeError):
        Sentence("line", number=4).code = "step"


def test_a_refusal_goes_to_another_process_whole() -> None:
    error = OutOfOrder("step-missing", step=4, hint=Sentence("ask-host-for", name="0004.step"))
    again = pickle.loads(pickle.dumps(error))

    assert (again.code, dict(again.values), again.hint) == (error.code, dict(error.values), error.hint)


def test_a_sentence_inside_a_sentence_is_said_in_the_same_language() -> None:
    why = Sentence("step-missing", step=4)

    assert Sentence("left-out", what=why).told("it") == "ignorato: manca il passo 4"


def test_what_is_no_sentence_is_the_same_in_every_language() -> None:
    assert in_language("leader king C1", "it") == "leader king C1"


def test_a_code_that_no_catalogue_has_is_shown_with_its_values() -> None:
    assert str(Sentence("unheard-of", number=4)) == "unheard-of number=4"


def test_without_a_teller_a_refusal_prints_code_and_values() -> None:
    """As the kernel alone would say it, in a traceback."""
    code = (
        "from referee.kernel import sentence, errors; sentence.set_teller(sentence._bare); "
        "print(errors.OutOfOrder('step-missing', step=4, at=sentence.Sentence('line', number=2)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)

    assert run.stdout == "line number=2: step-missing step=4\n"
