"""The hash of a data pack, held in numbers: H("pack", canonical bytes), as the protocol says it."""

from __future__ import annotations

import base64
import hashlib

from referee.kernel.packs import canonical_pack, pack_format, pack_hash

WRITTEN = '{ "name": "Citt\\u00e0",\n "format": "islands-pack/1", "count": [3, 1] }'
SPELLED = '{"count":[3,1],"format":"islands-pack/1","name":"Città"}'.encode()


def test_the_one_spelling_of_a_pack_has_sorted_keys_no_blanks_and_plain_letters() -> None:
    assert canonical_pack(WRITTEN.encode()) == SPELLED
    assert pack_format(SPELLED) == "islands-pack/1"


def test_the_hash_of_a_pack_is_a_tagged_hash_over_its_spelling() -> None:
    tag = b"referee/1 pack"
    parts = b"".join(len(part).to_bytes(8, "big") + part for part in (tag, SPELLED))
    expected = base64.urlsafe_b64encode(hashlib.sha256(parts).digest()).decode().rstrip("=")

    assert pack_hash(SPELLED) == expected == "EAD5SITRqgPT_6d4z7dJ_I-FfAP3s_KdfVbbMZLY8MA"
