// Threads x games x batches: plays a range of games and hands out their records.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "base/deadline.hpp"
#include "base/stop_token.hpp"
#include "base/workers.hpp"
#include "search/leaf.hpp"
#include "selfplay/game_in_progress.hpp"

namespace tengen {

struct SelfPlayProgress {
    std::int64_t games = 0;
    std::int64_t moves = 0;
    std::int64_t simulations = 0;
    std::int64_t evaluations = 0;
};

// Game i depends on (seed, i) and the evaluator alone; which thread plays it, beside which others,
// and in which batches its leaves are evaluated, changes nothing. Nor do failures: leaves whose
// evaluation failed are offered again, and a game whose rules failed begins again.
template <Game G>
class SelfPlayDriver {
  public:
    using MakeLeafEvaluator = std::function<std::unique_ptr<LeafEvaluator<G>>(int max_batch)>;

    // Plays the games with these numbers, of the generation that `seed` stands for. Throws
    // std::invalid_argument for numbers that no game can be played with.
    SelfPlayDriver(const G& game, const SelfPlayConfig& config, std::uint64_t seed,
                   std::vector<std::int64_t> numbers, int games_at_once, int threads,
                   std::shared_ptr<const StopToken> stop);

    // Without evaluators the driver is fed from outside, through collect() and apply().
    void set_leaf_evaluators(const MakeLeafEvaluator& make) {
        for (Worker& worker : workers_) worker.evaluator = make(max_batch());
    }
    int max_batch() const { return games_per_worker_ * config_.search.leaves_per_batch; }

    // Plays until all games are over (true), or until `seconds` have passed or somebody asked for
    // the end (false), at least one batch.
    bool run(double seconds);
    // Leaves to be evaluated, the same ones until they are applied; none once all games are over.
    std::span<Leaf<G>* const> collect();
    void apply() { deliver(workers_.front()); }

    std::vector<GameRecord> take_records();
    SelfPlayProgress progress() const;

  private:
    static constexpr std::int64_t no_game = -1;
    struct Slot {
        std::unique_ptr<GameInProgress<G>> game;
        std::int64_t turn = no_game;  // its place in `numbers_`
        bool busy = false;
    };
    struct Worker {
        std::vector<Slot> slots;
        std::unique_ptr<LeafEvaluator<G>> evaluator;
        std::vector<Leaf<G>*> leaves;
        std::vector<GameInProgress<G>*> owners;
        std::size_t delivered = 0;
        std::exception_ptr error;

        std::span<Leaf<G>* const> waiting() const { return std::span(leaves).subspan(delivered); }
    };

    // Begins the game that failed here, or else the next one.
    bool start(Slot& slot);
    void finish_moves(Slot& slot);
    // The leaves of one slot; it has none when there is no game left to play.
    void gather_from(Slot& slot, std::vector<Leaf<G>*>& leaves);
    void gather(Worker& worker);
    void deliver(Worker& worker);
    void work(Worker& worker, Clock::time_point until);
    bool all_done() const { return finished_.load() == count(); }
    std::int64_t count() const { return static_cast<std::int64_t>(numbers_.size()); }

