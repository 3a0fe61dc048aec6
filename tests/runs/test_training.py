"""The loop as a whole: repeatable, watched, stopped, and able to learn."""

import dataclasses

import pytest

from tengen import Limit, SearchConfig, load_game
from tengen.errors import RunError
from tengen.nets import NativeEvaluator, load_checkpoint
from tengen.play import SearchPlayer
from tengen.replay.schema import MatchRow
from tengen.replay.store import RunStore
from tengen.runs import Observers, Run, RunDirectory, Stop, load_preset, train
from tengen.runs.checks import FixedChecks
from tengen.runs.events import (
    Began,
    Ended,
    GenerationDone,
    LadderMatchDone,
    Learning,
    NetChecked,
    Playing,
)
from tengen.runs.strength import best_checkpoint, run_matches
from tengen.runs.summary import summarise
from tests.runs.tiny import result_of, tiny_config, train_in
from tests.selfplay.made import HEX


class Watcher:
    def __init__(self):
        self.events = []

    def observe(self, event):
        self.events.append(event)

    def of(self, kind):
        return [event for event in self.events if isinstance(event, kind)]


def test_the_same_config_gives_the_same_games_and_weights(tmp_path):
    for name in ("one", "other"):
        train_in(tmp_path / name, tiny_config())
    assert result_of(tmp_path / "one") == result_of(tmp_path / "other")


@pytest.mark.parametrize("changes", [["run.threads=2"], ["selfplay.games_at_once=64"]])
def test_threads_and_games_at_once_change_nothing(tmp_path, changes):
    train_in(tmp_path / "one", tiny_config())
    train_in(tmp_path / "other", tiny_config(*changes))
    assert result_of(tmp_path / "one") == result_of(tmp_path / "other")


def test_another_seed_gives_another_run(tmp_path):
    train_in(tmp_path / "one", tiny_config("run.generations=1"))
    train_in(tmp_path / "other", tiny_config("run.generations=1", "run.seed=2"))
    one, other = result_of(tmp_path / "one"), result_of(tmp_path / "other")
    assert one[0].values() != other[0].values()
    assert one[1] != other[1]


def test_those_who_watch_see_every_step(tmp_path):
    watcher = Watcher()
    ended = train_in(tmp_path / "run", tiny_config(), observers=[watcher])
    assert [type(watcher.events[0]), type(watcher.events[-1])] == [Began, Ended]
    assert ended == watcher.events[-1] == Ended("all generations finished", 4, "00004")
    done = watcher.of(GenerationDone)
    assert [event.generation for event in done] == [0, 1, 2, 3]
    nets = [(event.generation, event.checkpoint) for event in watcher.of(NetChecked)]
    assert nets == [(number, f"{number:05d}") for number in range(5)]
    assert all(event.games == 10 for event in done)
    assert [event.generation for event in watcher.of(LadderMatchDone)] == [2, 4]
    assert watcher.of(Playing)
    assert watcher.of(Learning)


def test_learning_keeps_pace_with_playing(tmp_path):
    config, watcher = tiny_config(), Watcher()
    train_in(tmp_path / "run", config, observers=[watcher])
    for event in watcher.of(GenerationDone):
        batches = int(event.total_positions * config.learner.samples_per_position) // 16
        assert event.updates == batches
        assert event.window <= config.run.window


def test_positions_behind_a_proof_are_neither_counted_nor_drawn_if_so_asked(tmp_path):
    config, watcher = tiny_config("learner.proven_share=0"), Watcher()
    train_in(tmp_path / "run", config, observers=[watcher])
    (*_, last) = watcher.of(GenerationDone)
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        records = [row.record for number in range(4) for row in store.games_of(number)]
    searched = sum(len(record.moves) - record.unsearched for record in records)
    assert 0 < searched < last.total_positions
    assert last.updates == int(searched * config.learner.samples_per_position) // 16


