"""The native core of Tengen."""

from collections.abc import Sequence
import enum
from typing import Annotated, Any

import numpy
from numpy.typing import NDArray

import tengen.errors


class Encoding(enum.Enum):
    THREE_PLANES = 0

    FOUR_PLANES = 1

class Random:
    """Seeded random numbers, the same on every machine."""

    def __init__(self, seed: int) -> None: ...

    def next(self) -> int:
        """64 random bits."""

    def below(self, bound: int) -> int:
        """Uniform in [0, bound)."""

    def uniform(self) -> float:
        """Uniform in (0, 1)."""

class NativePosition:
    """A position of a native game; immutable."""

class NativeGame:
    """Rules in the core, as verbs on NativePositions."""

    @staticmethod
    def connect4(width: int, height: int) -> NativeGame: ...

    @staticmethod
    def gomoku(width: int, height: int, length: int, exact: bool) -> NativeGame: ...

    @staticmethod
    def othello(side: int) -> NativeGame: ...

    @property
    def name(self) -> str: ...

    @property
    def version(self) -> int: ...

    @property
    def width(self) -> int: ...

    @property
    def height(self) -> int: ...

    @property
    def num_actions(self) -> int: ...

    @property
    def max_plies(self) -> int: ...

    @property
    def num_symmetries(self) -> int: ...

    def cell_image(self, symmetry: int) -> list[int]: ...

    def action_image(self, symmetry: int) -> list[int]: ...

    def initial(self, first: int) -> NativePosition: ...

    def to_move(self, position: NativePosition) -> int: ...

    def outcome(self, position: NativePosition) -> tuple[int | None, str] | None: ...

    def legal_actions(self, position: NativePosition) -> list[int]: ...

    def is_legal(self, position: NativePosition, action: int) -> bool: ...

    def play(self, position: NativePosition, action: int) -> NativePosition:
        """The action must be legal."""

    def encode(self, position: NativePosition, encoding: Encoding) -> NDArray[numpy.float32]: ...

    def hash(self, position: NativePosition) -> int: ...

    def setup(self, position: NativePosition) -> tuple[list[int], int, int, int | None]:
        """(cells, to_move, first, last_action)"""

    def place(self, cells: Sequence[int], to_move: int, first: int, last_action: int | None) -> NativePosition: ...

    def permute(self, position: NativePosition, symmetry: int) -> NativePosition: ...

    def playout(self, position: NativePosition, seed: int) -> tuple[int | None, str]: ...

    def count_playouts(self, position: NativePosition, games: int, seed: int) -> list[int]:
        """Random games won by seat 0, drawn, won by seat 1."""

    def perft(self, position: NativePosition, depth: int) -> int: ...

class BadEvaluation(tengen.errors.EvaluationError):
    pass

class InUse(tengen.errors.InUseError):
    pass

class ThreadsLost(tengen.errors.ForkError):
    pass

class StopToken:
    """A request to stop; it is never taken back."""

    def __init__(self) -> None: ...

    def request(self) -> None:
        """Asks for the end; may be called from any thread."""

    @property
    def requested(self) -> bool: ...

def derive_seed(seed: int, stream: int) -> int: ...

def draw_dirichlet(seed: int, alpha: float, count: int) -> list[float]: ...

def sequential_halving(actions: int, simulations: int) -> list[int]: ...

class RootRule(enum.Enum):
    PUCT = 0

    GUMBEL = 1

