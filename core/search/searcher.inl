// Implementation of Searcher; see searcher.hpp.
#pragma once

namespace tengen {

template <Game G>
Searcher<G>::Searcher(const G& game, const SearchConfig& config, std::uint64_t seed)
    : game_(game),
      config_(config),
      seed_(seed),
      root_position_(game.initial(0)),
      actions_(static_cast<std::size_t>(game.spec().num_actions)) {
    for (int index = 0; index < config_.leaves_per_batch; ++index)
        leaves_.push_back(Leaf<G>{root_position_, {}, 0, {}, {}, nullptr});
    arrive(tree_.root(), root_position_);
}

template <Game G>
void Searcher<G>::set_moves_left(double slope, double cap) {
    config_.mlh_slope = slope;
    config_.mlh_cap = cap;
}

template <Game G>
void Searcher<G>::set_root(const Position& position) {
    tree_.reset();
    root_.clear();
    run_prepared_ = false;
    ++roots_seen_;
    root_position_ = position;
    arrive(tree_.root(), root_position_);
}

template <Game G>
void Searcher<G>::restart(const Position& position, std::uint64_t seed) {
    seed_ = seed;
    roots_seen_ = 0;
    leaves_seen_ = 0;
    set_root(position);
}

template <Game G>
void Searcher<G>::advance(Action action, bool keep_tree) {
    int slot = -1;
    for (int index = 0; index < tree_.root().num_children; ++index)
        if (tree_.child(tree_.root(), index).action == action) slot = index;
    Position next = root_position_;
    game_.play(next, action);
    if (!keep_tree || slot < 0) {
        set_root(next);
        return;
    }
    tree_.keep_only_child(slot);
    root_.clear();
    run_prepared_ = false;
    ++roots_seen_;
    root_position_ = next;
}

template <Game G>
void Searcher<G>::begin(const Budget& budget) {
    const Clock::time_point deadline = moment_after(budget.seconds);
    budget_ = budget;
    started_ = completed_ = next_tree_check_ = 0;
    run_prepared_ = false;
    stop_reason_ = StopReason::none;
    deadline_.reset();
    if (deadline != Clock::time_point::max()) deadline_ = deadline;
    prepare_root_once_visited();
}

template <Game G>
void Searcher<G>::collect(std::vector<Leaf<G>*>& leaves) {
    int found = 0;
    while (found < config_.leaves_per_batch && started_ < budget_.simulations && !finished()) {
        Leaf<G>& leaf = leaves_[static_cast<std::size_t>(found)];
        const Arrival arrival = descend(leaf);
        if (arrival == Arrival::busy) return;
        ++started_;
        if (arrival == Arrival::to_evaluate) {
            leaf.seed = derive_seed(seed_, leaves_seen_++);
            leaves.push_back(&leaf);
            ++found;
        }
    }
}

template <Game G>
typename Searcher<G>::Arrival Searcher<G>::descend(Leaf<G>& leaf) {
    leaf.position = root_position_;
    leaf.slots.clear();
    leaf.logits = {};
    prepare_root_once_visited();
    const Node& node = walk_down(leaf);
    if (node.proof != Proof::none) {
        trace_path(leaf);
        back_up_path(exact_finding(node));
        return Arrival::known;
    }
    if (node.in_flight == 1) return Arrival::to_evaluate;
    take_back(leaf);
    return Arrival::busy;
}

template <Game G>
Node& Searcher<G>::walk_down(Leaf<G>& leaf) {
    Node* node = &tree_.root();
    try {
        while (node->proof == Proof::none && node->visits > 0) {
            if (!node->expanded) expand_uniformly(*node, leaf.position);
            Node& next = step_down(*node, leaf, leaf.slots.empty());
            ++node->in_flight;  // only now: a simulation does not count itself when it chooses
            node = &next;
        }
    } catch (...) {  // rules from outside the core may fail
        ++node->in_flight;
        take_back(leaf);
        throw;
    }
    ++node->in_flight;
    return *node;
}

template <Game G>
void Searcher<G>::take_back(const Leaf<G>& leaf) {
    tree_.walk(leaf.slots, [](Node& passed) { --passed.in_flight; });
}

template <Game G>
typename Searcher<G>::Step Searcher<G>::next_step(const Node& node, bool at_root) const {
    if (!at_root) {
        const int slot = select_slot(config_, tree_, node);
        if (slot == node.num_children) return {slot, tree_.edge(node, slot)};
        const Node& child = tree_.child(node, slot);  // lies warm in the cache, unlike its edge
        return {slot, {child.prior, child.action}};
    }
    const int index = root_.select(config_, tree_, started_ - first_choice_);
    const RootEdge& edge = root_.edges()[static_cast<std::size_t>(index)];
    return {edge.slot < 0 ? node.num_children : edge.slot, {edge.prior, edge.action}};
}

template <Game G>
Node& Searcher<G>::step_down(Node& node, Leaf<G>& leaf, bool at_root) {
    const Step step = next_step(node, at_root);
    game_.play(leaf.position, step.edge.action);
    leaf.slots.push_back(static_cast<std::uint16_t>(step.slot));
    if (step.slot < node.num_children) return tree_.child(node, step.slot);
    if (at_root) root_.note_child(step.edge.action, step.slot);
    Node& child = tree_.add_child(node, step.edge);
    arrive(child, leaf.position);
    return child;
}

// A node is met for the first time: whose turn it is, and whether the game is over there.
template <Game G>
void Searcher<G>::arrive(Node& node, const Position& position) {
    node.to_move = static_cast<std::uint8_t>(game_.to_move(position));
    if (const auto outcome = game_.outcome(position))
        set_proof(node, proof_of(outcome->value_for(node.to_move)), 0);
}

template <Game G>
std::span<const Action> Searcher<G>::legal_actions(const Position& position) {
    const int count = game_.legal_actions(position, actions_);
    return std::span(actions_).first(static_cast<std::size_t>(count));
}

template <Game G>
void Searcher<G>::expand_uniformly(Node& node, const Position& position) {
    uniform_edges(legal_actions(position), edges_);
    tree_.set_edges(node, edges_);
}

template <Game G>
void Searcher<G>::prepare_root_once_visited() {
    if (run_prepared_ || tree_.root().visits == 0 || game_.outcome(root_position_)) return;
    if (!tree_.root().expanded) expand_uniformly(tree_.root(), root_position_);
    if (!root_.ready()) root_.prepare(config_, tree_, derive_seed(~seed_, roots_seen_));
    first_choice_ = started_;
    root_.begin_run(config_, tree_, std::max<std::int64_t>(1, budget_.simulations - started_));
    run_prepared_ = true;
}

template <Game G>
void Searcher<G>::apply(Leaf<G>& leaf) {
    Node& node = trace_path(leaf);
    const Evaluation& evaluation = leaf.evaluation;
    if (!std::isfinite(evaluation.value) || !std::isfinite(evaluation.draw) ||
        !std::isfinite(evaluation.moves_left))
        throw BadEvaluation("the evaluator gave a value that is not a number");
    // Without logits the edges are made when a second visit needs them: most leaves never see one.
    if (!leaf.logits.empty()) {
        softmax_edges(legal_actions(leaf.position), leaf.logits, leaf.symmetry, edges_, weights_);
        tree_.set_edges(node, edges_);
    }
    node.own_value = std::clamp(evaluation.value, -1.0F, 1.0F);
    back_up_path({node.own_value, evaluation.moves_left, evaluation.draw});
}

template <Game G>
void Searcher<G>::abandon(const Leaf<G>& leaf) {
    take_back(leaf);
    --started_;
    --leaves_seen_;
}

template <Game G>
Node& Searcher<G>::trace_path(const Leaf<G>& leaf) {
    path_.clear();
    tree_.walk(leaf.slots, [&](Node& node) { path_.push_back(&node); });
    return *path_.back();
}

template <Game G>
void Searcher<G>::back_up_path(const Finding& finding) {
    back_up(config_, tree_, path_, finding);
    ++completed_;
}

template <Game G>
bool Searcher<G>::finished() {
    if (stop_reason_ != StopReason::none) return true;
    stop_reason_ = reason_to_stop();
    if (stop_reason_ == StopReason::none) return false;
    prepare_root_once_visited();  // a result is read from it even if there was no choice to make
    return true;
}

// Asked before every simulation, so that a stop and the end of the time are obeyed within the batch
// that is being evaluated. Only searches that have a deadline pay for the clock.
template <Game G>
StopReason Searcher<G>::reason_to_stop() {
    if (tree_.root().proof != Proof::none) return StopReason::proven;
    if (completed_ >= budget_.simulations) return StopReason::simulations;
    if (tree_.root().visits == 0) return StopReason::none;  // there must be something to report
    if (budget_.stop != nullptr && budget_.stop->requested()) return StopReason::stopped;
    if (deadline_ && Clock::now() >= *deadline_) return StopReason::time;
    return reason_in_the_tree();
}

template <Game G>
StopReason Searcher<G>::reason_in_the_tree() {
    if (completed_ < next_tree_check_) return StopReason::none;
    next_tree_check_ = completed_ + tree_checks_every;
    if (tree_.is_full(config_.memory_mb)) return StopReason::memory;
    if (config_.early_stop && leader_cannot_be_caught()) return StopReason::decided;
    return StopReason::none;
}

// Among moves that are not proven losses. A Gumbel root is not decided by the most visits.
template <Game G>
bool Searcher<G>::leader_cannot_be_caught() const {
    if (config_.root == RootRule::gumbel) return false;
    std::int64_t first = 0;
    std::int64_t second = 0;
    for (const Node& child : tree_.children(tree_.root())) {
        if (config_.prove && is_proven_loss_for(tree_.root(), child)) continue;
        const std::int64_t visits = child.visits;
        second = std::max(second, std::min(first, visits));
        first = std::max(first, visits);
    }
    return first - second > budget_.simulations - completed_;
}

template <Game G>
std::vector<Action> Searcher<G>::preview() {
    std::vector<Action> actions;
    Position position = root_position_;
    Node* node = &tree_.root();
    prepare_root_once_visited();
    while (node->proof == Proof::none && node->visits > 0) {
        if (!node->expanded) expand_uniformly(*node, position);
        const Step step = next_step(*node, actions.empty());
        actions.push_back(step.edge.action);
        if (step.slot >= node->num_children) break;
        game_.play(position, step.edge.action);
        node = &tree_.child(*node, step.slot);
    }
    return actions;
}

}  // namespace tengen
