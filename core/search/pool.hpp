// Many trees at once (SPEC M11): their leaves are evaluated in common batches. One tree is a pool
// of one.
#pragma once

#include <exception>
#include <functional>
#include <memory>
#include <thread>
#include <vector>

#include "base/deadline.hpp"
#include "base/workers.hpp"
#include "search/leaf.hpp"
#include "search/searcher.hpp"

namespace tengen {

// Each thread owns every n-th tree and an evaluator of its own; nothing is shared but what those
// share. What happens in a tree depends on that tree alone, so neither threads nor batches change
// results.
template <Game G>
class SearchPool {
  public:
    using MakeLeafEvaluator = std::function<std::unique_ptr<LeafEvaluator<G>>()>;

    // Throws std::invalid_argument for no seed, and for numbers that no search can work with.
    SearchPool(const G& game, const SearchConfig& config, std::span<const std::uint64_t> seeds,
               int max_batch, int threads)
        : max_batch_(std::max(max_batch, config.leaves_per_batch)),
          workers_(static_cast<std::size_t>(expect_threads(threads))) {
        refuse_absurd(config);
        expect_range("max_batch", max_batch, 1, 1e6);
        expect_range("seeds", static_cast<double>(seeds.size()), 1, most_count);
        for (std::size_t number = 0; number < workers_.size(); ++number)
            workers_[number].next_tree = number;
        for (const std::uint64_t seed : seeds)
            searchers_.push_back(std::make_unique<Searcher<G>>(game, config, seed));
    }

    // Without evaluators the pool is driven from outside, through collect() and apply().
    void set_leaf_evaluators(const MakeLeafEvaluator& make) {
        for (Worker& worker : workers_) worker.evaluator = make();
    }

    std::size_t size() const { return searchers_.size(); }
    Searcher<G>& searcher(std::size_t tree) { return *searchers_.at(tree); }
    int max_batch() const { return max_batch_; }

    // Searches until all trees are finished (true) or `seconds` have passed (false).
    bool run(double seconds);

    // Leaves of as many trees as fit one batch; empty once all trees are finished.
    std::span<Leaf<G>* const> collect();
    // Takes in the answers to the leaves of the last collect().
    void apply();
    // Forgets those leaves of the last collect() that have no answer yet.
    void abandon();

  private:
    struct Worker {
        std::unique_ptr<LeafEvaluator<G>> evaluator;
        std::vector<Leaf<G>*> leaves;
        std::vector<std::size_t> owners;  // the tree of each leaf
        std::size_t delivered = 0;
        std::size_t next_tree = 0;  // where a run goes on that was broken off in mid-round
        std::exception_ptr error;
    };

    void work(std::size_t number, Clock::time_point until);
    // One batch from the trees `first`, `first + stride`, ...; returns where to go on. Leaves that
    // still wait for an answer are given up.
    std::size_t gather(Worker& worker, std::size_t first, std::size_t stride);
    void deliver(Worker& worker);
    void give_up(Worker& worker);
    bool all_finished();

    int max_batch_;
    std::vector<std::unique_ptr<Searcher<G>>> searchers_;
    std::vector<Worker> workers_;
    std::size_t next_tree_ = 0;
};

template <Game G>
std::size_t SearchPool<G>::gather(Worker& worker, std::size_t first, std::size_t stride) {
    give_up(worker);
    worker.leaves.clear();
    worker.owners.clear();
    worker.delivered = 0;
    std::size_t tree = first;
    for (; tree < searchers_.size(); tree += stride) {
        const auto most = static_cast<std::size_t>(searchers_[tree]->config().leaves_per_batch);
        if (worker.leaves.size() + most > static_cast<std::size_t>(max_batch_)) break;
        try {
            searchers_[tree]->collect(worker.leaves);
        } catch (...) {  // what was found before the failure must be given up by its owner
            worker.owners.resize(worker.leaves.size(), tree);
            throw;
        }
        worker.owners.resize(worker.leaves.size(), tree);
    }
    return tree;
}

template <Game G>
void SearchPool<G>::deliver(Worker& worker) {
    for (; worker.delivered < worker.leaves.size(); ++worker.delivered)
        searchers_[worker.owners[worker.delivered]]->apply(*worker.leaves[worker.delivered]);
}

template <Game G>
void SearchPool<G>::give_up(Worker& worker) {
    for (; worker.delivered < worker.leaves.size(); ++worker.delivered)
        searchers_[worker.owners[worker.delivered]]->abandon(*worker.leaves[worker.delivered]);
}

template <Game G>
bool SearchPool<G>::all_finished() {
    for (const auto& searcher : searchers_)
        if (!searcher->finished()) return false;
    return true;
}

template <Game G>
void SearchPool<G>::work(std::size_t number, Clock::time_point until) {
    Worker& worker = workers_[number];
    const G& game = searchers_.front()->game();
    PacedDeadline deadline(until);
    bool active = true;
    while (active) {
        active = worker.next_tree != number;
        while (worker.next_tree < searchers_.size()) {
            worker.next_tree = gather(worker, worker.next_tree, workers_.size());
            if (worker.leaves.empty()) continue;
            worker.evaluator->evaluate(game, worker.leaves);
            deliver(worker);
            active = true;
            if (deadline.passed()) return;
        }
        worker.next_tree = number;
        for (std::size_t tree = number; !active && tree < searchers_.size();
             tree += workers_.size())
            active = !searchers_[tree]->finished();
    }
}

template <Game G>
bool SearchPool<G>::run(double seconds) {
    const Clock::time_point until = moment_after(seconds);
    const auto guarded = [&](std::size_t number) {
        workers_[number].error = nullptr;
        try {
            work(number, until);
        } catch (...) {
            give_up(workers_[number]);
            workers_[number].error = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (std::size_t number = 1; number < workers_.size(); ++number)
            threads.emplace_back(guarded, number);
        guarded(0);
    }
    for (Worker& worker : workers_)
        if (worker.error) std::rethrow_exception(std::exchange(worker.error, nullptr));
    return all_finished();
}

template <Game G>
std::span<Leaf<G>* const> SearchPool<G>::collect() {
    Worker& worker = workers_.front();
    give_up(worker);
    worker.leaves.clear();
    while (worker.leaves.empty() && !all_finished()) {
        if (next_tree_ >= searchers_.size()) next_tree_ = 0;
        next_tree_ = gather(worker, next_tree_, 1);
    }
    return worker.leaves;
}

template <Game G>
void SearchPool<G>::apply() {
    deliver(workers_.front());
}

template <Game G>
void SearchPool<G>::abandon() {
    give_up(workers_.front());
}

}  // namespace tengen
