// The opening book of Connect Four: the exact score of every position after nine plies.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "solver/columns.hpp"

namespace tengen {

// A file holds scores alone; their positions, up to mirror images, are made from the rules in the
// order of their keys. It begins with a name, the number of scores and a checksum of keys and
// scores: 16, 8 and 8 bytes, lowest byte first. A score is a byte, 32 for a draw.
class ColumnBook {
  public:
    static constexpr int ply = 9;

    // Throws std::invalid_argument for what is not such a file, or a damaged one.
    explicit ColumnBook(std::span<const std::uint8_t> file);

    // In the unit of ColumnSearch; none for a position that no game reaches.
    std::optional<int> score(columns::Stones own, columns::Stones taken) const;

    // What the score of a position one ply later is at least: whoever moved there could have had no
    // more than the score of any position that move comes from.
    int floor(columns::Stones own, columns::Stones taken) const;

  private:
    std::vector<columns::Stones> keys_;  // sorted
    std::vector<std::uint8_t> scores_;   // [keys]
};

}  // namespace tengen
