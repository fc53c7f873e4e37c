"""The code of others that the page carries: byte for byte as published, and named."""

from __future__ import annotations

import shutil
from pathlib import Path

from scripts.vendor import FOLDER, differences, packages

ROOT = Path(__file__).resolve().parents[2]


def test_the_code_of_others_is_what_was_published() -> None:
    assert list(differences()) == []


def test_a_changed_a_missing_and_an_unknown_file_are_found(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(FOLDER, tmp_path / "vendor"))
    (copy / "htm.mjs").write_bytes((copy / "htm.mjs").read_bytes() + b"\n")
    (copy / "preact.mjs").unlink()
    (copy / "other.mjs").write_bytes(b"")

    assert list(differences(copy)) == [
        "other.mjs is not in vendor.toml",
        "preact.mjs is missing",
        "htm.mjs is not what was published",
    ]


def test_the_notice_names_each_work_with_version_and_licence() -> None:
    notice = (ROOT / "NOTICE").read_text("utf-8")
    licences = {"MIT": "MIT License", "Apache-2.0": "Apache License 2.0"}

    for package in packages():
        line = next(line for line in notice.splitlines() if line.startswith(f"{package['name']} {package['version']},"))
        assert line.endswith(licences[package["license"]])
        assert f"{package['name']}.LICENSE.txt" in package["files"]


def test_no_code_of_the_page_runs_text_or_asks_elsewhere() -> None:
    """What the policy of the page refuses is not even tried."""
    forbidden = ("eval(", "new Function", "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "://")

    for path in (*FOLDER.parent.glob("*.mjs"), FOLDER.parent / "sheet.css"):
        text = path.read_text("utf-8").replace("http://www.w3.org/2000/svg", "")
        assert [word for word in forbidden if word in text] == [], path.name
