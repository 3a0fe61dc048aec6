"""Games in Python that break their word, also only in rare positions: an error that names them."""

import numpy as np
import pytest

from tengen import (
    Limit,
    Outcome,
    RolloutEvaluator,
    Search,
    SearchConfig,
    Symmetry,
    UniformEvaluator,
    load_game,
)
from tengen.errors import GameContractError, IllegalActionError, TengenError
from tengen.replay.window import ReplayWindow
from tengen.selfplay import Games, SelfPlay, SelfPlayConfig
from tests.boundary.liars import (
    WRONG_HASHES,
    WRONG_PLANES,
    WRONG_PLAYOUTS,
    WRONG_VERDICTS,
    Liar,
    Lie,
    Row,
)
from tests.search.fakes import HashEvaluator
from tests.selfplay.made import HEX

EVALUATORS = {
    "uniform": lambda game: UniformEvaluator(),
    "rollout": lambda game: RolloutEvaluator(),
    "python": HashEvaluator,
}


def search(game, evaluator, **config):
    chosen = EVALUATORS[evaluator](game)
    searching = Search(game, chosen, SearchConfig(prove=False, **config), seed=1)
    return searching.run(game.initial(), Limit(simulations=200))


def self_play(game, evaluator):
    # Blind: with one ply ahead hardly a position of so small a game is ever evaluated.
    search = SearchConfig(one_ply_ahead=False)
    config = SelfPlayConfig(simulations=30, adjudicate=False, random_plies=1)
    return SelfPlay(
        game, EVALUATORS[evaluator](game), search, config, Games(1, 0, [0])
    ).all_records()


def refusal(action):
    with pytest.raises(GameContractError) as caught:
        action()
    return str(caught.value)


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("lie", WRONG_VERDICTS, ids=lambda lie: f"{lie.method}-{lie.words}")
def test_a_lie_in_a_rare_position_is_named_in_the_search(lie, evaluator):
    message = refusal(lambda: search(Liar(lie), evaluator))
    if lie.method != "next_state" and evaluator != "rollout":
        assert "liar, after moves [" in message
    assert lie.words in message or "playout_state" in message


@pytest.mark.parametrize("evaluator", EVALUATORS)
@pytest.mark.parametrize("lie", WRONG_VERDICTS, ids=lambda lie: f"{lie.method}-{lie.words}")
def test_a_lie_in_a_rare_position_is_named_in_self_play(lie, evaluator):
    message = refusal(lambda: self_play(Liar(lie), evaluator))
    assert lie.words in message or "playout_state" in message


@pytest.mark.parametrize("lie", WRONG_PLANES, ids=lambda lie: lie.words)
@pytest.mark.parametrize("symmetry", [False, True])
def test_planes_that_cannot_be_are_named_in_the_search(lie, symmetry):
    message = refusal(lambda: search(Liar(lie), "python", random_symmetry=symmetry))
    assert "liar, after moves [" in message
    assert lie.words in message


@pytest.mark.parametrize("lie", WRONG_PLANES, ids=lambda lie: lie.words)
def test_planes_that_cannot_be_are_named_in_self_play(lie):
    assert lie.words in refusal(lambda: self_play(Liar(lie), "python"))


@pytest.mark.parametrize("lie", WRONG_HASHES, ids=lambda lie: lie.words)
def test_a_hash_that_cannot_be_is_named(lie):
    message = refusal(lambda: search(Liar(lie), "python", random_symmetry=True))
    assert "liar, after moves [" in message
    assert lie.words in message


@pytest.mark.parametrize("lie", WRONG_PLAYOUTS, ids=lambda lie: lie.words)
def test_a_playout_that_cannot_be_is_named(lie):
    message = refusal(lambda: search(Liar(lie), "rollout"))
    assert "liar, after moves [" in message
    assert lie.words in message


def test_a_game_without_end_is_named_in_the_search_and_in_playouts():
    class Endless(Row):
        max_plies = 2

        def next_state(self, state, action):
            return state[0], 1 - state[1], state[2]

        def outcome(self, state):
            return None

    for evaluator in EVALUATORS:
        assert "max_plies" in refusal(lambda chosen=evaluator: search(Endless(), chosen))
        assert "max_plies" in refusal(lambda chosen=evaluator: self_play(Endless(), chosen))


def test_an_endless_list_of_actions_ends_where_positions_are_played_too():
    game = Liar(Lie("legal_actions", lambda _: iter(int, 1), ""), stones=0)
    assert game.initial().legal_actions == [0] * 6
    with pytest.raises(IllegalActionError):
        game.initial().play(3)


def test_a_game_that_begins_with_its_end_is_named():
    class Over(Row):
        def initial_state(self, first):
            return first, first, (0, 0, None, None, None)

    for evaluator in EVALUATORS:
        message = refusal(lambda chosen=evaluator: self_play(Over(), chosen))
        assert "the initial position must not be finished" in message


def test_a_game_that_changes_its_mind_at_every_question_does_no_harm():
    class Fickle(Row):
        asked = 0

        def outcome(self, state):
            self.asked += 1
            return Outcome(None, "tired") if self.asked % 7 == 0 else super().outcome(state)

    for evaluator in EVALUATORS:
        for room in (search, self_play):
            assert refusal(lambda room=room, chosen=evaluator: room(Fickle(), chosen))


