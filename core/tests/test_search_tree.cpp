// The memory of the search tree: chunked arrays, growing children, and keeping a subtree.
#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <vector>

#include "games/any_game.hpp"
#include "search/leaf.hpp"
#include "search/searcher.hpp"
#include "test_configs.hpp"

namespace tengen {

namespace {

// Everything a tree knows, by the actions that lead there.
using Facts = std::map<std::vector<int>, std::vector<double>>;

void gather_facts(const Tree& tree, const Node& node, std::vector<int>& path, Facts& facts) {
    facts[path] = {static_cast<double>(node.visits),
                   node.value,
                   node.moves_left,
                   static_cast<double>(node.num_edges),
                   static_cast<double>(node.num_children),
                   static_cast<double>(node.in_flight)};
    for (int index = 0; index < node.num_edges; ++index)
        facts[path].push_back(tree.edge(node, index).prior + tree.edge(node, index).action);
    for (const Node& child : tree.children(node)) {
        path.push_back(child.action);
        gather_facts(tree, child, path, facts);
        path.pop_back();
    }
}

Facts facts_below(const Tree& tree, const Node& node) {
    Facts facts;
    std::vector<int> path;
    gather_facts(tree, node, path, facts);
    return facts;
}

template <Game G>
void search(Searcher<G>& searcher, std::int64_t simulations) {
    RolloutLeafEvaluator<G> evaluator;
    std::vector<Leaf<G>*> leaves;
    searcher.begin({.simulations = simulations});
    while (!searcher.finished()) {
        leaves.clear();
        searcher.collect(leaves);
        evaluator.evaluate(searcher.game(), leaves);
        for (Leaf<G>* leaf : leaves) searcher.apply(*leaf);
    }
}

int most_visited_slot(const Tree& tree) {
    const auto children = tree.children(tree.root());
    return static_cast<int>(std::ranges::max_element(children, {}, &Node::visits) -
                            children.begin());
}

}  // namespace

TEST_CASE("a chunked array hands out runs that never cross a chunk and never move") {
    ChunkedArray<int, 4> array;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> runs;
    for (std::uint32_t count = 1; count <= 16; ++count) {
        const std::uint32_t start = array.allocate(count);
        CHECK(start / 16 == (start + count - 1) / 16);
        for (std::uint32_t index = 0; index < count; ++index)
            array[start + index] = static_cast<int>(count);
        runs.emplace_back(start, count);
    }
    for (const auto& [start, count] : runs)
        for (std::uint32_t index = 0; index < count; ++index)
            CHECK(array[start + index] == static_cast<int>(count));
    const std::size_t bytes = array.bytes();
    CHECK(array.used_bytes() <= bytes);
    array.clear();
    CHECK(array.used() == 0);
    CHECK(array.bytes() == bytes);
    array.give_back_memory();
    CHECK(array.bytes() == 0);
}

TEST_CASE("children keep their facts while their siblings grow in number") {
    Tree tree;
    std::vector<Edge> edges;
    for (int action = 0; action < 300; ++action)
        edges.push_back({1.0F / 300, static_cast<std::uint16_t>(action)});
    tree.set_edges(tree.root(), edges);
    for (int action = 0; action < 300; ++action) {
        Node& child = tree.add_child(tree.root(), tree.edge(tree.root(), action));
        child.visits = static_cast<std::uint32_t>(action + 1);
        for (int earlier = 0; earlier <= action; ++earlier) {
            REQUIRE(tree.child(tree.root(), earlier).visits ==
                    static_cast<std::uint32_t>(earlier + 1));
            REQUIRE(tree.child(tree.root(), earlier).action == earlier);
        }
    }
    CHECK(tree.size() == 301);
}

TEST_CASE("a kept subtree is the same tree, without the rest") {
    const Connect4 game(7, 6);
    Searcher<Connect4> searcher(game, search_config(), 1);
    searcher.set_root(game.initial(0));
    for (int move = 0; move < 8; ++move) {
        search(searcher, 2000);
        const Tree& tree = searcher.tree();
        const int slot = most_visited_slot(tree);
        const Node& child = tree.child(tree.root(), slot);
        const Action action = child.action;
        const Facts before = facts_below(tree, child);
        searcher.advance(action, true);
        CHECK(facts_below(searcher.tree(), searcher.tree().root()) == before);
        CHECK(searcher.tree().size() == before.size());
    }
}

TEST_CASE("memory is given back with the part of the tree that is dropped") {
    const Gomoku<16> game(15, 15, 5, LineRule::freestyle);
    Searcher<Gomoku<16>> searcher(game, search_config(), 1);
    searcher.set_root(game.initial(0));
    search(searcher, 50'000);
    const std::size_t before = searcher.tree().bytes();
    searcher.advance(searcher.tree().child(searcher.tree().root(), 0).action, true);
    CHECK(searcher.tree().bytes() < before / 4);
}

TEST_CASE("a tree is full at its limit in megabytes") {
    const Gomoku<16> game(15, 15, 5, LineRule::freestyle);
    SearchConfig config = search_config();
    config.memory_mb = 1;
    Searcher<Gomoku<16>> searcher(game, config, 1);
    for (int round = 0; round < 3; ++round) {
        searcher.set_root(game.initial(round % 2));
        search(searcher, 1'000'000'000);
        CHECK(searcher.stop_reason() == StopReason::memory);
        CHECK(searcher.simulations() > 1000);
        CHECK(searcher.tree().bytes() < 2'000'000);
    }
}

TEST_CASE("no visit stays in flight after a run, nor after leaves were given up") {
    const Othello game(6);
    SearchConfig config = search_config();
    config.leaves_per_batch = 16;
    Searcher<Othello> searcher(game, config, 3);
    searcher.set_root(game.initial(0));
    const auto none_in_flight = [&] {
        const Facts facts = facts_below(searcher.tree(), searcher.tree().root());
        return std::ranges::none_of(facts, [](const auto& fact) { return fact.second[5] != 0.0; });
    };
    search(searcher, 1000);
    CHECK(none_in_flight());
    const std::uint32_t visits = searcher.tree().root().visits;
    searcher.begin({.simulations = 100});
    std::vector<Leaf<Othello>*> leaves;
    searcher.collect(leaves);
    REQUIRE(leaves.size() > 1);
    CHECK_FALSE(none_in_flight());
    for (const Leaf<Othello>* leaf : leaves) searcher.abandon(*leaf);
    CHECK(none_in_flight());
    CHECK(searcher.tree().root().visits >= visits);
}

}  // namespace tengen
