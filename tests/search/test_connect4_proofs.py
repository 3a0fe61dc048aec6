"""The proofs of the search in Connect Four endings against the exact solver."""

import random

from tengen import Limit, Search, UniformEvaluator, load_game
from tengen.search import ConnectFourSolver


def endings(count: int):
    """Positions of random games with 10 to 14 cells left."""
    game, chance = load_game("connect4"), random.Random(4)
    found = 0
    while found < count:
        position = game.initial(chance.randrange(2))
        plies = 42 - chance.randint(10, 14)
        while position.outcome is None and len(position.history) < plies:
            position = position.play(chance.choice(position.legal_actions))
        if position.outcome is None:
            found += 1
            yield position


def test_proofs_agree_with_the_exact_solver():
    solver = ConnectFourSolver(1)
    results = set()
    for position in endings(60):
        expected = solver.value(position)
        search = Search(position.game, UniformEvaluator())
        proof = search.run(position, Limit(simulations=1_000_000)).proof
        assert proof is not None
        assert proof.value == expected, f"\n{position}"
        results.add(expected)
    assert results == {"win", "draw", "loss"}
