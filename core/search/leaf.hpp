// A place in the tree that waits to be evaluated, and the evaluators of such places.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/evaluator.hpp"
#include "base/ranges.hpp"
#include "base/workers.hpp"
#include "games/game.hpp"

namespace tengen {

template <Game G>
struct Leaf {
    typename G::Position position;
    std::vector<std::uint16_t> slots;  // the way from the root
    std::uint64_t seed = 0;            // chance that this leaf may use

    // The answer. Without logits every legal action is as likely as any other.
    Evaluation evaluation;
    std::span<const float> logits;       // [A], of the position as `symmetry` shows it
    const Symmetry* symmetry = nullptr;  // none: as it stands
};

// Evaluates leaves for one thread. Answers may point into it until its next call.
template <Game G>
class LeafEvaluator {
  public:
    virtual ~LeafEvaluator() = default;
    virtual void evaluate(const G& game, std::span<Leaf<G>* const> leaves) = 0;
};

// Knows nothing: every action equal, every position even.
template <Game G>
class UniformLeafEvaluator final : public LeafEvaluator<G> {
  public:
    void evaluate(const G&, std::span<Leaf<G>* const> leaves) override {
        for (Leaf<G>* leaf : leaves) leaf->evaluation = {};
    }
};

// Plays one random game to the end (SPEC M10). Chance comes from the leaf, so threads change
// nothing but the time it takes.
template <Game G>
class RolloutLeafEvaluator final : public LeafEvaluator<G> {
  public:
    explicit RolloutLeafEvaluator(int threads = 1, bool tactical = false)
        : workers_(threads), tactical_(tactical) {}

    void evaluate(const G& game, std::span<Leaf<G>* const> leaves) override {
        workers_.share(static_cast<int>(leaves.size()), [&](int, int first, int last) {
            for (int i = first; i < last; ++i) play_on(game, *leaves[static_cast<std::size_t>(i)]);
        });
    }

  private:
    void play_on(const G& game, Leaf<G>& leaf) const {
        Random random(leaf.seed);
        const Outcome outcome = tactical_ ? game.tactical_playout(leaf.position, random)
                                          : game.playout(leaf.position, random);
        leaf.evaluation.value = static_cast<float>(outcome.value_for(game.to_move(leaf.position)));
        leaf.evaluation.draw = outcome.winner ? 0.0F : 1.0F;
    }

    Workers workers_;
    bool tactical_;  // whether both sides see one ply ahead
};

// Shows leaves as planes and reads the answers: the two halves of evaluating by a network.
template <Game G>
class LeafPlanes {
  public:
    LeafPlanes(const G& game, Encoding encoding, bool random_symmetry, int max_batch)
        : encoding_(encoding),
          random_symmetry_(random_symmetry),
          sample_size_(game.planes(encoding) * game.spec().cells()),
          actions_(game.spec().num_actions) {
        expect_range("values shown in one batch", static_cast<double>(max_batch) * sample_size_, 1,
                     most_values_shown);
        planes_.resize(static_cast<std::size_t>(max_batch) * sample_size());
        upright_.resize(sample_size());
    }

    std::span<const float> show(const G& game, std::span<Leaf<G>* const> leaves) {
        for (std::size_t row = 0; row < leaves.size(); ++row)
            show_one(game, *leaves[row],
                     std::span(planes_).subspan(row * sample_size(), sample_size()));
        return std::span(planes_).first(leaves.size() * sample_size());
    }

    // logits: [leaves, A], kept by the caller until the leaves are applied. Throws
    // std::invalid_argument for answers to another number of leaves.
    void hand_out(std::span<Leaf<G>* const> leaves, std::span<const float> logits,
                  std::span<const Evaluation> evaluations) const {
        const auto actions = static_cast<std::size_t>(actions_);
        const auto count = static_cast<double>(leaves.size());
        expect_range("answers", static_cast<double>(evaluations.size()), count, count);
        expect_range("logits", static_cast<double>(logits.size()), count * actions_,
                     count * actions_);
        for (std::size_t row = 0; row < leaves.size(); ++row) {
            leaves[row]->logits = logits.subspan(row * actions, actions);
            leaves[row]->evaluation = evaluations[row];
        }
    }

    int sample_size() const { return sample_size_; }

  private:
    static constexpr double most_values_shown = 1U << 28U;  // a gigabyte

    // The symmetry hangs on the position alone, so an evaluation does not depend on when it is
    // made.
    void show_one(const G& game, Leaf<G>& leaf, std::span<float> planes) {
        leaf.symmetry = nullptr;
        const auto symmetries = game.symmetries();
        if (random_symmetry_ && symmetries.size() > 1)
            leaf.symmetry = &symmetries[game.hash(leaf.position) % symmetries.size()];
        if (leaf.symmetry == nullptr) {
            game.encode(leaf.position, encoding_, planes);
            return;
        }
        game.encode(leaf.position, encoding_, upright_);
        permute_planes(*leaf.symmetry, game.planes(encoding_), upright_, planes);
    }

    Encoding encoding_;
    bool random_symmetry_;
    int sample_size_;
    int actions_;
    std::vector<float> planes_;
    std::vector<float> upright_;
};

// Evaluates by an evaluator of planes, wholly in the core.
template <Game G>
class PlanesLeafEvaluator final : public LeafEvaluator<G> {
  public:
    PlanesLeafEvaluator(const G& game, const Evaluator& evaluator, Encoding encoding,
                        bool random_symmetry, int max_batch)
        : leaf_planes_(game, encoding, random_symmetry, max_batch),
          session_(evaluator.open_session(max_batch)),
          logits_(static_cast<std::size_t>(max_batch) *
                  static_cast<std::size_t>(game.spec().num_actions)),
          evaluations_(static_cast<std::size_t>(max_batch)) {}

    void evaluate(const G& game, std::span<Leaf<G>* const> leaves) override {
        if (leaves.empty()) return;
        const std::size_t actions = logits_.size() / evaluations_.size();
        session_->evaluate(leaf_planes_.show(game, leaves), static_cast<int>(leaves.size()),
                           std::span(logits_).first(leaves.size() * actions),
                           std::span(evaluations_).first(leaves.size()));
        leaf_planes_.hand_out(leaves, std::span(logits_).first(leaves.size() * actions),
                              std::span(evaluations_).first(leaves.size()));
    }

  private:
    LeafPlanes<G> leaf_planes_;
    std::unique_ptr<EvaluatorSession> session_;
    std::vector<float> logits_;
    std::vector<Evaluation> evaluations_;
};

}  // namespace tengen
