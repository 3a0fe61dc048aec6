"""The symptoms of an unhealthy run. Each checks one thing, and reports the numbers and a remedy.

The limits are rules of thumb, reported with the numbers so that readers can judge for themselves.
"""

import math
import statistics
from dataclasses import dataclass

from tengen.learner.schedule import LEAST_MULTIPLIER
from tengen.runs.history import RECENT, History, moves_of, repeats

_OPENING_PLIES = 8
_MATCHES_NEEDED = 6
_RESIGNS_NEEDED = 20
_GENERATIONS_NEEDED = 3
# Healthy runs have reached 0.4 in their first generations and 0.3 later, because new games
# come from a better net than those of the window; over-fitted ones 0.9 to 1.8.
_LARGEST_GAP = 0.5


@dataclass(frozen=True, slots=True)
class Finding:
    """A problem: its name, the numbers that show it, and what to change."""

    name: str
    numbers: str
    advice: str


def no_number(history: History) -> Finding | None:
    """The loss is NaN."""
    losses = history.metrics.get("loss/total", {})
    bad = [generation for generation, value in losses.items() if value is None]
    if not bad:
        return None
    return Finding(
        "the loss is not a number",
        f"first in generation {bad[0]}; generations done: {history.generations}",
        "halve learner.learning_rate, or set learner.gradient_clip=1",
    )


def refused_games(history: History) -> Finding | None:
    """The rules gave different answers when a game was replayed."""
    refused = history.metrics.get("selfplay/games_refused", {})
    total = sum(value for value in refused.values() if value is not None)
    if not total:
        return None
    return Finding(
        "records were refused",
        f"{total:.0f} were not valid games of {history.config.run.game} when replayed, "
        f"last in generation {max(refused)}; their games were played again",
        "test the rules with tengen.rules.check_game: they must always give the same answers; "
        "if the game comes with Tengen, check for faulty memory",
    )


def stalled(history: History) -> Finding | None:
    """A process is training, but nothing is being stored."""
    seconds = history.recent("selfplay/seconds"), history.recent("learner/seconds")
    usual = sum(value for value in seconds if value is not None)
    idle = history.idle_seconds
    if idle is None or not usual or idle < max(120.0, 5 * usual):
        return None
    return Finding(
        "nothing new is stored",
        f"nothing for {idle:,.0f} s, while a whole generation usually takes {usual:,.0f} s",
        "check whether the process is busy, perhaps with a long match; if not, stop and resume it",
    )


def entropy_collapse(history: History) -> Finding | None:
    """The policy is overconfident in every position."""
    entropy, loss = history.recent("learner/entropy"), history.recent("loss/policy")
    if entropy is None or loss is None:
        return None
    least = 0.05 * math.log(max(2, history.actions))
    too_sure = loss > 2 * entropy + 0.3
    if entropy >= least and not too_sure:
        return None
    shown = f"mean policy entropy {entropy:.3f} nats, policy loss {loss:.3f}"
    limit = f"below {least:.3f}" if entropy < least else "the loss is far above the entropy"
    return Finding(
        "entropy collapse",
        f"{shown}: {limit}",
        "raise search.noise_epsilon (0.25) and selfplay.temperature_moves, set "
        "selfplay.random_plies=4, or lower learner.learning_rate",
    )


def value_learned_by_heart(history: History) -> Finding | None:
    """The value fits the games it has seen, but not new ones."""
    new = history.newest("learner/explained_variance_new")
    after = history.recent("learner/explained_variance_after")
    if len(new) < _GENERATIONS_NEEDED or after is None:
        return None
    unseen = statistics.median(new)
    if after - unseen < _LARGEST_GAP:
        return None
    return Finding(
        "the value head overfits",
        f"it explains {after:.2f} of the value targets' variance in the games it learned from, and "
        f"{unseen:.2f} in new games",
        "lower learner.samples_per_position, play more games per generation, enlarge run.window, "
        "or set learner.value_mix=0.3",
    )


def value_explains_nothing(history: History) -> Finding | None:
    """After many generations, the value predicts no better than the mean."""
    before = history.recent("learner/explained_variance_before")
    if before is None or history.generations < 10 or before > 0.02:
        return None
    if len({row.winner for row in history.newest_games}) == 1:
        return None  # all games end alike, as in a small game that is known: nothing to explain
    return Finding(
        "the value head has learned nothing",
        f"explained variance {before:.2f} after {history.generations} generations",
        "play more games per generation, lower learner.learning_rate, or set learner.value_mix=0.3",
    )


def repeated_openings(history: History) -> Finding | None:
    """Many games of the newest generation are the same."""
    lines = [moves_of(row) for row in history.newest_games]
    if len(lines) < 10:
        return None
    depth = _opening_depth(lines)
    openings, whole = repeats([line[:depth] for line in lines]), repeats(lines)
    if openings < 0.75 and whole < 0.25:
        return None
    return Finding(
        "repeated games",
        f"of {len(lines)} games, {openings:.0%} repeat the first {depth} plies of another and "
        f"{whole:.0%} repeat a whole game",
        "raise selfplay.temperature_moves, set selfplay.random_plies=4, or "
        "search.noise_epsilon=0.25",
    )


def too_few_new_games(history: History) -> Finding | None:
    """Learning outpaces self-play."""
    share = history.samples_per_view
    if history.updates == 0 or share <= 16:
        return None
    return Finding(
        "too much training on too few games",
        f"every view of every position was trained on {share:.0f} times "
        f"({history.updates:,} updates of {history.config.learner.batch_size} on "
        f"{history.positions:,} positions, {history.views_per_position} views of each)",
        "lower learner.samples_per_position, or learner.epochs with the KL rule",
    )


