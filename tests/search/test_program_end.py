"""Searches and the end, or the fork, of the program that runs them."""

import subprocess
import sys

import pytest

from tests.selfplay.made import HEX


def test_a_forked_process_is_told_that_the_search_is_not_its_own():
    code = """
import os, sys
from tengen import *
from tengen.errors import InUseError
game = load_game("connect4")
search = Search(game, UniformEvaluator(), SearchConfig(prove=False, memory_mb=50))
running = search.start(game.initial())
if os.fork() == 0:
    uses = (running.result, lambda: list(running), running.__enter__().__exit__)
    for number, use in enumerate(uses):
        try:
            use(*[None] * (3 if number == 2 else 0))
            os._exit(1)
        except InUseError:
            pass
    os._exit(7)
sys.exit(os.waitstatus_to_exitcode(os.wait()[1]))
"""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", code], timeout=60, check=False)
    assert done.returncode == 7


BEGIN = """
import threading, time
import numpy as np
from tengen import *
from tengen.search import Solver
from tengen.selfplay import *
game = load_game("gomoku:15x15/5")
search = Search(game, RolloutEvaluator(), SearchConfig(memory_mb=50))
own = load_game("{hex}")
def in_thread(work):
    threading.Thread(target=work, daemon=True).start()
    time.sleep(0.3)
"""


ENDINGS = {
    "running": "running = search.start(game.initial()); next(iter(running))",
    "run": "in_thread(lambda: search.run(game.initial(), Limit()))",
    "Python rules": """
theirs = Search(own, UniformEvaluator())
in_thread(lambda: theirs.run(own.initial(), Limit()))""",
    "core": """
core = search._pool.core
core.set_root(0, game.initial().state)
core.begin(0, None, None, None)
in_thread(lambda: core.run(1e9))""",
    "self-play": """
play = SelfPlay(game, RolloutEvaluator(), SearchConfig(),
                SelfPlayConfig(simulations=10**6), Games(1, 0, range(9)))
in_thread(lambda: list(play))""",
    "solver": """
small = load_game("gomoku:6x6/4")
in_thread(lambda: Solver(small).score_moves(small.initial()))""",
    "evaluator": """
evaluator, planes = load_evaluator("gomoku-15x15"), np.zeros((256, 4, 15, 15), np.float32)
def evaluate():
    while True: evaluator.evaluate(planes)
in_thread(evaluate)""",
    "teardown": """
class Late:
    def __del__(self): search.start(game.initial())
keep = Late()
keep.myself = keep""",
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_program_may_end_while_the_core_is_at_work(ending):
    code = BEGIN.format(hex=HEX) + ENDINGS[ending]
    done = subprocess.run(
        [sys.executable, "-c", code], timeout=60, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == b"" or ending == "teardown"
