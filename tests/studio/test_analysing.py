"""Analysis: snapshots, stops, proofs, exact scores, two nets, settings."""

import pytest

from tengen.rules.registry import load_game
from tengen.search import ConnectFourSolver
from tests.studio.studio_client import HUMAN, running_studio


def test_an_analysis_goes_on_until_it_is_stopped(page):
    game = page.new_game("connect4", moves="44").game_id
    assert page.ask("analyse", game_id=game).is_analysing
    first = page.until_type("analysis", state="running")
    later = page.until(lambda message: message.type == "analysis" and message.visits > first.visits)
    assert later.node == first.node
    page.send("stop_analysis", game_id=game)
    assert page.until_type("analysis", state="stopped").visits >= later.visits
    assert not page.until_type("state").is_analysing
    assert page.ask("stop_analysis", game_id=game).message.en == "no analysis is running"


def test_an_analysis_that_was_stopped_goes_on_with_its_tree(page):
    game = page.new_game("connect4", moves="44").game_id
    page.send("analyse", game_id=game)
    page.until(lambda message: message.type == "analysis" and message.visits > 100)
    page.send("stop_analysis", game_id=game)
    stopped = page.until_type("analysis", state="stopped")
    page.send("analyse", game_id=game)
    goes_on = page.until_type("analysis", state="running")
    page.ask("stop_analysis", game_id=game)
    assert goes_on.visits >= stopped.visits
    assert goes_on.simulations > stopped.simulations


def test_an_analysis_at_its_limit_goes_on_with_its_tree_without_one(page):
    game = page.new_game("connect4", moves="44").game_id
    page.send("analyse", game_id=game, simulations=300)
    finished = page.until_type("analysis", state="finished")
    page.send("analyse", game_id=game)
    goes_on = page.until_type("analysis", state="running")
    page.ask("stop_analysis", game_id=game)
    assert goes_on.visits >= finished.visits


def test_a_limit_that_is_used_up_counts_anew_when_the_analysis_goes_on(page):
    game = page.new_game("connect4", moves="44").game_id
    for times in (1, 2):
        page.send("analyse", game_id=game, simulations=200)
        assert page.until_type("analysis", state="finished").visits >= 200 * times - 1
        page.ask("stop_analysis", game_id=game)


def test_a_page_that_comes_late_sees_what_was_found_and_stopped(page, studio):
    game = page.new_game("connect4", moves="44").game_id
    page.send("analyse", game_id=game, simulations=100)
    page.until_type("analysis", state="finished")
    with studio.page() as other:
        other.send("open_game", game_id=game)
        assert other.until_type("analysis").state == "finished"
    page.ask("stop_analysis", game_id=game)
    with studio.page() as other:
        other.send("open_game", game_id=game)
        seen = other.until_type("analysis")
        assert (seen.state, seen.moves[0].order) == ("stopped", 0)


def test_other_settings_begin_with_an_empty_tree(page):
    game = page.new_game("connect4", moves="44").game_id
    page.send("analyse", game_id=game, simulations=300)
    page.until_type("analysis", state="finished")
    page.ask("stop_analysis", game_id=game)
    page.send("analyse", game_id=game, simulations=10, settings={"c_init": 3})
    assert page.until_type("analysis", state="finished").visits <= 10


def test_a_snapshot_has_the_fields_that_players_of_go_know(page):
    game = page.new_game("gomoku:15x15/5", moves="h8").game_id
    page.send("analyse", game_id=game, simulations=200)
    message = page.until_type("analysis", state="finished")
    page.send("stop_analysis", game_id=game)
    best = message.moves[0]
    assert [move.order for move in message.moves] == list(range(len(message.moves)))
    assert best.visits == max(move.visits for move in message.moves)
    assert best.value == pytest.approx(2 * best.win_rate - 1)
    assert best.pv[0].move == best.move
    assert [played.seat for played in best.pv[:3]] == [1, 0, 1]
    assert message.simulations == 200
    assert message.simulations_per_second > 0
    assert sum(message.wdl) == pytest.approx(1, abs=1e-3)
    assert len(message.heat.moves) == len(message.heat.priors) == 224
    assert sum(message.heat.visits) == message.visits
    assert sum(message.heat.priors) == pytest.approx(1, abs=0.01)
    assert message.end.en == "All simulations are done."
    assert message.to_move == 1


