// One game of self-play: a tree, a record, and the chance that belongs to this game alone.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <span>
#include <vector>

#include "base/distributions.hpp"
#include "base/random.hpp"
#include "search/report.hpp"
#include "search/searcher.hpp"
#include "selfplay/config.hpp"
#include "selfplay/record.hpp"

namespace tengen {

template <Game G>
class GameInProgress {
  public:
    GameInProgress(const G& game, const SelfPlayConfig& config)
        : game_(game), config_(config), searcher_(game, config.search, 0) {}

    Searcher<G>& searcher() { return searcher_; }

    void start(std::int64_t index, std::uint64_t seed);

    // To be called when the search has finished: plays the move; the record when the game is over.
    std::optional<GameRecord> finish_move();

  private:
    void play_opening();
    void play_random_plies(int plies);
    void begin_move();
    MoveRecord describe_search(const Root& root, const Tree& tree) const;
    Action best_action(const Root& root, const Tree& tree) const;
    Action choose(const Root& root, const Tree& tree);
    Action choose_by_visits(const Root& root, const Tree& tree, double temperature);
    std::optional<GameRecord> end_without_move(const Tree& tree);
    void play_proven_line(std::span<const int> line, std::optional<Seat> winner);
    GameRecord finished(std::optional<Seat> winner, EndReason end);
    Seat to_move() const { return game_.to_move(searcher_.root_position()); }