class CoreSearchConfig:
    def __init__(self) -> None: ...

    @property
    def c_init(self) -> float: ...

    @c_init.setter
    def c_init(self, arg: float, /) -> None: ...

    @property
    def c_base(self) -> float: ...

    @c_base.setter
    def c_base(self, arg: float, /) -> None: ...

    @property
    def fpu_zero(self) -> bool: ...

    @fpu_zero.setter
    def fpu_zero(self, arg: bool, /) -> None: ...

    @property
    def fpu_reduction(self) -> float: ...

    @fpu_reduction.setter
    def fpu_reduction(self, arg: float, /) -> None: ...

    @property
    def discount(self) -> float: ...

    @discount.setter
    def discount(self, arg: float, /) -> None: ...

    @property
    def noise_epsilon(self) -> float: ...

    @noise_epsilon.setter
    def noise_epsilon(self, arg: float, /) -> None: ...

    @property
    def noise_alpha(self) -> float: ...

    @noise_alpha.setter
    def noise_alpha(self, arg: float, /) -> None: ...

    @property
    def noise_total(self) -> float: ...

    @noise_total.setter
    def noise_total(self, arg: float, /) -> None: ...

    @property
    def forced_playouts(self) -> float: ...

    @forced_playouts.setter
    def forced_playouts(self, arg: float, /) -> None: ...

    @property
    def mlh_slope(self) -> float: ...

    @mlh_slope.setter
    def mlh_slope(self, arg: float, /) -> None: ...

    @property
    def mlh_cap(self) -> float: ...

    @mlh_cap.setter
    def mlh_cap(self, arg: float, /) -> None: ...

    @property
    def virtual_loss(self) -> float: ...

    @virtual_loss.setter
    def virtual_loss(self, arg: float, /) -> None: ...

    @property
    def leaves_per_batch(self) -> int: ...

    @leaves_per_batch.setter
    def leaves_per_batch(self, arg: int, /) -> None: ...

    @property
    def prove(self) -> bool: ...

    @prove.setter
    def prove(self, arg: bool, /) -> None: ...

    @property
    def early_stop(self) -> bool: ...

    @early_stop.setter
    def early_stop(self, arg: bool, /) -> None: ...

    @property
    def random_symmetry(self) -> bool: ...

    @random_symmetry.setter
    def random_symmetry(self, arg: bool, /) -> None: ...

    @property
    def root(self) -> RootRule: ...

    @root.setter
    def root(self, arg: RootRule, /) -> None: ...

    @property
    def gumbel_actions(self) -> int: ...

    @gumbel_actions.setter
    def gumbel_actions(self, arg: int, /) -> None: ...

    @property
    def gumbel_visit_scale(self) -> float: ...

    @gumbel_visit_scale.setter
    def gumbel_visit_scale(self, arg: float, /) -> None: ...

    @property
    def gumbel_value_scale(self) -> float: ...

    @gumbel_value_scale.setter
    def gumbel_value_scale(self, arg: float, /) -> None: ...

    @property
    def memory_mb(self) -> int: ...

    @memory_mb.setter
    def memory_mb(self, arg: int, /) -> None: ...

class Evaluator:
    """Evaluates planes inside the core."""

    @property
    def gives_wdl(self) -> bool: ...

    @property
    def gives_moves_left(self) -> bool: ...

class CachedEvaluator(Evaluator):
    def __init__(self, inner: Evaluator, megabytes: int) -> None: ...

    @property
    def hits(self) -> int: ...

    @property
    def misses(self) -> int: ...

    @property
    def capacity(self) -> int: ...

class ThreadedEvaluator(Evaluator):
    def __init__(self, inner: Evaluator, threads: int) -> None: ...

class EvaluatorChoice:
    """Who evaluates the leaves of a pool."""

    @staticmethod
    def uniform() -> EvaluatorChoice: ...

    @staticmethod
    def rollout(threads: int) -> EvaluatorChoice: ...

    @staticmethod
    def evaluator(evaluator: Evaluator, encoding: Encoding) -> EvaluatorChoice: ...

    @staticmethod
    def outside(encoding: Encoding) -> EvaluatorChoice: ...

class Proof(enum.Enum):
    NONE = 0

    LOSS = 1

    DRAW = 2

    WIN = 3

class StopReason(enum.Enum):
    NONE = 0

    SIMULATIONS = 1

    TIME = 2

    PROVEN = 3

    DECIDED = 4

    MEMORY = 5

    STOPPED = 6

class SearchReport:
    @property
    def visits(self) -> list[int]: ...

    @property
    def values(self) -> list[float]: ...

    @property
    def priors(self) -> list[float]: ...

    @property
    def policy_target(self) -> list[float]: ...

    @property
    def root_value(self) -> float: ...

    @property
    def draw(self) -> float: ...

    @property
    def moves_left(self) -> float: ...

    @property
    def proof(self) -> Proof: ...

    @property
    def proof_plies(self) -> int: ...

    @property
    def best_action(self) -> int: ...

    @property
    def line(self) -> list[int]: ...

class ChildReport:
    @property
    def action(self) -> int: ...

    @property
    def visits(self) -> int: ...

    @property
    def prior(self) -> float: ...

    @property
    def q(self) -> float: ...

    @property
    def u(self) -> float: ...

    @property
    def m(self) -> float: ...

    @property
    def value(self) -> float: ...

    @property
    def moves_left(self) -> float: ...

    @property
    def proof(self) -> Proof: ...

    @property
    def proof_plies(self) -> int: ...

class NodeReport:
    @property
    def visits(self) -> int: ...

    @property
    def value(self) -> float: ...

    @property
    def own_value(self) -> float: ...

    @property
    def moves_left(self) -> float: ...

    @property
    def draw(self) -> float: ...

    @property
    def to_move(self) -> int: ...

    @property
    def proof(self) -> Proof: ...

    @property
    def children(self) -> list[ChildReport]: ...

