"""What holds of a masked deck is worked out once for all tests of a table: each record has its proofs again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from referee.crypto.deck import group, masking, shuffle_proof
from tests.cached_reads import remembered

REMEMBERED = {
    (module, name): remembered(getattr(module, name))
    for module, name in ((group, "read_point"), (shuffle_proof, "holds"), (masking, "read_lock"))
}
"""Each hangs on the numbers it is given alone, and a refusal is asked for anew each time."""


@pytest.fixture(scope="module", autouse=True)
def _remembered() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patched:
        for (module, name), function in REMEMBERED.items():
            patched.setattr(module, name, function)
        yield
