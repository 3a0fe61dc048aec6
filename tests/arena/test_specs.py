"""Players as short texts."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tengen.arena.specs import PlayerSpec, parse_spec
from tengen.errors import PlayerSpecError


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("net:connect4@400", PlayerSpec("net", "connect4", 400)),
        ("net:connect4", PlayerSpec("net", "connect4", 400)),
        ("net:runs/mine@2s", PlayerSpec("net", "runs/mine", seconds=2.0)),
        ("net:runs/mine@250ms", PlayerSpec("net", "runs/mine", seconds=0.25)),
        ("net:a@b/c.safetensors@0", PlayerSpec("net", "a@b/c.safetensors", 0)),
        ("net:connect4@50,t=0.5", PlayerSpec("net", "connect4", 50, temperature=0.5)),
        ("net:connect4,t=0.5", PlayerSpec("net", "connect4", 400, temperature=0.5)),
        ("mcts", PlayerSpec("mcts", simulations=1000)),
        ("mcts@5000", PlayerSpec("mcts", simulations=5000)),
        ("mcts@1.5s,t=1", PlayerSpec("mcts", seconds=1.5, temperature=1.0)),
        ("random", PlayerSpec("random")),
        ("perfect", PlayerSpec("perfect")),
        ("human", PlayerSpec("human")),
        ("level:3", PlayerSpec("level", "3")),
        ("engine:./rapfire --x 1@1s", PlayerSpec("engine", "./rapfire --x 1", seconds=1.0)),
        ("engine:wine pbrain.exe", PlayerSpec("engine", "wine pbrain.exe", seconds=1.0)),
        (" random ", PlayerSpec("random")),
    ],
)
def test_a_text_means_a_player_and_its_own_text_means_the_same(text, spec):
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player"),
        ("alphago", "there is no player 'alphago'; players are: net:"),
        ("net", "'net' is not a player; write net:NAME"),
        ("net:", "write net:NAME"),
        ("mcts:5", "'mcts:5' is not a player; write mcts@PLAYOUTS"),
        ("mcts@0", "no budget that mcts can use"),
        ("mcts@1.5", "no budget that mcts can use"),
        ("net:x@0.5", "no budget that net can use"),
        ("net:x@0s", "a millisecond or more"),
        ("net:x@0.1ms", "a millisecond or more"),
        ("random@5", "random takes no budget"),
        ("level:3@5", "level takes no budget"),
        ("engine:x@5", "no budget that engine can use"),
        ("engine:x@5s,t=1", "engine takes no temperature"),
        ("random,t=1", "random takes no temperature"),
        ("mcts@10,t=-1", "there is no player"),
    ],
)
def test_what_is_no_player_is_refused_in_one_sentence(text, message):
    with pytest.raises(PlayerSpecError, match=message.replace("(", r"\(")) as caught:
        parse_spec(text)
    assert "\n" not in str(caught.value)


def test_only_clocks_make_games_unrepeatable():
    assert parse_spec("mcts@2s").is_timed
    assert parse_spec("engine:x").is_timed
    assert not parse_spec("net:x@5").is_timed
    assert not parse_spec("random").is_timed


@given(st.integers(1, 10**9), st.sampled_from([0.0, 0.5, 1.0, 2.25]))
def test_simulations_and_temperature_survive_as_text(simulations, temperature):
    spec = PlayerSpec("net", "x", simulations, temperature=temperature)
    assert parse_spec(str(spec)) == spec


@given(st.integers(1, 999_999))
def test_milliseconds_survive_as_text(milliseconds):
    spec = parse_spec(f"mcts@{milliseconds}ms")
    assert parse_spec(str(spec)) == spec
    assert spec.limit.seconds == pytest.approx(milliseconds / 1000)


@given(st.text(max_size=30))
def test_any_text_is_a_player_or_a_spec_error(text):
    with contextlib.suppress(PlayerSpecError):
        assert isinstance(parse_spec(text), PlayerSpec)
