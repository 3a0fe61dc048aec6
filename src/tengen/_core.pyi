"""The native core of Tengen."""

from collections.abc import Sequence
import enum
from typing import Annotated, Any, overload

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

    def winning_actions(self, position: NativePosition, seat: int) -> list[int]:
        """The actions by which `seat` would win at once if it were its turn."""

    @property
    def threats_persist(self) -> bool: ...

    def is_legal(self, position: NativePosition, action: int) -> bool: ...

    def play(self, position: NativePosition, action: int) -> NativePosition:
        """The action must be legal."""

    def encode(self, position: NativePosition, encoding: Encoding) -> NDArray[numpy.float32]: ...

    def hash(self, position: NativePosition) -> int: ...

    def setup(self, position: NativePosition) -> tuple[list[int], int, int, int | None]:
        """(cells, to_move, first, last_action)"""

    def place(self, cells: Sequence[int], to_move: int, first: int, last_action: int | None) -> NativePosition: ...

    def permute(self, position: NativePosition, symmetry: int) -> NativePosition: ...

    def playout(self, position: NativePosition, seed: int, tactical: bool) -> tuple[int | None, str]: ...

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

    def __init__(self, parent: StopToken | None = None) -> None:
        """Requested too as soon as `parent` is."""

    def request(self) -> None:
        """Asks for the end; may be called from any thread."""

    @property
    def requested(self) -> bool: ...

MOST_ACTIONS_TRIED: int = 16

def derive_seed(seed: int, stream: int) -> int: ...

def draw_dirichlet(seed: int, alpha: float, count: int) -> list[float]: ...

def sequential_halving(actions: int, simulations: int) -> list[int]: ...

class RootRule(enum.Enum):
    PUCT = 0

    GUMBEL = 1

class CoreSearchConfig:
    def __init__(self, *, c_init: float, c_base: float, fpu_zero: bool, fpu_reduction: float, discount: float, noise_epsilon: float, noise_alpha: float, noise_total: float, forced_playouts: float, mlh_slope: float, mlh_cap: float, virtual_loss: float, leaves_per_batch: int, prove: bool, one_ply_ahead: bool, forcing_nodes: int, root_forcing_nodes: int, root_threat_nodes: int, endgame_nodes: int, root_endgame_nodes: int, seek_shorter_win: bool, early_stop: bool, random_symmetry: bool, root: RootRule, gumbel_actions: int, gumbel_visit_scale: float, gumbel_value_scale: float, memory_mb: int) -> None: ...

    @property
    def c_init(self) -> float: ...

    @property
    def c_base(self) -> float: ...

    @property
    def fpu_zero(self) -> bool: ...

    @property
    def fpu_reduction(self) -> float: ...

    @property
    def discount(self) -> float: ...

    @property
    def noise_epsilon(self) -> float: ...

    @property
    def noise_alpha(self) -> float: ...

    @property
    def noise_total(self) -> float: ...

    @property
    def forced_playouts(self) -> float: ...

    @property
    def mlh_slope(self) -> float: ...

    @property
    def mlh_cap(self) -> float: ...

    @property
    def virtual_loss(self) -> float: ...

    @property
    def leaves_per_batch(self) -> int: ...

    @property
    def prove(self) -> bool: ...

    @property
    def one_ply_ahead(self) -> bool: ...

    @property
    def forcing_nodes(self) -> int: ...

    @property
    def root_forcing_nodes(self) -> int: ...

    @property
    def root_threat_nodes(self) -> int: ...

    @property
    def endgame_nodes(self) -> int: ...

    @property
    def root_endgame_nodes(self) -> int: ...

    @property
    def seek_shorter_win(self) -> bool: ...

    @property
    def early_stop(self) -> bool: ...

    @property
    def random_symmetry(self) -> bool: ...

    @property
    def root(self) -> RootRule: ...

    @property
    def gumbel_actions(self) -> int: ...

    @property
    def gumbel_visit_scale(self) -> float: ...

    @property
    def gumbel_value_scale(self) -> float: ...

    @property
    def memory_mb(self) -> int: ...

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
    def rollout(threads: int, tactical: bool) -> EvaluatorChoice: ...

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

