#include "solver/column_book.hpp"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace tengen {

using namespace columns;

namespace {

constexpr std::string_view name = "tengen c4 book 1";
constexpr std::size_t word_bytes = 8, header_bytes = name.size() + 2 * word_bytes;
constexpr int draw = 32;

// The cells below the ones that top the columns of a key.
constexpr Stones taken_of(Stones key) {
    Stones below = 0;
    for (Stones left = key; left != 0; left = (left >> 1) & board) below |= (left >> 1) & board;
    return below;
}

void add_later_keys(Stones key, std::vector<Stones>& later) {
    const Stones taken = taken_of(key), own = key & taken;
    const Stones moves = landing(taken) & ~completing(own, taken);
    for (Stones left = moves; left != 0; left &= left - 1) {
        const Stones move = left & (~left + 1);
        later.push_back(common_key(own ^ taken, taken | move));
    }
}

// The keys of all positions that unfinished games reach after so many plies, sorted.
std::vector<Stones> keys_after(int plies) {
    std::vector<Stones> keys{bottom};
    for (int ply = 0; ply < plies; ++ply) {
        std::vector<Stones> later;
        later.reserve(keys.size() * width);
        for (const Stones key : keys) add_later_keys(key, later);
        std::sort(later.begin(), later.end());
        later.erase(std::unique(later.begin(), later.end()), later.end());
        keys = std::move(later);
    }
    return keys;
}

std::uint64_t word_at(std::span<const std::uint8_t> file, std::size_t start) {
    std::uint64_t word = 0;
    for (std::size_t index = word_bytes; index-- > 0;) word = word << 8 | file[start + index];
    return word;
}

// FNV-1a, over whole keys.
std::uint64_t checksum_of(const std::vector<Stones>& keys, std::span<const std::uint8_t> scores) {
    std::uint64_t checksum = 0xCBF29CE484222325U;
    for (std::size_t index = 0; index < keys.size(); ++index) {
        checksum = (checksum ^ keys[index]) * 0x100000001B3U;
        checksum = (checksum ^ scores[index]) * 0x100000001B3U;
    }
    return checksum;
}

}  // namespace

ColumnBook::ColumnBook(std::span<const std::uint8_t> file) {
    if (file.size() < header_bytes || !std::equal(name.begin(), name.end(), file.begin()))
        throw std::invalid_argument("not an opening book of Connect Four");
    keys_ = keys_after(ply);
    const auto scores = file.subspan(header_bytes);
    if (word_at(file, name.size()) != keys_.size() || scores.size() != keys_.size() ||
        word_at(file, name.size() + word_bytes) != checksum_of(keys_, scores))
        throw std::invalid_argument("the opening book of Connect Four is damaged");
    scores_.assign(scores.begin(), scores.end());
}

std::optional<int> ColumnBook::score(Stones own, Stones taken) const {
    const Stones key = common_key(own, taken);
    const auto place = std::lower_bound(keys_.begin(), keys_.end(), key);
    if (place == keys_.end() || *place != key) return std::nullopt;
    return static_cast<int>(scores_[static_cast<std::size_t>(place - keys_.begin())]) - draw;
}

int ColumnBook::floor(Stones own, Stones taken) const {
    const Stones highest_stones = ((taken + bottom) >> 1) & taken & ~own;
    int least = -cells;
    for (Stones left = highest_stones; left != 0; left &= left - 1) {
        const Stones before = taken & ~(left & (~left + 1));
        if (const auto known = score(before & ~own, before)) least = std::max(least, -*known);
    }
    return least;
}

}  // namespace tengen
