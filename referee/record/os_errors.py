"""Why the system could not do something with a file, in words that a person reads in any language."""

from __future__ import annotations

import errno

from referee.kernel.sentence import Sentence

_REASONS = {
    errno.ENOENT: "system-no-such-file",
    errno.EACCES: "system-not-permitted",
    errno.EPERM: "system-not-allowed",
    errno.EEXIST: "system-there-already",
    errno.ENOTDIR: "system-no-folder",
    errno.EISDIR: "system-is-folder",
    errno.ENOSPC: "system-disk-full",
    errno.EROFS: "system-read-only",
    errno.ENAMETOOLONG: "system-name-too-long",
    errno.EIO: "system-disk-fault",
}


def os_error_reason(error: OSError) -> Sentence | str:
    """What went wrong: a sentence for what happens to people, otherwise the system's own words."""
    code = _REASONS.get(error.errno or 0)
    return Sentence(code) if code is not None else (error.strerror or "it did not work").lower()
