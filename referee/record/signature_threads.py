"""Signatures checked by threads, while the rules run on notes that were checked before."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from threading import Thread
from typing import Self

from referee.record.note import SignedNote

_SWITCH = 5e-5
"""Seconds that a thread waits for the interpreter lock: a signature takes two or three times as long."""


class Checkers:
    """`with Checkers(notes, threads)`: so many threads check the signatures of `notes`, in their order.

    They only work ahead: a note keeps what was found, and what nobody has found when it is asked for is found then.
    So what is refused, with which words and in which order, is the same with any number of threads and with none.
    """

    def __init__(self, signed_notes: Iterable[SignedNote] = (), threads: int = 0) -> None:
        self._left = iter(list(signed_notes) if threads else ())
        self._count = threads
        self._threads: list[Thread] = []
        self._switch = sys.getswitchinterval()

    def __enter__(self) -> Self:
        if self._count:
            sys.setswitchinterval(_SWITCH)
        with suppress(RuntimeError):  # where there are no more threads to be had, fewer work ahead
            for _ in range(self._count):
                thread = Thread(target=self._work_ahead, daemon=True)
                thread.start()
                self._threads.append(thread)
        return self

    def __exit__(self, *_: object) -> None:
        self._left = iter(())
        for thread in self._threads:
            thread.join()
        if self._count:
            sys.setswitchinterval(self._switch)

    def check(self, signed: SignedNote) -> None:
        """Check the signature of a note, as `SignedNote.check` does; while a thread is at it, help with those after it.

        Raises:
            NotAuthentic: it does not fit.
        """
        while self._threads and not signed.was_checked and self._check_next():
            pass
        signed.check()

    def _work_ahead(self) -> None:
        while self._check_next():
            pass

    def _check_next(self) -> bool:
        """Check the next note that nobody has begun; whether there was one."""
        signed = next(self._left, None)
        if signed is None:
            return False
        with suppress(Exception):  # what is wrong is found again, and said, when this note is asked for
            signed.check()
        return True
