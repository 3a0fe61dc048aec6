"""Being a Gomocup engine: commands in, answers out, no streams (SPEC P5).

INFO is never answered, as the protocol demands: a manager does not read then. Invalid values are
ignored; an unsupported rule is refused by START, BEGIN, TURN and BOARD.

`SUGGEST` asks for advice: the answer `SUGGEST x,y` changes nothing, and `PLAY x,y` makes that move,
or another one, the engine's own. The engine never suggests where a move is expected.
"""

import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from importlib.metadata import version
from typing import Any

from tengen.engines import protocol
from tengen.engines.details import cell_detail, search_details, tree_detail
from tengen.engines.info import Info, refusal, update
from tengen.engines.opening import SWAP, choose_side, propose_stones
from tengen.engines.protocol import (
    cell_text,
    debug,
    first_word,
    message,
    parse_cell,
    quoted,
    suggestion,
)
from tengen.engines.stones import parse_cells, parse_stone, play_stone, position_of, replay
from tengen.engines.thinking import Thinker, clock
from tengen.errors import ProtocolError, TengenError
from tengen.nets.choosing import choose_net
from tengen.play.searching import playing_threads
from tengen.rules import native
from tengen.rules.position import Position
from tengen.search.result import SearchResult
from tengen.search.running import StopToken

SMALLEST_BOARD, LARGEST_BOARD = 5, 20
_BLOCK_WORDS = ("BOARD", "YXBOARD", "SWAP2BOARD")
_STOP_WORDS = ("STOP", "YXSTOP")

Handler = Callable[[str, float], Iterator[str]]


@dataclass(frozen=True, slots=True)
class EngineOptions:
    """How the engine was started."""

    net: str | None = None
    """A net instead of the shipped ones: a path, or a shipped net's name."""
    threads: int = field(default_factory=playing_threads)
    seed: int = 0


@dataclass(slots=True)
class _Block:
    """Lines between BOARD, YXBOARD or SWAP2BOARD and DONE."""

    word: str
    lines: list[str]


class _LeftError(Exception):
    """The manager no longer waits for a move."""


