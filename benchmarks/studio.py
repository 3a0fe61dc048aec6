"""The server of the studio as a page meets it: how soon it answers, and how soon it stops.

    python benchmarks/studio.py [--rounds 20]

Starts a studio on this computer and speaks to it over the WebSocket. "First analysis" is the time
from the request to the first snapshot with visits, "stop" from the request to the message that
the search is over, "move" from a person's move to the state that shows it. "Simulation" is what
the microscope asks for with every step: a simulation with tables, boards and the net's answer. In a
browser, "open large run" is the time from choosing a run of 300 generations and 100,000 games to
its charts, and "longest task" that of the page meanwhile (0: none was above 50 ms). The targets are
300 ms, 100 ms, 50 ms and 1 s; the ratio is the target divided by the slowest of all rounds.
"""

import argparse
import json
import shutil
import socket
import statistics
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from _machine import machine_and_date, ratio_text
from _training_room import large_runs, opening_times
from rich.console import Console
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tengen.studio.app import make_app
from tengen.studio.guards import Pass
from tengen.studio.serving import server_config
from tengen.studio.shelf import Shelf

OUT = Console(highlight=False)
GAMES = ("connect4", "gomoku:15x15/5")
TARGETS = {
    "first analysis": 0.3,
    "stop": 0.1,
    "move": 0.1,
    "simulation": 0.05,
    "open large run": 1.0,
    "longest task": 0.05,
}
IN_SOCKET = ("first analysis", "stop", "move")
PEOPLE = [{"kind": "human"}, {"kind": "human"}]


@contextmanager
def running_studio(shelf: Shelf | None = None) -> Iterator[tuple[str, str]]:
    """The address and the token of a studio in a thread of this process."""
    admission = Pass()
    server = uvicorn.Server(server_config(make_app(shelf or Shelf(), admission)))
    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"127.0.0.1:{listener.getsockname()[1]}", admission.token
        finally:
            server.should_exit = True
            thread.join()


class Page:
    """A connection that counts seconds."""

    def __init__(self, opened: ClientConnection) -> None:
        self._socket = opened

    def send(self, **message: object) -> None:
        """Sends a message."""
        self._socket.send(json.dumps(message))

    def until(self, found: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """The first message that fits."""
        while True:
            message: dict[str, Any] = json.loads(self._socket.recv(timeout=60))
            if found(message):
                return message

    def seconds(self, found: Callable[[dict[str, Any]], bool], **message: object) -> float:
        """From sending a message until another arrives."""
        began = time.perf_counter()
        self.send(**message)
        self.until(found)
        return time.perf_counter() - began


def measure(page: Page, game: str, rounds: int) -> dict[str, list[float]]:
    """The times, in seconds, for a game."""
    times: dict[str, list[float]] = {name: [] for name in IN_SOCKET}
    for _ in range(rounds):
        page.send(type="new_game", game=game, seats=PEOPLE)
        state = page.until(lambda each: each["type"] == "state")
        about = {"game_id": state["game_id"]}
        move = state["legal"][0]["move"]
        times["move"].append(
            page.seconds(lambda each: each["type"] == "state", type="play", move=move, **about)
        )
        times["first analysis"].append(
            page.seconds(
                lambda each: each["type"] == "analysis" and each["visits"] > 0,
                type="analyse",
                **about,
            )
        )
        time.sleep(0.2)
        times["stop"].append(
            page.seconds(
                lambda each: each["type"] == "analysis" and each["state"] == "stopped",
                type="stop_analysis",
                **about,
            )
        )
        page.send(type="delete_game", **about)
        page.until(lambda each: each["type"] == "deleted")
    times["simulation"] = simulations(page, game, rounds)
    return times


def simulations(page: Page, game: str, rounds: int) -> list[float]:
    """The last simulations of 200, one by one."""
    page.send(type="look_inside", link=f"g={game}", simulations=200)
    page.until(lambda each: each["type"] == "simulated" and each["state"] == "finished")
    return [
        page.seconds(
            lambda each: each["type"] == "simulation", type="show_simulation", number=200 - number
        )
        for number in range(rounds)
    ]


def main() -> None:
    """Prints a line for each game and time."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=20)
    rounds = parser.parse_args().rounds
    OUT.print(f"The studio's server, {machine_and_date()}, {rounds} rounds")
    with (
        running_studio() as (host, token),
        connect(f"ws://{host}/ws", origin=Origin(f"http://{host}"), max_size=None) as opened,
    ):
        page = Page(opened)
        page.send(type="hello", token=token)
        for game in GAMES:
            for name, times in measure(page, game, rounds).items():
                OUT.print(line(game, name, times))
    measure_training_room(rounds)


def measure_training_room(rounds: int) -> None:
    """Prints a line for each time of the training room."""
    runs = large_runs()
    try:
        with running_studio(Shelf(runs=runs)) as (host, _):
            found = opening_times(host, rounds)
    finally:
        shutil.rmtree(runs.parent)
    if found is None:
        OUT.print("training room: not measured, there is no Chromium")
    for name, times in (found or {}).items():
        OUT.print(line("training room", name, times))


def line(game: str, name: str, times: list[float]) -> str:
    """The median, the slowest, and how far that is within the target."""
    middle, slowest, target = statistics.median(times), max(times), TARGETS[name]
    return (
        f"{game:16} {name:15} {1000 * middle:6.1f} ms, slowest {1000 * slowest:6.1f} ms, "
        f"{ratio_text(target / max(slowest, 1e-3), 1.0)} of {1000 * target:.0f} ms"
    )


if __name__ == "__main__":
    main()
