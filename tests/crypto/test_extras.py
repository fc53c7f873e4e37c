"""What adds an extra is what the program is installed by; no line names a package that is not there."""

from __future__ import annotations

import shlex
import sys
import sysconfig
from pathlib import Path

import pytest

from referee.crypto import extras
from referee.crypto.extras import how_to_add, packages_of


def test_packages_and_bounds_are_those_that_the_program_declares() -> None:
    assert packages_of("keyring") == ("keyring>=25",)
    assert packages_of("rating") == ("openskill>=6.2",)
    assert packages_of("nothing") == ()


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("pipx_metadata.json", 'pipx inject pbem-referee "openskill>=6.2"'),
        ("uv-receipt.toml", 'uv pip install --python {prefix} "openskill>=6.2"'),
        ("", '{python} -m pip install "openskill>=6.2"'),
    ],
)
def test_an_environment_is_known_by_what_its_maker_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, file: str, line: str
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "an environment"))
    (tmp_path / "an environment").mkdir()
    if file:
        (tmp_path / "an environment" / file).touch()
    monkeypatch.setattr(extras, "find_spec", lambda name: name)
    prefix, python = shlex.quote(sys.prefix), shlex.quote(sys.executable)

    assert str(how_to_add("rating")) == line.format(prefix=prefix, python=python)


def test_without_pip_uv_adds_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extras, "find_spec", lambda name: None)

    assert str(how_to_add("rating")) == f'uv pip install --python {shlex.quote(sys.executable)} "openskill>=6.2"'


def test_in_the_python_of_the_system_nothing_is_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "EXTERNALLY-MANAGED").touch()
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)
    monkeypatch.setattr(sysconfig, "get_path", lambda name: str(tmp_path))
    said = str(how_to_add("rating"))

    assert "pipx" in said and 'add "openskill>=6.2" there' in said and "-m pip" not in said
