// Which evaluator a search or a self-play driver is to have.
#pragma once

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <type_traits>
#include <utility>

#include "base/evaluator.hpp"
#include "games/foreign.hpp"
#include "search/leaf.hpp"

namespace tengen {

struct EvaluatorChoice {
    enum class Kind : std::uint8_t { uniform, rollout, evaluator, outside };

    static EvaluatorChoice uniform() { return {.kind = Kind::uniform}; }
    static EvaluatorChoice rollout(int threads, bool tactical) {
        return {.kind = Kind::rollout, .threads = threads, .tactical = tactical};
    }
    static EvaluatorChoice inside(std::shared_ptr<const Evaluator> evaluator, Encoding encoding) {
        return {.kind = Kind::evaluator, .evaluator = std::move(evaluator), .encoding = encoding};
    }
    static EvaluatorChoice outside(Encoding encoding) {
        return {.kind = Kind::outside, .encoding = encoding};
    }

    Kind kind;
    std::shared_ptr<const Evaluator> evaluator = nullptr;
    Encoding encoding = Encoding::four_planes;
    int threads = 1;        // that share the rollouts of one batch
    bool tactical = false;  // whether rollouts see one ply ahead
};

// Two ways of evaluating that exclude one another; throw std::logic_error for the wrong one.
inline void expect_inside(bool is_inside) {
    if (!is_inside)
        throw std::logic_error("leaves are evaluated outside the core: use collect() and apply()");
}
inline void expect_outside(bool is_outside) {
    if (!is_outside) throw std::logic_error("leaves are evaluated in the core: use run()");
}

// A leaf evaluator that works in the core; not for Kind::outside. Throws std::invalid_argument.
template <Game G>
std::unique_ptr<LeafEvaluator<G>> make_leaf_evaluator(const G& game, const EvaluatorChoice& choice,
                                                      bool random_symmetry, int max_batch) {
    if (choice.kind == EvaluatorChoice::Kind::uniform)
        return std::make_unique<UniformLeafEvaluator<G>>();
    if (choice.kind == EvaluatorChoice::Kind::rollout) {
        // Another language is not asked from several threads at once.
        const bool is_foreign = std::is_same_v<G, ForeignGame>;
        return std::make_unique<RolloutLeafEvaluator<G>>(is_foreign ? 1 : choice.threads,
                                                         choice.tactical);
    }
    const EvaluatorShape wanted{game.planes(choice.encoding), game.spec().height, game.spec().width,
                                game.spec().num_actions};
    if (choice.evaluator->shape() != wanted)
        throw std::invalid_argument("the evaluator is for another board or encoding");
    return std::make_unique<PlanesLeafEvaluator<G>>(game, *choice.evaluator, choice.encoding,
                                                    random_symmetry, max_batch);
}

}  // namespace tengen
