// One tree and its search. It finds leaves and takes in answers; who evaluates them is not its
// business.
#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/deadline.hpp"
#include "base/stop_token.hpp"
#include "games/game.hpp"
#include "search/backup.hpp"
#include "search/config.hpp"
#include "search/expansion.hpp"
#include "search/foresight.hpp"
#include "search/leaf.hpp"
#include "search/report.hpp"
#include "search/root.hpp"
#include "search/tree.hpp"

namespace tengen {

// How much work a run may do; whichever limit is met first ends it.
struct SearchLimit {
    std::int64_t simulations = std::numeric_limits<std::int64_t>::max();
    double seconds = std::numeric_limits<double>::infinity();
    std::shared_ptr<const StopToken> stop;  // none: nobody will ask
};

enum class StopReason : std::uint8_t { none, simulations, time, proven, decided, memory, stopped };

template <Game G>
class Searcher {
  public:
    using Position = typename G::Position;

    // Keeps a reference to the game.
    Searcher(const G& game, const SearchConfig& config, std::uint64_t seed);

    const G& game() const { return game_; }
    const SearchConfig& config() const { return config_; }
    const Tree& tree() const { return tree_; }
    const Root& root() const { return root_; }
    const Position& root_position() const { return root_position_; }

    // Moves-left may be tuned between runs without losing the tree.
    void set_moves_left(double slope, double cap);

    // Noise for the roots to come.
    void set_noise(double epsilon) { config_.noise_epsilon = epsilon; }

    void set_root(const Position& position);
    // As if this searcher had just been made with this seed.
    void restart(const Position& position, std::uint64_t seed);
    // Makes the position after `action` the root, keeping its subtree.
    void advance(Action action, bool keep_tree);

    void begin(const SearchLimit& limit);
    // Finds up to leaves_per_batch leaves to be evaluated and appends them; results that need none
    // are backed up at once. Nothing is appended once the run is over.
    void collect(std::vector<Leaf<G>*>& leaves);
    void apply(Leaf<G>& leaf);
    // Gives up a leaf that was collected and will not be evaluated.
    void abandon(const Leaf<G>& leaf);

    // Nothing more is to be done for this run, whatever its limit: its caller has given it up.
    void end() { stop_reason_ = StopReason::stopped; }

    bool finished();
    StopReason stop_reason() const { return stop_reason_; }
    std::int64_t simulations() const { return completed_; }
    // Makes the root ready to be reported, also in the middle of a run: with no leaf in flight.
    void prepare_root_once_visited();

    SearchReport report();
    // The expected continuation, starting with the best move; what is proven is shown to its end.
    std::vector<int> expected_line();

    // The actions the next simulation would follow from the root, without taking them.
    std::vector<Action> preview();

  private:
    enum class Arrival : std::uint8_t { to_evaluate, known, busy };
    static constexpr std::int64_t tree_checks_every = 16;

    Arrival descend(Leaf<G>& leaf);
    // Goes to the first node that is unvisited or settled, counting itself in flight on the way.
    Node& walk_down(Leaf<G>& leaf);
    void take_back(const Leaf<G>& leaf);
    // Where selection goes from a node: an existing child's slot, or the next free one.
    struct Step {
        int slot;
        Edge edge;
    };
    Step next_step(const Node& node, bool at_root) const;
    Node& step_down(Node& node, Leaf<G>& leaf, bool at_root);
    void note_outcome(Node& node, const Position& position);
    void arrive(Node& child, const Position& position);
    void expand_uniformly(Node& node, const Position& position);
    void prepare_root();
    // Looks once at what is certain about a root, and gives a proof the move that shows it.
    void settle_root();
    void show_proof_of_root(const Certainty& certain);
    bool may_win_sooner() const;
    // Carries a line of the tree that ends in a proven position on to the end of the game.
    void complete(std::vector<int>& line);
    // Fills path_ with the nodes from the root to the leaf, which it returns.
    Node& trace_path(const Leaf<G>& leaf);
    void back_up_path(const Finding& finding);
    StopReason reason_to_stop();
    // Looks at the whole root only now and then: how often depends on the simulations alone, so
    // that the same seed ends at the same one.
    StopReason reason_in_the_tree();
    bool leader_cannot_be_caught() const;

    const G& game_;
    SearchConfig config_;
    std::uint64_t seed_;
    Tree tree_;
    Root root_;
    Position root_position_;
    std::uint64_t roots_seen_ = 0;
    std::uint64_t leaves_seen_ = 0;

    SearchLimit limit_;
    std::optional<Clock::time_point> deadline_;
    std::int64_t started_ = 0;
    std::int64_t completed_ = 0;
    std::int64_t next_tree_check_ = 0;
    std::int64_t first_choice_ = 0;  // simulations of this run that came before its first choice
    bool run_prepared_ = false;
    bool root_settled_ = false;
    std::vector<int> root_line_;  // shows what is certain about the root; empty if nothing is
    StopReason stop_reason_ = StopReason::stopped;  // nothing is to be done before begin()

    std::vector<Leaf<G>> leaves_;
    std::vector<Node*> path_;
    Foresight<G> foresight_;
    std::vector<Edge> edges_;
    std::vector<double> weights_;
};

}  // namespace tengen

#include "search/searcher.inl"
