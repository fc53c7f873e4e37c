"""Most stories are told beside one record: what a judge reads of it is worked out once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.cli.commands import judge
from referee.record.names import Files
from referee.table.reading import disputes
from referee.table.reading.docket import Docket, read_docket
from tests.memory import remembered


def _read(files: frozenset[tuple[str, bytes]]) -> Docket:
    return read_docket(dict(sorted(files)))


_kept = remembered(_read, 64)


def _remembered(files: Files) -> Docket:
    return _kept(frozenset(files.items()))


@pytest.fixture(scope="module", autouse=True)
def _read_once() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for module in (disputes, judge):
            patched.setattr(module, "read_docket", _remembered)
        yield