def test_a_forced_win_is_shown_as_such_with_its_line(page):
    moves = "h8a1i8a2j8a3"
    game = page.new_game("gomoku:15x15/5", moves=moves).game_id
    page.send("analyse", game_id=game)
    message = page.until(lambda each: each.type == "analysis" and each.certain is not None)
    page.send("stop_analysis", game_id=game)
    assert (message.certain.value, message.certain.plies) == ("win", 3)
    assert message.certain.text.en == "Black wins in 3 by force."
    assert message.certain.text.zh == "黑方 3 手必胜。"
    assert len(message.certain.line) == 3
    assert message.moves[0].proof_text.en == "wins in 3 by force"


def test_the_search_of_a_proven_position_ends_by_itself(page):
    game = page.new_game("gomoku:15x15/5", moves="h8a1i8a2j8a3").game_id
    page.send("analyse", game_id=game)
    message = page.until_type("analysis", state="finished")
    assert message.certain.text.en == "Black wins in 3 by force."
    assert message.end.en == "The result is proven."
    page.play(game, "g8")
    assert page.until_type("analysis", to_move=1).node == 7
    page.send("stop_analysis", game_id=game)


def test_connect_four_has_the_exact_score_of_every_column(page):
    moves = "4413445542333524"
    state = page.new_game("connect4", moves=moves)
    page.send("analyse", game_id=state.game_id)
    message = page.until(lambda each: each.type == "analysis" and each.exact)
    page.send("stop_analysis", game_id=state.game_id)
    position = load_game("connect4").position_from(moves)
    scores = ConnectFourSolver().score_moves(position)
    assert {each.move: (each.value, each.plies) for each in message.exact} == {
        position.move_name(action): (score.name, score.plies) for action, score in scores.items()
    }
    # As in the mockups of the page, which were solved by another program.
    told = {each.move: each.score for each in message.exact}
    assert (told["1"], told["3"], told["5"], told["6"]) == (1, -2, -1, -2)
    assert {each.move for each in message.exact if each.is_best} == {"2", "7"}


def test_a_solved_position_tells_its_exact_result_before_any_opinion(page):
    game = page.new_game("connect4", moves="4413445542333524").game_id
    page.send("analyse", game_id=game)
    message = page.until(lambda each: each.type == "analysis" and each.exact)
    page.send("stop_analysis", game_id=game)
    best = next(each for each in message.exact if each.is_best)
    assert (message.certain.value, message.certain.plies) == ("win", best.plies)
    assert message.certain.text.en == f"Red wins in {best.plies} moves, exactly."
    assert message.certain.text.zh == f"红方 {best.plies} 手胜（精确）。"


LONG_PROOF = "h8 h9 j7 l5 k7 f6 f4 h10 e6 n3 l7 h7 o1 h3 m8 i6 g2 n4 n8 j6 i1 g6"


def test_the_line_of_a_long_proof_is_told_to_its_end(page):
    game = page.new_game("gomoku:15x15/5", moves=LONG_PROOF).game_id
    page.send("analyse", game_id=game)
    message = page.until(lambda each: each.type == "analysis" and each.certain is not None)
    page.send("stop_analysis", game_id=game)
    assert message.certain.plies > 9
    assert len(message.certain.line) == message.certain.plies
    assert message.moves[0].pv == message.certain.line


def test_an_analysis_follows_the_game(page):
    game = page.new_game("connect4").game_id
    page.send("analyse", game_id=game)
    page.until_type("analysis", state="running", node=0)
    page.play(game, "4")
    assert page.until_type("analysis", state="running", node=1).to_move == 1
    page.ask("go_to", game_id=game, node=0)
    assert page.until_type("analysis", state="running", node=0).to_move == 0
    page.send("stop_analysis", game_id=game)


def test_the_analysis_of_a_finished_game_has_nothing_to_search(page):
    game = page.new_game("tictactoe", moves="a1b1a2b2a3").game_id
    page.send("analyse", game_id=game)
    message = page.until_type("analysis", state="finished")
    assert (message.moves, message.visits) == ([], 0)
    assert (message.end.en, message.end.zh) == ("The game is over.", "棋局已结束。")
    page.send("stop_analysis", game_id=game)


def test_two_nets_analyse_side_by_side(page):
    game = page.new_game("connect4").game_id
    page.send("analyse", game_id=game, nets=["connect4", "mcts"], simulations=50)
    sides = {}
    while len(sides) < 2:
        message = page.until_type("analysis", state="finished")
        sides[message.side] = message.evaluator.en
    assert sides == {0: "net connect4", 1: "random playouts"}
    page.send("stop_analysis", game_id=game)


