"""The nets that come with Tengen: their size, their cards, and what they claim to play right."""

import pytest

from tengen import load_game
from tengen.arena.meter import SearchSubject
from tengen.arena.oracles import find_oracle
from tengen.nets import NativeEvaluator, load_checkpoint
from tengen.nets.shipped import Card, read_card, shipped_nets

LARGEST_FILE, LARGEST_TOGETHER = 3_000_000, 12_000_000


def test_the_nets_are_small():
    sizes = [path.stat().st_size for path in shipped_nets().values()]
    assert max(sizes) <= LARGEST_FILE
    assert sum(sizes) <= LARGEST_TOGETHER


@pytest.mark.parametrize("name", shipped_nets())
def test_a_card_says_where_its_net_comes_from(name):
    card = read_card(name)
    assert load_game(card.game).name == card.game
    assert card.command.startswith("tengen train ")
    assert min(map(len, (card.machine, card.date, card.use, card.licence))) > 0
    assert all("(tengen " in fact for fact in card.strength)
    assert card.weaknesses


def test_a_card_knows_what_its_command_changed_in_the_preset():
    command = "tengen train connect4 --minutes 5 -o net.channels=64 -o 'search.root=gumbel'"
    facts = ("connect4", command, 1, 5.0, "2 cores", "2026-11-18")
    card = Card(*facts, strength=(), weaknesses=(), use="")
    assert card.settings == ["net.channels=64", "search.root=gumbel"]


def test_the_connect_four_net_begins_and_answers_every_first_move_with_a_best_move():
    game = load_game("connect4")
    first = game.initial()
    positions = [first, *(first.play(action) for action in first.legal_actions)]
    evaluator = NativeEvaluator(load_checkpoint(shipped_nets()["connect4"]))
    player = SearchSubject(game, evaluator, simulations=800)
    chosen = player.answer(positions, range(len(positions))).actions
    oracle = find_oracle(game)
    for position, action in zip(positions, chosen, strict=True):
        truth = oracle.truth(position)
        assert truth is not None
        assert action in truth.best, position.moves_text
