"""SGF files with variations."""

import random

import pytest

from tengen.errors import RecordError
from tengen.play.records import MoveNote, SavedGame
from tengen.play.sgf import read_sgf
from tengen.play.sgf_variations import MoveTree, main_line, read_sgf_trees, write_sgf_tree
from tengen.rules.registry import load_game


def grown(game, seed, moves=40):
    """A tree of random moves and its main line."""
    draw, root = random.Random(seed), MoveTree()
    places = [(root, game.initial())]
    for _ in range(moves):
        tree, position = draw.choice(places)
        if position.outcome is None:
            action = draw.choice(position.legal_actions)
            note = MoveNote(comment=draw.choice(("", "a ] b", "(;)", "好")))
            places.append((tree.child(action, note), position.play(action)))
    tree, position, notes = root, game.initial(), []
    while tree.children:
        tree = tree.children[0]
        position = position.play(tree.action)
        notes.append(tree.note)
    return root, SavedGame.of(position, notes=tuple(notes))


@pytest.mark.parametrize("name", ["gomoku:9x9/5", "connect4", "othello:6x6", "tictactoe"])
@pytest.mark.parametrize("seed", range(5))
def test_a_tree_is_read_back_as_it_was_written(name, seed):
    game = load_game(name)
    root, record = grown(game, seed)
    text = write_sgf_tree(record, root, game)
    (read,) = read_sgf_trees(text)
    assert read.root == root
    assert read.record == record
    assert read.left_out == 0


def test_the_main_line_is_what_readers_without_variations_find():
    game = load_game("gomoku:9x9/5")
    root, record = grown(game, seed=7)
    assert read_sgf(write_sgf_tree(record, root, game)) == [record]


def test_a_game_without_variations_is_written_as_one_line():
    record = SavedGame.of(load_game("connect4").position_from("4455"))
    text = write_sgf_tree(record, main_line(record), load_game("connect4"))
    assert text.count("(") == text.count(")") == 1
    assert read_sgf(text) == [record]


def test_a_variation_that_breaks_the_rules_takes_its_own_variations_with_it():
    text = "(;GM[4]SZ[15];B[hh](;W[ii])(;W[hh];B[aa](;W[bb])(;W[cc])))"
    (read,) = read_sgf_trees(text)
    assert read.left_out == 2
    assert len(read.root.children[0].children) == 1


def test_a_variation_is_kept_up_to_where_it_breaks_the_rules():
    (read,) = read_sgf_trees("(;GM[4]SZ[15];B[hh](;W[ii])(;W[jj];B[jj]))")
    assert read.left_out == 1
    assert len(read.root.children[0].children) == 2


def test_a_main_line_that_breaks_the_rules_is_refused():
    with pytest.raises(RecordError, match="not legal"):
        read_sgf_trees("(;GM[4]SZ[15];B[hh];W[hh])")


def test_deep_trees_need_no_recursion():
    (read,) = read_sgf_trees("(;GM[4]SZ[15];B[hh]" + "(;C[x]" * 3000 + ")" * 3000 + ")")
    assert len(read.root.children) == 1
