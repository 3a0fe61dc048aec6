// Implementation of Searcher; see searcher.hpp.
#pragma once

namespace tengen {

template <Game G>
Searcher<G>::Searcher(const G& game, const SearchConfig& config, std::uint64_t seed)
    : game_(game),
      config_(config),
      seed_(seed),
      root_position_(game.initial(0)),
      foresight_(game, config_) {
    for (int index = 0; index < config_.leaves_per_batch; ++index)
        leaves_.push_back(Leaf<G>{root_position_, {}, 0, {}, {}, nullptr});
    note_outcome(tree_.root(), root_position_);
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
    run_prepared_ = root_settled_ = false;
    root_line_.clear();
    ++roots_seen_;
    root_position_ = position;
    note_outcome(tree_.root(), root_position_);
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
    run_prepared_ = root_settled_ = false;
    root_line_.clear();
    ++roots_seen_;
    root_position_ = next;
}

template <Game G>
void Searcher<G>::begin(const SearchLimit& limit) {
    const Clock::time_point deadline = moment_after(limit.seconds);
    limit_ = limit;
    started_ = completed_ = next_tree_check_ = 0;
    run_prepared_ = false;
    stop_reason_ = StopReason::none;
    deadline_.reset();
    if (deadline != Clock::time_point::max()) deadline_ = deadline;
    settle_root();
    prepare_root_once_visited();
}

template <Game G>
void Searcher<G>::collect(std::vector<Leaf<G>*>& leaves) {
    int found = 0;
    while (found < config_.leaves_per_batch && started_ < limit_.simulations && !finished()) {
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
        const bool onward = may_win_sooner();
        while (node->visits > 0 && (node->proof == Proof::none || (onward && leaf.slots.empty()))) {
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
    const bool is_new = step.slot == node.num_children;
    if (is_new && at_root) root_.note_child(step.edge.action, step.slot);
    Node& child = is_new ? tree_.add_child(node, step.edge) : tree_.child(node, step.slot);
    if (is_new) arrive(child, leaf.position);
    leaf.slots.push_back(static_cast<std::uint16_t>(step.slot));  // now that nothing can fail
    return child;
}

template <Game G>
void Searcher<G>::note_outcome(Node& node, const Position& position) {
    node.to_move = static_cast<std::uint8_t>(game_.to_move(position));
    if (const auto outcome = game_.outcome(position))
        set_proof(node, proof_of(outcome->value_for(node.to_move)), 0);
}

// A node is met for the first time: whose turn it is, and what is certain there.
template <Game G>
void Searcher<G>::arrive(Node& node, const Position& position) {
    note_outcome(node, position);
    if (node.proof != Proof::none) return;
    const Certainty certain = foresight_.look(position);
    if (certain.proof != Proof::none) set_proof(node, certain.proof, certain.plies);
}

template <Game G>
void Searcher<G>::expand_uniformly(Node& node, const Position& position) {
    uniform_edges(foresight_.candidates(position), edges_);
    tree_.set_edges(node, edges_);
}

template <Game G>
void Searcher<G>::prepare_root() {
    if (!tree_.root().expanded) expand_uniformly(tree_.root(), root_position_);
    if (!root_.ready()) root_.prepare(config_, tree_, derive_seed(~seed_, roots_seen_));
}

// A search for a shorter win needs an evaluated root: it looks after its first simulation. A root
// that the tree before has proven may never have one.
template <Game G>
void Searcher<G>::settle_root() {
    const Node& root = tree_.root();
    const bool waits = config_.seek_shorter_win && root.visits == 0 && root.proof == Proof::none;
    if (root_settled_ || waits) return;
    if (!game_.outcome(root_position_)) {
        const Certainty certain = foresight_.look_at_root(root_position_);
        if (certain.proof != Proof::none)
            show_proof_of_root(certain);
        else if (root.proof != Proof::none)  // kept from the tree before: nothing to search
            prepare_root();
    }
    root_settled_ = true;
}

template <Game G>
void Searcher<G>::show_proof_of_root(const Certainty& certain) {
    root_line_.assign(certain.line.begin(), certain.line.end());
    const int plies = certain.plies;
    const auto action = static_cast<std::uint16_t>(certain.line.front());
    Position next = root_position_;
    game_.play(next, action);
    prepare_root();
    Node& root = tree_.root();
    const int slot = root_.slot_of(action);
    Node& child = slot >= 0 ? tree_.child(root, slot)
                            : tree_.add_child(root, {root_.prior_of(action), action});
    if (slot < 0) root_.note_child(action, root.num_children - 1);
    note_outcome(child, next);
    const double value = seen_from(child, root, exact_value(certain.proof));
    set_proof(child, proof_of(static_cast<int>(value)), plies - 1);
    set_proof(root, certain.proof, plies);
    root_.note_proof_shown_by(action);
    if (root.visits == 0) root.moves_left = plies;
}

template <Game G>
void Searcher<G>::prepare_root_once_visited() {
    if (run_prepared_ || tree_.root().visits == 0 || game_.outcome(root_position_)) return;
    prepare_root();
    settle_root();
    first_choice_ = started_;
    root_.begin_run(config_, tree_, std::max<std::int64_t>(1, limit_.simulations - started_));
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
        softmax_edges(foresight_.candidates(leaf.position), leaf.logits, leaf.symmetry, edges_,
                      weights_);
        tree_.set_edges(node, edges_);
    }
    node.own_value = std::clamp(evaluation.value, -1.0F, 1.0F);
    // Chances that sum to nearly 1, as evaluators may give them, can lie outside of 0 to 1.
    back_up_path({node.own_value, evaluation.moves_left, std::clamp(evaluation.draw, 0.0F, 1.0F)});
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
    if (tree_.root().proof != Proof::none && !may_win_sooner()) return StopReason::proven;
    if (completed_ >= limit_.simulations) return StopReason::simulations;
    if (tree_.root().visits == 0) return StopReason::none;  // there must be something to report
    if (limit_.stop != nullptr && limit_.stop->requested()) return StopReason::stopped;
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
    if (root_.edges().size() == 1) return true;
    std::int64_t first = 0;
    std::int64_t second = 0;
    for (const Node& child : tree_.children(tree_.root())) {
        if (config_.prove && is_proven_loss_for(tree_.root(), child)) continue;
        const std::int64_t visits = child.visits;
        second = std::max(second, std::min(first, visits));
        first = std::max(first, visits);
    }
    return first - second > limit_.simulations - completed_;
}

// A win proven by one move may be longer than one by another that is still open.
template <Game G>
bool Searcher<G>::may_win_sooner() const {
    const Node& root = tree_.root();
    if (!config_.seek_shorter_win || root.proof != Proof::win || root.proof_plies <= 1)
        return false;
    if (root.num_children < root.num_edges) return true;
    return std::ranges::any_of(tree_.children(root),
                               [](const Node& child) { return child.proof == Proof::none; });
}

// What was proven without a tree below it is looked up again: by the side that can show it, or
// after a reply that is forced.
template <Game G>
void Searcher<G>::complete(std::vector<int>& line) {
    // Whatever a kept tree has tried below the move that shows the root's proof is not the proof. A
    // shorter win that was found since is.
    const bool shows_root = !root_line_.empty() && line.front() == root_line_.front() &&
                            static_cast<int>(root_line_.size()) == tree_.root().proof_plies;
    if (shows_root) {
        line = root_line_;
        return;
    }
    Position position = root_position_;
    for (const int action : line) game_.play(position, action);
    while (!game_.outcome(position)) {
        const Certainty certain = foresight_.look_at_root(position);
        line.insert(line.end(), certain.line.begin(), certain.line.end());
        if (certain.proof != Proof::none) return;
        const auto replies = foresight_.candidates(position);
        if (replies.size() != 1) return;
        line.push_back(replies.front());
        game_.play(position, replies.front());
    }
}

template <Game G>
std::vector<int> Searcher<G>::expected_line() {
    std::vector<int> line = tengen::expected_line(config_, tree_, root_);
    if (tree_.root().proof != Proof::none) complete(line);
    return line;
}

template <Game G>
SearchReport Searcher<G>::report() {
    prepare_root_once_visited();
    SearchReport report = report_search(config_, tree_, root_, game_.spec().num_actions);
    if (report.proof != Proof::none && !report.line.empty()) complete(report.line);
    for (Candidate& candidate : report.candidates)
        if (candidate.proof != Proof::none) complete(candidate.line);
    return report;
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
