// A finished game as facts: what was played, what the search thought, how it ended. Never planes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace tengen {

enum class EndReason : std::uint8_t {
    played_out,  // the rules ended the game
    proven,      // the search had proven the result; the proof's line follows, unsearched
    resigned,    // one side gave up
};

// One move and the search behind it. Values are in the view of the side that moved.
struct MoveRecord {
    Action action = 0;
    float root_value = 0.0F;
    // Draw chance; 0 where the evaluator does not tell, and in formats 1 and 2.
    float root_draw = 0.0F;
    float surprise = 0.0F;  // how far the target lies from the prior (Kullback-Leibler, in nats)
    // Weights of the policy target by ascending action; their sum is whatever it is. Empty when the
    // move was not searched in full and teaches nothing about the policy.
    std::vector<std::pair<std::uint16_t, std::uint32_t>> target;

    bool operator==(const MoveRecord&) const = default;
};

// Which rules a game was played by, and which net played it.
struct RecordOrigin {
    std::string game;
    int game_version = 0;
    std::string checkpoint;

    bool operator==(const RecordOrigin&) const = default;
};

struct GameRecord {
    std::optional<RecordOrigin> origin;  // none: read from format 1, which did not tell
    std::int64_t index = 0;
    std::uint64_t seed = 0;
    Seat first = 0;
    std::optional<Seat> winner;
    EndReason end = EndReason::played_out;
    std::vector<Action> opening;  // moves played before the first search
    std::vector<MoveRecord> moves;
    // How many moves at the end are the line of a proof, which nobody searched; 0 in formats 1 and
    // 2, which did not tell.
    int unsearched = 0;
    // The first seat that would have resigned in a game that was played on to see who is right.
    std::optional<Seat> would_have_resigned;

    bool operator==(const GameRecord&) const = default;
};

// A compact portable form, 10 to 13 bytes a move in Connect Four. Values keep 4 decimal places,
// surprises and draw chances 2. Format 3, or 1 for a record without an origin, which has no draw
// chances and no number of unsearched moves either. Throws std::invalid_argument when a text of the
// origin is longer than any name.
std::vector<std::uint8_t> encode_record(const GameRecord& record);

// Reads every format there ever was; throws std::invalid_argument when the bytes are not a record.
GameRecord decode_record(std::span<const std::uint8_t> bytes);

}  // namespace tengen
