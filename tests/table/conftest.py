"""What holds of a masked deck is worked out once for the files of tests that ask for it: each record has its proofs
again.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.crypto.deck import group, masking, shuffle_proof
from tests.cached_reads import remembered, replaced

REMEMBERED = {
    (module, name): remembered(getattr(module, name))
    for module, name in ((group, "read_point"), (shuffle_proof, "holds"), (masking, "read_lock"))
}
"""Each hangs on the numbers it is given alone, and a refusal is asked for anew each time."""


@pytest.fixture(scope="module")
def remembered_proofs() -> Iterator[None]:
    """For a file of tests that asks for it, as `pytest.mark.usefixtures`."""
    yield from replaced(REMEMBERED)
