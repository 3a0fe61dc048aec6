// Turns an answer about a leaf into the priors of its legal actions (SPEC M4).
#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "games/game.hpp"
#include "search/tree.hpp"

namespace tengen {

class BadEvaluation : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// Edges with equal priors, in ascending order of actions.
inline void uniform_edges(std::span<const Action> actions, std::vector<Edge>& edges) {
    edges.clear();
    const float prior = 1.0F / static_cast<float>(actions.size());
    for (const Action action : actions)
        edges.push_back({prior, static_cast<std::uint16_t>(action)});
}

inline void sort_by_prior(std::vector<Edge>& edges) {
    const auto before = [](const Edge& left, const Edge& right) {
        return left.prior > right.prior ||
               (left.prior == right.prior && left.action < right.action);
    };
    if (!std::is_sorted(edges.begin(), edges.end(), before))
        std::sort(edges.begin(), edges.end(), before);
}

// Softmax over the legal actions alone; uniform when none of them has any weight.
inline void softmax_edges(std::span<const Action> actions, std::span<const float> logits,
                          const Symmetry* symmetry, std::vector<Edge>& edges,
                          std::vector<double>& weights) {
    const auto logit_of = [&](Action action) {
        const auto index = static_cast<std::size_t>(action);
        return static_cast<double>(
            logits[symmetry == nullptr ? index : symmetry->action_image[index]]);
    };
    double highest = -std::numeric_limits<double>::infinity();
    for (const Action action : actions) {
        const double logit = logit_of(action);
        if (std::isnan(logit) || logit == std::numeric_limits<double>::infinity())
            throw BadEvaluation("the evaluator returned a policy that is not finite");
        highest = std::max(highest, logit);
    }
    uniform_edges(actions, edges);
    if (std::isinf(highest)) return;
    double sum = 0.0;
    weights.clear();
    for (const Action action : actions) {
        weights.push_back(std::exp(logit_of(action) - highest));
        sum += weights.back();
    }
    for (std::size_t index = 0; index < edges.size(); ++index)
        edges[index].prior = static_cast<float>(weights[index] / sum);
    sort_by_prior(edges);
}

}  // namespace tengen
