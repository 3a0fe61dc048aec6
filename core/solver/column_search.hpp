// Exact scores of Connect Four, 7x6, by a search with null windows.
//
// A score here is 22 minus the stones the winner will have placed, negative if the side to move
// loses, 0 for a draw: quicker wins and slower losses are larger, and a score does not change along
// the line that proves it, but for its sign.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "games/any_game.hpp"
#include "solver/budget.hpp"
#include "solver/column_book.hpp"
#include "solver/column_table.hpp"
#include "solver/columns.hpp"

namespace tengen {

class ColumnSearch {
  public:
    using Stones = columns::Stones;

    // Nobody has a line yet.
    struct Node {
        Stones own = 0;
        Stones taken = 0;
        int stones = 0;
        Stones threats = 0;  // cells that complete a line for the other side
    };

    // A book, which may be none, saves all search below its ply.
    ColumnSearch(Budget& budget, std::int64_t megabytes, std::shared_ptr<const ColumnBook> book);
    ColumnSearch(Budget& budget, ColumnTable table);

    // Throws std::invalid_argument for a finished game and for sides that did not move in turn.
    Node root(const AnyPosition& position) const;
    // The same without a look at whose turn it is.
    static Node node_of(const Connect4Position& position);
    static constexpr int actions() { return columns::width; }
    static bool is_legal(const Node& node, int action) {
        return (columns::landing(node.taken) & columns::column(action)) != 0;
    }
    static bool wins(const Node& node, int action) {
        return (winning_moves(node) & columns::column(action)) != 0;
    }
    static bool stops_threat(const Node& node, int action) {
        return (columns::landing(node.taken) & node.threats & columns::column(action)) != 0;
    }
    static Node after(const Node& node, int action) {
        return after_move(node, columns::landing(node.taken) & columns::column(action));
    }

    static constexpr int win_at(int stones) {
        return stones <= columns::cells ? columns::cells / 2 + 1 - (stones + 1) / 2 : 0;
    }
    // A bound of the score that proves or refutes score >= target: the answer is at least `target`
    // exactly when the score is, and then a lower bound of it; otherwise an upper bound.
    int bound(const Node& node, int target);
    int exact(const Node& node);
    // As if no question had been asked before.
    void forget() { table_.clear(); }
    // cells + 1 - t for a win on a board with t stones, negative for a loss; 0 for a draw.
    static int published(const Node& node, int score);

  private:
    struct Moves {
        std::array<Node, columns::width> nodes;
        std::array<int, columns::width> weights;
        std::array<std::uint8_t, columns::width> order;  // by weight, the greatest first
        int count = 0;

        void insert(const Node& next, int weight);
        const Node& operator[](int place) const {
            return nodes[order[static_cast<std::size_t>(place)]];
        }
    };

    static Stones winning_moves(const Node& node) {
        return columns::completing(node.own, node.taken) & columns::landing(node.taken);
    }
    static Node after_move(const Node& node, Stones move) {
        const Stones taken = node.taken | move;
        return {node.own ^ node.taken, taken, node.stones + 1,
                columns::completing(node.own | move, taken)};
    }
    static Stones safe_moves(const Node& node);
    static bool cannot_win(const Node& node);
    static bool cannot_lose(const Node& node);
    Bounds natural_bounds(const Node& node) const;

    bool follows_the_book(const Node& node) const {
        return book_ && node.stones == ColumnBook::ply + 1;
    }

    // All of these take nodes without a winning move.
    int search(const Node& node, int target);
    int search_and_remember(const Node& node, int target, Bounds bounds, Stones moves);
    int search_moves(const Node& node, int target, Stones moves);
    std::optional<int> known_answer(int target, const Moves& moves) const;
    static bool order(const Node& node, Stones moves, Moves& ordered);

    Budget* budget_;
    ColumnTable table_;
    std::shared_ptr<const ColumnBook> book_;
};

}  // namespace tengen
