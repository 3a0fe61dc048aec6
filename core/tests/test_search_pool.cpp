// Many trees and threads at once, and the cache they share; meant for ThreadSanitizer.
#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <thread>
#include <vector>

#include "base/workers.hpp"
#include "games/any_game.hpp"
#include "search/any_pool.hpp"
#include "test_configs.hpp"
#include "test_search_evaluator.hpp"

namespace tengen {

namespace {

constexpr EvaluatorShape connect4_shape{4, 6, 7, 7};
constexpr double long_enough = 1e9;

std::vector<std::uint64_t> seeds(std::size_t count) {
    std::vector<std::uint64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
}

EvaluatorChoice chosen(std::shared_ptr<const Evaluator> evaluator) {
    return EvaluatorChoice::inside(std::move(evaluator), Encoding::four_planes);
}

struct Setting {
    int threads = 1;
    int max_batch = 256;
    int leaves = 1;
    std::int64_t simulations = 200;
};

std::vector<std::vector<std::uint32_t>> visits_of_pool(const EvaluatorChoice& choice,
                                                       std::size_t trees, const Setting& setting) {
    const Connect4 game(7, 6);
    SearchConfig config = search_config();
    config.noise_epsilon = 0.25;
    config.leaves_per_batch = setting.leaves;
    const auto pool =
        make_pool(game, config, seeds(trees), setting.max_batch, setting.threads, choice);
    for (std::size_t tree = 0; tree < trees; ++tree) {
        auto position = game.initial(0);
        game.play(position, static_cast<Action>(tree % 7));
        pool->set_root(tree, PositionOf<Connect4>(position));
        pool->begin(tree, {.simulations = setting.simulations});
    }
    while (!pool->run(0.01)) {
    }
    std::vector<std::vector<std::uint32_t>> visits;
    for (std::size_t tree = 0; tree < trees; ++tree) visits.push_back(pool->report(tree).visits);
    return visits;
}

// Fails at one question, from whichever thread it comes.
class FailingEvaluator final : public Evaluator {
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
        explicit Session(const FailingEvaluator& owner) : owner_(owner) {}
        void evaluate(std::span<const float>, int count, std::span<float> logits,
                      std::span<Evaluation> evaluations) override {
            if (owner_.calls_++ == 20) throw std::runtime_error("out of order");
            std::fill_n(logits.begin(), count * connect4_shape.actions, 0.0F);
            std::fill_n(evaluations.begin(), count, Evaluation{});
        }

      private:
        const FailingEvaluator& owner_;
    };

    mutable std::atomic<int> calls_{0};
};

}  // namespace

TEST_CASE("threads and batches do not change a visit") {
    const auto evaluator = std::make_shared<const HashEvaluator>(connect4_shape);
    for (const EvaluatorChoice& choice : {EvaluatorChoice::rollout(1, false), chosen(evaluator)}) {
        for (const int leaves : {1, 4}) {
            const auto expected = visits_of_pool(choice, 10, {.leaves = leaves});
            for (const int threads : {2, 3})
                for (const int max_batch : {1, 7, 256})
                    CHECK(visits_of_pool(choice, 10, {threads, max_batch, leaves}) == expected);
        }
    }
}

TEST_CASE("threads that share the rollouts of a batch change nothing either") {
    const auto expected = visits_of_pool(EvaluatorChoice::rollout(1, false), 3, {.leaves = 8});
    for (const int threads : {2, 5})
        CHECK(visits_of_pool(EvaluatorChoice::rollout(threads, false), 3, {.leaves = 8}) ==
              expected);
}

TEST_CASE("workers wait for each other, and then throw what one of them threw") {
    Workers workers(3);
    std::atomic<int> done = 0;
    const auto job = [&](int number) {
        ++done;
        if (number == 1) throw std::runtime_error("out of order");
    };
    CHECK_THROWS_WITH(workers.run(job), "out of order");
    CHECK(done == 3);
    std::vector<int> taken(7);
    workers.share(7, [&](int, int first, int last) {
        for (int i = first; i < last; ++i) ++taken[static_cast<std::size_t>(i)];
    });
    CHECK(taken == std::vector<int>(7, 1));
}

TEST_CASE("a shared cache changes how often is asked and nothing else") {
    const auto inner = std::make_shared<const HashEvaluator>(connect4_shape);
    const auto expected = visits_of_pool(chosen(inner), 14, {});
    const std::int64_t asked_without = inner->asked();
    const auto cached = std::make_shared<const CachedEvaluator>(inner, 16);
    for (const int threads : {1, 3})
        CHECK(visits_of_pool(chosen(cached), 14, {.threads = threads}) == expected);
    CHECK(cached->cache().hits() > 0);
    CHECK(inner->asked() - asked_without == cached->cache().misses());
    CHECK(inner->asked() - asked_without < asked_without);
}

