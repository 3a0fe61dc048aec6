// What can be told about a search: its result, and the inside of its tree (SPEC M14).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "search/config.hpp"
#include "search/root.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"

namespace tengen {

// One of the moves a search spent most on. The proof is what the move is worth to the side to move.
struct Candidate {
    int action = 0;
    Proof proof = Proof::none;
    int proof_plies = 0;    // counted from the root
    std::vector<int> line;  // the expected play, starting with the move; cut where it is long
};

// Arrays are over all actions of the game; values are in the view of the side to move at the root.
struct SearchReport {
    std::vector<std::uint32_t> visits;
    std::vector<double> values;  // not a number for actions without a visit
    std::vector<double> priors;  // as selection used them, noise included
    std::vector<double> policy_target;
    double root_value = 0.0;
    double draw = 0.0;
    double moves_left = 0.0;
    Proof proof = Proof::none;
    int proof_plies = 0;
    int best_action = -1;  // -1 only before the first simulation or when the game is over
    std::vector<int> line;
    std::vector<Candidate> candidates;  // the best move first, the others by falling visits
};

// A child as the node above it sees it. Unvisited ones show their first-play value as q.
struct ChildReport {
    int action = 0;
    std::uint32_t visits = 0;
    double prior = 0.0;
    Score score;
    double value = 0.0;  // in the view of the node above
    double moves_left = 0.0;
    Proof proof = Proof::none;  // what the child is worth to the node above
    int proof_plies = 0;
};

struct NodeReport {
    std::uint32_t visits = 0;
    double value = 0.0;
    double own_value = 0.0;
    double moves_left = 0.0;
    double draw = 0.0;
    int to_move = 0;
    Proof proof = Proof::none;
    std::vector<ChildReport> children;  // proven wins first, then by falling visits
};

SearchReport report_search(const SearchConfig& config, const Tree& tree, const Root& root,
                           int num_actions);

// The expected continuation, starting with the best move; a proven root's line shows its proof.
std::vector<int> expected_line(const SearchConfig& config, const Tree& tree, const Root& root);

// The node reached from the root by these actions; none when the tree does not go there.
std::optional<NodeReport> report_node(const SearchConfig& config, const Tree& tree,
                                      const Root& root, std::span<const int> actions);

}  // namespace tengen