STILL = tuple(range(5))
WRONG_FACTS = [
    {"num_actions": 0},
    {"num_actions": -1},
    {"num_actions": 10**9},
    {"num_actions": 10**30},
    {"num_actions": 2.0},
    {"num_actions": None},
    {"width": 0},
    {"width": 10**6},
    {"height": -5},
    {"max_plies": 0},
    {"max_plies": 10**9},
    {"version": "one"},
    {"name": ""},
    {"name": "\ud800"},
    {"name": 7},
    {"symmetries": ()},
    {"symmetries": None},
    {"symmetries": (1, 2)},
    {"symmetries": (Symmetry((), ()),)},
    {"symmetries": (Symmetry(STILL, STILL), Symmetry((0, 1, 2, 3, 9), STILL))},
    {"symmetries": (Symmetry(STILL, STILL), Symmetry((0, 1, 2, 3, -1), STILL))},
    {"symmetries": (Symmetry(STILL, STILL), Symmetry(STILL, (0, 0, 1, 2, 3)))},
    {"symmetries": (Symmetry(STILL, STILL), Symmetry(STILL, (0, 1, 2, 3, 4, 5)))},
    {"symmetries": (Symmetry(STILL, STILL), Symmetry(STILL, ("a", 1, 2, 3, 4)))},
    {"plane_count": lambda encoding: 0},
    {"plane_count": lambda encoding: -4},
    {"plane_count": lambda encoding: 10**9},
    {"plane_count": lambda encoding: 10**30},
    {"plane_count": lambda encoding: "four"},
]


@pytest.mark.parametrize("facts", WRONG_FACTS, ids=lambda facts: next(iter(facts)))
def test_facts_that_cannot_be_are_named_wherever_a_game_goes_in(facts):
    class Wrong(Row):
        pass

    for name, value in facts.items():
        setattr(Wrong, name, staticmethod(value) if callable(value) else value)
    game = Wrong()
    for room in (search, self_play):
        assert next(iter(facts)) in refusal(lambda room=room: room(game, "uniform"))
    assert next(iter(facts)) in refusal(lambda: ReplayWindow(game, "4-planes"))


def test_something_that_is_no_game_at_all_is_refused():
    with pytest.raises(TengenError):
        ReplayWindow(object(), "4-planes")


def record_of(game):
    return self_play(game, "uniform")[0]


@pytest.mark.parametrize("lie", WRONG_VERDICTS, ids=lambda lie: f"{lie.method}-{lie.words}")
def test_a_lie_is_named_when_a_game_is_added_to_the_window(lie):
    record = record_of(Row())
    window = ReplayWindow(Liar(lie), "4-planes")
    assert lie.words in refusal(lambda: window.add(record))
    assert window.positions == 0


@pytest.mark.parametrize("lie", [*WRONG_VERDICTS, *WRONG_PLANES], ids=lambda lie: lie.words)
def test_a_lie_is_named_when_a_batch_is_drawn(lie):
    game = Liar(lie, stones=99)
    window = ReplayWindow(game, "4-planes")
    window.add(record_of(Row()))
    window.sample(64, seed=1)
    game._stones = 1
    assert lie.words in refusal(lambda: window.sample(64, seed=1))
    game._stones = 99
    assert np.isfinite(window.sample(64, seed=1).planes).all()


def test_the_search_goes_on_when_the_game_is_true_again():
    game = Liar(Lie("legal_actions", lambda _: [77], "in 0 to 4"))
    searching = Search(game, HashEvaluator(game), SearchConfig(prove=False, leaves_per_batch=4))
    with pytest.raises(GameContractError):
        searching.run(game.initial(), Limit(simulations=200))
    game._stones = 99
    result = searching.run(game.initial(), Limit(simulations=200))
    assert result.simulations == 200


def test_interruptions_by_the_user_are_not_blamed_on_the_game():
    class Interrupted(Row):
        def next_state(self, state, action):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        search(Interrupted(), "uniform")


def test_a_line_of_thousands_of_moves_is_searched_and_forgotten():
    class Line(Row):
        width = height = num_actions = 1
        max_plies = 30_000
        symmetries = (Symmetry((0,), (0,)),)

        def initial_state(self, first):
            return first, first, 0

        def legal_actions(self, state):
            return [0]

        def next_state(self, state, action):
            return state[0], 1 - state[1], state[2] + 1

        def outcome(self, state):
            return None

    game = Line()
    searching = Search(game, UniformEvaluator(), SearchConfig(prove=False))
    assert searching.run(game.initial(), Limit(simulations=4000)).simulations == 4000


@pytest.mark.parametrize("name", [HEX, "openspiel:tic_tac_toe"])
def test_honest_games_are_searched_as_before(name):
    game = load_game(name)
    for evaluator in EVALUATORS:
        assert search(game, evaluator, random_symmetry=True).simulations == 200


def test_an_outcome_that_fails_at_the_root_is_named_too():
    (lie,) = (lie for lie in WRONG_VERDICTS if lie.words == "outcome raised ZeroDivisionError")
    game = Liar(lie, stones=99)
    searching, position = Search(game, UniformEvaluator()), game.initial().play(0)
    game._stones = 1
    assert lie.words in refusal(lambda: searching.run(position, Limit(simulations=5)))
