// Records as bytes, and what a replay window refuses; meant for AddressSanitizer.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstddef>
#include <stdexcept>
#include <vector>

#include "games/any_game.hpp"
#include "replay/any_window.hpp"
#include "selfplay/any_driver.hpp"
#include "test_configs.hpp"

namespace tengen {

namespace {

std::vector<GameRecord> some_games() {
    SelfPlayConfig config = selfplay_config();
    config.simulations = 20;
    config.random_plies = 3;
    const auto rollouts = EvaluatorChoice::rollout(1, false);
    const SelfPlayTask task{.seed = 3,
                            .games = {0, 1, 2, 3},
                            .games_at_once = 4,
                            .threads = 1,
                            .checkpoint = "00007",
                            .stop = nullptr};
    const AnyGame game = Connect4(7, 6);
    const auto driver = make_driver(game, config, task, rollouts);
    while (!driver->run(1.0)) {
    }
    return driver->take_records();
}

void take_in(const GameRecord& record) {
    const AnyGame game = Connect4(7, 6);
    make_window(game, Encoding::four_planes)->add(record);
}

GameRecord first_moves(std::vector<MoveRecord> moves) {
    GameRecord record;
    record.end = EndReason::proven;
    record.moves = std::move(moves);
    return record;
}

// One sample of a window of Connect Four.
struct Sample {
    std::vector<float> planes = std::vector<float>(4 * 7 * 6), policy = std::vector<float>(7);
    std::vector<float> policy_weight{0}, value{0}, wdl{0, 0, 0}, reply_weight{0};
    std::vector<float> reply = std::vector<float>(7);
    std::vector<std::int64_t> moves_left{0};

    Sample(AnyWindow& window, const SampleRequest& request) {
        window.sample(request,
                      {planes, policy, policy_weight, value, wdl, moves_left, reply, reply_weight});
    }
};

// How many stones of the side that waits a position has that was drawn by surprise, of those that
// were searched.
std::ptrdiff_t stones_drawn(AnyWindow& window) {
    const Sample sample(window, {1, 1, 0.0, 1.0, 0.0, false});
    return std::count(sample.planes.begin() + 7 * 6, sample.planes.begin() + 2 * 7 * 6, 1.0F);
}

// With a value target that is the search's alone.
std::vector<float> chances_drawn(AnyWindow& window) {
    return Sample(window, {1, 1, 1.0, 0.0, 1.0, false}).wdl;
}

}  // namespace

TEST_CASE("a record survives as bytes") {
    for (const GameRecord& record : some_games()) {
        const auto bytes = encode_record(record);
        const GameRecord again = decode_record(bytes);
        CHECK(encode_record(again) == bytes);
        CHECK(again.moves.size() == record.moves.size());
        for (std::size_t move = 0; move < record.moves.size(); ++move)
            CHECK(again.moves[move].target == record.moves[move].target);
    }
}

TEST_CASE("a record tells the rules and the net that played it, and one of format 1 does not") {
    GameRecord record = some_games().front();
    CHECK(record.origin == RecordOrigin{"connect4", 1, "00007"});
    CHECK(decode_record(encode_record(record)).origin == record.origin);
    record.origin.reset();
    CHECK(encode_record(record).front() == 1);
    CHECK_FALSE(decode_record(encode_record(record)).origin);
}

TEST_CASE("any name, version and checkpoint survive as bytes") {
    GameRecord record = first_moves({{.action = 3, .target = {}}});
    for (const char* game : {"", "connect4", "connect4:5x4", "gomoku:15x15/5", "gomok", "mine"})
        for (const int version : {1, 0, -3, 2147483647})
            for (const char* checkpoint :
                 {"", "00000", "00012", "99999", "123456", "0012", "0123456", "4294967295",
                  "4294967296", "+0001", "best net"}) {
                record.origin = RecordOrigin{game, version, checkpoint};
                CHECK(decode_record(encode_record(record)) == record);
            }
}

TEST_CASE("a name that no record has room for is refused") {
    GameRecord record = some_games().front();
    record.origin->game = std::string(5000, 'x');
    CHECK_THROWS_AS(encode_record(record), std::invalid_argument);
}

TEST_CASE("large weights and far actions survive as bytes") {
    MoveRecord move;
    move.action = 65535;
    move.root_value = -1.0F;
    move.target = {{0, 1}, {1, 7}, {2, 8}, {3, 9}, {300, 4294967295U}, {65535, 1000000}};
    const GameRecord record = first_moves({move});
    CHECK(decode_record(encode_record(record)) == record);
}

TEST_CASE("damaged bytes are refused or are another record") {
    const auto games = some_games();
    Random random(5);
    int refused = 0;
    for (int round = 0; round < 20000; ++round) {
        auto bytes = encode_record(games[random.below(4)]);
        bytes[random.below(static_cast<std::uint32_t>(bytes.size()))] =
            static_cast<std::uint8_t>(random.below(256));
        if (random.below(4) == 0)
            bytes.resize(random.below(static_cast<std::uint32_t>(bytes.size())));
        try {
            take_in(decode_record(bytes));
        } catch (const std::invalid_argument&) {
            ++refused;
        }
    }
    CHECK(refused > 5000);
}

TEST_CASE("a window of searched moves alone is drawn from though only another one surprised") {
    GameRecord record = first_moves(
        {{.action = 3, .target = {{3, 1}}}, {.action = 2, .surprise = 5.0F, .target = {{2, 1}}}});
    record.unsearched = 1;
    const AnyGame game = Connect4(7, 6);
    const auto window = make_window(game, Encoding::four_planes);
    window->add(record);
    CHECK(stones_drawn(*window) == 0);
}

TEST_CASE("chances of a sample are never negative, however value and draw chance are rounded") {
    GameRecord record =
        first_moves({{.action = 3, .root_value = 0.8F, .root_draw = 0.3F, .target = {{3, 1}}}});
    const AnyGame game = Connect4(7, 6);
    const auto window = make_window(game, Encoding::four_planes);
    window->add(record);
    const std::vector<float> wdl = chances_drawn(*window);
    CHECK(wdl[0] == doctest::Approx(0.8));
    CHECK(wdl[1] == doctest::Approx(0.2));
    CHECK(wdl[2] == doctest::Approx(0.0));
}

TEST_CASE("a window refuses what the rules do not allow") {
    CHECK_NOTHROW(take_in(first_moves({{.action = 3, .target = {{3, 1}}}})));
    CHECK_THROWS_AS(take_in(first_moves({{.action = 7, .target = {}}})), std::invalid_argument);
    CHECK_THROWS_AS(take_in(first_moves({{.action = 3, .target = {{7, 1}}}})),
                    std::invalid_argument);
    const std::vector<MoveRecord> seven_high(7, {.action = 3, .target = {}});
    CHECK_THROWS_AS(take_in(first_moves(seven_high)), std::invalid_argument);
    GameRecord unfinished = first_moves({{.action = 3, .target = {}}});
    unfinished.end = EndReason::played_out;
    CHECK_THROWS_AS(take_in(unfinished), std::invalid_argument);
    GameRecord resigned = first_moves({{.action = 3, .target = {}}});
    resigned.end = EndReason::resigned;
    resigned.winner = 0;  // the side that moved last is the one that gave up
    CHECK_THROWS_AS(take_in(resigned), std::invalid_argument);
    resigned.winner = 1;
    CHECK_NOTHROW(take_in(resigned));
    CHECK_THROWS_AS(take_in(first_moves({})), std::invalid_argument);
}

}  // namespace tengen
