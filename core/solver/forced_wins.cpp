#include "solver/forced_wins.hpp"

#include <algorithm>
#include <chrono>
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

template <class Question>
std::optional<std::vector<Action>> ForcedWins::ask(const AnyPosition& position, Question question) {
    return std::visit(
        [&](auto& search) -> std::optional<std::vector<Action>> {
            const auto& stones = unboxed(search.game, position);
            if (search.game.outcome(stones)) throw std::invalid_argument("the game is over");
            const std::span<const Action> line = question(search, stones);
            if (line.empty()) return std::nullopt;
            return std::vector<Action>(line.begin(), line.end());
        },
        search_);
}

std::optional<std::vector<Action>> ForcedWins::by_fours(const AnyPosition& position,
                                                        const SolverLimit& limit) {
    return ask(position, [&](auto& search, const auto& stones) {
        const auto line = search.fours.find(stones, limit);
        nodes_ = search.fours.nodes();
        return line;
    });
}

std::optional<std::vector<Action>> ForcedWins::by_threats(const AnyPosition& position,
                                                          const SolverLimit& limit) {
    return ask(position, [&](auto& search, const auto& stones) {
        const Clock::time_point until = moment_after(limit.seconds);
        SolverLimit part = limit;
        part.nodes = limit.nodes - limit.nodes / 2;
        auto line = search.fours.find(stones, part);
        nodes_ = search.fours.nodes();
        if (!line.empty()) return line;
        const std::chrono::duration<double> left = until - Clock::now();
        part.nodes = limit.nodes - nodes_;
        part.seconds = std::max(left.count(), 0.0);
        line = search.threats.find(stones, part);
        nodes_ += search.threats.nodes();
        return line;
    });
}

bool ForcedWins::exhausted() const {
    return std::visit([](const auto& search) { return search.fours.exhausted(); }, search_);
}

}  // namespace tengen
