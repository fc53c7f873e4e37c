"""A list of paths, as another program or a person writes it."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

from referee.kernel.errors import Unreadable
from referee.record import files

_LIMIT = 64 * 2**20


def listed_in(path: Path) -> list[str]:
    """The paths in a file, or on standard input for `-`: one a line, or cut by zero bytes as `find -print0` does.

    Raises:
        Unreadable: the list is empty. FileTrouble: it cannot be read.
    """
    data = sys.stdin.buffer.read(_LIMIT + 1) if str(path) == "-" else files.read_file(path, _LIMIT, follow=True)
    if len(data) > _LIMIT:
        raise Unreadable("list-too-long", limit=_LIMIT)
    names = data.split(b"\0") if b"\0" in data else data.splitlines()
    found = [os.fsdecode(name) for name in names if name.strip()]
    if not found:
        raise Unreadable("list-without-paths", at=str(path))
    return found


def part_of(paths: Sequence[str], shard: str | None) -> list[str]:
    """The paths of one shard: of `2/3` every third, from the second on. All shards together are all paths.

    Raises:
        Unreadable: another form, or a shard that there is not.
    """
    if shard is None:
        return list(paths)
    found = re.fullmatch("([1-9][0-9]{0,5})/([1-9][0-9]{0,5})", shard)
    if found is None or int(found[1]) > int(found[2]):
        raise Unreadable("bad-shard", found=shard)
    return list(paths[int(found[1]) - 1 :: int(found[2])])
