"""The microscope: a kept search is the search, simulation by simulation."""

import contextlib
import itertools
import time
from dataclasses import replace

import pytest

from tengen import Limit, RolloutEvaluator, Search, SearchConfig, load_game
from tengen.nets.choosing import choose_net
from tengen.play.searching import analysing_config
from tengen.studio.kept_search import KeptSearch
from tengen.studio.lessons import LESSONS
from tengen.studio.microscope import MOST_MICROSCOPES
from tengen.studio.simulation_message import Subject, simulation_message
from tengen.texts.english import ENGLISH
from tests.rules.turn_games import TwoStones

LINK = "g=connect4&m=4435364"


def look(page, **what):
    """What is looked at, and all that was simulated."""
    inside = page.ask("look_inside", **what)
    assert inside.type == "inside", inside
    return inside, simulated(page)


def simulated(page):
    """The messages until the search has ended, put together."""
    found = []
    while not found or found[-1].state != "finished":
        found.append(page.until_type("simulated"))
    return found


def leaves_of(messages):
    return [leaf for message in messages for leaf in message.leaves]


def nodes_of(messages):
    return {node.id: node for message in messages for node in message.nodes}


def shown(page, number):
    return page.ask("show_simulation", number=number)


def search_of(game_name, moves, **settings):
    """The same search without the studio, as `tengen explain` makes it."""
    game = load_game(game_name)
    evaluator = choose_net(game).evaluator
    config = replace(analysing_config(game, evaluator), **settings)
    return Search(game, evaluator, config), game.position_from(moves)


def check_numbers(simulation, trace, position):
    """A message against a trace of the search."""
    for choice, view, chosen in zip(simulation.choices, trace.choices, trace.path, strict=True):
        assert choice.visits == view.visits
        assert len(choice.rows) + choice.hidden == len(view.children)
        for row, child in zip(choice.rows, view.children, strict=False):
            assert (row.action, row.visits, row.proof) == (child.action, child.visits, child.proof)
            assert (row.prior, row.q, row.u, row.m) == (child.prior, child.q, child.u, child.m)
            assert row.score == child.score
        assert chosen in [row.action for row in choice.rows]
    assert simulation.nodes[-1].moves == position.move_names(trace.path)
    for node, backup in zip(simulation.nodes, reversed(trace.backups), strict=True):
        assert (node.after.visits, node.after.value) == (backup.visits_after, backup.value_after)
        before = (node.before.visits, node.before.value) if node.before else (0, 0.0)
        assert before == (backup.visits_before, backup.value_before)
        assert node.adds == pytest.approx(backup.added)
        assert node.proof == backup.proof_after


@pytest.mark.parametrize("name", LESSONS)
def test_every_simulation_of_a_lesson_has_the_numbers_of_the_search(page, name):
    lesson = LESSONS[name]
    inside, messages = look(page, lesson=name)
    search, position = search_of(lesson.game, lesson.moves, **lesson.settings)
    assert inside.simulations == lesson.simulations
    for number in range(1, len(leaves_of(messages)) + 1):
        check_numbers(shown(page, number), search.trace(position), position)


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_has_all_its_notes_in_order(page, name):
    _, messages = look(page, lesson=name)
    notes = messages[-1].notes
    written = [key for key in ENGLISH if key.startswith(f"lesson {name} ") and key[-1].isdigit()]
    assert len(notes) == len(written) > 2
    assert [note.at for note in notes] == sorted({note.at for note in notes})
    assert all(note.text.en and note.text.zh for note in notes)


def test_the_lessons_show_what_they_promise(page):
    """The moves that the net thinks little of get the visits; a proof ends the search early."""
    rows = {}
    for name in LESSONS:
        _, messages = look(page, lesson=name)
        last = len(leaves_of(messages))
        best = max(shown(page, last).choices[0].rows, key=lambda row: row.visits)
        rows[name] = (best.move, best.prior < 0.3, last)
    assert rows["win-in-one"] == ("5", True, 28)
    assert rows["block-in-one"] == ("7", True, 60)
    assert rows["moves-left"] == ("6", True, 80)
    assert rows["proof"][2] < LESSONS["proof"].simulations


def test_a_lesson_can_be_listed(studio):
    listed = studio.http.get("/api/lessons").json()["lessons"]
    assert [each["name"] for each in listed] == list(LESSONS)
    assert len(listed) == 6


def test_the_tree_after_200_simulations_is_that_of_the_search(page):
    _, messages = look(page, link=LINK)
    nodes, visits = nodes_of(messages), {}
    for leaf in leaves_of(messages):
        while leaf:
            visits[leaf] = visits.get(leaf, 0) + 1
            leaf = nodes[leaf].parent
    search, position = search_of("connect4", "4435364")
    search.run(position, Limit(simulations=200))
    children = {}
    for node in nodes.values():
        children.setdefault(node.parent, {})[node.action] = node.id

    def compare(view, node):
        assert visits[node] == view.visits
        assert nodes[node].to_move == view.to_move
        visited = {child.action for child in view.children if child.visits}
        assert visited == set(children.get(node, {}))
        for child in view.children:
            if child.visits:
                assert nodes[children[node][child.action]].move == str(child.action + 1)
                compare(child.tree, children[node][child.action])

    compare(search.explain(depth=60), 1)
    assert visits[1] == 200


def test_simulations_can_be_shown_in_any_order(page):
    look(page, link=LINK, simulations=40)
    forwards = [shown(page, number) for number in range(1, 41)]
    backwards = [shown(page, number) for number in range(40, 0, -1)]
    without_request = [
        [each.model_copy(update={"request": None}) for each in way]
        for way in (forwards, backwards[::-1])
    ]
    assert without_request[0] == without_request[1]