class Candidate:
    @property
    def action(self) -> int: ...

    @property
    def proof(self) -> Proof: ...

    @property
    def proof_plies(self) -> int: ...

    @property
    def line(self) -> list[int]: ...

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

    @property
    def candidates(self) -> list[Candidate]: ...

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

    def begin(self, tree: int, simulations: int | None, seconds: float | None, stop: StopToken | None) -> None: ...

    def end(self, tree: int) -> None:
        """Gives up the run of one tree."""

    def run(self, seconds: float) -> bool:
        """
        Searches; True when every tree is finished, False when the seconds are over.
        """

    def collect(self) -> NDArray[numpy.float32]:
        """Planes [B, C, H, W] of leaves; B is 0 at the end."""

    def apply(self, logits: Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], values: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], draws: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], moves_left: Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]) -> None: ...

    def abandon(self) -> None: ...

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

@overload
def make_head_planes(threads_of: TrunkTrainer, boards: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], weights: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], planes: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')]]) -> None: ...

@overload
def make_head_planes(threads_of: Convolver, boards: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], weights: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], planes: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')]]) -> None:
    """
    1x1 convolutions of the same boards [N, H, W, channels] for several heads: weights [planes, channels], results written into the given planes [N, planes, H, W].
    """

@overload
def head_plane_gradients(threads_of: TrunkTrainer, boards: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], weights: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], plane_gradients: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)]], boards_gradient: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')], weight_gradients: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]]) -> None: ...

@overload
def head_plane_gradients(threads_of: Convolver, boards: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], weights: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)]], plane_gradients: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)]], boards_gradient: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')], weight_gradients: Sequence[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')]]) -> None:
    """
    The gradients of the boards and of every head's weights, written into the last two arguments. The same bits for the same number of threads.
    """

class TrunkRecord:
    """What a pass through the trunk leaves behind for the way back."""

class TrunkTrainer:
    """
    The trunk of a residual network in training, with threads of its own. Boards are C-contiguous float32 [N, H, W, channels]. A layer is (filters [outputs, inputs, 3, 3] of any strides, scale, shift, running mean, running variance) and a pooling (weight [channels, 2 * pooled], bias); results are written into arrays that are given.
    """

    def __init__(self, planes: int, channels: int, height: int, width: int, pooled: Sequence[int], epsilon: float, momentum: float, threads: int) -> None: ...

    def forward(self, layers: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None, 3, 3), device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]]], poolings: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], output: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu')], training: bool) -> TrunkRecord:
        """
        In training the norms follow the batch and update their running statistics, else these are used. The same bits for any number of threads.
        """

    def backward(self, layers: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None, 3, 3), device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]]], poolings: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu', writable=False)], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu', writable=False)]]], record: TrunkRecord, planes: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], output: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], output_gradient: Annotated[NDArray[numpy.float32], dict(shape=(None, None, None, None), order='C', device='cpu', writable=False)], layer_gradients: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None, 3, 3), device='cpu')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]]], pooling_gradients: Sequence[tuple[Annotated[NDArray[numpy.float32], dict(shape=(None, None), order='C', device='cpu')], Annotated[NDArray[numpy.float32], dict(shape=(None,), order='C', device='cpu')]]]) -> None:
        """
        The gradients of all parameters; everything else as in the call of `forward` that left the record. The same bits for the same number of threads.
        """

class MoveRecord:
    """A move and the search behind it."""

    @property
    def action(self) -> int: ...

    @property
    def root_value(self) -> float: ...

    @property
    def root_draw(self) -> float: ...

    @property
    def surprise(self) -> float: ...

    @property
    def target(self) -> list[tuple[int, int]]: ...

class RecordOrigin:
    """The rules and the net that played a game."""

    @property
    def game(self) -> str: ...

    @property
    def game_version(self) -> int: ...

    @property
    def checkpoint(self) -> str: ...

class GameRecord:
    """A finished game of self-play, as facts."""

    @property
    def origin(self) -> RecordOrigin | None: ...

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
    def unsearched(self) -> int: ...

    @property
    def would_have_resigned(self) -> int | None: ...

    def to_bytes(self) -> bytes: ...

    @staticmethod
    def from_bytes(data: bytes) -> GameRecord: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

