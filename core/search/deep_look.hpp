// What takes some nodes to find out about a position: wins by threats in Gomoku (SPEC M16b), exact
// results of endings in Connect Four.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "games/connect4.hpp"
#include "games/gomoku.hpp"
#include "search/config.hpp"
#include "search/node.hpp"
#include "solver/column_endgame.hpp"
#include "solver/threat_search.hpp"

namespace tengen {

// A proof for the side to move, or none.
struct Certainty {
    Proof proof = Proof::none;
    int plies = 0;  // to the end of the game
    // What shows it, to the end of the game; lives until the next question. Of a root always, of a
    // leaf where it costs nothing.
    std::span<const Action> line;

    static Certainty shown(Proof proof, std::span<const Action> line) {
        return {proof, static_cast<int>(line.size()), line};
    }
};

// Whether the whole line of a proof is asked for.
enum class Shown : std::uint8_t { no, yes };

// A root must be able to show whatever a leaf has proven: with a tree that is kept, the leaf
// becomes the root.
inline std::int64_t nodes_for(Shown shown, std::int64_t at_leaves, std::int64_t at_root) {
    return shown == Shown::yes ? std::max(at_leaves, at_root) : at_leaves;
}

// Nothing, in most games.
template <class G>
class DeepLook {
  public:
    DeepLook(const G&, const SearchConfig&, Shown) {}
    Certainty look(const typename G::Position&) { return {}; }
};

// In Gomoku, wins by a series of threats.
template <int MaxSide>
class DeepLook<Gomoku<MaxSide>> {
  public:
    DeepLook(const Gomoku<MaxSide>& game, const SearchConfig& config, Shown shown)
        : fours_nodes_(nodes_for(shown, config.forcing_nodes, config.root_forcing_nodes)),
          threats_nodes_(shown == Shown::yes ? config.root_threat_nodes : 0) {
        if (fours_nodes_ > 0) fours_.emplace(game, log_table_entries(fours_nodes_));
        if (threats_nodes_ > 0) threats_.emplace(game, log_table_entries(threats_nodes_));
    }
    Certainty look(const GomokuPosition<MaxSide>& position) {
        std::span<const Action> line;
        if (fours_) line = fours_->find(position, fours_nodes_);
        if (line.empty() && threats_) line = threats_->find(position, threats_nodes_);
        return line.empty() ? Certainty{} : Certainty::shown(Proof::win, line);
    }

  private:
    // A table with a place for every node, as tengen.search.find_forced_win has.
    static int log_table_entries(std::int64_t nodes) {
        return static_cast<int>(std::bit_width(static_cast<std::uint64_t>(nodes)));
    }

    std::int64_t fours_nodes_;
    std::int64_t threats_nodes_;
    std::optional<ForcingSearch<MaxSide>> fours_;
    std::optional<ThreatSearch<MaxSide>> threats_;
};

// In Connect Four on its usual board, the exact result of endings.
template <>
class DeepLook<Connect4> {
  public:
    DeepLook(const Connect4& game, const SearchConfig& config, Shown shown) : shown_(shown) {
        const bool is_usual =
            game.spec().width == columns::width && game.spec().height == columns::height;
        if (is_usual) nodes_ = nodes_for(shown, config.endgame_nodes, config.root_endgame_nodes);
    }
    Certainty look(const Connect4Position& position) {
        if (nodes_ == 0 || !ColumnEndgame::is_near(position, nodes_)) return {};
        ColumnEndgame& endgame = solver();
        const auto result = endgame.solve(position);
        line_.clear();
        if (result && shown_ == Shown::yes) endgame.write_line(line_);
        if (!result) return {};
        return {proof_of(result->value), result->plies, line_};
    }

  private:
    // The table for a root's nodes is half a megabyte, and thousands of trees may be searched at
    // once: those of a thread share one for as long as the thread lives. No answer depends on it,
    // as it is cleared before every question. A table for each question left holes in the memory
    // of hundreds of megabytes.
    ColumnEndgame& solver() {
        static thread_local std::unique_ptr<ColumnEndgame> at_roots;
        std::unique_ptr<ColumnEndgame>& endgame = shown_ == Shown::yes ? at_roots : at_leaves_;
        if (!endgame || endgame->nodes() != nodes_)
            endgame = std::make_unique<ColumnEndgame>(nodes_);
        return *endgame;
    }

    Shown shown_;
    std::int64_t nodes_ = 0;
    std::unique_ptr<ColumnEndgame> at_leaves_;
    std::vector<Action> line_;
};

}  // namespace tengen
