"""A program that trains on a Ray cluster of two nodes, one of which is lost while its worker plays.

A process of its own: whoever has a Ray already cannot have another one.
"""

import json
import sys
import time
from pathlib import Path

from tengen.runs import Observers, Stop, train
from tengen.runs.executor import CrewExecutor
from tengen.runs.ray import RayCrew, import_ray
from tests.runs.tiny import open_run, tiny_config

LOOPBACK = "127.0.0.1"
LONG = tiny_config("run.generations=3", "run.games_per_generation=120", "selfplay.simulations=60")


class Losing:
    """A crew that loses a node as soon as all its workers have got errands."""

    def __init__(self, crew, lose):
        self._crew, self._lose, self._sent = crew, lose, set()

    def __getattr__(self, name):
        return getattr(self._crew, name)

    def send(self, worker, errand):
        self._crew.send(worker, errand)
        self._sent.add(worker)
        if self._lose and len(self._sent) == 2:
            self._lose()
            self._lose = None


def start_head():
    """A cluster of one node with one processor, which only this machine can talk to."""
    import_ray(loopback=True)
    from ray.cluster_utils import Cluster

    settings = {"num_cpus": 1, "node_ip_address": LOOPBACK, "include_dashboard": False}
    return Cluster(initialize_head=True, head_node_args=settings)


def wait_for_two(crew):
    while len(crew.workers()) < 2:
        time.sleep(0.05)


def train_and_lose_a_node(folder):
    """Writes what became of the workers."""
    cluster = start_head()
    second = cluster.add_node(num_cpus=1, node_ip_address=LOOPBACK)
    crew = RayCrew(cluster.address)
    wait_for_two(crew)
    losing = Losing(crew, lambda: cluster.remove_node(second, allow_graceful=False))
    run, executor = open_run(folder, LONG), CrewExecutor(losing)
    train(run, Stop(), Observers([]), executor)
    run.close()
    games = {name: worker.games for name, worker in executor.record.workers.items()}
    left = crew.workers()
    cluster.add_node(num_cpus=1, node_ip_address=LOOPBACK)
    wait_for_two(crew)
    crew.close()
    sys.modules["ray"].shutdown()
    cluster.shutdown()
    sys.stdout.write(json.dumps({"games": games, "lost": executor.record.lost, "left": left}))


if __name__ == "__main__":
    train_and_lose_a_node(Path(sys.argv[1]))