def test_settings_of_the_search_can_be_changed(page):
    game = page.new_game("connect4").game_id
    settings = {"c_init": 3, "c_base": None, "root": "puct", "prove": False}
    page.send("analyse", game_id=game, settings=settings, simulations=30)
    assert page.until_type("analysis", state="finished").simulations == 30
    page.send("stop_analysis", game_id=game)


@pytest.mark.parametrize(
    ("settings", "field"),
    [
        ({"c_init": -1}, "settings.c_init"),
        ({"c_init": "much"}, "settings.c_init"),
        ({"bogus": 1}, "settings.bogus"),
        ({"memory_mb": 10**6}, "settings.memory_mb"),
        ({"memory_mb": None}, "settings.memory_mb"),
        ({"prove": []}, "settings.prove"),
    ],
)
def test_a_wrong_setting_is_named(page, settings, field):
    game = page.new_game("connect4").game_id
    error = page.ask("analyse", game_id=game, settings=settings)
    assert (error.type, error.field) == ("error", field)


def test_an_unknown_net_is_named_and_a_path_is_not_a_name(page):
    game = page.new_game("connect4").game_id
    for net in ("bogus", "/etc/passwd", "../models/connect4.safetensors"):
        error = page.ask("analyse", game_id=game, nets=[None, net])
        assert (error.field, error.code) == ("nets.1", "unknown")
    other = page.ask("analyse", game_id=game, nets=["gomoku-15x15"])
    assert (other.field, other.code) == ("nets.0", "refused")


def test_a_hint_gives_moves_and_sentences_in_both_languages(page):
    game = page.new_game("connect4", moves="44").game_id
    hint = page.ask("hint", game_id=game)
    assert hint.moves[0].order == 0
    assert len(hint.exact) == 7
    assert any("best move" in sentence.en.lower() for sentence in hint.sentences)
    assert all(sentence.zh for sentence in hint.sentences)


def test_the_moves_of_a_hint_are_in_the_order_of_their_exact_scores(page):
    game = page.new_game("connect4", moves="44134455423335").game_id
    hint = page.ask("hint", game_id=game)
    assert {move.move for move in hint.moves[:2]} == {"3", "7"}
    assert [move.order for move in hint.moves] == [0, 1, 2, 3, 4]
    best = next(said.en for said in hint.sentences if said.en.startswith("Best move"))
    assert best.startswith(f"Best move: {hint.moves[0].move};")


def test_a_finished_game_has_no_hint(page):
    game = page.new_game("tictactoe", moves="a1b1a2b2a3").game_id
    refusal = page.ask("hint", game_id=game).message
    assert refusal.en == "The game is over. X wins: a complete line."


def test_a_hint_solves_connect_four_once(page, monkeypatch):
    solved = []
    solve = ConnectFourSolver.score_moves

    def counted(solver, position, **options):
        solved.append(position)
        return solve(solver, position, **options)

    monkeypatch.setattr(ConnectFourSolver, "score_moves", counted)
    hint = page.ask("hint", game_id=page.new_game("connect4", moves="4455").game_id)
    assert (hint.state, len(hint.exact), len(solved)) == ("finished", 7, 1)


class TestHintsOfABusyStudio:
    @pytest.fixture
    def page(self):
        """Its only core belongs to a player that thinks for long."""
        with running_studio(cores=1) as studio, studio.page() as page:
            slow = {"kind": "mcts", "seconds": 600.0}
            self.slow_game = page.new_game("gomoku:15x15/5", [HUMAN, slow]).game_id
            page.play(self.slow_game, "h8")
            yield page

    @pytest.mark.parametrize("game", ["tictactoe", "connect4"])
    def test_a_hint_says_that_it_waits_and_can_be_cancelled(self, page, game):
        game = page.new_game(game).game_id
        asked = page.send("hint", game_id=game)
        waiting = page.until_type("hint", state="waiting")
        assert "busy" in waiting.waiting.en
        assert waiting.waiting.zh != waiting.waiting.en
        stopping = page.send("stop_hint", game_id=game)
        assert page.until_type("hint", request=asked).state == "stopped"
        assert page.until(lambda message: message.request == stopping).type == "done"

    def test_a_hint_that_has_waited_says_when_it_begins(self, page):
        asked = page.send("hint", game_id=page.new_game("tictactoe").game_id)
        page.until_type("hint", state="waiting")
        page.send("pause", game_id=self.slow_game)
        page.until_type("hint", state="running", waiting=None)
        assert page.until_type("hint", request=asked).state == "finished"


def test_stopping_hints_without_any_changes_nothing(page):
    assert page.ask("stop_hint", game_id=page.new_game("tictactoe").game_id).type == "done"