    const G& game_;
    SelfPlayConfig config_;
    std::uint64_t seed_;
    std::vector<std::int64_t> numbers_;
    int games_per_worker_;
    std::vector<Worker> workers_;
    std::shared_ptr<const StopToken> stop_;
    std::atomic<std::int64_t> started_{0};
    std::atomic<std::int64_t> finished_{0};
    std::atomic<std::int64_t> moves_{0};
    std::atomic<std::int64_t> simulations_{0};
    std::atomic<std::int64_t> evaluations_{0};
    std::mutex records_mutex_;
    std::vector<GameRecord> records_;
};

template <Game G>
SelfPlayDriver<G>::SelfPlayDriver(const G& game, const SelfPlayConfig& config, std::uint64_t seed,
                                  std::vector<std::int64_t> numbers, int games_at_once, int threads,
                                  std::shared_ptr<const StopToken> stop)
    : game_(game),
      config_(config),
      seed_(seed),
      numbers_(std::move(numbers)),
      games_per_worker_(std::max(1, games_at_once / expect_threads(threads))),
      workers_(static_cast<std::size_t>(threads)),
      stop_(std::move(stop)) {
    refuse_absurd(config);
    expect_range("games_at_once", games_at_once, 1, 100'000);
    for (Worker& worker : workers_)
        for (int index = 0; index < games_per_worker_; ++index)
            worker.slots.push_back({std::make_unique<GameInProgress<G>>(game_, config_)});
}

template <Game G>
bool SelfPlayDriver<G>::start(Slot& slot) {
    if (slot.turn == no_game) {
        const std::int64_t next = started_.fetch_add(1);
        if (next >= count()) return false;
        slot.turn = next;
    }
    const std::int64_t index = numbers_[static_cast<std::size_t>(slot.turn)];
    slot.game->start(index, derive_seed(seed_, static_cast<std::uint64_t>(index)));
    slot.busy = true;
    return true;
}

template <Game G>
void SelfPlayDriver<G>::finish_moves(Slot& slot) {
    while (slot.busy && slot.game->searcher().finished()) {
        simulations_.fetch_add(slot.game->searcher().simulations(), std::memory_order_relaxed);
        moves_.fetch_add(1, std::memory_order_relaxed);
        auto record = slot.game->finish_move();
        if (!record) continue;
        {
            const std::scoped_lock lock(records_mutex_);
            records_.push_back(std::move(*record));
        }
        finished_.fetch_add(1);
        slot.turn = no_game;
        slot.busy = false;
        start(slot);
    }
}

template <Game G>
void SelfPlayDriver<G>::gather_from(Slot& slot, std::vector<Leaf<G>*>& leaves) {
    const std::size_t before = leaves.size();
    try {
        if (!slot.busy && !start(slot)) return;
        while (slot.busy && leaves.size() == before) {
            finish_moves(slot);
            if (slot.busy) slot.game->searcher().collect(leaves);
        }
    } catch (...) {  // rules from outside the core may fail
        leaves.resize(before);
        slot.busy = false;
        throw;
    }
}

template <Game G>
void SelfPlayDriver<G>::gather(Worker& worker) {
    if (!worker.waiting().empty()) return;
    worker.leaves.clear();
    worker.owners.clear();
    worker.delivered = 0;
    for (Slot& slot : worker.slots) {
        gather_from(slot, worker.leaves);
        worker.owners.resize(worker.leaves.size(), slot.game.get());
    }
}

template <Game G>
void SelfPlayDriver<G>::deliver(Worker& worker) {
    const std::size_t before = worker.delivered;
    for (; worker.delivered < worker.leaves.size(); ++worker.delivered)
        worker.owners[worker.delivered]->searcher().apply(*worker.leaves[worker.delivered]);
    evaluations_.fetch_add(static_cast<std::int64_t>(worker.delivered - before),
                           std::memory_order_relaxed);
}

template <Game G>
void SelfPlayDriver<G>::work(Worker& worker, Clock::time_point until) {
    do {
        gather(worker);
        if (worker.waiting().empty()) return;
        worker.evaluator->evaluate(game_, worker.waiting());
        deliver(worker);
    } while (Clock::now() < until && !(stop_ && stop_->requested()));
}

template <Game G>
bool SelfPlayDriver<G>::run(double seconds) {
    const Clock::time_point until = moment_after(seconds);
    const auto guarded = [&](Worker& worker) {
        worker.error = nullptr;
        try {
            work(worker, until);
        } catch (...) {
            worker.error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t number = 1; number < workers_.size(); ++number)
            threads.emplace_back(guarded, std::ref(workers_[number]));
        guarded(workers_.front());
    }
    for (Worker& worker : workers_)
        if (worker.error) std::rethrow_exception(std::exchange(worker.error, nullptr));
    return all_done();
}

template <Game G>
std::span<Leaf<G>* const> SelfPlayDriver<G>::collect() {
    gather(workers_.front());
    return workers_.front().waiting();
}

template <Game G>
std::vector<GameRecord> SelfPlayDriver<G>::take_records() {
    const std::scoped_lock lock(records_mutex_);
    return std::exchange(records_, {});
}

template <Game G>
SelfPlayProgress SelfPlayDriver<G>::progress() const {
    return {finished_.load(), moves_.load(), simulations_.load(), evaluations_.load()};
}

}  // namespace tengen
