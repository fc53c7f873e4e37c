"""The package says what it is in pyproject.toml; this makes what is packed and not kept in the repository: the compiled
words, the pages for `man`, and in the sdist the pages of docs that are made of the program.
"""

import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py
from setuptools.command.sdist import sdist

IS_SDIST = Path("man").is_dir()
"""An sdist has the pages already, so that a build from it needs nothing but setuptools."""


def needed() -> list[str]:
    """What the program needs to print its help, of which the pages are made."""
    if IS_SDIST or sys.version_info < (3, 11):  # an older Python is refused by who installs, in a sentence
        return []
    import tomllib

    return list(tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]["dependencies"])


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


setup(cmdclass={"build_py": BuildWithPages, "sdist": SourceWithPages}, setup_requires=needed())
