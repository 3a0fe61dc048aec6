// Carries a leaf's result to the root: value, moves left, draw chance and proof (SPEC M5, M8, M16).
#pragma once

#include <algorithm>
#include <span>

#include "search/config.hpp"
#include "search/node.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"

namespace tengen {

// What one simulation found, in the view of the node it has reached on its way up.
struct Finding {
    double value = 0.0;
    double moves_left = 0.0;
    double draw = 0.0;
};

inline Finding exact_finding(const Node& node) {
    return {static_cast<double>(exact_value(node.proof)), static_cast<double>(node.proof_plies),
            node.proof == Proof::draw ? 1.0 : 0.0};
}

inline void add_visit(Node& node, const Finding& finding) {
    ++node.visits;
    const double visits = node.visits;
    node.value += (finding.value - node.value) / visits;
    node.moves_left += (finding.moves_left - node.moves_left) / visits;
    node.draw += static_cast<float>((finding.draw - node.draw) / visits);
}

inline void set_proof(Node& node, Proof proof, int plies) {
    node.proof = proof;
    node.proof_plies = static_cast<std::uint16_t>(plies);
    node.value = exact_value(proof);
    node.draw = proof == Proof::draw ? 1.0F : 0.0F;
}

// A node is won when one child is won for it; otherwise it is settled once all its children are.
// The quickest known win counts, and the longest resistance.
inline void try_to_prove(const Tree& tree, Node& node) {
    int best = -2;
    int plies = 0;
    bool all_settled = node.num_children == node.num_edges;
    for (const Node& child : tree.children(node)) {
        if (child.proof == Proof::none) {
            all_settled = false;
            continue;
        }
        const int exact = static_cast<int>(seen_from(node, child, exact_value(child.proof)));
        const bool better = exact > best;
        const bool preferred =
            exact == best && (exact > 0 ? child.proof_plies < plies : child.proof_plies > plies);
        if (better || preferred) plies = child.proof_plies;
        best = std::max(best, exact);
    }
    if (best > 0 || all_settled) set_proof(node, proof_of(best), plies + 1);
}

// `path` leads from the root (first) to the leaf (last). A node may have been proven while this
// simulation was under way below it: then only the proof counts.
inline void back_up(const SearchConfig& config, const Tree& tree, std::span<Node* const> path,
                    Finding finding) {
    for (std::size_t depth = path.size(); depth-- > 0;) {
        Node& node = *path[depth];
        --node.in_flight;
        if (node.proof != Proof::none) finding = exact_finding(node);
        add_visit(node, finding);
        // A root that is proven already may yet learn of a shorter win.
        if (depth + 1 < path.size() && config.prove && (node.proof == Proof::none || depth == 0) &&
            path[depth + 1]->proof != Proof::none) {
            try_to_prove(tree, node);
            if (node.proof != Proof::none) finding = exact_finding(node);
        }
        if (depth == 0) break;
        const Node& parent = *path[depth - 1];
        finding.value = config.discount * seen_from(parent, node, finding.value);
        finding.moves_left += 1.0;
    }
}

}  // namespace tengen
