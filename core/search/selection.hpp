// Which child a simulation goes to: PUCT with first-play urgency and moves-left (SPEC M1-M4, M8).
#pragma once

#include <algorithm>
#include <cmath>

#include "search/config.hpp"
#include "search/node.hpp"
#include "search/tree.hpp"

namespace tengen {

// The three parts of a child's score, all in the chooser's view.
struct Score {
    double q = 0.0;
    double u = 0.0;
    double m = 0.0;

    double total() const { return q + u + m; }
};

// What all children of one choice share.
struct ChoiceContext {
    double exploration = 0.0;  // c * sqrt(N_parent)
    double moves_left = 0.0;   // M_parent
};

inline ChoiceContext choice_context(const SearchConfig& config, const Node& parent) {
    const double visits = static_cast<double>(parent.visits) + parent.in_flight;
    double c = config.c_init;
    if (config.c_base > 0.0) c += std::log((visits + config.c_base + 1.0) / config.c_base);
    return {c * std::sqrt(visits), parent.moves_left};
}

// The one place where a child's view becomes its parent's: the sign changes with the side to move,
// not with the ply (SPEC M2).
inline double seen_from(const Node& parent, const Node& child, double value) {
    return parent.to_move == child.to_move ? value : -value;
}

inline bool is_proven_loss_for(const Node& parent, const Node& child) {
    return child.proof != Proof::none && seen_from(parent, child, exact_value(child.proof)) < 0.0;
}

// A child whose only visit was given up: it counts as if it had not been made yet. One that shows
// the proof of a root has no visit either, but says something.
inline bool is_untouched(const Node& child) {
    return child.visits == 0 && child.in_flight == 0 && child.proof == Proof::none;
}

// In-flight visits count as visits that ended `virtual_loss` below zero.
inline double value_with_in_flight(const SearchConfig& config, double value, const Node& child) {
    if (child.in_flight == 0) return value;
    const double visits = child.visits;
    return (value * visits - config.virtual_loss * child.in_flight) / (visits + child.in_flight);
}

// For whom a longer game is good is the chooser's affair, who may be to move again at the child.
inline double moves_left_term(const SearchConfig& config, double parent_moves_left,
                              const Node& parent, const Node& child) {
    if (config.mlh_slope == 0.0 || child.visits == 0) return 0.0;
    const double longer = config.mlh_slope * (child.moves_left - parent_moves_left);
    const double loss = -seen_from(parent, child, child.value);
    return std::clamp(longer, -config.mlh_cap, config.mlh_cap) * loss;
}

inline Score score_child(const SearchConfig& config, const ChoiceContext& context,
                         const Node& parent, const Node& child, double prior) {
    const double visits = static_cast<double>(child.visits) + child.in_flight;
    return {value_with_in_flight(config, seen_from(parent, child, child.value), child),
            context.exploration * prior / (1.0 + visits),
            moves_left_term(config, context.moves_left, parent, child)};
}

// The same total where nothing is in flight and moves-left is off: the usual case, and the inner
// loop of every search.
inline double plain_score(const ChoiceContext& context, const Node& parent, const Node& child) {
    return seen_from(parent, child, child.value) +
           context.exploration * child.prior / (1.0 + child.visits);
}

// The value an unvisited child is given; `visited_priors` is the priors' sum over visited ones.
inline double first_play_value(const SearchConfig& config, const Node& parent,
                               double visited_priors) {
    if (config.fpu_zero) return 0.0;
    const double reduction =
        config.fpu_reduction * (1.0 + parent.value) / 2.0 * std::sqrt(visited_priors);
    return std::max(-1.0, parent.value - reduction);
}

// The slot of the best child of a node below the root; num_children means that it is yet to be
// made. Unvisited children share one value, so the one with the highest prior is the only
// candidate.
inline int select_slot(const SearchConfig& config, const Tree& tree, const Node& node) {
    const ChoiceContext context = choice_context(config, node);
    const auto children = tree.children(node);
    double best_score = -1e300;
    double visited_priors = 0.0;
    int best = node.num_children;
    int unvisited = node.num_children;
    const bool plain = config.mlh_slope == 0.0 && node.in_flight == 0;
    for (int slot = 0; slot < node.num_children; ++slot) {
        const Node& child = children[static_cast<std::size_t>(slot)];
        if (is_untouched(child)) {
            unvisited = std::min(unvisited, slot);
            continue;
        }
        visited_priors += child.prior;
        if (config.prove && is_proven_loss_for(node, child)) continue;
        const double score = plain ? plain_score(context, node, child)
                                   : score_child(config, context, node, child, child.prior).total();
        if (score > best_score) {
            best_score = score;
            best = slot;
        }
    }
    if (unvisited == node.num_edges) return best;
    const double score = first_play_value(config, node, visited_priors) +
                         context.exploration * tree.edge(node, unvisited).prior;
    return score > best_score ? unvisited : best;
}

}  // namespace tengen