def window_too_small(history: History) -> Finding | None:
    """The window discards games almost as fast as it gets new ones."""
    window, new = history.window, sum(row.positions for row in history.newest_games)
    if window is None or new == 0 or history.positions < 3 * new or window >= 2.5 * new:
        return None
    return Finding(
        "the window is small",
        f"it holds {window:,.0f} positions, {window / new:.1f} generations of {new:,}",
        "enlarge run.window to about ten generations, or set run.window_growth=0.5",
    )


def rate_at_its_floor(history: History) -> Finding | None:
    """The KL rule wants a lower rate than it may set."""
    multiplier = history.recent("learner/multiplier")
    if history.config.learner.schedule != "kl" or multiplier is None:
        return None
    if multiplier > LEAST_MULTIPLIER * 1.01:
        return None
    divergence, target = history.recent("learner/kl") or 0.0, history.config.learner.kl_target
    return Finding(
        "the learning rate is at its floor",
        f"the KL rule's multiplier is {multiplier:.2f} in the last {RECENT} generations, and a "
        f"batch still moves the policy by {divergence:.3f} (target {target})",
        "halve learner.learning_rate, raise learner.batch_size, or lower learner.epochs",
    )


def false_resigns(history: History) -> Finding | None:
    """Games would be resigned that are not lost."""
    played_on = history.played_on
    if played_on.games < _RESIGNS_NEEDED or played_on.wrong <= 0.05 * played_on.games:
        return None
    return Finding(
        "resignations are often wrong",
        f"{played_on} below {history.config.selfplay.resign_below}",
        'lower selfplay.resign_below, or set it to "none"',
    )


def one_seat_wins(history: History) -> Finding | None:
    """One seat wins almost every game, so values say little more than whose turn it is."""
    score = history.recent("selfplay/first_seat_score")
    if score is None or 0.05 <= score <= 0.95:
        return None
    return Finding(
        "one seat always wins",
        f"the first seat scores {score:.0%} in self-play",
        "set selfplay.random_plies=4 or balanced selfplay.openings, so that both can win",
    )


def blind_to_wins(history: History) -> Finding | None:
    """After many generations, the policy still misses wins in one."""
    seen = history.recent("checks/win_in_one_policy")
    if seen is None or history.generations < 15 or seen >= 0.5:
        return None
    return Finding(
        "the policy misses wins in one",
        f"it sees {seen:.0%} of them after {history.generations} generations",
        "try more selfplay.simulations, a larger net, or a higher learner.learning_rate",
    )


def strength_is_flat(history: History) -> Finding | None:
    """Many matches against one opponent without progress."""
    if not history.matches:
        return None
    opponent = history.matches[-1].opponent
    scores = [match.score for match in history.matches if match.opponent == opponent]
    if len(scores) < _MATCHES_NEEDED or min(scores[-3:]) > 0.9:
        return None
    half = len(scores) // 2
    earlier, later = statistics.mean(scores[:half]), statistics.mean(scores[half:])
    if later > earlier + 0.05:
        return None
    return Finding(
        "strength is flat",
        f"{len(scores)} matches against pure MCTS {opponent:,}: {earlier:.0%} in the first half, "
        f"{later:.0%} in the second",
        "try more selfplay.simulations, a larger net, or a lower learner.learning_rate; small "
        "matches are noisy, so raise ladder.games too",
    )


def vital_signs(history: History) -> dict[str, str]:
    """The numbers that were checked, in words."""
    signs = {
        "learning": f"{history.updates:,} updates, every view of every position trained on "
        f"{history.samples_per_view:.1f} times",
        "games": _games_sign(history),
    }
    for name, metric, shown in (
        ("policy", "learner/entropy", "entropy {:.2f} nats"),
        ("seats", "selfplay/first_seat_score", "the first seat scores {:.0%}"),
        ("tactics", "checks/win_in_one_policy", "the raw policy sees {:.0%} of wins in one"),
    ):
        if (value := history.recent(metric)) is not None:
            signs[name] = shown.format(value)
    signs |= _value_sign(history)
    if history.window is not None:
        signs["window"] = f"{history.window:,.0f} positions"
    if history.played_on.games:
        signs["resigns"] = str(history.played_on)
    lines = [moves_of(row) for row in history.newest_games]
    if lines:
        depth = _opening_depth(lines)
        signs["variety"] = (
            f"{repeats([line[:depth] for line in lines]):.0%} of openings ({depth} plies) and "
            f"{repeats(lines):.0%} of whole games repeat another"
        )
    return signs


def _games_sign(history: History) -> str:
    games, positions, space = f"{history.games:,}", f"{history.positions:,}", history.space
    if space is None:
        return f"{games} with {positions} positions"
    return (
        f"{games} with {positions} positions, {space.record_bytes_per_position:.0f} bytes each "
        f"({space.file_bytes_per_position:.0f} with the whole database)"
    )


def _value_sign(history: History) -> dict[str, str]:
    new = history.recent("learner/explained_variance_new")
    after = history.recent("learner/explained_variance_after")
    if after is None:
        return {}
    known = f"explains {after:.2f} of its targets' variance in the games it learned from"
    return {"value": known if new is None else f"{known}, {new:.2f} in new games"}


def _opening_depth(lines: list[tuple[int, ...]]) -> int:
    """A third of a game, but at most eight plies."""
    return max(1, min(_OPENING_PLIES, round(statistics.mean(map(len, lines)) / 3)))
