"""Most stories are told beside one record: what a judge reads of it is worked out once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.disputes import judging
from referee.disputes.evidence import Evidence, read_evidence
from referee.record.file_names import Files
from referee.service import disputed_notes
from tests.cached_reads import remembered, replaced


def _read(files: frozenset[tuple[str, bytes]]) -> Evidence:
    return read_evidence(dict(sorted(files)))


_kept = remembered(_read, 64)


def _remembered(files: Files) -> Evidence:
    return _kept(frozenset(files.items()))


@pytest.fixture(scope="module")
def evidence_read_once() -> Iterator[None]:
    """For a file of tests that asks for it, as `pytest.mark.usefixtures`."""
    yield from replaced({(module, "read_evidence"): _remembered for module in (judging, disputed_notes)})
