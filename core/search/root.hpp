// The root chooses by its own rules: its priors carry noise, or Gumbel's sequential halving rules.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "base/random.hpp"
#include "search/config.hpp"
#include "search/selection.hpp"
#include "search/tree.hpp"

namespace tengen {

// One legal action of the root. Its child, if any, may stand in any slot.
struct RootEdge {
    std::uint16_t action = 0;
    float prior = 0.0F;        // as the evaluator gave it
    double noisy_prior = 0.0;  // as selection uses it
    double gumbel = 0.0;
    int slot = -1;                    // -1: not visited yet
    std::uint32_t visits_before = 0;  // visits when the present run began
};

class Root {
  public:
    // Reads the edges of a freshly expanded or newly promoted root; noise is drawn anew.
    void prepare(const SearchConfig& config, const Tree& tree, std::uint64_t seed);
    void clear() {
        edges_.clear();
        shown_ = -1;
    }
    bool ready() const { return !edges_.empty(); }

    // A run of a known number of simulations begins: the Gumbel schedule is laid out.
    void begin_run(const SearchConfig& config, const Tree& tree, std::int64_t simulations);

    // The position in edges() of the edge to visit next; `simulation` counts within the run.
    int select(const SearchConfig& config, const Tree& tree, std::int64_t simulation) const;

    void note_child(std::uint16_t action, int slot);
    // A look at the root has proven its value, exactly, by this action.
    void note_proof_shown_by(int action) { shown_ = action; }
    int slot_of(std::uint16_t action) const { return edge_of(action).slot; }
    float prior_of(std::uint16_t action) const { return edge_of(action).prior; }
    std::span<const RootEdge> edges() const { return edges_; }

    std::uint32_t visits(const Tree& tree, const RootEdge& edge) const {
        return edge.slot < 0 ? 0 : tree.child(tree.root(), edge.slot).visits;
    }

    std::int64_t total_visits(const Tree& tree) const;

    // The edge to play: proven results first, then the rule of the root.
    int best(const SearchConfig& config, const Tree& tree) const;

    // What the policy should learn, one share per edge (SPEC M7, M15, M16).
    std::vector<double> policy_target(const SearchConfig& config, const Tree& tree) const;

  private:
    int index_of(int action) const;
    const RootEdge& edge_of(std::uint16_t action) const {
        return *std::ranges::find(edges_, action, &RootEdge::action);
    }
    int select_puct(const SearchConfig& config, const Tree& tree) const;
    int select_gumbel(const SearchConfig& config, const Tree& tree, std::int64_t simulation) const;
    int best_gumbel(const SearchConfig& config, const Tree& tree) const;
    int best_proven(const Tree& tree, int exact_value) const;
    std::uint32_t visits_in_run(const Tree& tree, const RootEdge& edge) const;
    std::uint32_t most_visits(const Tree& tree) const;
    double mixed_value(const Tree& tree) const;
    double completed_value(const Tree& tree, const RootEdge& edge, double unvisited) const;
    double gumbel_score(const SearchConfig& config, const Tree& tree, const RootEdge& edge,
                        double unvisited_value) const;
    double forced_visits(const SearchConfig& config, const RootEdge& edge, double total) const;
    std::vector<double> visit_counts(const Tree& tree) const;
    void prune_forced_visits(const SearchConfig& config, const Tree& tree,
                             std::vector<double>& counts) const;
    std::vector<double> improved_policy(const SearchConfig& config, const Tree& tree) const;
    void apply_proofs(const Tree& tree, std::vector<double>& target) const;
    bool is_lost(const Tree& tree, const RootEdge& edge) const;

    std::vector<RootEdge> edges_;         // by falling noisy prior, then by action
    int shown_ = -1;                      // none
    std::vector<std::int64_t> schedule_;  // Gumbel: the visit count to be raised, per simulation
};

// Visit counts that sequential halving raises in turn, for `actions` candidates and a budget.
// Throws std::invalid_argument for a budget whose list would fill the memory.
std::vector<std::int64_t> sequential_halving(int actions, std::int64_t simulations);

}  // namespace tengen