def require_playable(game: NativeGame, record: GameRecord) -> None:
    """ValueError when the record is not a game of these rules."""

def require_playable_in_python(game: object, encoding: str, record: GameRecord) -> None:
    """The same by rules that are written in Python."""

class CoreSelfPlayConfig:
    def __init__(self, *, search: CoreSearchConfig, simulations: int, cheap_simulations: int, full_share: float, temperature_moves: int, temperature_early: float, temperature_late: float, output_noise: float, resign_below: float, play_on_share: float, random_plies: int, openings: Sequence[Sequence[int]], adjudicate: bool, reuse_tree: bool) -> None: ...

    @property
    def search(self) -> CoreSearchConfig: ...

    @property
    def simulations(self) -> int: ...

    @property
    def cheap_simulations(self) -> int: ...

    @property
    def full_share(self) -> float: ...

    @property
    def temperature_moves(self) -> int: ...

    @property
    def temperature_early(self) -> float: ...

    @property
    def temperature_late(self) -> float: ...

    @property
    def output_noise(self) -> float: ...

    @property
    def resign_below(self) -> float: ...

    @property
    def play_on_share(self) -> float: ...

    @property
    def random_plies(self) -> int: ...

    @property
    def openings(self) -> list[list[int]]: ...

    @property
    def adjudicate(self) -> bool: ...

    @property
    def reuse_tree(self) -> bool: ...

class SelfPlayTask:
    def __init__(self, seed: int, games: Sequence[int], games_at_once: int, threads: int, checkpoint: str, stop: StopToken | None) -> None: ...

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

    def add_validated(self, record: GameRecord) -> None: ...

    def trim(self, positions: int) -> None: ...

    @property
    def positions(self) -> int: ...

    @property
    def unsearched(self) -> int: ...

    def sample(self, count: int, seed: int, value_mix: float, surprise_share: float, proven_share: float, symmetries: bool) -> dict[str, Any]: ...

class Solver:
    """Exact scores of small m,n,k games."""

    def __init__(self, game: NativeGame, megabytes: int) -> None: ...

    def value(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> int | None:
        """+1, 0, -1, or None when the limit was met first."""

    def score(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> int | None:
        """
        A win on a board with t stones: cells + 1 - t; a loss: its negation; a draw: 0.
        """

    def keeping_moves(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int] | None:
        """The actions that keep the value."""

    def best_moves(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int] | None:
        """The actions that reach the score."""

    def score_moves(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int | None] | None:
        """
        The score of each action for the side to move; None where it is illegal.
        """

    @property
    def nodes(self) -> int: ...

class ConnectFourSolver:
    """Exact scores of Connect Four, 7x6."""

    def __init__(self, megabytes: int, book: bytes | None) -> None:
        """The book is the content of a file of scores after nine plies."""

    def value(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> int | None:
        """+1, 0, -1, or None when the limit was met first."""

    def score(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> int | None:
        """
        A win on a board with t stones: cells + 1 - t; a loss: its negation; a draw: 0.
        """

    def keeping_moves(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int] | None:
        """The actions that keep the value."""

    def best_moves(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int] | None:
        """The actions that reach the score."""

    def score_moves(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int | None] | None:
        """
        The score of each action for the side to move; None where it is illegal.
        """

    @property
    def nodes(self) -> int: ...

class ForcedWins:
    """Wins in Gomoku that no defence stops."""

    def __init__(self, game: NativeGame, log_table_entries: int) -> None: ...

    def by_fours(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int] | None:
        """
        The whole line of a win by continuous fours, or None if none was found.
        """

    def by_threats(self, position: NativePosition, nodes: int | None, seconds: float | None, stop: StopToken | None) -> list[int] | None:
        """
        The same by continuous fours and threes, with the longest defence found.
        """

    @property
    def exhausted(self) -> bool:
        """Whether the last None proves that there is no win by fours alone."""

    @property
    def nodes(self) -> int:
        """Positions visited for the last question."""

class ConnectFourEndings:
    """Exact results of endings, 7x6."""

    def __init__(self, nodes: int) -> None: ...

    def solve(self, position: NativePosition) -> tuple[int, list[int]] | None:
        """
        The value, +1, 0 or -1, and best play to the end; None if the nodes do not suffice.
        """
