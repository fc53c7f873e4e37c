"""The package says what it is in pyproject.toml; this makes what is packed and not kept in the repository: the compiled
words, the pages for `man`, and in the sdist the pages of docs that are made of the program. Where the project has a
home, the links of README lead there, for on an index no page and no picture lies beside it.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

IS_SDIST = Path("man").is_dir()
"""An sdist has the pages already, so that a build from it needs nothing but setuptools."""


LINK = re.compile(r'(\]\(|src="|srcset="|href=")(?![a-z]+:|#|/)([^)"\s]+)')
"""A link to something beside the page."""
PICTURES = (".png", ".svg", ".gif", ".jpg")
PLACES = {
    "Homepage": "",
    "Documentation": "/blob/main/docs/tour.md",
    "Issues": "/issues",
    "Changelog": "/blob/main/CHANGELOG.md",
}


def settings() -> dict:
    """What pyproject.toml says."""
    if sys.version_info < (3, 11):  # noqa: UP036 - an older Python is refused by who installs, in a sentence
        return {"project": {"dependencies": []}, "tool": {"referee": {"home": ""}}}
    import tomllib

    return tomllib.loads(Path("pyproject.toml").read_text("utf-8"))


def needed() -> list[str]:
    """What the program needs to print its help, of which the pages are made."""
    return [] if IS_SDIST else list(settings()["project"]["dependencies"])


def readme(home: str) -> str:
    """README.md with links that lead to this version at `home`; as it is without a home."""
    text = Path("README.md").read_text("utf-8")
    if not home:
        return text
    version = re.search('^__version__ = "(.+)"', Path("referee/__init__.py").read_text("utf-8"), re.MULTILINE)[1]
    return LINK.sub(
        lambda found: f"{found[1]}{home}/{'raw' if found[2].endswith(PICTURES) else 'blob'}/v{version}/{found[2]}", text
    )


def urls(home: str) -> dict[str, str]:
    """Where the project is found; nothing while it has no place of its own."""
    return {name: f"{home}{place}" for name, place in PLACES.items()} if home else {}


def compile_words() -> None:
    """Compile the catalogues."""
    subprocess.run([sys.executable, "-I", "referee/i18n/compiler.py"], check=True)


def make_pages(*where: str) -> None:
    """Make the pages below a folder. Ends the build with a sentence where they cannot be made."""
    compile_words()
    if subprocess.run([sys.executable, "scripts/built_pages.py", *where], check=False).returncode != 0:
        raise SystemExit("the pages for man need the dependencies of pyproject.toml; a build from an sdist needs none")


def pages_for_man() -> list[str]:
    """The pages for `man`, made in `build` unless they are here."""
    if not IS_SDIST:
        shutil.rmtree("build/man", ignore_errors=True)
        make_pages("build", "man")
    return sorted(path.as_posix() for path in Path("man" if IS_SDIST else "build/man").glob("*.1"))


class BuildWithPages(build_py):
    """Compile the catalogues and make the pages for `man`, then collect the files of the package."""

    def run(self) -> None:
        """As `build_py`, after the catalogues and the pages; who works on the program reads `--help`."""
        compile_words()
        if not self.editable_mode:
            self.distribution.data_files.append(("share/man/man1", pages_for_man()))
        super().run()


class SourceWithPages(sdist):
    """An sdist that holds the pages which the repository does not."""

    def make_release_tree(self, base_dir: str, files: list[str]) -> None:
        """As `sdist`, then the pages."""
        super().make_release_tree(base_dir, files)
        if not IS_SDIST:
            make_pages(base_dir)


HOME = settings()["tool"]["referee"]["home"]
setup(
    cmdclass={"build_py": BuildWithPages, "sdist": SourceWithPages},
    setup_requires=needed(),
    long_description=readme(HOME),
    long_description_content_type="text/markdown",
    project_urls=urls(HOME),
)
