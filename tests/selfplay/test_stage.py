"""The stage `play`: data in, data out, and the same games wherever they are played."""

import subprocess
import sys
from dataclasses import replace

import pytest

from tengen import Architecture, Checkpoint, SearchConfig, load_game
from tengen._core import GameRecord
from tengen.errors import CheckpointError
from tengen.nets import NativeEvaluator, save_checkpoint
from tengen.selfplay import Games, PlaySettings, SelfPlay, SelfPlayConfig, play
from tests.nets.example_nets import random_checkpoint

GAME = load_game("connect4")
NET = random_checkpoint("connect4", Architecture.resnet(GAME, blocks=1, channels=8), 1)
SETTINGS = PlaySettings(
    game="connect4",
    search=SearchConfig(noise_epsilon=0.25),
    selfplay=SelfPlayConfig(simulations=12, full_share=0.5, cheap_simulations=4),
)
GAMES = Games(run_seed=5, generation=2, numbers=(0, 1, 2, 7))


def in_order(reports):
    records = [data for report in reports for data in report.records]
    return sorted(records, key=lambda data: GameRecord.from_bytes(data).index)


@pytest.fixture(scope="module")
def expected():
    return in_order(play(NET, SETTINGS, GAMES))


def test_the_games_are_those_of_self_play_with_the_net(expected):
    records = SelfPlay(
        GAME, NativeEvaluator(NET), SETTINGS.search, SETTINGS.selfplay, GAMES
    ).all_records()
    assert [record.to_bytes() for record in records] == expected


def test_a_checkpoint_as_bytes_plays_the_same(expected):
    assert in_order(play(NET.to_bytes(), SETTINGS, GAMES)) == expected


@pytest.mark.parametrize("changes", [{"threads": 3}, {"cache_mb": 1}])
def test_threads_and_memory_change_nothing(changes, expected):
    assert in_order(play(NET, replace(SETTINGS, **changes), GAMES)) == expected


ELSEWHERE = """
import pathlib, sys
from tengen import SearchConfig
from tengen.selfplay import Games, PlaySettings, SelfPlayConfig, play
settings = PlaySettings(
    game="connect4",
    search=SearchConfig(noise_epsilon=0.25),
    selfplay=SelfPlayConfig(simulations=12, full_share=0.5, cheap_simulations=4),
)
net, number = pathlib.Path(sys.argv[1]).read_bytes(), int(sys.argv[2])
for report in play(net, settings, Games(5, 2, [number])):
    print(*(record.hex() for record in report.records))
assert "torch" not in sys.modules
"""


def test_another_process_plays_a_game_to_the_same_bytes_without_torch(tmp_path, expected):
    save_checkpoint(NET, tmp_path / "net.safetensors")
    assert (tmp_path / "net.safetensors").read_bytes() == NET.to_bytes()
    command = [sys.executable, "-c", ELSEWHERE, str(tmp_path / "net.safetensors"), "7"]
    answer = subprocess.run(command, capture_output=True, text=True, check=True)
    assert bytes.fromhex(answer.stdout) == expected[3]


def test_records_say_which_rules_and_which_net_played(expected):
    for data in expected:
        origin = GameRecord.from_bytes(data).origin
        assert (origin.game, origin.game_version) == (GAME.name, GAME.version)
        assert origin.checkpoint == GAMES.checkpoint == "00002"


def test_every_game_is_in_one_report_and_the_last_report_knows_them_all(expected):
    reports = list(play(NET, SETTINGS, GAMES))
    assert sorted(data for report in reports for data in report.records) == sorted(expected)
    assert reports[-1].games == 4
    assert reports[-1].evaluations > 0
    assert reports[-1].cache_hits is None
    (*_, last) = play(NET, replace(SETTINGS, cache_mb=1), GAMES)
    assert 0 < last.cache_hits < 1


def test_a_net_of_another_game_is_refused_before_anything_is_played():
    with pytest.raises(CheckpointError, match="plays 'connect4'; it cannot play 'othello'"):
        play(NET, replace(SETTINGS, game="othello"), GAMES)


def test_damaged_bytes_of_a_checkpoint_are_refused():
    data = bytearray(NET.to_bytes())
    data[-1] ^= 1
    with pytest.raises(CheckpointError, match="weights are damaged"):
        play(bytes(data), SETTINGS, GAMES)


def test_a_checkpoint_comes_back_from_its_bytes():
    again = Checkpoint.from_bytes(NET.to_bytes())
    assert (again.game, again.encoding, again.architecture) == (
        NET.game,
        NET.encoding,
        NET.architecture,
    )
    assert again.weights_sha256 == NET.weights_sha256
