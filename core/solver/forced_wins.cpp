#include "solver/forced_wins.hpp"

#include <stdexcept>

namespace tengen {

ForcedWins::ForcedWins(const AnyGame& game, int log_table_entries)
    : search_(made_for(game, log_table_entries)) {}

auto ForcedWins::made_for(const AnyGame& game, int log_table_entries) -> AnySize {
    if (const auto* rules = std::get_if<Gomoku<16>>(&game))
        return AnySize(std::in_place_type<Of<16>>, *rules, log_table_entries);
    if (const auto* rules = std::get_if<Gomoku<20>>(&game))
        return AnySize(std::in_place_type<Of<20>>, *rules, log_table_entries);
    throw std::invalid_argument("forced wins are searched for in Gomoku only");
}

std::optional<std::vector<Action>> ForcedWins::by_fours(const AnyPosition& position,
                                                        const SolverLimit& limit) {
    return std::visit(
        [&](auto& search) -> std::optional<std::vector<Action>> {
            const auto& stones = unboxed(search.game, position);
            if (search.game.outcome(stones)) throw std::invalid_argument("the game is over");
            const std::span<const Action> line = search.fours.find(stones, limit);
            if (line.empty()) return std::nullopt;
            return std::vector<Action>(line.begin(), line.end());
        },
        search_);
}

bool ForcedWins::exhausted() const {
    return std::visit([](const auto& search) { return search.fours.exhausted(); }, search_);
}

std::int64_t ForcedWins::nodes() const {
    return std::visit([](const auto& search) { return search.fours.nodes(); }, search_);
}

}  // namespace tengen