class SearchPool:
    """Search trees of one game, evaluated in common batches."""

    @staticmethod
    def of_native(game: NativeGame, config: CoreSearchConfig, seeds: Sequence[int], max_batch: int, threads: int, evaluator: EvaluatorChoice) -> SearchPool: ...

    @staticmethod
    def of_python(game: object, encoding: str, config: CoreSearchConfig, seeds: Sequence[int], max_batch: int, evaluator: EvaluatorChoice) -> SearchPool: ...

    def set_root(self, tree: int, position: NativePosition) -> None: ...

    def set_python_root(self, tree: int, position: object) -> None: ...

    def advance(self, tree: int, action: int, keep_tree: bool) -> None: ...

    def set_moves_left(self, tree: int, slope: float, cap: float) -> None: ...

    def begin(self, tree: int, simulations: int | None, seconds: float | None) -> None: ...

    def run(self, seconds: float) -> bool:
        """
        Searches; True when every tree is finished, False when the seconds are over.
        """

    def collect(self) -> NDArray[numpy.float32]:
        """Planes [B, C, H, W] of leaves; B is 0 at the end."""

    def apply(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], draws: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], moves_left: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def abandon(self) -> None: ...

    def stop(self, tree: int) -> None: ...

    def report(self, tree: int) -> SearchReport: ...

    def node(self, tree: int, actions: Sequence[int]) -> NodeReport | None: ...

    def preview(self, tree: int) -> list[int]: ...

    def simulations(self, tree: int) -> int: ...

    def stop_reason(self, tree: int) -> StopReason: ...

    def tree_bytes(self, tree: int) -> int: ...

    def tree_size(self, tree: int) -> int: ...

class Network(Evaluator):
    """
    A policy-value network on the processor: weights packed once, immutable, shared by all threads.
    """

    def __init__(self, description: dict[str, Any], tensors: dict[str, Any], instruction_set: str = 'auto') -> None:
        """
        Raises ValueError when the description or a tensor is not what the other demands.
        """

    def evaluate(self, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], threads: int = 1) -> tuple[NDArray[numpy.float32], NDArray[numpy.float32], NDArray[numpy.float32], NDArray[numpy.float32]]:
        """
        planes [B,C,H,W] float32 -> (logits [B,A], value [B], draw [B], moves_left [B]).
        A position's answer is the same bits whatever its batch and the number of threads.
        """

    @property
    def shape(self) -> tuple[int, int, int, int]:
        """(planes, height, width, actions)"""

    @property
    def gives_wdl(self) -> bool: ...

    @property
    def gives_moves_left(self) -> bool: ...

    @property
    def instruction_set(self) -> str: ...

    @property
    def algorithm(self) -> str:
        """How the convolutions are computed, for example 'winograd 6x4'."""

def available_instruction_sets() -> list[str]:
    """What this processor can run, best last."""

def peak_gflops(seconds: float = 0.2) -> float:
    """
    Floating-point operations of one thread that only does fused multiply-adds, in 10^9 per second.
    """

class Convolver:
    """
    3x3 convolutions of stride 1 and padding 1 for training, with threads of its own. Boards are C-contiguous float32 [N, H, W, channels], filters [outputs, inputs, 3, 3] of any strides; results are written into arrays that are given.
    """

    def __init__(self, threads: int) -> None: ...

    @property
    def channel_step(self) -> int:
        """Numbers of channels must be multiples of this."""

    def convolve(self, input: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], filters: Annotated[NDArray[numpy.float32], dict(shape=(None, None, 3, 3), device='cpu', writable=False)], output: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')]) -> None:
        """
        The same bits for a board whatever its batch and the number of threads.
        """

    def filter_gradient(self, input: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], output_gradient: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], gradient: Annotated[NDArray[numpy.float32], dict(shape=(None, None, 3, 3), device='cpu')]) -> None:
        """
        The gradient of the filters from that of the output; the same bits for the same number of threads.
        """

class MoveRecord:
    """A move and the search behind it."""

    @property
    def action(self) -> int: ...

    @property
    def root_value(self) -> float: ...

    @property
    def surprise(self) -> float: ...

    @property
    def target(self) -> list[tuple[int, int]]: ...

class GameRecord:
    """A finished game of self-play, as facts."""

    @property
    def index(self) -> int: ...

    @property
    def seed(self) -> int: ...

    @property
    def first(self) -> int: ...

    @property
    def winner(self) -> int | None: ...

    @property
    def end(self) -> str: ...

    @property
    def opening(self) -> list[int]: ...

    @property
    def moves(self) -> list[MoveRecord]: ...

    @property
    def would_have_resigned(self) -> int | None: ...

    def to_bytes(self) -> bytes: ...

    @staticmethod
    def from_bytes(data: bytes) -> GameRecord: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

