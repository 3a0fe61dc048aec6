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
        ("net:connect4@400,plain", PlayerSpec("net", "connect4", 400, is_plain=True)),
        (
            "net:connect4@2s,plain,t=0.5",
            PlayerSpec("net", "connect4", seconds=2, temperature=0.5, is_plain=True),
        ),
        (
            "net:connect4, t=0.5, plain",
            PlayerSpec("net", "connect4", 400, temperature=0.5, is_plain=True),
        ),
        ("net:connect4,t=0.5", PlayerSpec("net", "connect4", 400, temperature=0.5)),
        ("mcts", PlayerSpec("mcts", simulations=1000)),
        ("mcts@5000", PlayerSpec("mcts", simulations=5000)),
        ("tactical", PlayerSpec("tactical", simulations=1000)),
        ("tactical@2s,t=0.5", PlayerSpec("tactical", seconds=2, temperature=0.5)),
        ("mcts@1.5s,t=1", PlayerSpec("mcts", seconds=1.5, temperature=1.0)),
        ("random", PlayerSpec("random")),
        ("perfect", PlayerSpec("perfect")),
        ("human", PlayerSpec("human")),
        ("level:3", PlayerSpec("level", "3")),
        ("engine:./rapfire --x 1@1s", PlayerSpec("engine", "./rapfire --x 1", seconds=1.0)),
        ("engine:wine pbrain.exe", PlayerSpec("engine", "wine pbrain.exe", seconds=1.0)),
        ("engine:ssh me@server", PlayerSpec("engine", "ssh me@server", seconds=1.0)),
        ("engine:x --set a,b=1@2s", PlayerSpec("engine", "x --set a,b=1", seconds=2.0)),
        ("net:my@net.safetensors", PlayerSpec("net", "my@net.safetensors", 400)),
        ("kaggle:submission.py", PlayerSpec("kaggle", "submission.py", seconds=2.0)),
        ("kaggle:a@b/agent.py@500ms", PlayerSpec("kaggle", "a@b/agent.py", seconds=0.5)),
        (" random ", PlayerSpec("random")),
    ],
)
def test_a_text_means_a_player_and_its_own_text_means_the_same(text, spec):
    assert parse_spec(text) == spec
    assert parse_spec(str(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "there is no player ''; players are: net:"),
        ("alphago", "there is no player 'alphago'; players are: net:"),
        ("mtcs@100", "there is no player 'mtcs@100'; did you mean 'mcts@100'? Players are: net:"),
        ("MCTS@100", "did you mean 'mcts@100'?"),
        ("levl:3", "did you mean 'level:3'?"),
        ("connect4@100", "did you mean 'net:connect4@100'?"),
        ("net", "'net': the net after net: is missing; write net:NAME@SIMULATIONS or net:NAME@2s"),
        ("net:", "the net after net: is missing"),
        ("net:@100", "'net:@100': the net after net: is missing"),
        ("net@100", "the net after net: is missing"),
        ("engine:@1s", "'engine:@1s': the command after engine: is missing; write engine:COMMAND"),
        ("kaggle:", "the file after kaggle: is missing"),
        ("mcts:5", "'mcts:5': mcts takes nothing after a colon or a comma; write mcts@PLAYOUTS"),
        ("random,5", "random takes nothing after a colon or a comma"),
        ("mcts@", "the budget after @ is a whole number of playouts such as 1000, or a time"),
        ("mcts@0", "pure MCTS needs 1 playout or more; got '0'"),
        ("mcts@1.5", "the budget after @ is a whole number of playouts"),
        ("mcts@lots", "the budget after @ is a whole number of playouts .* got 'lots'"),
        ("net:x@0.5", "the budget after @ is a whole number of simulations .* got '0.5'"),
        ("net:connect4@-5", "the budget after @ is a whole number of simulations .* got '-5'"),
        ("net:connect4@2x", "the budget after @ is a whole number of simulations .* got '2x'"),
        ("net:connect4@fast", "the budget after @ is a whole number of simulations .* got 'fast'"),
        ("net:x@9999999999", "a budget is at most 1,000,000,000; got '9999999999'"),
        ("net:x@0s", "a move needs a millisecond or more"),
        ("net:x@0.1ms", "a move needs a millisecond or more"),
        ("random@5", "'random@5': random takes no budget, and has @5; write random"),
        ("level:3@5", "level takes no budget"),
        ("level:0", "levels are 1 to 10; got '0' in 'level:0'"),
        ("level:11", "levels are 1 to 10; got '11'"),
        ("level:eleven", "levels are 1 to 10; got 'eleven'"),
        ("level:-1", "levels are 1 to 10; got '-1'"),
        ("engine:x@5", "the budget after @ is a time such as 2s or 500ms; got '5'"),
        ("kaggle:x.py@5", "the budget after @ is a time such as 2s or 500ms; got '5'"),
        ("engine:x@5s,t=1", "engine takes no temperature, and has t=1"),
        ("random,t=1", "random takes no temperature"),
        ("mcts@10,plain", "there is no option plain; the only one is a temperature"),
        ("net:connect4@0,plain", "without a search there is nothing to make plain"),
        ("perfect,t=1", "'perfect,t=1': perfect takes no temperature, and has t=1; write perfect"),
        ("net:connect4@400,t=-1", "the temperature after t= is a number of 0 or more, .* got '-1'"),
        ("mcts@10,t=warm", "the temperature after t= is a number of 0 or more, .* got 'warm'"),
        ("mcts@10,t=", "the temperature after t= is a number of 0 or more"),
        (
            "net:connect4@400,x=3",
            "there is no option x=; options are a temperature such as t=0",
        ),
    ],
)
def test_what_is_no_player_is_refused_in_one_sentence(text, message):
    with pytest.raises(PlayerSpecError, match=message.replace("?", r"\?")) as caught:
        parse_spec(text)
    assert "\n" not in str(caught.value)


def test_only_clocks_make_games_unrepeatable():
    assert parse_spec("mcts@2s").is_timed
    assert parse_spec("engine:x").is_timed
    assert not parse_spec("net:x@5").is_timed
    assert not parse_spec("random").is_timed


@given(st.integers(1, 10**9), st.sampled_from([0.0, 0.5, 1.0, 2.25]), st.booleans())
def test_simulations_and_options_survive_as_text(simulations, temperature, is_plain):
    spec = PlayerSpec("net", "x", simulations, temperature=temperature, is_plain=is_plain)
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


def test_a_path_without_its_prefix_is_taken_for_a_net(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "mine").mkdir()
    with pytest.raises(PlayerSpecError, match=r"did you mean 'net:runs/mine@5'\?"):
        parse_spec("runs/mine@5")
