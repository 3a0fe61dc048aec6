"""A program that asks what evaluates at the workers of a Ray cluster, before and after GPUs join.

A process of its own: whoever has a Ray already cannot have another one.
"""

import json
import sys
import time
from pathlib import Path

from tengen import load_game
from tengen.runs.errands import PlayErrand, unpack
from tengen.runs.ray import RayCrew
from tengen.runs.stages import play_settings
from tengen.selfplay import Games
from tests.nets.example_nets import random_checkpoint
from tests.runs.ray_nodes import LOOPBACK, start_head
from tests.runs.tiny import tiny_config


def used(crew, backend, workers):
    """What each of so many workers evaluates with, by the libraries that it has loaded."""
    config = tiny_config(f"run.evaluator={backend}")
    net = random_checkpoint("tictactoe", config.net.architecture(load_game("tictactoe")))
    crew.publish(net)
    while len(crew.workers()) < workers:
        time.sleep(0.05)
    errand = PlayErrand(0, (net.weights_sha256,), play_settings(config), Games(1, 0, range(2)))
    waiting = set(crew.workers())
    for worker in waiting:
        crew.send(worker, errand)
    while waiting:
        for answer in crew.answers(1):
            assert len(unpack(answer.data).records) == 2
            waiting.remove(answer.worker)
    return {worker: loaded(crew.pid(worker)) for worker in crew.workers()}


def loaded(pid):
    return "torch" if "libtorch" in Path(f"/proc/{pid}/maps").read_text() else "core"


def main():
    """Writes what was used."""
    cluster = start_head()
    ray, told = sys.modules["ray"], {}
    crew = RayCrew(cluster.address, evaluator="torch")
    told["without"] = used(crew, "torch", 1)
    cluster.add_node(num_cpus=2, num_gpus=1, node_ip_address=LOOPBACK)
    told["with"] = used(crew, "torch", 3)
    told["free"] = ray.available_resources().get("GPU", 0)
    crew.close()
    crew = RayCrew(cluster.address)
    told["native"] = used(crew, "native", 3)
    crew.close()
    ray.shutdown()
    cluster.shutdown()
    sys.stdout.write(json.dumps(told))


if __name__ == "__main__":
    main()
