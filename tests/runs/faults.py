"""Every moment at which a run writes: counted, and made to fail."""

import contextlib
import os
import sqlite3
from unittest import mock

from tengen.replay import database

WRITES = ("BEGIN", "INSERT", "COMMIT", "DELETE", "UPDATE")


class _CountedConnection(sqlite3.Connection):
    """Announces every statement that changes something."""

    before_write = staticmethod(lambda: None)

    def execute(self, statement, *values):
        if statement.startswith(WRITES):
            self.before_write()
        return super().execute(statement, *values)

    def executemany(self, statement, *values):
        self.before_write()
        return super().executemany(statement, *values)


@contextlib.contextmanager
def counted_writes(act):
    """Calls `act(number)` before each write to the disk, the first one being number 0."""
    count = 0

    def before_write():
        nonlocal count
        count += 1
        act(count - 1)

    def announced(function):
        def call(*arguments, **options):
            before_write()
            return function(*arguments, **options)

        return call

    connection = type(
        "Counted", (_CountedConnection,), {"before_write": staticmethod(before_write)}
    )
    connect = sqlite3.connect
    with (
        mock.patch.object(os, "fsync", announced(os.fsync)),
        mock.patch.object(os, "replace", announced(os.replace)),
        mock.patch.object(
            database.sqlite3,
            "connect",
            lambda *arguments, **options: connect(*arguments, factory=connection, **options),
        ),
    ):
        yield
