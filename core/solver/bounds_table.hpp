// What is known about positions, in memory of a fixed size: the least work is forgotten first.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace tengen {

struct Bounds {
    std::int8_t lower;
    std::int8_t upper;
};

class BoundsTable {
  public:
    static constexpr std::uint8_t no_cell = 255;

    struct Entry {
        std::uint64_t key = 0;
        Bounds bounds{};
        std::uint8_t best = no_cell;  // the move that gave the lower bound, in the key's own view
        std::uint8_t work = 0;        // logarithm of the nodes it took; 0: nothing is stored here
    };

    explicit BoundsTable(std::int64_t megabytes)
        : buckets_(std::max<std::size_t>(
              1, static_cast<std::size_t>(megabytes) * 1024 * 1024 / sizeof(Bucket))) {}

    const Entry* find(std::uint64_t key) const {
        for (const Entry& entry : bucket(key))
            if (entry.work != 0 && entry.key == key) return &entry;
        return nullptr;
    }

    // The entry's own earlier place, else the one of its bucket that took the least work.
    void store(const Entry& entry) {
        Bucket& places = bucket(entry.key);
        Entry* place = &places[0];
        for (Entry& candidate : places) {
            if (candidate.work != 0 && candidate.key == entry.key) {
                place = &candidate;
                break;
            }
            if (candidate.work < place->work) place = &candidate;
        }
        *place = entry;
    }

  private:
    using Bucket = std::array<Entry, 4>;

    // Multiplying maps the key's high bits onto the buckets evenly, whatever their number.
    std::size_t index(std::uint64_t key) const {
        return static_cast<std::size_t>(((key >> 32) * buckets_.size()) >> 32);
    }
    const Bucket& bucket(std::uint64_t key) const { return buckets_[index(key)]; }
    Bucket& bucket(std::uint64_t key) { return buckets_[index(key)]; }

    std::vector<Bucket> buckets_;
};

}  // namespace tengen
