"""What tests share: people who play, liars, pages that are typed. Scripts use it too; it is not part of the program."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
"""The folder of the project."""
