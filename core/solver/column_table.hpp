// What is known about positions of Connect Four, eight bytes each, in memory of a fixed size.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "solver/bounds_table.hpp"
#include "solver/columns.hpp"

namespace tengen {

class ColumnTable {
  public:
    static constexpr int no_column = 7;

    struct Known {
        Bounds bounds{};
        int best = no_column;  // the move that gave the lower bound, in the key's own view
    };

    explicit ColumnTable(std::int64_t megabytes)
        : index_bits_(
              std::bit_width(static_cast<std::uint64_t>(megabytes) * 1024 * 1024 / sizeof(Bucket)) -
              1),
          buckets_(std::size_t{1} << index_bits_) {}

    bool find(columns::Stones key, Known& known) const {
        const Place place = place_of(key);
        for (const Entry& entry : buckets_[place.bucket]) {
            if (entry.tag != place.tag || entry.work == 0) continue;
            known.bounds = {static_cast<std::int8_t>(static_cast<int>(entry.lower) - offset),
                            static_cast<std::int8_t>(static_cast<int>(entry.upper) - offset)};
            known.best = static_cast<int>(entry.best);
            return true;
        }
        return false;
    }

    // Takes the entry's own earlier place, else that of its bucket which took the least work: the
    // logarithm of the nodes visited, 1 or more.
    void store(columns::Stones key, const Known& known, int work) {
        const Place place = place_of(key);
        Bucket& bucket = buckets_[place.bucket];
        Entry* found = &bucket[0];
        for (Entry& entry : bucket) {
            if (entry.work != 0 && entry.tag == place.tag) {
                found = &entry;
                break;
            }
            if (entry.work < found->work) found = &entry;
        }
        *found = {place.tag & tag_mask, static_cast<std::uint64_t>(known.bounds.lower + offset),
                  static_cast<std::uint64_t>(known.bounds.upper + offset),
                  static_cast<std::uint64_t>(known.best), static_cast<std::uint64_t>(work)};
    }

  private:
    static constexpr int key_bits = columns::width * columns::stride;
    static constexpr int offset = columns::cells / 2;
    static constexpr std::uint64_t tag_mask = (std::uint64_t{1} << 43) - 1;

    struct Entry {
        std::uint64_t tag : 43;
        std::uint64_t lower : 6;
        std::uint64_t upper : 6;
        std::uint64_t best : 3;
        std::uint64_t work : 6;  // 0: nothing is stored here
    };
    static_assert(sizeof(Entry) == 8);
    using Bucket = std::array<Entry, 4>;

    struct Place {
        std::size_t bucket;
        std::uint64_t tag;
    };

    // Mixing is one to one on words of the key's length, so bucket and tag together are the key.
    Place place_of(columns::Stones key) const {
        constexpr std::uint64_t whole = (std::uint64_t{1} << key_bits) - 1;
        std::uint64_t mixed = (key * 0x9E3779B97F4A7C15U) & whole;
        mixed ^= mixed >> 25;
        mixed = (mixed * 0xD1B54A32D192ED03U) & whole;
        const int tag_bits = key_bits - index_bits_;
        return {static_cast<std::size_t>(mixed >> tag_bits),
                mixed & ((std::uint64_t{1} << tag_bits) - 1)};
    }

    int index_bits_;
    std::vector<Bucket> buckets_;
};

}  // namespace tengen
