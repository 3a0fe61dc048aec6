"""Records of random games, with every kind of remark a file can hold."""

from hypothesis import assume
from hypothesis import strategies as st

from tengen import load_game
from tengen._core import Random
from tengen.play import MoveNote, SavedGame
from tengen.play.setups import Setup
from tengen.play.sgf_tree import escape
from tengen.rules.outcome import Outcome

GAMES = (
    "gomoku:15x15/5",
    "gomoku:7x5/4",
    "gomoku:6x6/5:standard",
    "tictactoe",
    "connect4",
    "connect4:5x4",
    "othello",
    "othello:6x6",
)
PSQ_GAMES = ("gomoku:15x15/5", "gomoku:7x6/5", "gomoku:6x6/5:standard")

LINES = st.text(max_size=30)
HOSTILE_LINES = st.text(alphabet="[]()\\;:,# \t\n\rab1BWé天\u2028", max_size=30)
TEXTS = LINES | HOSTILE_LINES


def random_position(game_name, plies, seed, first=0):
    """The position after up to `plies` random moves."""
    random, position = Random(seed), load_game(game_name).initial(first)
    while position.outcome is None and len(position.history) < plies:
        actions = position.legal_actions
        position = position.play(actions[random.below(len(actions))])
    return position


@st.composite
def positions(draw, games=GAMES):
    plies, seed = draw(st.integers(0, 60)), draw(st.integers(0, 2**32))
    return random_position(draw(st.sampled_from(games)), plies, seed, draw(st.integers(0, 1)))


def property_lists(min_size=0):
    """Properties as they stand in a file, under names that mean nothing to Tengen."""
    values = TEXTS.map(lambda text: escape(text.replace("\r", "")))
    return st.dictionaries(
        st.sampled_from(["GN", "KM", "LB", "XYZ", "N", "aa"]),
        st.lists(values, min_size=1, max_size=3).map(tuple),
        min_size=min_size,
        max_size=3,
    ).map(lambda properties: tuple(properties.items()))


@st.composite
def set_up_records(draw):
    """Games whose first moves are forgotten: their stones are set up."""
    position = draw(positions())
    start = position
    for _ in range(draw(st.integers(0, 8))):
        if start.history:
            start = start.undo()
    game, cells = start.game, tuple(start.game.cells(start.state))
    assume(start.outcome is None and cells != tuple(game.cells(game.initial().state)))
    setup = Setup(cells, start.to_move)
    actions = position.history[len(start.history) :]
    played = SavedGame(game=game.name, actions=actions, setup=setup).position()
    return SavedGame.of(played, properties=draw(property_lists()))


def notes(game):
    actions = st.integers(0, game.num_actions - 1)
    return st.builds(
        MoveNote,
        value=st.none() | st.floats(-1, 1),
        simulations=st.none() | st.integers(0, 10**9),
        seconds=st.none() | st.floats(0, 1e6),
        proof=st.none() | st.sampled_from(["win", "draw", "loss"]),
        line=st.lists(actions, max_size=4).map(tuple),
        comment=TEXTS,
    )


@st.composite
def records(draw, games=GAMES):
    position = draw(positions(games))
    outcomes = st.builds(Outcome, st.none() | st.integers(0, 1), TEXTS.filter(str.strip))
    ended = draw(st.none() | outcomes) if position.outcome is None else None
    count = len(position.history)
    return SavedGame.of(
        position,
        ended,
        players=draw(st.tuples(TEXTS, TEXTS)),
        date=draw(LINES),
        event=draw(TEXTS),
        round=draw(LINES),
        comment=draw(TEXTS),
        notes=tuple(draw(st.lists(notes(position.game), min_size=count, max_size=count)))
        if draw(st.booleans())
        else (),
    )
