// The part of a position that every board game keeps beside its stones.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "games/game.hpp"

namespace tengen {

enum class Status : std::uint8_t { unfinished, won_by_seat_0, won_by_seat_1, drawn };

constexpr Status won_by(Seat seat) {
    return seat == 0 ? Status::won_by_seat_0 : Status::won_by_seat_1;
}

constexpr std::optional<Outcome> outcome_of(Status status, std::string_view won_because,
                                            std::string_view drawn_because) {
    switch (status) {
        case Status::won_by_seat_0:
            return Outcome{0, won_because};
        case Status::won_by_seat_1:
            return Outcome{1, won_because};
        case Status::drawn:
            return Outcome{std::nullopt, drawn_because};
        case Status::unfinished:
            break;
    }
    return std::nullopt;
}

struct Standing {
    std::int16_t last_action = no_action;
    std::uint16_t stones = 0;
    std::uint8_t to_move = 0;
    std::uint8_t first = 0;
    Status status = Status::unfinished;

    bool operator==(const Standing&) const = default;
};

constexpr Standing initial_standing(Seat first) {
    Standing standing;
    standing.to_move = static_cast<std::uint8_t>(first);
    standing.first = static_cast<std::uint8_t>(first);
    return standing;
}

// The share of a position's hash that is not stones: who moves, and who began.
constexpr std::uint64_t hash_of(const Standing& standing) {
    return scramble(0x2545F4914F6CDD1DULL + standing.to_move * 2U + standing.first);
}

// One word of stones for each seat. Nested, so that no relation between the words cancels out: on a
// full board each is the other's complement.
constexpr std::uint64_t hash_of(const Standing& standing,
                                const std::array<std::uint64_t, 2>& stones) {
    return scramble(scramble(hash_of(standing) ^ stones[0]) ^ stones[1]);
}

}  // namespace tengen
