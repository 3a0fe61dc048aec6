// A pool of trees of some game, for callers that learn which game it is at run time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "games/any_game.hpp"
#include "games/foreign.hpp"
#include "search/evaluator_choice.hpp"
#include "search/pool.hpp"
#include "search/report.hpp"

namespace tengen {

class AnyPool {
  public:
    virtual ~AnyPool() = default;
    virtual void set_root(std::size_t tree, const AnyPosition& position) = 0;
    virtual void advance(std::size_t tree, Action action, bool keep_tree) = 0;
    virtual void set_moves_left(std::size_t tree, double slope, double cap) = 0;
    virtual void begin(std::size_t tree, const SearchLimit& limit) = 0;
    virtual void end(std::size_t tree) = 0;
    virtual bool run(double seconds) = 0;
    // The planes of leaves to be evaluated outside, [count, planes, height, width].
    virtual std::pair<std::span<const float>, int> collect() = 0;
    virtual void apply(std::span<const float> logits, std::span<const Evaluation> evaluations) = 0;
    virtual void abandon() = 0;
    virtual SearchReport report(std::size_t tree) = 0;
    virtual std::optional<NodeReport> node(std::size_t tree, std::span<const int> actions) = 0;
    virtual std::vector<Action> preview(std::size_t tree) = 0;
    virtual std::int64_t simulations(std::size_t tree) = 0;
    virtual StopReason stop_reason(std::size_t tree) = 0;
    virtual std::size_t tree_bytes(std::size_t tree) = 0;
    virtual std::uint32_t tree_size(std::size_t tree) = 0;
};

template <Game G>
class PoolOf final : public AnyPool {
  public:
    PoolOf(G game, const SearchConfig& config, std::span<const std::uint64_t> seeds, int max_batch,
           int threads, const EvaluatorChoice& choice)
        : game_(std::move(game)),
          evaluator_(choice.evaluator),
          pool_(game_, config, seeds, max_batch, threads) {
        if (choice.kind == EvaluatorChoice::Kind::outside)
            leaf_planes_.emplace(game_, choice.encoding, config.random_symmetry, pool_.max_batch());
        else
            pool_.set_leaf_evaluators([&] {
                return make_leaf_evaluator(game_, choice, config.random_symmetry,
                                           pool_.max_batch());
            });
    }

    void set_root(std::size_t tree, const AnyPosition& position) override {
        const typename G::Position& root = unboxed(game_, position);
        abandon();
        pool_.searcher(tree).set_root(root);
    }
    void advance(std::size_t tree, Action action, bool keep_tree) override {
        Searcher<G>& searcher = pool_.searcher(tree);
        abandon();
        if (!game_.is_legal(searcher.root_position(), action))
            throw std::invalid_argument("the action is not legal at the root");
        searcher.advance(action, keep_tree);
    }
    void set_moves_left(std::size_t tree, double slope, double cap) override {
        expect_range("mlh_slope", slope, 0, any_finite);
        expect_range("mlh_cap", cap, 0, any_finite);
        pool_.searcher(tree).set_moves_left(slope, cap);
    }
    void begin(std::size_t tree, const SearchLimit& limit) override {
        expect_range("simulations", static_cast<double>(limit.simulations), 1, any_finite);
        Searcher<G>& searcher = pool_.searcher(tree);
        abandon();
        searcher.begin(limit);
    }
    bool run(double seconds) override {
        expect_inside(!leaf_planes_);
        abandon();
        return pool_.run(seconds);
    }
    void end(std::size_t tree) override { pool_.searcher(tree).end(); }

    std::pair<std::span<const float>, int> collect() override {
        expect_outside(leaf_planes_.has_value());
        abandon();
        waiting_ = pool_.collect();
        return {leaf_planes_->show(game_, waiting_), static_cast<int>(waiting_.size())};
    }
    void apply(std::span<const float> logits, std::span<const Evaluation> evaluations) override {
        expect_outside(leaf_planes_.has_value());
        leaf_planes_->hand_out(waiting_, logits, evaluations);
        pool_.apply();
        waiting_ = {};
    }
    void abandon() override {
        waiting_ = {};
        pool_.abandon();
    }
    SearchReport report(std::size_t tree) override { return pool_.searcher(tree).report(); }
    std::optional<NodeReport> node(std::size_t tree, std::span<const int> actions) override {
        const Searcher<G>& searcher = pool_.searcher(tree);
        return report_node(searcher.config(), searcher.tree(), searcher.root(), actions);
    }
    std::vector<Action> preview(std::size_t tree) override {
        return pool_.searcher(tree).preview();
    }
    std::int64_t simulations(std::size_t tree) override {
        return pool_.searcher(tree).simulations();
    }
    StopReason stop_reason(std::size_t tree) override { return pool_.searcher(tree).stop_reason(); }
    std::size_t tree_bytes(std::size_t tree) override {
        return pool_.searcher(tree).tree().bytes();
    }
    std::uint32_t tree_size(std::size_t tree) override {
        return pool_.searcher(tree).tree().size();
    }

  private:
    G game_;
    std::shared_ptr<const Evaluator> evaluator_;  // the sessions refer to it
    SearchPool<G> pool_;
    std::optional<LeafPlanes<G>> leaf_planes_;
    std::span<Leaf<G>* const> waiting_;
};

// A pool for a game of the core; defined for each game in a file of its own to share out the
// compiler's work.
std::unique_ptr<AnyPool> make_pool(const AnyGame& game, const SearchConfig& config,
                                   std::span<const std::uint64_t> seeds, int max_batch, int threads,
                                   const EvaluatorChoice& choice);
std::unique_ptr<AnyPool> make_pool(const ForeignGame& game, const SearchConfig& config,
                                   std::span<const std::uint64_t> seeds, int max_batch,
                                   const EvaluatorChoice& choice);

extern template class PoolOf<Connect4>;
extern template class PoolOf<Gomoku<16>>;
extern template class PoolOf<Gomoku<20>>;
extern template class PoolOf<Othello>;
extern template class PoolOf<ForeignGame>;

}  // namespace tengen
