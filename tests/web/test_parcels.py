"""Files that came with a form lie where nobody else may look, also when the page is killed."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.web.uploads import UploadedFile, files_on_disk


def test_what_was_uploaded_lies_in_the_home_and_nowhere_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REFEREE_HOME", str(tmp_path / "home"))
    with files_on_disk((UploadedFile("files", "../../a mail.eml", b"hello"),)) as (paths, where):
        (path,) = map(Path, paths["files"])
        assert path.read_bytes() == b"hello"
        assert path.is_relative_to(tmp_path / "home" / "came") and str(path).startswith(where)
        assert [one.stat().st_mode & 0o077 for one in (path.parent, path.parent.parent, tmp_path / "home")] == [0, 0, 0]
    assert list((tmp_path / "home" / "came").iterdir()) == []
