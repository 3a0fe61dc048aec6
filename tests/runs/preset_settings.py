"""Settings that make any preset small enough for a test."""

TINY = (
    "run.generations=2",
    "run.games_per_generation=2",
    "run.threads=1",
    "selfplay.simulations=2",
    "selfplay.first_simulations=none",
    "selfplay.cheap_simulations=1",
    "selfplay.games_at_once=2",
    "learner.batch_size=4",
    "learner.samples_per_position=0.2",
    "learner.threads=1",
    "ladder.every=2",
    "ladder.games=2",
    "ladder.simulations=1",
    "ladder.first_opponent=1",
    "ladder.step=1",
    "ladder.last_opponent=2",
)
SMALL_NET = ("net.family=resnet", "net.blocks=1", "net.channels=8", "net.pooling_every=0")
