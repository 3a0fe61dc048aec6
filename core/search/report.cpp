#include "search/report.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <utility>

namespace tengen {

namespace {

constexpr std::size_t most_candidates = 10;
constexpr std::size_t longest_candidate_line = 16;

Proof proof_for(const Node& parent, const Node& child) {
    if (child.proof == Proof::none) return Proof::none;
    return proof_of(static_cast<int>(seen_from(parent, child, exact_value(child.proof))));
}

// Whether a line should rather follow `left` than `right` below a node of this proof.
bool is_better_reply(const Node& node, const Node& left, const Node& right) {
    const bool left_fits = node.proof != Proof::none && proof_for(node, left) == node.proof;
    const bool right_fits = node.proof != Proof::none && proof_for(node, right) == node.proof;
    if (left_fits != right_fits) return left_fits;
    if (!left_fits) return left.visits > right.visits;
    return node.proof == Proof::win ? left.proof_plies < right.proof_plies
                                    : left.proof_plies > right.proof_plies;
}

// None below a node that was proven by looking ahead instead of by its children: whatever was tried
// there before may be far from the line of the proof.
const Node* best_reply(const Tree& tree, const Node& node) {
    const Node* best = nullptr;
    for (const Node& child : tree.children(node))
        if (!is_untouched(child) && (best == nullptr || is_better_reply(node, child, *best)))
            best = &child;
    const bool fits = best == nullptr || proof_for(node, *best) == node.proof;
    return node.proof == Proof::none || fits ? best : nullptr;
}

std::vector<int> principal_line(const Tree& tree, const Node* first,
                                std::size_t longest = std::numeric_limits<std::size_t>::max()) {
    std::vector<int> line;
    for (const Node* node = first; node != nullptr && line.size() < longest;
         node = best_reply(tree, *node))
        line.push_back(node->action);
    return line;
}

Candidate candidate(const Tree& tree, const Node& child) {
    const Proof proof = proof_for(tree.root(), child);
    return {.action = child.action,
            .proof = proof,
            .proof_plies = proof == Proof::none ? 0 : child.proof_plies + 1,
            .line = principal_line(tree, &child, longest_candidate_line)};
}

std::vector<Candidate> find_candidates(const Tree& tree, int best_action) {
    std::vector<const Node*> visited;
    for (const Node& child : tree.children(tree.root()))
        if (!is_untouched(child)) visited.push_back(&child);
    const auto rank = [&](const Node* child) {
        return std::pair(child->action == best_action, child->visits);
    };
    std::ranges::stable_sort(visited, std::greater{}, rank);
    visited.resize(std::min(visited.size(), most_candidates));
    std::vector<Candidate> candidates;
    for (const Node* child : visited) candidates.push_back(candidate(tree, *child));
    return candidates;
}

ChildReport visited_child(const SearchConfig& config, const ChoiceContext& context,
                          const Node& node, const Node& child, double prior) {
    return {.action = child.action,
            .visits = child.visits,
            .prior = prior,
            .score = score_child(config, context, node, child, prior),
            .value = seen_from(node, child, child.value),
            .moves_left = child.moves_left,
            .proof = proof_for(node, child),
            .proof_plies = child.proof_plies};
}

ChildReport unvisited_child(const ChoiceContext& context, int action, double prior,
                            double first_play) {
    ChildReport report;
    report.action = action;
    report.prior = prior;
    report.score = {first_play, context.exploration * prior, 0.0};
    report.value = first_play;
    return report;
}

// (action, prior, child or none) of every edge, in the order in which selection weighs them.
struct EdgeView {
    int action;
    double prior;
    const Node* child;
};

const Node* visited_or_none(const Node* child) {
    return child == nullptr || is_untouched(*child) ? nullptr : child;
}

std::vector<EdgeView> edges_below_root(const Tree& tree, const Node& node) {
    std::vector<EdgeView> views;
    for (int index = 0; index < node.num_edges; ++index) {
        const Edge edge = tree.edge(node, index);
        const Node* child = index < node.num_children ? &tree.child(node, index) : nullptr;
        views.push_back({edge.action, edge.prior, visited_or_none(child)});
    }
    return views;
}

std::vector<EdgeView> edges_of_root(const Tree& tree, const Root& root) {
    std::vector<EdgeView> views;
    for (const RootEdge& edge : root.edges()) {
        const Node* child = edge.slot < 0 ? nullptr : &tree.child(tree.root(), edge.slot);
        views.push_back({edge.action, edge.noisy_prior, visited_or_none(child)});
    }
    return views;
}

NodeReport describe(const SearchConfig& config, const Node& node,
                    const std::vector<EdgeView>& edges) {
    NodeReport report{node.visits, node.value,   node.own_value, node.moves_left,
                      node.draw,   node.to_move, node.proof,     {}};
    const ChoiceContext context = choice_context(config, node);
    double visited_priors = 0.0;
    for (const EdgeView& edge : edges)
        if (edge.child != nullptr) visited_priors += edge.prior;
    const double first_play = first_play_value(config, node, visited_priors);
    for (const EdgeView& edge : edges)
        report.children.push_back(
            edge.child == nullptr ? unvisited_child(context, edge.action, edge.prior, first_play)
                                  : visited_child(config, context, node, *edge.child, edge.prior));
    // A move that is known to win says more than any number of visits.
    std::ranges::stable_sort(report.children, std::greater{}, [](const ChildReport& child) {
        return std::pair(child.proof == Proof::win, child.visits);
    });
    return report;
}

}  // namespace

SearchReport report_search(const SearchConfig& config, const Tree& tree, const Root& root,
                           int num_actions) {
    const Node& top = tree.root();
    const auto size = static_cast<std::size_t>(num_actions);
    SearchReport report;
    report.visits.resize(size);
    report.values.resize(size, std::numeric_limits<double>::quiet_NaN());
    report.priors.resize(size);
    report.policy_target.resize(size);
    report.root_value = top.value;
    report.draw = top.draw;
    report.moves_left = top.moves_left;
    report.proof = top.proof;
    report.proof_plies = top.proof_plies;
    if (!root.ready()) return report;
    const auto target = root.policy_target(config, tree);
    for (std::size_t index = 0; index < target.size(); ++index) {
        const RootEdge& edge = root.edges()[index];
        report.priors[edge.action] = edge.noisy_prior;
        report.policy_target[edge.action] = target[index];
        if (edge.slot < 0) continue;
        const Node& child = tree.child(top, edge.slot);
        report.visits[edge.action] = child.visits;
        if (!is_untouched(child)) report.values[edge.action] = seen_from(top, child, child.value);
    }
    report.line = expected_line(config, tree, root);
    report.best_action = report.line.front();
    report.candidates = find_candidates(tree, report.best_action);
    return report;
}

std::vector<int> expected_line(const SearchConfig& config, const Tree& tree, const Root& root) {
    const RootEdge& best = root.edges()[static_cast<std::size_t>(root.best(config, tree))];
    if (best.slot < 0) return {best.action};
    return principal_line(tree, &tree.child(tree.root(), best.slot));
}

std::optional<NodeReport> report_node(const SearchConfig& config, const Tree& tree,
                                      const Root& root, std::span<const int> actions) {
    const Node* node = &tree.root();
    for (const int action : actions) {
        const auto children = tree.children(*node);
        const auto found = std::ranges::find(children, action, &Node::action);
        if (found == children.end()) return std::nullopt;
        node = &*found;
    }
    const bool as_root = actions.empty() && root.ready();
    return describe(config, *node,
                    as_root ? edges_of_root(tree, root) : edges_below_root(tree, *node));
}

}  // namespace tengen
