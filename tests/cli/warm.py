"""`tengen` in a process whose libraries are already imported: half a second less for every call.

A server imports what does not depend on the call: libraries and the rooms below `cli`. It forks for
each call, and the child takes over the call's streams, environment and folder before it imports
`tengen.cli`, as a new interpreter would. It ends without taking its libraries apart, which would
cost half a second more. Only for Linux; elsewhere every call is a new process.
"""

import atexit
import contextlib
import gc
import json
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
_STREAMS = 3
_LONGEST = 1 << 20


class WarmCommand:
    """Owns the server. One call at a time."""

    def __init__(self, prelude: str) -> None:
        self._socket, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._server = subprocess.Popen(
            [sys.executable, "-c", f"{prelude}import tests.cli.warm as warm; warm.serve()"],
            stdin=theirs,
            stdout=subprocess.PIPE,  # a pipe, as the streams of a call are: nothing can be seeked
            stderr=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONIOENCODING": "utf-8", "LANG": "C.UTF-8"},
        )
        theirs.close()

    def run(
        self, arguments: list[str], typed: str, environment: dict[str, str]
    ) -> subprocess.CompletedProcess[str]:
        """As `subprocess.run` with captured text."""
        (given, typing), (shown, output), (told, errors) = os.pipe(), os.pipe(), os.pipe()
        call = {"arguments": arguments, "environment": environment, "folder": str(Path.cwd())}
        with self._server_alive():
            socket.send_fds(self._socket, [json.dumps(call).encode()], [given, output, errors])
        for descriptor in (given, output, errors):
            os.close(descriptor)
        texts: dict[int, str] = {}
        threads = [threading.Thread(target=_read, args=(each, texts)) for each in (shown, told)]
        threads.append(threading.Thread(target=_write, args=(typing, typed)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with self._server_alive():
            code = int(self._socket.recv(_LONGEST))
        return subprocess.CompletedProcess(arguments, code, texts[shown], texts[told])

    @contextlib.contextmanager
    def _server_alive(self) -> Iterator[None]:
        """Whatever the socket says of a dead server, its last words are told."""
        try:
            yield
        except (OSError, ValueError) as error:
            raise RuntimeError(self._server.communicate()[1]) from error

    def close(self) -> None:
        """Ends the server."""
        self._socket.close()
        self._server.communicate()


def _write(descriptor: int, text: str) -> None:
    """A command need not read to the end."""
    with contextlib.suppress(BrokenPipeError), open(descriptor, "w", encoding="utf-8") as stream:
        stream.write(text)


def _read(descriptor: int, texts: dict[int, str]) -> None:
    with open(descriptor, encoding="utf-8") as stream:
        texts[descriptor] = stream.read()


def serve() -> None:
    """Answers calls on standard input until there are no more; a child returns as a `tengen`."""
    from tengen.machine import share_the_processor

    share_the_processor()  # before torch, which reads it when it is loaded
    import torch  # noqa: F401
    import typer  # noqa: F401
    from rich import console, live, progress, table  # noqa: F401

    import tengen.runs
    import tengen.scripting  # noqa: F401

    gc.freeze()  # what all calls share is no garbage of any of them
    calls = socket.socket(fileno=os.dup(sys.stdin.fileno()))
    while True:
        message, streams, _, _ = socket.recv_fds(calls, _LONGEST, _STREAMS)
        if not message:
            return
        child = os.fork()
        if child == 0:
            calls.close()
            _become(json.loads(message), streams)
            return
        for descriptor in streams:
            os.close(descriptor)
        code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        calls.send(str(code).encode())


def _become(call: dict[str, object], streams: list[int]) -> None:
    """What the call would be in a process of its own, up to its end."""
    for number, descriptor in enumerate(streams):
        os.dup2(descriptor, number)
        os.close(descriptor)
    os.environ.clear()
    os.environ.update(call["environment"])
    os.chdir(str(call["folder"]))
    sys.argv = ["tengen", *call["arguments"]]
    from tengen.cli import main

    try:
        main()
    except SystemExit as end:
        _end_at_once(end)
        raise


def _end_at_once(end: SystemExit) -> None:
    """Where nothing but the libraries is left to end; what is unusual ends as usual."""
    if isinstance(end.code, int) and threading.active_count() == 1:
        atexit._run_exitfuncs()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(end.code)
