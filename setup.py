"""The package says what it is in pyproject.toml; this only compiles the words before they are packed or installed."""

import subprocess
import sys

from setuptools import setup
from setuptools.command.build_py import build_py


class BuildWords(build_py):
    """Compile the catalogues, then collect the files of the package."""

    def run(self) -> None:
        """As `build_py`, after the catalogues."""
        subprocess.run([sys.executable, "-I", "referee/i18n/compiler.py"], check=True)
        super().run()


setup(cmdclass={"build_py": BuildWords})
