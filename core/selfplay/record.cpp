#include "selfplay/record.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string_view>

namespace tengen {

namespace {

// 1: the game alone. 2: its origin first, the rest as before. 3: with every move's draw chance and
// the number of unsearched moves.
constexpr std::uint8_t format_without_origin = 1;
constexpr std::uint8_t format_without_draws = 2;
constexpr std::uint8_t newest_format = 3;
// Values from -1 to 1 in two bytes; draw chances and most surprises in one.
constexpr std::uint64_t value_steps = 8191;
constexpr float value_scale = value_steps;
constexpr std::uint64_t draw_steps = 127;
constexpr float draw_scale = draw_steps;
constexpr float surprise_scale = 100.0F;
// Most targets are made of small steps and small weights: both share one byte.
constexpr std::uint64_t short_weights = 8;
// No game may be longer or have more actions (tengen.rules.contract); anything above is damage.
constexpr std::uint64_t most_moves = 65536;
constexpr std::uint64_t most_actions = 65536;
constexpr std::uint64_t most_surprise = 10'000;
constexpr std::uint64_t longest_text = 4096;
constexpr std::uint64_t most_version = (1ULL << 31) - 1;
constexpr std::uint64_t most_generations = 1ULL << 32;
// An origin must not cost more than a few bytes a game, for a game may have ten positions only:
// most names begin with one of these, most rules have version 1, and most checkpoints are numbers.
// Part of the format: the order stays, and there is room for two more.
constexpr std::array<std::string_view, 6> beginnings = {
    "", "connect4", "gomoku:", "othello", "tictactoe", "openspiel:"};
constexpr std::uint64_t most_beginnings = 8;
constexpr int usual_version = 1;

class Writer {
  public:
    void byte(std::uint8_t value) { bytes.push_back(value); }
    // Seven bits a byte, lowest first; the top bit says that more follow.
    void number(std::uint64_t value) {
        for (; value >= 0x80U; value >>= 7) byte(static_cast<std::uint8_t>(value | 0x80U));
        byte(static_cast<std::uint8_t>(value));
    }
    void signed_number(std::int64_t value) {
        number((static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63));
    }
    void letters(std::string_view text) { bytes.insert(bytes.end(), text.begin(), text.end()); }

    std::vector<std::uint8_t> bytes;
};

class Reader {
  public:
    explicit Reader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

    std::uint8_t byte() {
        if (left_.empty()) throw std::invalid_argument("the game record is truncated");
        const std::uint8_t value = left_.front();
        left_ = left_.subspan(1);
        return value;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint8_t part = byte();
            value |= static_cast<std::uint64_t>(part & 0x7FU) << shift;
            if ((part & 0x80U) == 0) return value;
        }
        throw std::invalid_argument("the game record contains an unterminated number");
    }
    std::uint64_t number_below(std::uint64_t bound) {
        const std::uint64_t value = number();
        if (value >= bound)
            throw std::invalid_argument("the game record contains an invalid number");
        return value;
    }
    std::int64_t signed_number() { return unfolded(number()); }
    // From -most to most.
    std::int64_t signed_number_within(std::uint64_t most) {
        return unfolded(number_below(2 * most + 1));
    }
    std::string letters(std::uint64_t count) {
        std::string text(count, '\0');
        for (char& letter : text) letter = static_cast<char>(byte());
        return text;
    }
    bool at_end() const { return left_.empty(); }

  private:
    static std::int64_t unfolded(std::uint64_t value) {
        return static_cast<std::int64_t>(value >> 1) ^ -static_cast<std::int64_t>(value & 1U);
    }