class Engine:
    """Answers lines one by one; no input makes it raise or play an illegal move."""

    def __init__(self, options: EngineOptions | None = None) -> None:
        self.is_over = False
        self._left = threading.Event()
        self._stop = StopToken()
        self._options = options or EngineOptions()
        self._info = Info()
        self._size: tuple[int, int] | None = None
        self._thinker: Thinker | None = None
        self._position: Position[Any] | None = None
        self._block: _Block | None = None
        self._remarks: list[str] = []
        """Messages to show before the next answer."""
        self._handlers: dict[str, Handler] = {
            "START": self._start,
            "RECTSTART": self._rectstart,
            "RESTART": self._restart,
            "BEGIN": self._begin,
            "TURN": self._turn,
            "PLAY": self._play,
            "SUGGEST": self._suggest,
            "YXSUGGEST": self._suggest,
            "TAKEBACK": self._takeback,
            "INFO": self._tell,
            "ABOUT": self._about,
            "END": self._end,
            "STOP": self._stopped,
            "YXSTOP": self._stopped,
            "YXHASHCLEAR": self._clear_tree,
            "YXSHOWHASHUSAGE": self._show_memory,
            "YXSHOWINFO": self._show_abilities,
        }

    def handle(
        self, line: str, arrived: float | None = None, stop: StopToken | None = None
    ) -> Iterator[str]:
        """The answers to a line that came at `arrived` (`thinking.clock`), one by one as they come.

        `stop` ends its searches soon, whenever it is requested. Work after the last answer uses the
        opponent's time.
        """
        arrived = clock() if arrived is None else arrived
        self._stop = stop or StopToken()
        try:
            if self._block is not None:
                yield from self._continue_block(line, arrived)
            else:
                yield from self._obey(line, arrived)
        except _LeftError:
            self.is_over = True
        except (TengenError, OSError) as error:
            yield protocol.error(str(error))

    def leave(self) -> None:
        """The manager is gone: thinking stops and ends the conversation without a move.

        Lines that need no thinking are still answered. May be called from any thread.
        """
        self._left.set()
        self._stop.request()

    def _obey(self, line: str, arrived: float) -> Iterator[str]:
        command = protocol.parse_command(line)
        if command.word in _BLOCK_WORDS:
            self._block = _Block(command.word, [])
        elif command.word in self._handlers:
            yield from self._handlers[command.word](command.rest, arrived)
        else:
            yield protocol.unknown(f"command {quoted(command.word)}")

    # Beginning and ending

    def _start(self, rest: str, arrived: float) -> Iterator[str]:
        side = protocol.parse_number(rest, "START's board size")
        yield from self._begin_board(side, side)

    def _rectstart(self, rest: str, arrived: float) -> Iterator[str]:
        width, height = protocol.parse_numbers(rest, 2, "RECTSTART's width,height")
        yield from self._begin_board(width, height)

    def _begin_board(self, width: int, height: int) -> Iterator[str]:
        self._size = self._thinker = self._position = None
        for side in (width, height):
            if not SMALLEST_BOARD <= side <= LARGEST_BOARD:
                sides = f"{SMALLEST_BOARD} to {LARGEST_BOARD}"
                raise ProtocolError(f"board sides must be {sides}; got {width}x{height}")
        self._size = (width, height)
        self._info = replace(self._info, time_left=None)
        yield from self._prepare()
        yield "OK"

    def _prepare(self) -> Iterator[str]:
        """Loads the net for this board and rule, and returns messages about it."""
        self._load()
        remarks, self._remarks = self._remarks, []
        yield from map(message, remarks)

    def _load(self) -> None:
        """Loads the net for this board and rule, unless it has been loaded."""
        if self._size is None:
            raise ProtocolError("there is no board yet: send START first")
        if reason := refusal(self._info.rule):
            raise ProtocolError(reason)
        game = native.gomoku(*self._size, 5, rule=self._info.line_rule)
        if self._thinker is not None and self._thinker.game.name == game.name:
            return
        # The previous thinker's memory must be free before the new one counts its own.
        self._thinker = None
        chosen = choose_net(game, self._options.net)
        options = self._options
        self._thinker = Thinker(game, chosen.evaluator, threads=options.threads, seed=options.seed)
        self._position = game.initial()
        self._remarks = [chosen.remark] if chosen.remark else []

    def _restart(self, rest: str, arrived: float) -> Iterator[str]:
        yield from self._prepare()
        thinker, _ = self._ready()
        thinker.forget()
        self._position = thinker.game.initial()
        self._info = replace(self._info, time_left=None)
        yield "OK"

    def _end(self, rest: str, arrived: float) -> Iterator[str]:
        self.is_over = True
        yield from ()

    # Moves

    def _begin(self, rest: str, arrived: float) -> Iterator[str]:
        yield from self._prepare()
        _, position = self._ready()
        if position.last_action is not None:
            raise ProtocolError("BEGIN needs an empty board: send RESTART first")
        yield from self._answer_move(arrived)

    def _turn(self, rest: str, arrived: float) -> Iterator[str]:
        yield from self._prepare()
        thinker, position = self._ready()
        action = parse_cell(thinker.game, rest)
        self._position = play_stone(position, action)
        thinker.advance(position, action)
        yield from self._answer_move(arrived)

    def _play(self, rest: str, arrived: float) -> Iterator[str]:
        """The manager's answer to a suggestion: the engine's own move is this one."""
        yield from self._prepare()
        thinker, position = self._ready()
        action = parse_cell(thinker.game, rest)
        self._position = play_stone(position, action)
        yield cell_text(thinker.game, action)
        thinker.advance(position, action)

    def _suggest(self, rest: str, arrived: float) -> Iterator[str]:
        yield from self._prepare()
        action = yield from self._choose(arrived)
        yield suggestion(self._ready()[0].game, action)

    def _takeback(self, rest: str, arrived: float) -> Iterator[str]:
        thinker, position = self._ready()
        action = parse_cell(thinker.game, rest)
        if position.last_action != action:
            raise ProtocolError(f"only the last move can be taken back, not {rest}")
        self._position = position.undo()
        yield "OK"

    def _answer_move(self, arrived: float) -> Iterator[str]:
        thinker, position = self._ready()
        action = yield from self._choose(arrived)
        self._position = position.play(action)
        yield cell_text(thinker.game, action)
        thinker.advance(position, action)

    def _choose(self, arrived: float) -> Generator[str, None, int]:
        """Reports the search's findings, if requested, and returns the best move."""
        thinker, position = self._ready()
        if position.outcome is not None:
            raise ProtocolError(f"the game is over: {position.outcome}")
        result = self._think(arrived, position)
        if self._info.show_detail:
            yield from map(message, search_details(thinker.game, result))
            yield debug(tree_detail(result))
        return result.best_action

    def _ready(self) -> tuple[Thinker, Position[Any]]:
        if self._thinker is None or self._position is None:
            raise ProtocolError("there is no board yet: send START first")
        return self._thinker, self._position

    # Blocks

    def _continue_block(self, line: str, arrived: float) -> Iterator[str]:
        """Collects lines until DONE; a command among them aborts the block."""
        assert self._block is not None
        block, word = self._block, protocol.parse_command(line).word
        if word == "DONE":
            self._block = None
            yield from self._finish_block(block, arrived)
        elif word in _STOP_WORDS:
            return
        elif word == "INFO":
            yield from self._obey(line, arrived)
        elif word in self._handlers or word in _BLOCK_WORDS:
            self._block = None
            yield protocol.error(f"{block.word} was not ended by DONE before {word}")
            yield from self.handle(line, arrived, self._stop)
        elif len(block.lines) <= LARGEST_BOARD**2:
            block.lines.append(line)

    def _finish_block(self, block: _Block, arrived: float) -> Iterator[str]:
        yield from self._prepare()
        game = self._ready()[0].game
        if block.word == "SWAP2BOARD":
            yield from self._answer_swap(parse_cells(game, block.lines), arrived)
            return
        self._position = position_of(game, [parse_stone(game, line) for line in block.lines])
        if block.word == "BOARD":
            yield from self._answer_move(arrived)

    def _answer_swap(self, stones: Sequence[int], arrived: float) -> Iterator[str]:
        thinker, _ = self._ready()
        game = thinker.game
        self._position = replay(game, stones)
        if not stones:
            chosen = propose_stones(game, lambda *asked: self._think(arrived, *asked))
            self._position = replay(game, chosen)
            yield " ".join(cell_text(game, action) for action in chosen)
            return
        action = choose_side(game, stones, lambda *asked: self._think(arrived, *asked))
        if action is None:
            yield SWAP
            return
        self._position = self._position.play(action)
        yield cell_text(game, action)

    def _think(self, arrived: float, position: Position[Any], share: float = 1.0) -> SearchResult:
        self._end_when_left()
        result = self._ready()[0].think(position, self._info, arrived, share, self._stop)
        self._end_when_left()
        return result

    def _end_when_left(self) -> None:
        if self._left.is_set():
            raise _LeftError

    # Settings and queries

    def _tell(self, rest: str, arrived: float) -> Iterator[str]:
        """A setting; silent, but for the cell under the mouse where details are shown."""
        key, value = first_word(rest)
        with suppress(TengenError, OSError):
            if key.lower() == "evaluate":
                yield from self._evaluate(value)
                return
            self._info = update(self._info, key, value)
            if key.lower() == "rule" and self._size is not None:
                # Now rather than during the first move, so that errors are reported early.
                self._load()

    def _evaluate(self, cell: str) -> Iterator[str]:
        thinker, position = self._ready()
        action = parse_cell(thinker.game, cell)
        if self._info.show_detail and action in position.legal_actions:
            result = thinker.glance(position, self._info)
            yield message(cell_detail(thinker.game, result, action))

    def _about(self, rest: str, arrived: float) -> Iterator[str]:
        yield f'name="Tengen", version="{version("tengen")}", author="the Tengen project"'

    def _stopped(self, rest: str, arrived: float) -> Iterator[str]:
        """The reader of the stream has already stopped any searches."""
        yield from ()

    def _clear_tree(self, rest: str, arrived: float) -> Iterator[str]:
        if self._thinker is not None:
            self._thinker.forget()
        yield from ()

    def _show_memory(self, rest: str, arrived: float) -> Iterator[str]:
        megabytes = 0 if self._thinker is None else self._thinker.megabytes(self._info)
        yield message(f"tree and cache may take {megabytes} MB")

    def _show_abilities(self, rest: str, arrived: float) -> Iterator[str]:
        yield message(f"INFO MAX_THREAD_NUM {self._options.threads}")
