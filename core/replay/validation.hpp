// Whether a record is a game of some rules: it is played again, move by move.
#pragma once

#include <stdexcept>
#include <string>

#include "games/any_game.hpp"
#include "games/foreign.hpp"
#include "selfplay/record.hpp"

namespace tengen {

namespace detail {

[[noreturn]] inline void refuse_record(std::size_t ply, const std::string& reason) {
    throw std::invalid_argument("at ply " + std::to_string(ply) + " the record has " + reason +
                                ": it belongs to another game or is damaged");
}

// A window draws its positions from moves that were searched, and from others if it is asked to.
inline void require_searched_move(const GameRecord& record) {
    if (record.moves.empty()) throw std::invalid_argument("the record has no move to learn from");
    if (record.unsearched < 0 || record.unsearched >= static_cast<int>(record.moves.size()))
        throw std::invalid_argument("the record has no searched move");
}

template <Game G>
void play_recorded(const G& game, typename G::Position& position, Action action, std::size_t ply) {
    if (game.outcome(position)) refuse_record(ply, "a move after the game was over");
    if (!game.is_legal(position, action)) refuse_record(ply, "an illegal move");
    game.play(position, action);
}

// What the rules say about the last position against what the record says about the game.
template <Game G>
void refuse_other_end(const G& game, const typename G::Position& last, Seat last_mover,
                      const GameRecord& record) {
    const auto outcome = game.outcome(last);
    const auto as_recorded = [&] {
        switch (record.end) {
            case EndReason::played_out:
                return outcome && outcome->winner == record.winner;
            case EndReason::proven:  // the proof's line may stop before its end
                return !outcome || outcome->winner == record.winner;
            case EndReason::resigned:  // the move that was thought about is recorded, not played
                return record.winner == std::optional(other(last_mover));
        }
        return false;
    };
    if (!as_recorded())
        throw std::invalid_argument("the recorded game does not end with the recorded result");
}

}  // namespace detail

// Throws std::invalid_argument when the record is not a game of these rules.
template <Game G>
void require_playable(const G& game, const GameRecord& record) {
    auto position = game.initial(record.first);
    std::size_t ply = 0;
    for (const Action action : record.opening) detail::play_recorded(game, position, action, ply++);
    detail::require_searched_move(record);
    Seat mover = record.first;
    for (const MoveRecord& move : record.moves) {
        for (const auto& entry : move.target)
            if (!game.is_legal(position, entry.first))
                detail::refuse_record(ply, "a policy target on an illegal move");
        mover = game.to_move(position);
        detail::play_recorded(game, position, move.action, ply++);
    }
    detail::refuse_other_end(game, position, mover, record);
}

void require_playable(const AnyGame& game, const GameRecord& record);

// What drawing samples relies on, of a record that was found playable before. Rules of the core
// believe every move, and play a game in microseconds.
template <Game G>
void require_safe(const G& game, const GameRecord& record) {
    require_playable(game, record);
}

// Rules outside the core are slow, and refuse by themselves what they cannot play.
void require_safe(const ForeignGame& game, const GameRecord& record);

}  // namespace tengen