    std::span<const std::uint8_t> left_;
};

// 0 or 1 for a seat, 2 for none.
std::uint8_t seat_code(const std::optional<Seat>& seat) {
    return static_cast<std::uint8_t>(seat.value_or(2));
}

std::optional<Seat> seat_of(std::uint64_t code) {
    return code == 2 ? std::nullopt : std::optional(static_cast<Seat>(code));
}

void write_move(Writer& writer, const MoveRecord& move, std::uint8_t format) {
    writer.number(static_cast<std::uint64_t>(move.action));
    writer.signed_number(std::lround(move.root_value * value_scale));
    if (format > format_without_draws)
        writer.number(static_cast<std::uint64_t>(std::lround(move.root_draw * draw_scale)));
    writer.number(static_cast<std::uint64_t>(std::lround(move.surprise * surprise_scale)));
    writer.number(move.target.size());
    std::uint16_t previous = 0;
    for (const auto& [action, weight] : move.target) {
        const std::uint64_t code = std::min<std::uint64_t>(weight, short_weights) - 1;
        writer.number(static_cast<std::uint64_t>(action - previous) * short_weights + code);
        if (weight >= short_weights) writer.number(weight - short_weights);
        previous = action;
    }
}

std::uint64_t read_weight(Reader& reader, std::uint64_t code) {
    if (code + 1 < short_weights) return code + 1;
    return short_weights + reader.number_below((1ULL << 32) - short_weights);
}

MoveRecord read_move(Reader& reader, std::uint8_t format) {
    MoveRecord move;
    move.action = static_cast<Action>(reader.number_below(most_actions));
    move.root_value = static_cast<float>(reader.signed_number_within(value_steps)) / value_scale;
    if (format > format_without_draws)
        move.root_draw = static_cast<float>(reader.number_below(draw_steps + 1)) / draw_scale;
    move.surprise = static_cast<float>(reader.number_below(most_surprise)) / surprise_scale;
    const std::uint64_t targets = reader.number_below(most_actions);
    std::uint64_t action = 0;
    for (std::uint64_t index = 0; index < targets; ++index) {
        const std::uint64_t entry = reader.number_below(most_actions * short_weights);
        const std::uint64_t step = entry / short_weights;
        action += step;
        if (action >= most_actions || (index > 0 && step == 0))
            throw std::invalid_argument("the game record contains an invalid policy target");
        const std::uint64_t weight = read_weight(reader, entry % short_weights);
        move.target.emplace_back(static_cast<std::uint16_t>(action),
                                 static_cast<std::uint32_t>(weight));
    }
    return move;
}

void refuse_long(std::string_view text) {
    if (text.size() >= longest_text)
        throw std::invalid_argument("a game record has no room for a name of " +
                                    std::to_string(text.size()) + " bytes");
}

// Beginning, length of the rest and whether the version is another than usual share a number.
void write_rules(Writer& writer, const RecordOrigin& origin) {
    refuse_long(origin.game);
    std::size_t beginning = beginnings.size() - 1;
    while (!origin.game.starts_with(beginnings[beginning])) --beginning;
    const auto rest = std::string_view(origin.game).substr(beginnings[beginning].size());
    const bool unusual = origin.game_version != usual_version;
    writer.number((rest.size() * most_beginnings + beginning) * 2 + (unusual ? 1 : 0));
    writer.letters(rest);
    if (unusual) writer.signed_number(origin.game_version);
}

void read_rules(Reader& reader, RecordOrigin& origin) {
    const std::uint64_t code = reader.number_below(longest_text * most_beginnings * 2);
    const std::uint64_t beginning = code / 2 % most_beginnings;
    if (beginning >= beginnings.size())
        throw std::invalid_argument("the game record contains an invalid name");
    origin.game = beginnings[beginning];
    origin.game += reader.letters(code / 2 / most_beginnings);
    const bool unusual = code % 2 == 1;
    origin.game_version =
        unusual ? static_cast<int>(reader.signed_number_within(most_version)) : usual_version;
}

std::string numbered_checkpoint(std::uint64_t generation) {
    const std::string digits = std::to_string(generation);
    return std::string(5 - std::min<std::size_t>(5, digits.size()), '0') + digits;
}

// The generation, if the id is one: five digits or more, without needless zeros before them.
std::optional<std::uint64_t> generation_of(std::string_view checkpoint) {
    std::uint64_t generation = 0;
    const auto [end, error] =
        std::from_chars(checkpoint.data(), checkpoint.data() + checkpoint.size(), generation);
    const bool is_number = error == std::errc() && generation < most_generations;
    if (!is_number || numbered_checkpoint(generation) != checkpoint) return std::nullopt;
    return generation;
}

void write_checkpoint(Writer& writer, std::string_view checkpoint) {
    if (const auto generation = generation_of(checkpoint)) return writer.number(*generation * 2);
    refuse_long(checkpoint);
    writer.number(checkpoint.size() * 2 + 1);
    writer.letters(checkpoint);
}

std::string read_checkpoint(Reader& reader) {
    const std::uint64_t code = reader.number_below(most_generations * 2);
    if (code % 2 == 0) return numbered_checkpoint(code / 2);
    if (code / 2 >= longest_text)
        throw std::invalid_argument("the game record contains an invalid name");
    return reader.letters(code / 2);
}

void write_origin(Writer& writer, const std::optional<RecordOrigin>& origin) {
    if (!origin) return;
    write_rules(writer, *origin);
    write_checkpoint(writer, origin->checkpoint);
}

std::uint8_t read_format(Reader& reader) {
    const auto format = reader.byte();
    if (format < format_without_origin || format > newest_format)
        throw std::invalid_argument("game record format " + std::to_string(format) +
                                    " is not supported; this version reads 1 to " +
                                    std::to_string(newest_format));
    return format;
}

std::optional<RecordOrigin> read_origin(Reader& reader, std::uint8_t format) {
    if (format == format_without_origin) return std::nullopt;
    RecordOrigin origin;
    read_rules(reader, origin);
    origin.checkpoint = read_checkpoint(reader);
    return origin;
}

}  // namespace

