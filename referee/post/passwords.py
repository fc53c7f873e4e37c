"""The password of the account: from a command, else from the keyring, else from the person at the terminal.

It is never kept, printed, or put on a command line.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable

from referee.kernel.errors import NotAuthentic, OutOfOrder
from referee.kernel.sentence import Sentence
from referee.post.accounts import Account

_SERVICE = "referee"
_PATIENCE = 120


class Password:
    """A password that does not show itself: not printed, not in a traceback's list of values."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        """Nothing of it."""
        return "Password(..)"

    def told(self) -> str:
        """The password itself, for the server alone."""
        return self._text


def password(account: Account, ask: Callable[[], str] | None) -> Password:
    """The password of the account; `ask` is how to ask the person, None where nobody can be asked.

    Raises:
        NotAuthentic: the command fails, or nobody knows the password.
    """
    if account.password_command:
        return _by_command(account.password_command)
    kept = _of_keyring(account.user)
    if kept is not None:
        return Password(kept)
    if ask is None:
        raise NotAuthentic("no-password", user=account.user, hint=Sentence("password-how", user=account.user))
    return Password(ask())


def _by_command(command: str) -> Password:
    try:
        words = shlex.split(command)
        done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=_PATIENCE, check=False)
    except (OSError, ValueError, IndexError, subprocess.SubprocessError):
        raise NotAuthentic("password-command-failed", code=127) from None
    first = done.stdout.decode("utf-8", "replace").partition("\n")[0].rstrip("\r")
    if done.returncode or not first:
        raise NotAuthentic("password-command-failed", code=done.returncode)
    return Password(first)


def _of_keyring(user: str) -> str | None:
    """What the keyring of the system knows, if the package for it is installed."""
    try:
        import keyring  # an extra: most people name a command
    except ImportError:
        return None
    try:
        kept = keyring.get_password(_SERVICE, user)
        return None if kept is None else str(kept)
    except Exception as error:  # each system has failures of its own, and none of them may show what it holds
        raise OutOfOrder("no-password", user=user, hint=Sentence("password-how", user=user)) from error
