"""`audit --expect`: who is meant by a role, and what is answered to a role that nobody has."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.terminal import inside

GAME = Path(__file__).resolve().parents[2] / "examples" / "ur-3p"


def audited(home: Path, *words: str) -> tuple[int, str, str]:
    return inside(["audit", str(GAME), *words], home, None)


def fingerprints(home: Path) -> dict[str, str]:
    _, said, _ = audited(home, "--json")
    return dict(json.loads(said)["parties"])


@pytest.mark.parametrize("role", ["host", "referee", "arbitro"])
def test_the_host_is_expected_by_any_of_his_names(role: str, tmp_path: Path) -> None:
    key = fingerprints(tmp_path)["referee"]

    assert audited(tmp_path, "--expect", f"{role}={key}")[0] == 0
    assert audited(tmp_path, "--expect", f"{role}=SHA256:another")[0] == 1


def test_several_keys_of_one_role_may_be_expected(tmp_path: Path) -> None:
    key = fingerprints(tmp_path)["anna"]

    assert audited(tmp_path, "--expect", "anna=SHA256:an-older-one", "--expect", f"anna={key}")[0] == 0


@pytest.mark.parametrize("lang", ["en", "it"])
def test_a_role_that_nobody_has_is_a_slip_of_typing_and_no_fault(lang: str, tmp_path: Path) -> None:
    code, said, errors = audited(tmp_path, "--expect", "ana=SHA256:x", "--lang", lang)
    told = {
        "en": "referee: --expect names ana, who is not in this game; it has referee, anna, bert, carl",
        "it": "referee: --expect indica ana, che in questa partita non c'è; ci sono referee, anna, bert, carl",
    }

    assert (code, said, errors.splitlines()[0]) == (2, "", told[lang])
