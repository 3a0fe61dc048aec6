"""The conversation of `tengen play`: whose turn it is, and what each command does."""

import shlex
from collections.abc import Callable
from pathlib import Path

from tengen.arena.levels import LEVELS
from tengen.cli import play_advice
from tengen.cli.play_refusals import count_of, file_refusal, write_failure
from tengen.cli.play_screen import Screen
from tengen.cli.play_words import command_and_argument, command_forms
from tengen.errors import GameContractError, NoHistoryError, NotationError, TengenError
from tengen.partners.adviser import Adviser
from tengen.partners.game_texts import refused_move
from tengen.partners.opponent import HUMAN, Opponent, describe_levels, describe_net
from tengen.partners.saving import names_itself, save_game, with_suffix
from tengen.play.notebook import Notebook
from tengen.play.player import Forfeit
from tengen.play.session import Session
from tengen.rules.contract import placed

_WITH_ARGUMENT = ("undo", "level", "save", "save!")


class PlayLoop:
    """Plays one session until the user quits; without an opponent, two people play."""

    def __init__(
        self,
        session: Session,
        opponent: Opponent | None,
        screen: Screen,
        *,
        game_name: str,
        seed: int,
        net: str | None = None,
        notebook: Notebook | None = None,
    ) -> None:
        self.session = session
        self.opponent = opponent
        self._notebook = notebook or Notebook()
        if opponent is not None:
            opponent.report_to(self._notebook.keep)
        self._screen = screen
        self._game_name = game_name
        """What the user typed to get this game."""
        self._seed = seed
        self._net = (None if opponent is None else opponent.net) or net
        """The net for levels and advice; None: the best one for the game."""
        self._adviser: Adviser | None = None
        self._has_left = False
        self._commands: dict[str, Callable[[str], object]] = {
            "undo": self._undo,
            "redo": self._redo,
            "hint": lambda _: self._advise(play_advice.show_hint),
            "eval": lambda _: self._advise(play_advice.show_evaluation),
            "explain": lambda _: self._advise(play_advice.show_inside),
            "swap": self._swap,
            "level": self._change_level,
            "save": lambda file: self._save(file, overwrite=False),
            "save!": lambda file: self._save(file, overwrite=True),
            "moves": self._show_moves,
            "board": lambda _: self._show(),
            "new": self._begin_again,
            "resign": self._resign,
            "help": self._help,
            "quit": self._quit,
        }

    def run(self) -> None:
        """Until `quit` or the end of the input; a second Ctrl-C raises `KeyboardInterrupt`."""
        try:
            self._screen.say("welcome", example=self._screen.example(self.session.position))
            if self.opponent is not None:
                self._say_whose_net(self.opponent)
            self._show_for_person()
            while not self._has_left:
                self._take_turn()
        except EOFError:
            self._screen.console.print()
            self._quit("")
        finally:
            if self.opponent is not None:
                self.opponent.close()

    def _say_whose_net(self, opponent: Opponent) -> None:
        sentence = describe_net(opponent.chosen, self._screen.texts)
        if sentence is not None:
            self._screen.tell(sentence)

    def _take_turn(self) -> None:
        try:
            if self.session.outcome is None and not self.session.is_human_turn:
                self._let_opponent_move()
            else:
                self._obey(self._screen.ask(self._prompt()))
        except KeyboardInterrupt:
            self._offer_to_save()
        except GameContractError as error:  # broken rules would fail again on every turn
            raise placed(self.session.position, error) from error.__cause__
        except (TengenError, OSError) as error:
            self._screen.tell(self._screen.texts.message(str(error)))

    def _prompt(self) -> str:
        session, texts = self.session, self._screen.texts
        if session.outcome is not None:
            return texts("over prompt")
        key = "your move" if len(session.humans) == 1 else "to move"
        return texts(key, seat=self._screen.seat(session.game, session.position.to_move))

    def _let_opponent_move(self) -> None:
        assert self.opponent is not None
        position, searched = self.session.position, self.opponent.searched_moves
        with self._screen.thinking(self.session, self._opponent_name()):
            choice = self.opponent.choose(position)
        if self.opponent.searched_moves > searched:
            self._screen.say("not proven")
        if isinstance(choice, Forfeit):
            self.session.end(1 - position.to_move, f"forfeit: {choice.reason}")
        else:
            self._play(choice)
        self._show()

    def _play(self, action: int) -> None:
        """Makes a move; a pass is easily missed on a board, so it is announced."""
        seat, fills_no_cell = self.session.position.to_move, self._is_pass(action)
        self.session.play(action)
        if fills_no_cell:
            self._screen.say("passed", seat=self._screen.seat(self.session.game, seat))

    def _is_pass(self, action: int) -> bool:
        return self.session.position.move_name(action) == "pass"

    def _show(self) -> None:
        self._screen.board(self.session, self._opponent_name())
        if self.session.outcome is not None:
            self._screen.result(self.session)
        elif self.session.is_human_turn and self.session.must_pass:
            self._screen.say("must pass")

    def _show_for_person(self) -> None:
        """Shows the board, unless the opponent moves next and it will be shown then."""
        if self.session.is_human_turn or self.session.outcome is not None:
            self._show()

    def _opponent_name(self) -> str | None:
        return None if self.opponent is None else self.opponent.describe(self._screen.texts)

    # User input.

    def _obey(self, line: str) -> None:
        """A move of the game, or else a command: moves come first, since `h` may be a column.

        Text that is both a move and a whole command is refused: a wrong guess might end the game.
        """
        if not line:
            self._screen.say("empty", example=self._example_move())
            return
        is_pass = command_and_argument(line) == ("pass", "")
        try:
            action = self.session.position.parse_move("pass" if is_pass else line)
        except NotationError:
            self._command(line.removeprefix("/"))
            return
        if line.lower() in self._commands:
            self._screen.say("move and command", typed=line)
        else:
            self._move(action)

    def _command(self, line: str) -> None:
        name, argument = command_and_argument(line)
        command = self._commands.get(name)
        if command is None:
            example = self._screen.example(self.session.position)
            self._screen.say("unknown", typed=repr(line[:40]), example=example)
        elif argument and name not in _WITH_ARGUMENT:
            word = self._forms(name)[0]
            self._screen.say("no argument", command=word, argument=repr(argument[:40]))
        else:
            command(argument)

    def _move(self, action: int) -> None:
        if self._refuse_when_over():
            return
        if action not in self.session.position.legal_actions:
            said = refused_move(self.session.position, action, self._screen.texts)
            self._screen.tell(said)
        else:
            self._play(action)
            self._show_for_person()

    def _example_move(self) -> str:
        legal = self.session.position.legal_actions
        return self.session.position.move_name(legal[len(legal) // 2]) if legal else "new"

    # Commands.

    def _refuse_when_over(self) -> bool:
        """Announces the end of the game."""
        if self.session.outcome is None:
            return False
        self._screen.say("over")
        return True

    def _undo(self, argument: str) -> None:
        wanted = count_of(argument or "1", 1000)
        if wanted is None:
            self._screen.say("count", argument=repr(argument[:40]))
            return
        count = 0
        try:
            for _ in range(wanted):
                count += self.session.undo() > 0
        except NoHistoryError:
            if count == 0:
                self._screen.say("nothing to undo")
                return
        self._screen.say("undone" if count else "undone resignation", count=count)
        self._show()

    def _redo(self, _: str) -> None:
        if self._refuse_when_over():
            return
        try:
            self.session.redo()
        except NoHistoryError:
            self._screen.say("nothing to redo")
        else:
            self._show_for_person()

    def _advise(self, show: Callable[[Screen, Session, Adviser], None]) -> None:
        if self._refuse_when_over():
            return
        if self._adviser is None:
            keep = self._notebook.keep
            self._adviser = Adviser(self.session.game, self._net, self._seed, keep)
        show(self._screen, self.session, self._adviser)

    def _swap(self, _: str) -> None:
        if self.opponent is None:
            self._screen.say("two people")
            return
        if self._refuse_when_over():
            return
        self.session.swap()
        (seat,) = self.session.humans
        name = self.session.game.facts.seat_names[seat]
        self._screen.say("swapped", seat=self._screen.texts.playing_as(name))
        self._show_for_person()

    def _change_level(self, argument: str) -> None:
        texts, game = self._screen.texts, self.session.game
        if not argument:
            self._screen.rows(describe_levels(game, texts, self._net))
            self._screen.say("which level", opponent=self._opponent_name() or texts("human"))
            return
        level = count_of(argument, len(LEVELS))
        if level is None:
            self._screen.say("levels are", most=len(LEVELS), argument=repr(argument[:40]))
        elif self.opponent is not None or not self._refuse_when_over():
            self._replace_opponent(Opponent(f"level:{level}", game, self._seed, self._net))

    def _replace_opponent(self, opponent: Opponent) -> None:
        if self.opponent is None:  # the opponent takes the seat that is not to move
            self.session.humans = frozenset({self.session.position.to_move})
        else:
            self.opponent.close()
        self.opponent = opponent
        opponent.report_to(self._notebook.keep)
        (seat,) = {0, 1} - self.session.humans
        name = self._screen.seat(self.session.game, seat)
        self._screen.say("now plays", seat=name, opponent=opponent.describe(self._screen.texts))

    def _save(self, file: str, *, overwrite: bool) -> bool:
        """Whether the game was saved."""
        if not file:
            self._screen.say("which file")
            return False
        texts = self._screen.texts
        try:
            path = with_suffix(file, self.session.game)
            sentence = file_refusal(texts, file, path, self.session, overwrite=overwrite)
            if path is not None and sentence is None:
                self._write(path, overwrite=overwrite)
        except OSError as error:
            sentence = write_failure(texts, file, error)
        if sentence is not None:
            self._screen.tell(sentence)
        return sentence is None

    def _write(self, path: Path, *, overwrite: bool) -> None:
        spec = HUMAN if self.opponent is None else self.opponent.saved_as
        lost = save_game(self.session, spec, path, self._notebook, overwrite=overwrite)
        is_enough = names_itself(self.session.game, self._game_name)
        key = "saved" if is_enough else "saved for game"
        self._screen.say(key, file=shlex.quote(str(path)), game=shlex.quote(self._game_name))
        if lost:
            self._screen.say("not kept", file=path, facts=lost.told(self._screen.texts))

    def _show_moves(self, _: str) -> None:
        self._screen.tell(self.session.position.moves_text or self._screen.texts("no moves"))

    def _begin_again(self, _: str) -> None:
        self.session.restart()
        self._notebook.clear()
        self._screen.say("new")
        self._show_for_person()

    def _resign(self, _: str) -> None:
        if self._refuse_when_over():
            return
        self.session.end(1 - self.session.position.to_move, "resigned")
        self._screen.result(self.session)

    def _help(self, _: str) -> None:
        texts = self._screen.texts
        rows = [(self._example_move(), texts("help move"))]
        for name in self._commands:
            if name != "save!":
                first, *others = self._forms(name)
                if name in _WITH_ARGUMENT:
                    first = f"{first} {texts(f'argument {name}')}"
                rows.append((", ".join([first, *others]), texts(f"help {name}")))
        self._screen.rows(rows)

    def _forms(self, name: str) -> list[str]:
        return command_forms(name, self._screen.texts.language)

    def _quit(self, _: str) -> None:
        self._has_left = True
        self._screen.say("goodbye")

    def _offer_to_save(self) -> None:
        """Ctrl-C: offers to save, so that no game is lost by accident; a second one quits."""
        self._screen.console.show_cursor()
        self._screen.console.print()
        while not self._has_left:
            answer = self._screen.ask(self._screen.texts("offer"))
            name, argument = command_and_argument(answer)
            try:
                if name == "continue":
                    self._show_for_person()
                    return
                if name == "quit":
                    self._quit("")
                elif name in ("save", "save!"):
                    if self._save(argument, overwrite=name == "save!"):
                        self._quit("")
                else:
                    self._screen.say("offer again")
            except (TengenError, OSError) as error:
                self._screen.tell(self._screen.texts.message(str(error)))
