// What is known about positions of Connect Four, eight bytes each, in memory of a fixed size.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <optional>
#include <vector>

#include "solver/bounds_table.hpp"
#include "solver/columns.hpp"

namespace tengen {

class ColumnTable {
  public:
    static ColumnTable with_megabytes(std::int64_t megabytes) {
        const auto buckets = static_cast<std::uint64_t>(megabytes) * 1024 * 1024 / sizeof(Bucket);
        return ColumnTable(static_cast<int>(std::bit_width(buckets)) - 1);
    }
    // Places for 2^log_places positions.
    static ColumnTable with_places(int log_places) {
        return ColumnTable(std::max(log_places - 2, fewest_index_bits));
    }

    void clear() { std::ranges::fill(buckets_, Bucket{}); }

    std::optional<Bounds> find(columns::Stones key) const {
        const Place place = place_of(key);
        for (const Entry& entry : buckets_[place.bucket].entries)
            if (entry.tag == place.tag && entry.work != 0)
                return Bounds{static_cast<std::int8_t>(static_cast<int>(entry.lower) - draw),
                              static_cast<std::int8_t>(static_cast<int>(entry.upper) - draw)};
        return std::nullopt;
    }

    // Takes the entry's own earlier place, else that of its bucket which took the least work: the
    // logarithm of the nodes visited, 1 or more.
    void store(columns::Stones key, Bounds bounds, int work) {
        const Place place = place_of(key);
        auto& entries = buckets_[place.bucket].entries;
        Entry* found = &entries[0];
        for (Entry& entry : entries) {
            if (entry.work != 0 && entry.tag == place.tag) {
                found = &entry;
                break;
            }
            if (entry.work < found->work) found = &entry;
        }
        *found = {place.tag & tag_mask, static_cast<std::uint64_t>(bounds.lower + draw),
                  static_cast<std::uint64_t>(bounds.upper + draw),
                  static_cast<std::uint64_t>(work)};
    }

    // Lets the memory come nearer while something else is done.
    void prefetch(columns::Stones key) const {
        __builtin_prefetch(&buckets_[place_of(key).bucket]);
    }

  private:
    explicit ColumnTable(int index_bits)
        : index_bits_(index_bits), buckets_(std::size_t{1} << index_bits) {}

    static constexpr int fewest_index_bits = 3;  // the other bits of a key fit the tag
    static constexpr int key_bits = columns::width * columns::stride;
    static constexpr int draw = columns::cells / 2;
    static constexpr std::uint64_t tag_mask = (std::uint64_t{1} << 46) - 1;

    struct Entry {
        std::uint64_t tag : 46;
        std::uint64_t lower : 6;
        std::uint64_t upper : 6;
        std::uint64_t work : 6;  // 0: nothing is stored here
    };
    static_assert(sizeof(Entry) == 8);
    struct alignas(4 * sizeof(Entry)) Bucket {  // within one cache line
        std::array<Entry, 4> entries{};
    };

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
