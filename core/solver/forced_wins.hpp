// Forced wins on any board of the Gomoku family, for callers that learn which at run time.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "games/any_game.hpp"
#include "solver/forcing_search.hpp"
#include "solver/threat_search.hpp"

namespace tengen {

class ForcedWins {
  public:
    // The logarithm as in ForcingSearch. Throws std::invalid_argument for a game other than Gomoku.
    ForcedWins(const AnyGame& game, int log_table_entries);

    // The whole line of a win by continuous fours, or none if none was found within the limit.
    // Throws std::invalid_argument for a finished game and for another game's position.
    std::optional<std::vector<Action>> by_fours(const AnyPosition& position,
                                                const SolverLimit& limit);

    // Likewise of a win by continuous fours and threes. Half of the nodes are for fours alone.
    std::optional<std::vector<Action>> by_threats(const AnyPosition& position,
                                                  const SolverLimit& limit);

    // About the last question: whether finding none proves that there is no win by fours alone.
    bool exhausted() const;
    std::int64_t nodes() const { return nodes_; }

  private:
    template <int MaxSide>
    struct Of {
        Of(const Gomoku<MaxSide>& rules, int log_table_entries)
            : game(rules), fours(rules, log_table_entries), threats(rules, log_table_entries) {}

        Gomoku<MaxSide> game;
        ForcingSearch<MaxSide> fours;
        ThreatSearch<MaxSide> threats;
    };
    using AnySize = std::variant<Of<16>, Of<20>>;

    static AnySize made_for(const AnyGame& game, int log_table_entries);

    // Calls question(searches, position) with their own types.
    template <class Question>
    std::optional<std::vector<Action>> ask(const AnyPosition& position, Question question);

    AnySize search_;
    std::int64_t nodes_ = 0;
};

}  // namespace tengen