class CoreSelfPlayConfig:
    def __init__(self) -> None: ...

    @property
    def search(self) -> CoreSearchConfig: ...

    @search.setter
    def search(self, arg: CoreSearchConfig, /) -> None: ...

    @property
    def simulations(self) -> int: ...

    @simulations.setter
    def simulations(self, arg: int, /) -> None: ...

    @property
    def cheap_simulations(self) -> int: ...

    @cheap_simulations.setter
    def cheap_simulations(self, arg: int, /) -> None: ...

    @property
    def full_share(self) -> float: ...

    @full_share.setter
    def full_share(self, arg: float, /) -> None: ...

    @property
    def temperature_moves(self) -> int: ...

    @temperature_moves.setter
    def temperature_moves(self, arg: int, /) -> None: ...

    @property
    def temperature_early(self) -> float: ...

    @temperature_early.setter
    def temperature_early(self, arg: float, /) -> None: ...

    @property
    def temperature_late(self) -> float: ...

    @temperature_late.setter
    def temperature_late(self, arg: float, /) -> None: ...

    @property
    def output_noise(self) -> float: ...

    @output_noise.setter
    def output_noise(self, arg: float, /) -> None: ...

    @property
    def resign_below(self) -> float: ...

    @resign_below.setter
    def resign_below(self, arg: float, /) -> None: ...

    @property
    def play_on_share(self) -> float: ...

    @play_on_share.setter
    def play_on_share(self, arg: float, /) -> None: ...

    @property
    def random_plies(self) -> int: ...

    @random_plies.setter
    def random_plies(self, arg: int, /) -> None: ...

    @property
    def openings(self) -> list[list[int]]: ...

    @openings.setter
    def openings(self, arg: Sequence[Sequence[int]], /) -> None: ...

    @property
    def adjudicate(self) -> bool: ...

    @adjudicate.setter
    def adjudicate(self, arg: bool, /) -> None: ...

    @property
    def reuse_tree(self) -> bool: ...

    @reuse_tree.setter
    def reuse_tree(self, arg: bool, /) -> None: ...

class SelfPlayTask:
    def __init__(self, seed: int, games: Sequence[int], games_at_once: int, threads: int) -> None: ...

class SelfPlayProgress:
    @property
    def games(self) -> int: ...

    @property
    def moves(self) -> int: ...

    @property
    def simulations(self) -> int: ...

    @property
    def evaluations(self) -> int: ...

class SelfPlayDriver:
    """Plays a range of games of one generation."""

    @staticmethod
    def of_native(game: NativeGame, config: CoreSelfPlayConfig, task: SelfPlayTask, evaluator: EvaluatorChoice) -> SelfPlayDriver: ...

    @staticmethod
    def of_python(game: object, encoding: str, config: CoreSelfPlayConfig, task: SelfPlayTask, evaluator: EvaluatorChoice) -> SelfPlayDriver: ...

    def run(self, seconds: float) -> bool:
        """Plays; True when every game is over, False when the seconds are over."""

    def collect(self) -> NDArray[numpy.float32]:
        """Planes [B, C, H, W] of leaves; B is 0 at the end."""

    def apply(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], draws: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], moves_left: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def take_records(self) -> list[GameRecord]:
        """Games finished since the last call."""

    @property
    def progress(self) -> SelfPlayProgress: ...

class ReplayWindow:
    """The newest games, to draw training batches from."""

    @staticmethod
    def of_native(game: NativeGame, encoding: Encoding) -> ReplayWindow: ...

    @staticmethod
    def of_python(game: object, encoding: str) -> ReplayWindow: ...

    def add(self, record: GameRecord) -> None: ...

    def trim(self, positions: int) -> None: ...

    @property
    def positions(self) -> int: ...

    @property
    def games(self) -> int: ...

    def sample(self, count: int, seed: int, value_mix: float, surprise_share: float, symmetries: bool) -> dict[str, Any]: ...

class Solver:
    """Exact scores of small m,n,k games."""

    def __init__(self, game: NativeGame, megabytes: int) -> None: ...

    def value(self, position: NativePosition, nodes: int | None, seconds: float | None) -> int | None:
        """+1, 0, -1, or None when the limit was met first."""

    def score(self, position: NativePosition, nodes: int | None, seconds: float | None) -> int | None:
        """
        A win on a board with t stones: cells + 1 - t; a loss: its negation; a draw: 0.
        """

    def keeping_moves(self, position: NativePosition, nodes: int | None, seconds: float | None) -> list[int] | None:
        """The actions that keep the value."""

    def best_moves(self, position: NativePosition, nodes: int | None, seconds: float | None) -> list[int] | None:
        """The actions that reach the score."""

    def score_moves(self, position: NativePosition, nodes: int | None, seconds: float | None) -> list[int | None] | None:
        """
        The score of each action for the side to move; None where it is illegal.
        """

    @property
    def nodes(self) -> int: ...
