// Threads that play side by side and share nothing but counters; meant for ThreadSanitizer.
#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "games/any_game.hpp"
#include "selfplay/any_driver.hpp"
#include "test_configs.hpp"
#include "test_search_evaluator.hpp"

namespace tengen {

namespace {

constexpr EvaluatorShape connect4_shape{4, 6, 7, 7};

SelfPlayTask task_of(std::int64_t games, int games_at_once, int threads) {
    SelfPlayTask task{.seed = 7,
                      .games = {},
                      .games_at_once = games_at_once,
                      .threads = threads,
                      .checkpoint = "00000",
                      .stop = nullptr};
    task.games.resize(static_cast<std::size_t>(games));
    std::iota(task.games.begin(), task.games.end(), 0);
    return task;
}

SelfPlayConfig quick_config() {
    SelfPlayConfig config = selfplay_config();
    config.search.noise_epsilon = 0.25;
    config.full_share = 0.5;
    config.random_plies = 4;
    config.resign_below = -0.9;
    return config;
}

std::vector<GameRecord> played(const AnyGame& game, const SelfPlayTask& task,
                               const EvaluatorChoice& choice) {
    const auto driver = make_driver(game, quick_config(), task, choice);
    std::vector<GameRecord> records;
    bool over = false;
    while (!over) {
        over = driver->run(0.005);
        for (GameRecord& record : driver->take_records()) records.push_back(std::move(record));
    }
    std::ranges::sort(records, {}, &GameRecord::index);
    CHECK(driver->progress().games == static_cast<std::int64_t>(records.size()));
    return records;
}

// Answers like its pattern, then breaks.
class BreakingEvaluator final : public Evaluator {
  public:
    EvaluatorShape shape() const override { return connect4_shape; }
    bool gives_wdl() const override { return false; }
    bool gives_moves_left() const override { return false; }
    std::unique_ptr<EvaluatorSession> open_session(int) const override {
        return std::make_unique<Session>(*this);
    }

  private:
    class Session final : public EvaluatorSession {
      public:
        explicit Session(const BreakingEvaluator& owner) : owner_(owner) {}
        void evaluate(std::span<const float>, int, std::span<float> logits,
                      std::span<Evaluation> evaluations) override {
            if (owner_.asked_.fetch_add(1) > 20) throw std::runtime_error("broken");
            std::ranges::fill(logits, 0.0F);
            std::ranges::fill(evaluations, Evaluation{});
        }

      private:
        const BreakingEvaluator& owner_;
    };

    mutable std::atomic<int> asked_{0};
};

}  // namespace

TEST_CASE("self-play on several threads gives the games of one: rollouts") {
    const auto rollouts = EvaluatorChoice::rollout(1, false);
    for (const AnyGame& game : {AnyGame(Connect4(7, 6)), AnyGame(Othello(6))}) {
        const auto expected = played(game, task_of(24, 1, 1), rollouts);
        CHECK(expected.size() == 24);
        CHECK(played(game, task_of(24, 8, 2), rollouts) == expected);
        CHECK(played(game, task_of(24, 7, 3), rollouts) == expected);
    }
}

TEST_CASE("self-play on several threads gives the games of one: an evaluator") {
    const auto evaluator = std::make_shared<HashEvaluator>(connect4_shape);
    const auto choice = EvaluatorChoice::inside(evaluator, Encoding::four_planes);
    const AnyGame game = Connect4(7, 6);
    const auto expected = played(game, task_of(24, 1, 1), choice);
    CHECK(played(game, task_of(24, 8, 2), choice) == expected);
    CHECK(played(game, task_of(24, 64, 4), choice) == expected);
}

TEST_CASE("a driver that is given up in the middle of its games leaves nothing behind") {
    const auto rollouts = EvaluatorChoice::rollout(1, false);
    const AnyGame game = Connect4(7, 6);
    const auto driver = make_driver(game, quick_config(), task_of(1000, 16, 2), rollouts);
    CHECK_FALSE(driver->run(0.0));
    CHECK_FALSE(driver->run(0.002));
}

TEST_CASE("an evaluator that fails on some thread is reported to the caller") {
    const auto broken = std::make_shared<BreakingEvaluator>();
    const auto choice = EvaluatorChoice::inside(broken, Encoding::four_planes);
    const AnyGame game = Connect4(7, 6);
    const auto driver = make_driver(game, quick_config(), task_of(50, 16, 2), choice);
    CHECK_THROWS_AS(while (!driver->run(0.01)){}, std::runtime_error);
}

TEST_CASE("games are the same as if the evaluator had never failed, whatever thread it failed in") {
    const AnyGame game = Connect4(7, 6);
    const auto choose = [](int breaks_every) {
        return EvaluatorChoice::inside(
            std::make_shared<const HashEvaluator>(connect4_shape, breaks_every),
            Encoding::four_planes);
    };
    const auto whole = played(game, task_of(12, 4, 1), choose(0));
    for (const int threads : {1, 3}) {
        const auto driver = make_driver(game, quick_config(), task_of(12, 6, threads), choose(7));
        int failures = 0;
        for (bool over = false; !over;) {
            try {
                over = driver->run(0.005);
            } catch (const std::runtime_error&) {
                ++failures;
            }
        }
        CHECK(failures > 10);
        auto records = driver->take_records();
        std::ranges::sort(records, {}, &GameRecord::index);
        CHECK(records == whole);
    }
}

TEST_CASE("numbers that no game can be played with are refused") {
    const AnyGame game = Connect4(7, 6);
    const auto uniform = EvaluatorChoice::uniform();
    const auto refuses = [&](const SelfPlayConfig& config, const SelfPlayTask& task) {
        CHECK_THROWS_AS(make_driver(game, config, task, uniform), std::invalid_argument);
    };
    for (const int threads : {0, -1, 1'000'000'000})
        refuses(quick_config(), task_of(1, 1, threads));
    for (const int games_at_once : {0, -1, 1'000'000'000})
        refuses(quick_config(), task_of(1, games_at_once, 1));
    SelfPlayConfig config = quick_config();
    config.simulations = 0;
    refuses(config, task_of(1, 1, 1));
    config = quick_config();
    config.search.noise_alpha = std::nan("");
    refuses(config, task_of(1, 1, 1));
}

}  // namespace tengen
