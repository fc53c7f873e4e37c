"""A browser without a window, for pictures of pages and for the tests of pages: Debian's Chromium, if it is there."""

from __future__ import annotations

import subprocess
import tempfile
from pathlib import Path

PROGRAM = "chromium"


def browse(page: Path, *options: str, seconds: float = 120) -> subprocess.CompletedProcess[str]:
    """Open a page from disk with these options; its console is on the standard error of what comes back.

    Raises FileNotFoundError: there is no Chromium.
    """
    with tempfile.TemporaryDirectory(prefix="referee-browser-") as profile:
        command = [PROGRAM, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        command += ["--hide-scrollbars", "--enable-logging=stderr", *options, page.as_uri()]
        return subprocess.run(command, capture_output=True, text=True, timeout=seconds, check=True)
