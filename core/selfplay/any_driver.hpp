// Self-play of some game, for callers that learn which game it is at run time.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/stop_token.hpp"
#include "games/any_game.hpp"
#include "games/foreign.hpp"
#include "search/evaluator_choice.hpp"
#include "selfplay/driver.hpp"

namespace tengen {

// Which games of which generation, and how much of the machine they may use.
struct SelfPlayTask {
    std::uint64_t seed;
    std::vector<std::int64_t> games;  // their numbers within the generation
    int games_at_once;
    int threads;
    std::string checkpoint;                 // id of the net that plays
    std::shared_ptr<const StopToken> stop;  // none: nobody will ask
};

class AnyDriver {
  public:
    virtual ~AnyDriver() = default;
    virtual bool run(double seconds) = 0;
    virtual std::pair<std::span<const float>, int> collect() = 0;
    virtual void apply(std::span<const float> logits, std::span<const Evaluation> evaluations) = 0;
    virtual std::vector<GameRecord> take_records() = 0;
    virtual SelfPlayProgress progress() const = 0;
};

template <Game G>
class DriverOf final : public AnyDriver {
  public:
    DriverOf(G game, const SelfPlayConfig& config, const SelfPlayTask& task,
             const EvaluatorChoice& choice)
        : game_(std::move(game)),
          origin_{game_.spec().name, game_.spec().version, task.checkpoint},
          evaluator_(choice.evaluator),
          driver_(game_, config, task.seed, task.games, task.games_at_once,
                  threads_for(task, choice), task.stop) {
        const bool random_symmetry = config.search.random_symmetry;
        if (choice.kind == EvaluatorChoice::Kind::outside)
            leaf_planes_.emplace(game_, choice.encoding, random_symmetry, driver_.max_batch());
        else
            driver_.set_leaf_evaluators([&](int max_batch) {
                return make_leaf_evaluator(game_, choice, random_symmetry, max_batch);
            });
    }

    bool run(double seconds) override {
        expect_inside(!leaf_planes_);
        return driver_.run(seconds);
    }
    std::pair<std::span<const float>, int> collect() override {
        expect_outside(leaf_planes_.has_value());
        waiting_ = driver_.collect();
        return {leaf_planes_->show(game_, waiting_), static_cast<int>(waiting_.size())};
    }
    void apply(std::span<const float> logits, std::span<const Evaluation> evaluations) override {
        expect_outside(leaf_planes_.has_value());
        leaf_planes_->hand_out(waiting_, logits, evaluations);
        waiting_ = {};
        driver_.apply();
    }
    std::vector<GameRecord> take_records() override {
        auto records = driver_.take_records();
        for (GameRecord& record : records) record.origin = origin_;
        return records;
    }
    SelfPlayProgress progress() const override { return driver_.progress(); }

  private:
    // Fed from outside, all games share one batch.
    static int threads_for(const SelfPlayTask& task, const EvaluatorChoice& choice) {
        return choice.kind == EvaluatorChoice::Kind::outside ? 1 : task.threads;
    }

    G game_;
    RecordOrigin origin_;
    std::shared_ptr<const Evaluator> evaluator_;  // the sessions refer to it
    SelfPlayDriver<G> driver_;
    std::optional<LeafPlanes<G>> leaf_planes_;
    std::span<Leaf<G>* const> waiting_;
};

std::unique_ptr<AnyDriver> make_driver(const AnyGame& game, const SelfPlayConfig& config,
                                       const SelfPlayTask& task, const EvaluatorChoice& choice);
std::unique_ptr<AnyDriver> make_driver(const ForeignGame& game, const SelfPlayConfig& config,
                                       const SelfPlayTask& task, const EvaluatorChoice& choice);

}  // namespace tengen
