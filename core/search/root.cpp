#include "search/root.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/distributions.hpp"
#include "base/ranges.hpp"

namespace tengen {

namespace {

std::vector<double> draw_noise(const SearchConfig& config, Random& random, int count) {
    const double alpha = config.noise_total > 0.0 ? config.noise_total / count : config.noise_alpha;
    return draw_dirichlet(random, alpha, count);
}

void normalise(std::vector<double>& shares) {
    const double sum = std::accumulate(shares.begin(), shares.end(), 0.0);
    for (double& share : shares)
        share = sum > 0.0 ? share / sum : 1.0 / static_cast<double>(shares.size());
}

}  // namespace

std::vector<std::int64_t> sequential_halving(int actions, std::int64_t simulations) {
    expect_range("actions", actions, 1, most_count);
    expect_range("simulations shared out by root='gumbel'", static_cast<double>(simulations), 0,
                 1e7);
    std::vector<std::int64_t> schedule;
    std::vector<std::int64_t> visits(static_cast<std::size_t>(actions), 0);
    const double rounds = std::max(1.0, std::ceil(std::log2(actions)));
    int considered = actions;
    while (static_cast<std::int64_t>(schedule.size()) < simulations) {
        const auto extra = std::max<std::int64_t>(
            1, static_cast<std::int64_t>(static_cast<double>(simulations) / (rounds * considered)));
        for (std::int64_t repeat = 0; repeat < extra; ++repeat)
            for (int index = 0; index < considered; ++index)
                schedule.push_back(visits[static_cast<std::size_t>(index)]++);
        considered = std::max(2, considered / 2);
        if (considered > actions) considered = actions;
    }
    schedule.resize(static_cast<std::size_t>(simulations));
    return schedule;
}

// Noise is dealt out in ascending order of actions, which no change of priors disturbs.
void Root::prepare(const SearchConfig& config, const Tree& tree, std::uint64_t seed) {
    const Node& root = tree.root();
    edges_.clear();
    for (int index = 0; index < root.num_edges; ++index) {
        const Edge edge = tree.edge(root, index);
        edges_.push_back({.action = edge.action,
                          .prior = edge.prior,
                          .noisy_prior = edge.prior,
                          .slot = index < root.num_children ? index : -1});
    }
    Random random(seed);
    std::ranges::sort(edges_, {}, &RootEdge::action);
    if (config.noise_epsilon > 0.0) {
        const auto noise = draw_noise(config, random, root.num_edges);
        for (std::size_t index = 0; index < edges_.size(); ++index)
            edges_[index].noisy_prior = (1.0 - config.noise_epsilon) * edges_[index].prior +
                                        config.noise_epsilon * noise[index];
    }
    if (config.root == RootRule::gumbel)
        for (RootEdge& edge : edges_) edge.gumbel = draw_gumbel(random);
    std::ranges::stable_sort(edges_, std::greater{}, &RootEdge::noisy_prior);
}

void Root::begin_run(const SearchConfig& config, const Tree& tree, std::int64_t simulations) {
    for (RootEdge& edge : edges_) edge.visits_before = visits(tree, edge);
    schedule_.clear();
    if (config.root != RootRule::gumbel) return;
    const auto actions = std::min(config.gumbel_actions, static_cast<int>(edges_.size()));
    schedule_ = sequential_halving(actions, simulations);
}

void Root::note_child(std::uint16_t action, int slot) {
    edges_[static_cast<std::size_t>(index_of(action))].slot = slot;
}

int Root::index_of(int action) const {
    return static_cast<int>(std::ranges::find(edges_, action, &RootEdge::action) - edges_.begin());
}

int Root::select(const SearchConfig& config, const Tree& tree, std::int64_t simulation) const {
    return config.root == RootRule::gumbel ? select_gumbel(config, tree, simulation)
                                           : select_puct(config, tree);
}

int Root::select_puct(const SearchConfig& config, const Tree& tree) const {
    const Node& root = tree.root();
    const ChoiceContext context = choice_context(config, root);
    double best_score = -1e300;
    double visited_priors = 0.0;
    int best = 0;
    int best_unvisited = -1;
    for (int index = 0; index < static_cast<int>(edges_.size()); ++index) {
        const RootEdge& edge = edges_[static_cast<std::size_t>(index)];
        if (edge.slot < 0 || is_untouched(tree.child(root, edge.slot))) {
            if (best_unvisited < 0) best_unvisited = index;
            continue;
        }
        const Node& child = tree.child(root, edge.slot);
        visited_priors += edge.noisy_prior;
        if (config.prove && is_proven_loss_for(root, child)) continue;
        if (root.proof != Proof::none && child.proof != Proof::none) continue;
        if (config.forced_playouts > 0.0 && child.in_flight == 0 && child.visits > 0 &&
            child.visits < forced_visits(config, edge, root.visits))
            return index;
        const double score = score_child(config, context, root, child, edge.noisy_prior).total();
        if (score > best_score) {
            best_score = score;
            best = index;
        }
    }
    if (best_unvisited < 0) return best;
    const RootEdge& unvisited = edges_[static_cast<std::size_t>(best_unvisited)];
    const double score = first_play_value(config, root, visited_priors) +
                         context.exploration * unvisited.noisy_prior;
    return score > best_score || (score == best_score && best_unvisited < best) ? best_unvisited
                                                                                : best;
}

bool Root::is_lost(const Tree& tree, const RootEdge& edge) const {
    return edge.slot >= 0 && is_proven_loss_for(tree.root(), tree.child(tree.root(), edge.slot));
}

std::uint32_t Root::visits_in_run(const Tree& tree, const RootEdge& edge) const {
    if (edge.slot < 0) return 0;
    const Node& child = tree.child(tree.root(), edge.slot);
    return child.visits + child.in_flight - edge.visits_before;
}

std::uint32_t Root::most_visits(const Tree& tree) const {
    std::uint32_t most = 0;
    for (const RootEdge& edge : edges_) most = std::max(most, visits(tree, edge));
    return most;
}

std::int64_t Root::total_visits(const Tree& tree) const {
    std::int64_t total = 0;
    for (const RootEdge& edge : edges_) total += visits(tree, edge);
    return total;
}

// Danihelka et al. (2022): the evaluator's value of the root, corrected by what visits have shown.
double Root::mixed_value(const Tree& tree) const {
    const Node& root = tree.root();
    double priors = 0.0;
    double weighted = 0.0;
    double visits_sum = 0.0;
    for (const RootEdge& edge : edges_) {
        if (visits(tree, edge) == 0) continue;
        const Node& child = tree.child(root, edge.slot);
        priors += edge.prior;
        weighted += edge.prior * seen_from(root, child, child.value);
        visits_sum += child.visits;
    }
    if (priors <= 0.0) return root.own_value;
    return (root.own_value + visits_sum * weighted / priors) / (1.0 + visits_sum);
}

double Root::completed_value(const Tree& tree, const RootEdge& edge, double unvisited) const {
    if (visits(tree, edge) == 0) return unvisited;
    const Node& child = tree.child(tree.root(), edge.slot);
    return seen_from(tree.root(), child, child.value);
}

// Logit plus a value term that weighs more as visits grow; values are scaled to [0, 1].
double Root::gumbel_score(const SearchConfig& config, const Tree& tree, const RootEdge& edge,
                          double unvisited_value) const {
    const double value = (completed_value(tree, edge, unvisited_value) + 1.0) / 2.0;
    const double scale =
        (config.gumbel_visit_scale + most_visits(tree)) * config.gumbel_value_scale;
    return std::log(std::max(static_cast<double>(edge.prior), 1e-30)) + scale * value;
}

int Root::select_gumbel(const SearchConfig& config, const Tree& tree,
                        std::int64_t simulation) const {
    const auto step =
        std::min<std::size_t>(static_cast<std::size_t>(simulation), schedule_.size() - 1);
    const auto wanted = static_cast<std::uint32_t>(schedule_[step]);
    const double mixed = mixed_value(tree);
    double best_score = -1e300;
    int best = -1;
    for (int index = 0; index < static_cast<int>(edges_.size()); ++index) {
        const RootEdge& edge = edges_[static_cast<std::size_t>(index)];
        if (is_lost(tree, edge) || visits_in_run(tree, edge) != wanted) continue;
        const double score = edge.gumbel + gumbel_score(config, tree, edge, mixed);
        if (score > best_score) {
            best_score = score;
            best = index;
        }
    }
    // Proven losses can empty a round of the schedule; then the search goes where PUCT would.
    return best >= 0 ? best : select_puct(config, tree);
}

int Root::best_gumbel(const SearchConfig& config, const Tree& tree) const {
    std::uint32_t most = 0;
    for (const RootEdge& edge : edges_)
        if (!is_lost(tree, edge)) most = std::max(most, visits_in_run(tree, edge));
    const double mixed = mixed_value(tree);
    double best_score = -1e300;
    int best = 0;
    for (int index = 0; index < static_cast<int>(edges_.size()); ++index) {
        const RootEdge& edge = edges_[static_cast<std::size_t>(index)];
        if (is_lost(tree, edge) || visits_in_run(tree, edge) != most) continue;
        const double score = edge.gumbel + gumbel_score(config, tree, edge, mixed);
        if (score > best_score) {
            best_score = score;
            best = index;
        }
    }
    return best;
}

// Among edges proven to have this value: the quickest win, or the longest way to the rest.
int Root::best_proven(const Tree& tree, int exact) const {
    const Node& root = tree.root();
    int best = -1;
    int best_plies = 0;
    for (int index = 0; index < static_cast<int>(edges_.size()); ++index) {
        const RootEdge& edge = edges_[static_cast<std::size_t>(index)];
        if (edge.slot < 0) continue;
        const Node& child = tree.child(root, edge.slot);
        if (child.proof == Proof::none || seen_from(root, child, exact_value(child.proof)) != exact)
            continue;
        const int plies = exact > 0 ? -child.proof_plies : child.proof_plies;
        if (best < 0 || plies > best_plies) {
            best = index;
            best_plies = plies;
        }
    }
    return best;
}

int Root::best(const SearchConfig& config, const Tree& tree) const {
    // The lengths that a tree has proven for lost moves are bounds: a win may be shorter than the
    // one it found first. What the look at the root has shown is exact.
    const Proof proof = tree.root().proof;
    if (shown_ >= 0 && proof != Proof::none && proof != Proof::win) return index_of(shown_);
    if (proof != Proof::none) {
        const int proven = best_proven(tree, exact_value(tree.root().proof));
        if (proven >= 0) return proven;
    }
    if (config.root == RootRule::gumbel) return best_gumbel(config, tree);
    int best = -1;
    for (int index = 0; index < static_cast<int>(edges_.size()); ++index) {
        const RootEdge& edge = edges_[static_cast<std::size_t>(index)];
        if (is_lost(tree, edge)) continue;
        if (best < 0 || visits(tree, edge) > visits(tree, edges_[static_cast<std::size_t>(best)]))
            best = index;
    }
    return std::max(best, 0);
}

// Before the first visit the evaluator's policy is all there is.
std::vector<double> Root::visit_counts(const Tree& tree) const {
    const bool none_visited = most_visits(tree) == 0;
    std::vector<double> counts;
    for (const RootEdge& edge : edges_)
        counts.push_back(none_visited ? edge.prior : visits(tree, edge));
    return counts;
}

double Root::forced_visits(const SearchConfig& config, const RootEdge& edge, double total) const {
    return std::sqrt(config.forced_playouts * edge.noisy_prior * total);
}

// Wu (2019): takes back forced visits down to the count at which PUCT would have left the move
// alone, measured against the most visited one; a single visit that is left says nothing.
void Root::prune_forced_visits(const SearchConfig& config, const Tree& tree,
                               std::vector<double>& counts) const {
    const Node& root = tree.root();
    const auto total = static_cast<double>(total_visits(tree));
    if (total == 0.0) return;
    const ChoiceContext context = choice_context(config, root);
    std::size_t best = edges_.size();
    for (std::size_t index = 0; index < counts.size(); ++index)
        if (!is_lost(tree, edges_[index]) &&
            (best == edges_.size() || counts[index] > counts[best]))
            best = index;
    if (best == edges_.size() || counts[best] == 0.0) return;
    const RootEdge& leader = edges_[best];
    const Score best_score =
        score_child(config, context, root, tree.child(root, leader.slot), leader.noisy_prior);
    for (std::size_t index = 0; index < counts.size(); ++index) {
        if (index == best || counts[index] == 0.0) continue;
        const RootEdge& edge = edges_[index];
        const Node& child = tree.child(root, edge.slot);
        const double gap = best_score.total() - seen_from(root, child, child.value);
        const double deserved = gap > 0.0
                                    ? std::ceil(context.exploration * edge.noisy_prior / gap - 1.0)
                                    : counts[index];
        const double least = counts[index] - std::floor(forced_visits(config, edge, total));
        counts[index] = std::clamp(deserved, std::max(0.0, least), counts[index]);
        if (counts[index] <= 1.0) counts[index] = 0.0;
    }
}

std::vector<double> Root::improved_policy(const SearchConfig& config, const Tree& tree) const {
    const double mixed = mixed_value(tree);
    std::vector<double> scores;
    for (const RootEdge& edge : edges_) scores.push_back(gumbel_score(config, tree, edge, mixed));
    const double highest = *std::ranges::max_element(scores);
    for (double& score : scores) score = std::exp(score - highest);
    return scores;
}

// Exact knowledge outranks visits: a proven win takes all, a proven loss nothing while there is
// anything else.
void Root::apply_proofs(const Tree& tree, std::vector<double>& target) const {
    const Node& root = tree.root();
    const int winning = root.proof == Proof::win ? best_proven(tree, 1) : -1;
    if (winning >= 0) {
        std::ranges::fill(target, 0.0);
        target[static_cast<std::size_t>(winning)] = 1.0;
        return;
    }
    std::vector<double> open;
    for (const RootEdge& edge : edges_) open.push_back(is_lost(tree, edge) ? 0.0 : 1.0);
    if (std::ranges::count(open, 1.0) == 0) return;
    const double kept = std::inner_product(open.begin(), open.end(), target.begin(), 0.0);
    for (std::size_t index = 0; index < edges_.size(); ++index)
        target[index] = kept > 0.0 ? target[index] * open[index] : open[index];
}

std::vector<double> Root::policy_target(const SearchConfig& config, const Tree& tree) const {
    const bool gumbel = config.root == RootRule::gumbel;
    std::vector<double> target = gumbel ? improved_policy(config, tree) : visit_counts(tree);
    if (!gumbel && config.forced_playouts > 0.0) prune_forced_visits(config, tree, target);
    if (config.prove) apply_proofs(tree, target);
    normalise(target);
    return target;
}

}  // namespace tengen
