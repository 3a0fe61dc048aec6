// Records as bytes, and what a replay window refuses; meant for AddressSanitizer.
#include <doctest/doctest.h>

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
    const auto rollouts = EvaluatorChoice::rollout(1);
    const SelfPlayTask task{.seed = 3, .games = {0, 1, 2, 3}, .games_at_once = 4, .threads = 1};
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
}

}  // namespace tengen