def test_a_search_goes_on_where_it_ended(page):
    _, messages = look(page, link=LINK, simulations=20)
    assert page.ask("look_further", simulations=50).type == "done"
    more = simulated(page)
    assert more[0].first == 21
    assert len(leaves_of(messages) + leaves_of(more)) == 50
    search, position = search_of("connect4", "4435364")
    for _ in range(49):
        search.trace(position)
    check_numbers(shown(page, 50), search.trace(position), position)


def test_the_net_is_shown_as_the_search_asked_it(page):
    """Value and priors of the leaf are those of the raw outputs, in whatever symmetry."""
    look(page, link=LINK, simulations=40)
    turned = []
    for number in range(1, 41):
        leaf = shown(page, number).leaf
        if leaf.kind != "net":
            continue
        turned.append(leaf.remark is not None)
        assert len(leaf.planes) == 4
        assert all(len(plane.values) == 42 for plane in leaf.planes)
        for output in leaf.outputs:
            assert output.share == pytest.approx(output.prior, abs=1e-5)
    assert set(turned) == {True, False}


def test_the_noise_is_told_apart_from_the_net(page):
    look(page, lesson="noise")
    outputs = {output.move: output for output in shown(page, 1).leaf.outputs}
    assert outputs["1"].share < 0.01 < 0.1 < outputs["1"].prior


def test_a_node_is_shown_as_it_was_after_a_simulation(page):
    _, messages = look(page, link=LINK, simulations=60)
    nodes = nodes_of(messages)
    later = next(node for node in nodes.values() if node.parent == 2)
    for number in (later.id, 60):
        answer = page.ask("show_node", node=later.id, number=number)
        visits = sum(later.id in _above(leaf, nodes) for leaf in leaves_of(messages)[:number])
        assert answer.node.after.visits == visits
        assert answer.node.moves == [nodes[2].move, later.move]
        assert len([cell for cell in answer.node.cells if cell is not None]) == 9


def _above(leaf, nodes):
    found = []
    while leaf:
        found.append(leaf)
        leaf = nodes[leaf].parent
    return found


def test_the_sign_stays_where_a_side_moves_again():
    """Two stones a turn: the value turns with the side to move, not with the ply."""
    game, evaluator = TwoStones(), RolloutEvaluator()
    subject = Subject(game.initial(), evaluator, SearchConfig(prove=False))
    kept = KeptSearch(subject)
    seen = set()
    for number in range(1, 60):
        kept.simulate()
        message = simulation_message(subject, kept.trace(number), number, kept.ids, None)
        for above, below in itertools.pairwise(message.nodes):
            assert below.turns == (above.to_move != below.to_move)
            assert above.adds == pytest.approx(-below.adds if below.turns else below.adds)
            seen.add(below.turns)
    assert seen == {True, False}


def test_the_larger_board_leaves_moves_out_but_never_the_chosen_one(page):
    look(page, link="g=gomoku:15x15/5&m=h8i9", simulations=20)
    simulation = shown(page, 20)
    first = simulation.choices[0]
    assert first.hidden > 150
    assert simulation.nodes[1].moves[0] in [row.move for row in first.rows]


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"lesson": "nothing"}, "lesson"),
        ({"lesson": "../lessons"}, "lesson"),
        ({}, "lesson"),
        ({"lesson": "sign", "link": LINK}, "lesson"),
        ({"link": "g=connect4&m=9"}, "link"),
        ({"link": "g=nowhere"}, "game"),
        ({"link": LINK, "net": "/etc/passwd"}, "net"),
        ({"link": LINK, "simulations": 10_001}, "simulations"),
        ({"link": LINK, "simulations": 0}, "simulations"),
    ],
)
def test_what_cannot_be_looked_at_is_refused(page, fields, field):
    error = page.ask("look_inside", **fields)
    assert (error.type, error.field) == ("error", field)


def test_a_finished_game_has_nothing_to_search(page):
    error = page.ask("look_inside", link="g=connect4&m=1212121")
    assert error.message.en == "The game is over. Red wins: a complete line."


def test_what_was_not_made_is_refused(page):
    assert page.ask("show_simulation", number=1).type == "error"
    look(page, link=LINK, simulations=5)
    assert page.ask("show_simulation", number=6).field == "number"
    assert page.ask("show_node", node=9, number=5).field == "node"
    assert page.ask("show_node", node=5, number=4).field == "node"
    assert page.ask("stop_looking").type == "done"
    assert page.ask("show_simulation", number=1).type == "error"


def test_only_so_many_pages_keep_a_search(studio):
    with contextlib.ExitStack() as pages:
        opened = [pages.enter_context(studio.page()) for _ in range(MOST_MICROSCOPES)]
        for each in opened:
            assert each.ask("look_inside", lesson="sign", simulations=1).type == "inside"
        with studio.page() as last:
            assert last.ask("look_inside", lesson="sign").code == "busy"
            assert opened[0].ask("stop_looking").type == "done"
            assert last.ask("look_inside", lesson="sign").type == "inside"


def test_a_page_that_goes_frees_its_core(studio):
    with studio.page() as page:
        page.ask("look_inside", link="g=gomoku:15x15/5", simulations=10_000)
        page.until_type("simulated")
    until = time.monotonic() + 10
    while studio.hall.slots.busy and time.monotonic() < until:
        time.sleep(0.05)
    assert studio.hall.slots.busy == 0