    const G& game_;
    const SelfPlayConfig& config_;
    Searcher<G> searcher_;
    Random random_{0};
    GameRecord record_;
    bool searched_in_full_ = true;
    bool plays_on_ = false;
};

template <Game G>
void GameInProgress<G>::start(std::int64_t index, std::uint64_t seed) {
    record_ = GameRecord{};
    record_.index = index;
    record_.seed = seed;
    random_ = Random(derive_seed(seed, 1));
    searcher_.restart(game_.initial(0), derive_seed(seed, 2));
    plays_on_ = random_.uniform() < config_.play_on_share;
    play_opening();
    begin_move();
}

// A book line that ends the game, or does not fit it, would teach nothing: it is cut short.
template <Game G>
void GameInProgress<G>::play_opening() {
    if (!config_.openings.empty()) {
        const auto choice = random_.below(static_cast<std::uint32_t>(config_.openings.size()));
        auto position = searcher_.root_position();
        for (const Action action : config_.openings[choice]) {
            auto next = position;
            if (!game_.is_legal(position, action)) break;
            game_.play(next, action);
            if (game_.outcome(next)) break;
            position = next;
            record_.opening.push_back(action);
            searcher_.advance(action, false);
        }
    }
    if (config_.random_plies > 0)
        play_random_plies(
            static_cast<int>(random_.below(static_cast<std::uint32_t>(config_.random_plies) + 1)));
}

template <Game G>
void GameInProgress<G>::play_random_plies(int plies) {
    std::vector<Action> actions(static_cast<std::size_t>(game_.spec().num_actions));
    for (int ply = 0; ply < plies; ++ply) {
        const int count = game_.legal_actions(searcher_.root_position(), actions);
        const Action action = actions[random_.below(static_cast<std::uint32_t>(count))];
        auto next = searcher_.root_position();
        game_.play(next, action);
        if (game_.outcome(next)) return;
        record_.opening.push_back(action);
        searcher_.advance(action, false);
    }
}

template <Game G>
void GameInProgress<G>::begin_move() {
    searched_in_full_ = config_.full_share >= 1.0 || random_.uniform() < config_.full_share;
    searcher_.set_noise(searched_in_full_ ? config_.search.noise_epsilon : 0.0);
    SearchLimit limit;
    limit.simulations = searched_in_full_ ? config_.simulations : config_.cheap_simulations;
    searcher_.begin(limit);
}

template <Game G>
MoveRecord GameInProgress<G>::describe_search(const Root& root, const Tree& tree) const {
    MoveRecord move;
    move.root_value = static_cast<float>(tree.root().value);
    move.root_draw = tree.root().draw;
    // What the rules settle is never evaluated: there is no prior to be surprised by, and no visit
    // to learn from.
    const bool evaluated = tree.root().proof == Proof::none || root.total_visits(tree) > 0;
    // A proof may come from a single visit: the visits then say nothing about the move that wins.
    if (tree.root().proof == Proof::win) {
        const Action best = best_action(root, tree);
        move.target.emplace_back(best, 1);
        const auto prior = root.prior_of(static_cast<std::uint16_t>(best));
        if (evaluated) move.surprise = static_cast<float>(-std::log(std::max(prior, 1e-9F)));
        return move;
    }
    if (!searched_in_full_ || !evaluated) return move;
    const auto shares = root.policy_target(searcher_.config(), tree);
    const bool exact_counts = searcher_.config().root == RootRule::puct;
    const double scale =
        exact_counts ? std::max(1.0, static_cast<double>(root.total_visits(tree))) : 4096.0;
    double surprise = 0.0;
    for (std::size_t index = 0; index < shares.size(); ++index) {
        const RootEdge& edge = root.edges()[index];
        const auto weight = static_cast<std::uint32_t>(std::lround(shares[index] * scale));
        if (weight == 0) continue;
        move.target.emplace_back(edge.action, weight);
        surprise += shares[index] * std::log(shares[index] / std::max<double>(edge.prior, 1e-9));
    }
    std::ranges::sort(move.target);
    move.surprise = static_cast<float>(std::max(0.0, surprise));
    return move;
}

template <Game G>
Action GameInProgress<G>::choose_by_visits(const Root& root, const Tree& tree, double temperature) {
    const auto target = root.policy_target(searcher_.config(), tree);
    // Measured against the largest, so that a low temperature cannot round every weight to zero.
    const double largest = *std::ranges::max_element(target);
    std::vector<double> weights;
    double sum = 0.0;
    for (const double share : target) {
        weights.push_back(share > 0.0 ? std::pow(share / largest, 1.0 / temperature) : 0.0);
        sum += weights.back();
    }
    if (config_.output_noise > 0.0) {
        const auto noise =
            draw_dirichlet(random_, config_.search.noise_alpha, static_cast<int>(weights.size()));
        for (std::size_t index = 0; index < weights.size(); ++index)
            weights[index] = (1.0 - config_.output_noise) * weights[index] +
                             config_.output_noise * noise[index] * sum;
    }
    double left = random_.uniform() * sum;
    std::size_t choice = 0;
    while (choice + 1 < weights.size() && (left -= weights[choice]) >= 0.0) ++choice;
    while (weights[choice] <= 0.0) --choice;
    return root.edges()[choice].action;
}

template <Game G>
Action GameInProgress<G>::best_action(const Root& root, const Tree& tree) const {
    return root.edges()[static_cast<std::size_t>(root.best(searcher_.config(), tree))].action;
}

template <Game G>
Action GameInProgress<G>::choose(const Root& root, const Tree& tree) {
    const auto move_number = static_cast<int>(record_.opening.size() + record_.moves.size());
    const double temperature = move_number < config_.temperature_moves ? config_.temperature_early
                                                                       : config_.temperature_late;
    const bool drawn_by_gumbel = searcher_.config().root == RootRule::gumbel;
    const bool decided = tree.root().proof != Proof::none || drawn_by_gumbel;
    if (decided || (temperature <= 0.0 && config_.output_noise <= 0.0))
        return best_action(root, tree);
    return choose_by_visits(root, tree, std::max(temperature, 1e-3));
}

template <Game G>
GameRecord GameInProgress<G>::finished(std::optional<Seat> winner, EndReason end) {
    record_.winner = winner;
    record_.end = end;
    return std::move(record_);
}

// The rest of a proven game, without search. It teaches how to finish and how far away the end is;
// the losing side's moves are only there to be answered.
template <Game G>
void GameInProgress<G>::play_proven_line(std::span<const int> line, std::optional<Seat> winner) {
    auto position = searcher_.root_position();
    game_.play(position, record_.moves.back().action);
    for (const int action : line.subspan(1)) {
        if (game_.outcome(position)) return;
        MoveRecord move;
        move.action = static_cast<Action>(action);
        move.root_draw = winner ? 0.0F : 1.0F;
        if (winner) {
            const bool wins = game_.to_move(position) == *winner;
            move.root_value = wins ? 1.0F : -1.0F;
            if (wins) move.target.emplace_back(static_cast<std::uint16_t>(action), 1);
        }
        game_.play(position, move.action);
        record_.moves.push_back(std::move(move));
        ++record_.unsearched;
    }
}

// A proven root ends the game with its exact result; a hopeless one, if this game may be resigned.
template <Game G>
std::optional<GameRecord> GameInProgress<G>::end_without_move(const Tree& tree) {
    const Seat mover = to_move();
    const Node& top = tree.root();
    if (config_.adjudicate && top.proof != Proof::none) {
        const int exact = exact_value(top.proof);
        const auto winner =
            exact == 0 ? std::nullopt : std::optional<Seat>(exact > 0 ? mover : other(mover));
        play_proven_line(searcher_.expected_line(), winner);
        return finished(winner, EndReason::proven);
    }
    if (top.value >= config_.resign_below) return std::nullopt;
    if (!plays_on_) return finished(other(mover), EndReason::resigned);
    if (!record_.would_have_resigned) record_.would_have_resigned = mover;
    return std::nullopt;
}

template <Game G>
std::optional<GameRecord> GameInProgress<G>::finish_move() {
    const Root& root = searcher_.root();
    const Tree& tree = searcher_.tree();
    const Action action = choose(root, tree);
    record_.moves.push_back(describe_search(root, tree));
    record_.moves.back().action = action;
    if (auto record = end_without_move(tree)) return record;
    searcher_.advance(action, config_.reuse_tree);
    if (const auto outcome = game_.outcome(searcher_.root_position()))
        return finished(outcome->winner, EndReason::played_out);
    begin_move();
    return std::nullopt;
}

}  // namespace tengen
