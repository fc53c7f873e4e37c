"""Python reads this first in a program that a test starts with this folder in PYTHONPATH."""

import secrets

from tests.web.told_chance import drawn

secrets.token_bytes = drawn
