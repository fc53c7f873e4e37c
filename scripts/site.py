"""The documentation as a site that works from disk, with a search: `python3 scripts/site.py [FOLDER]`, else build/site.

It needs the group `site` (`pip install -r requirements/site.txt`). A page that does not exist, or a heading that a link
names and no page has, is an error: this is the second checker of links beside tests/test_docs.py. Nothing is published.

The pages of commands, refusals and orders, which the repository does not hold, are taken from `build`, where
`scripts/make_docs.py` puts them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = (
    "*.md",
    "docs/**/*.md",
    "docs/pictures/*",
    "examples/**/*.md",
    "tests/oxo/**/*.py",
    "schemas/*.json",
    "docs/*.json",
)
"""What the pages are, and what they lead to."""
BUILT = ROOT / "build" / "docs"
"""The pages that are made of the program."""
CONFIG = """[project]
site_name = "referee"
site_description = "Board games with friends, by mail."
docs_dir = "pages"
site_dir = "site"
use_directory_urls = false
nav = [
  {{ "referee" = "README.md" }},
  {{ "In italiano" = [{italian}] }},
  {{ "Players" = [{doors}] }},
  {{ "Contributors" = [{workshop}] }},
  {{ "Everything" = [{others}] }},
]
[project.plugins.search]
[project.plugins.offline]
[project.theme]
font = false
[[project.theme.palette]]
media = "(prefers-color-scheme: light)"
scheme = "default"
[[project.theme.palette]]
media = "(prefers-color-scheme: dark)"
scheme = "slate"
"""
DOORS = ("practice", "invited", "host", "judge", "gone", "open", "tour")
WORKSHOP = ("changes", "architecture", "new-game", "translating", "protocol", "glossary")


def lay_out(place: Path, built: Path = BUILT) -> None:
    """Put the pages and what they lead to into `place`, as they lie in the project, and the settings beside them; those
    that are made of the program come from `built`.
    """
    found = {path.relative_to(ROOT): path for pattern in PAGES for path in ROOT.glob(pattern)}
    found |= {Path("docs", path.relative_to(built)): path for path in built.rglob("*.md")}
    for name, path in found.items():
        target = place / "pages" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, target)
    docs = place / "pages" / "docs"
    italian = sorted(f"docs/it/{path.name}" for path in (docs / "it").glob("*.md"))
    others = sorted(path for path in docs.glob("*.md") if path.stem not in (*DOORS, *WORKSHOP))
    doors, workshop = ([f"docs/{name}.md" for name in names] for names in (DOORS, WORKSHOP))
    lists = {
        "italian": italian,
        "doors": doors,
        "workshop": workshop,
        "others": [f"docs/{path.name}" for path in others],
    }
    told = {name: ", ".join(f'"{page}"' for page in pages) for name, pages in lists.items()}
    (place / "zensical.toml").write_text(CONFIG.format(**told), "utf-8")


def main() -> None:
    """Build the site."""
    if not BUILT.is_dir():
        raise SystemExit("pages of commands, refusals and orders are missing: .venv/bin/python scripts/make_docs.py")
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "site").resolve()
    with tempfile.TemporaryDirectory(prefix="referee-site-") as folder:
        lay_out(Path(folder))
        command = [sys.executable, "-m", "zensical", "build", "--strict"]
        built = subprocess.run(command, cwd=folder, check=False, capture_output=True, text=True)
        if built.returncode:
            raise SystemExit(built.stdout[-8000:] + built.stderr[-8000:])
        shutil.rmtree(target, ignore_errors=True)
        shutil.copytree(Path(folder) / "site", target)
    print(f"{target}: {sum(1 for _ in target.rglob('*.html'))} pages")


if __name__ == "__main__":
    main()