TEST_CASE("a cache of a fixed size gives back what was stored, or nothing") {
    constexpr int actions = 5;
    EvaluationCache cache(actions, 1);
    const std::int64_t capacity = cache.capacity();
    const auto work = [&](int worker) {
        std::vector<float> logits(actions);
        Evaluation evaluation;
        for (int round = 0; round < 20'000; ++round) {
            const float number = static_cast<float>((round * 7 + worker) % 30'000);
            const auto key = EvaluationCache::key_of(std::span(&number, 1));
            if (cache.find(key, logits, evaluation)) {
                // A torn answer would mix the numbers of two.
                if (logits.front() != number || logits.back() != number ||
                    evaluation.value != number)
                    throw std::logic_error("the cache gave a wrong answer");
            } else {
                std::ranges::fill(logits, number);
                cache.store(key, logits, {number, 0.0F, 0.0F});
            }
        }
    };
    std::vector<std::jthread> threads;
    for (int worker = 0; worker < 4; ++worker) threads.emplace_back(work, worker);
    threads.clear();
    CHECK(cache.capacity() == capacity);
    CHECK(cache.hits() > 0);
    CHECK(cache.hits() + cache.misses() == 80'000);
}

TEST_CASE("an endless search ends when another thread says so, also if it said so before") {
    const Connect4 game(7, 6);
    const auto pool =
        make_pool(game, search_config(), seeds(4), 16, 2, EvaluatorChoice::rollout(1, false));
    for (const int milliseconds : {0, 20}) {
        const auto stop = std::make_shared<StopToken>();
        if (milliseconds == 0) stop->request();
        for (std::size_t tree = 0; tree < 4; ++tree) {
            pool->set_root(tree, PositionOf<Connect4>(game.initial(0)));
            pool->begin(tree, {.stop = stop});
        }
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds));
            stop->request();
        });
        CHECK(pool->run(long_enough));
        for (std::size_t tree = 0; tree < 4; ++tree)
            CHECK(pool->stop_reason(tree) == StopReason::stopped);
    }
}

TEST_CASE("an evaluator that fails in one thread stops the run and spoils no tree") {
    const Connect4 game(7, 6);
    const auto pool = make_pool(game, search_config(), seeds(6), 2, 2,
                                chosen(std::make_shared<const FailingEvaluator>()));
    const auto begin_all = [&] {
        for (std::size_t tree = 0; tree < 6; ++tree) pool->begin(tree, {.simulations = 100});
    };
    for (std::size_t tree = 0; tree < 6; ++tree)
        pool->set_root(tree, PositionOf<Connect4>(game.initial(0)));
    begin_all();
    CHECK_THROWS_WITH_AS(pool->run(long_enough), "out of order", std::runtime_error);
    begin_all();
    CHECK(pool->run(long_enough));
    for (std::size_t tree = 0; tree < 6; ++tree) {
        CHECK(pool->simulations(tree) == 100);
        const auto visits = pool->report(tree).visits;
        CHECK(std::accumulate(visits.begin(), visits.end(), 1U) == pool->node(tree, {})->visits);
    }
}

TEST_CASE("a slice ends after the batch in which its time is over, and the next goes on there") {
    class SlowEvaluator final : public LeafEvaluator<Connect4> {
      public:
        explicit SlowEvaluator(int& batches) : batches_(batches) {}
        void evaluate(const Connect4&, std::span<Leaf<Connect4>* const> leaves) override {
            ++batches_;
            std::this_thread::sleep_for(std::chrono::milliseconds(2));
            for (Leaf<Connect4>* leaf : leaves) leaf->evaluation = {};
        }

      private:
        int& batches_;
    };
    const Connect4 game(7, 6);
    SearchPool<Connect4> pool(game, search_config(), seeds(6), 2, 1);
    int batches = 0;
    pool.set_leaf_evaluators([&] { return std::make_unique<SlowEvaluator>(batches); });
    for (std::size_t tree = 0; tree < 6; ++tree) pool.searcher(tree).begin({.simulations = 2});
    for (int slices = 1; slices <= 6; ++slices) {
        CHECK(pool.run(0.001) == (slices == 6));
        CHECK(batches == slices);
    }
    for (std::size_t tree = 0; tree < 6; ++tree) CHECK(pool.searcher(tree).simulations() == 2);
}

}  // namespace tengen