def test_numbers_are_stored_for_every_generation(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        for name in ("replay/window", "selfplay/mean_plies"):
            assert [row.generation for row in store.metrics(name)] == [0, 1, 2, 3]


def test_what_a_net_knows_is_stored_under_the_generation_that_it_plays(tmp_path):
    """Looked at again with the saved nets, which say of themselves which they are."""
    train_in(tmp_path / "run", tiny_config("run.generations=2"))
    checks = FixedChecks(load_game("tictactoe"), "4-planes")
    with RunStore(tmp_path / "run" / "run.db", read_only=True) as store:
        for number in range(3):
            net = load_checkpoint(tmp_path / "run" / "checkpoints" / f"{number:05d}")
            known = checks.run(NativeEvaluator(net))
            stored = store.metrics_of(number)
            assert {name: stored[name] for name in known} == known
            assert net.training["generation"] == number


def test_a_resumed_run_begins_with_the_checks_of_its_newest_net(tmp_path):
    first, second = Watcher(), Watcher()
    train_in(tmp_path / "run", tiny_config("run.generations=1"), observers=[first])
    Run.resume(tmp_path / "run", generations=2).close()
    train_in(tmp_path / "run", None, observers=[second])
    assert [event.generation for event in first.of(NetChecked)] == [0, 1]
    assert [event.generation for event in second.of(NetChecked)] == [2]
    (began,) = second.of(Began)
    newest = first.of(NetChecked)[-1].checks
    assert {name: began.metrics[name] for name in newest} == newest


def test_only_the_newest_states_of_the_learner_are_kept(tmp_path):
    train_in(tmp_path / "run", tiny_config())
    kept = sorted((tmp_path / "run" / "checkpoints").glob("*/learner.safetensors"))
    assert [file.parent.name for file in kept] == ["00003", "00004"]


def test_a_run_without_time_begins_nothing(tmp_path):
    ended = train_in(tmp_path / "run", tiny_config(), Stop(minutes=0))
    assert ended == Ended("time limit reached", 0, "00000")


class EndedByAGame(Stop):
    """Time that is over as soon as a game is."""

    seconds_left = 1e9

    def observe(self, event):
        if isinstance(event, Playing) and event.games:
            self.seconds_left = -1.0


def test_time_that_ends_during_a_generation_ends_it_and_keeps_its_games(tmp_path):
    clock = EndedByAGame()
    config = tiny_config("run.games_per_generation=20000")
    ended = train_in(tmp_path / "run", config, clock, [clock])
    games, nets, *_ = result_of(tmp_path / "run")
    assert ended == Ended("time limit reached", 0, "00000")
    assert 0 < len(games) < 20_000
    assert len(nets) == 1


def test_more_generations_later_equal_as_many_from_the_start(tmp_path):
    train_in(tmp_path / "once", tiny_config("run.generations=5"))
    train_in(tmp_path / "twice", tiny_config("run.generations=3"))
    run = Run.resume(tmp_path / "twice", generations=5)
    try:
        train(run, Stop(), Observers())
    finally:
        run.close()
    games, nets, matches, *rest = result_of(tmp_path / "twice")
    assert [identity for identity, *_ in matches] == [
        "ladder-00002",
        "extra-00003",
        "ladder-00004",
        "extra-00005",
    ]
    del matches[1]
    assert [games, nets, matches, *rest] == list(result_of(tmp_path / "once"))


def test_a_run_cannot_be_given_fewer_generations_than_are_done(tmp_path):
    train_in(tmp_path / "run", tiny_config("run.generations=2"))
    config = (tmp_path / "run" / "config.toml").read_bytes()
    with pytest.raises(RunError, match=r"--generations must be 2 or more, .*; got 1"):
        Run.resume(tmp_path / "run", generations=1)
    assert (tmp_path / "run" / "config.toml").read_bytes() == config
    Run.resume(tmp_path / "run", generations=2).close()


@pytest.mark.parametrize("cache_mb", [0, 1])
def test_torch_can_evaluate_in_self_play_and_matches(tmp_path, cache_mb):
    """As it does on a GPU: the driver asks outside of the core."""
    config = tiny_config("run.evaluator=torch", "run.generations=2", f"run.cache_mb={cache_mb}")
    watcher = Watcher()
    train_in(tmp_path / "run", config, observers=[watcher])
    games, _, matches, *_ = result_of(tmp_path / "run")
    assert (len(games), len(matches)) == (20, 1)
    (first, _) = watcher.of(GenerationDone)
    assert (first.cache_hits is None) == (cache_mb == 0)


def row(checkpoint, opponent, wins, losses):
    identity = f"ladder-{checkpoint}"
    return MatchRow(identity, 0, checkpoint, f"mcts@{opponent}", wins, 0, losses, "{}", "")


def test_the_net_to_play_is_the_newest_where_it_did_as_well_as_the_best():
    earlier = row("00002", 1000, 8, 2)
    assert best_checkpoint([earlier, row("00003", 1000, 8, 2)], "00003") == "00003"
    assert best_checkpoint([earlier, row("00003", 1000, 7, 3)], "00003") == "00002"
    assert best_checkpoint([earlier, row("00003", 2000, 1, 9)], "00003") == "00003"
    assert best_checkpoint([earlier, row("00003", 2000, 0, 10)], "00003") == "00002"
    assert best_checkpoint([earlier], "00003") == "00002"
    assert best_checkpoint([row("00002", 1000, 0, 10)], "00003") == "00003"
    assert best_checkpoint([], "00003") == "00003"


def test_a_match_between_two_rungs_may_be_the_best():
    """A run that was to end with net 3 and was then given more generations."""
    between = dataclasses.replace(row("00003", 1000, 55, 45), id="extra-00003")
    assert best_checkpoint([between, row("00005", 1000, 50, 50)], "00005") == "00003"


def test_matches_that_somebody_else_stored_are_not_the_runs(tmp_path):
    """Neither for the list of runs and the doctor nor for the ladder."""
    train_in(tmp_path / "run", tiny_config("run.generations=2"))
    before = summarise(RunDirectory(tmp_path / "run"))
    with RunStore(tmp_path / "run" / "run.db") as store:
        store.add_match(MatchRow("mine-1", 2, "00001", "net:a-friend", 9, 0, 1))
        store.add_match(MatchRow("mine-2", 2, "00001", "mcts@9999", 10, 0, 0))
        assert [match.id for match in run_matches(store)] == ["ladder-00002"]
    after = summarise(RunDirectory(tmp_path / "run"))
    assert (after.strength, after.best_checkpoint) == (before.strength, before.best_checkpoint)
    assert before.best_checkpoint == "00002"


def test_a_game_written_in_python_trains(tmp_path):
    changes = [f"run.game={HEX}", "run.generations=1", "run.games_per_generation=2"]
    changes += ["selfplay.simulations=3", "ladder.simulations=2", "ladder.first_opponent=2"]
    train_in(tmp_path / "run", tiny_config(*changes))
    games, nets, matches, *_ = result_of(tmp_path / "run")
    assert (len(games), len(nets), len(matches)) == (2, 2, 1)


def lost_lines(run, seat):
    """Plays against every possible answer of the opponent; the lines that were lost."""
    game = load_game("tictactoe")
    search = dataclasses.replace(run.config.search, noise_epsilon=0.0)
    waiting, lost = [game.initial()], []
    while waiting:
        ours = [position for position in waiting if position.to_move == seat]
        theirs = [position for position in waiting if position.to_move != seat]
        after = [p.play(action) for p in theirs for action in p.legal_actions]
        after += answered(run, game, search, ours)
        over = [p for p in after if p.outcome is not None]
        lost += [p for p in over if p.outcome.winner == 1 - seat]
        waiting = [p for p in after if p.outcome is None]
    return lost


def answered(run, game, search, positions):
    """The positions after our move, by a search of each from nothing."""
    limit = Limit(simulations=run.config.ladder.simulations)
    seeds = range(len(positions))
    if not positions:
        return []
    evaluator = NativeEvaluator(run.learned.checkpoint)
    player = SearchPlayer("net", game, evaluator, search, limit, seeds=seeds)
    chosen = player.choose(dict(enumerate(positions)))
    return [position.play(chosen[number]) for number, position in enumerate(positions)]


def test_tic_tac_toe_is_learned_to_perfection(tmp_path):
    """Zero losses over all lines an opponent can play, a perfect one among them, in both seats."""
    train_in(tmp_path / "run", load_preset("tictactoe", ["learner.threads=1"]))
    run = Run.resume(tmp_path / "run")
    try:
        assert lost_lines(run, seat=0) == []
        assert lost_lines(run, seat=1) == []
    finally:
        run.close()


def test_without_learning_it_is_not_perfect(tmp_path):
    """The same measure finds the mistakes of an untrained net, so it can be trusted."""
    config = load_preset("tictactoe", ["ladder.simulations=2", "search.prove=false"])
    run = Run.begin(tmp_path / "run", config)
    assert SearchConfig().prove
    assert lost_lines(run, seat=1) != []
    run.close()
