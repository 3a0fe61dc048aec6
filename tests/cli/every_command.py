"""Runs many commands one after another in one process, as a user of another encoding would.

Its argument is a JSON list of `[arguments, lines to type]`. A line that begins with `MARK` follows
the output of each: its exit code and arguments.
"""

import io
import json
import sys

from tengen.cli import main

MARK = ">>> "


def exit_code(arguments, typed):
    """Of one command, standard output and errors both in order."""
    sys.argv = ["tengen", *arguments]
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    try:
        main()
    except SystemExit as exit_:
        return exit_.code or 0
    finally:
        sys.stderr.flush()
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    for arguments, typed in json.loads(sys.argv[1]):
        code = exit_code(arguments, typed)
        sys.stdout.write(f"\n{MARK}{json.dumps([code, *arguments])}\n")
        sys.stdout.flush()