std::vector<std::uint8_t> encode_record(const GameRecord& record) {
    Writer writer;
    const std::uint8_t format = record.origin ? newest_format : format_without_origin;
    writer.byte(format);
    write_origin(writer, record.origin);
    writer.signed_number(record.index);
    writer.number(record.seed);
    writer.number(static_cast<std::uint64_t>(record.first));
    writer.byte(seat_code(record.winner));
    writer.byte(static_cast<std::uint8_t>(record.end));
    writer.byte(seat_code(record.would_have_resigned));
    writer.number(record.opening.size());
    for (const Action action : record.opening) writer.number(static_cast<std::uint64_t>(action));
    writer.number(record.moves.size());
    for (const MoveRecord& move : record.moves) write_move(writer, move, format);
    if (record.origin) writer.number(static_cast<std::uint64_t>(record.unsearched));
    return std::move(writer.bytes);
}

GameRecord decode_record(std::span<const std::uint8_t> bytes) {
    Reader reader(bytes);
    GameRecord record;
    const std::uint8_t format = read_format(reader);
    record.origin = read_origin(reader, format);
    record.index = reader.signed_number();
    record.seed = reader.number();
    record.first = static_cast<Seat>(reader.number_below(2));
    record.winner = seat_of(reader.number_below(3));
    record.end = static_cast<EndReason>(reader.number_below(3));
    record.would_have_resigned = seat_of(reader.number_below(3));
    const std::uint64_t opening = reader.number_below(most_moves);
    for (std::uint64_t index = 0; index < opening; ++index)
        record.opening.push_back(static_cast<Action>(reader.number_below(most_actions)));
    const std::uint64_t moves = reader.number_below(most_moves);
    for (std::uint64_t index = 0; index < moves; ++index)
        record.moves.push_back(read_move(reader, format));
    if (format > format_without_draws)
        record.unsearched = static_cast<int>(reader.number_below(most_moves));
    if (!reader.at_end()) throw std::invalid_argument("the game record has trailing data");
    return record;
}

}  // namespace tengen
