"""Advice on files that cannot be written."""

import errno

_NO_ROOM = {errno.ENOSPC, errno.EFBIG, getattr(errno, "EDQUOT", errno.ENOSPC)}


def writing_advice(error: OSError) -> str:
    """The remedy in an error about a failed write, such as "free some disk space"."""
    if error.errno in _NO_ROOM:
        return "free some disk space"
    return "check the disk and the permissions of the folder"
