// A game whose rules live outside the core, for example in Python. The core sees it only through
// these interfaces; whoever knows the other language implements them.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "games/game.hpp"

namespace tengen {

// Immutable. Implementations remember their answers and successors, so that a search which passes
// through a state again does not ask the other language again.
class ForeignState {
  public:
    virtual ~ForeignState() = default;
    virtual Seat to_move() const = 0;
    virtual std::optional<Outcome> outcome() const = 0;
    virtual std::span<const Action> legal_actions() const = 0;
    virtual std::shared_ptr<const ForeignState> after(Action action) const = 0;
    virtual void encode(std::span<float> planes) const = 0;
    virtual std::uint64_t hash() const = 0;
    virtual Outcome playout(std::uint64_t seed) const = 0;
    virtual Outcome tactical_playout(std::uint64_t seed) const = 0;
};

class ForeignGame {
  public:
    using Position = std::shared_ptr<const ForeignState>;
    using MakeInitial = std::function<Position(Seat first)>;
    static constexpr bool threats_persist = false;  // nobody has said so
    // Trying a move asks the other language: with more actions than these it costs more than it
    // saves.
    static constexpr int most_actions_tried = 16;

    // States encode themselves in one encoding of `planes` planes, whatever the core asks for.
    ForeignGame(GameSpec spec, std::vector<Symmetry> symmetries, int planes, MakeInitial initial)
        : spec_(std::move(spec)),
          symmetries_(std::move(symmetries)),
          planes_(planes),
          initial_(std::move(initial)) {}

    const GameSpec& spec() const { return spec_; }
    std::span<const Symmetry> symmetries() const { return symmetries_; }
    int planes(Encoding) const { return planes_; }
    Position initial(Seat first) const { return initial_(first); }
    Seat to_move(const Position& position) const { return position->to_move(); }
    std::optional<Outcome> outcome(const Position& position) const { return position->outcome(); }
    void play(Position& position, Action action) const { position = position->after(action); }
    std::uint64_t hash(const Position& position) const { return position->hash(); }

    bool is_legal(const Position& position, Action action) const {
        const auto actions = position->legal_actions();
        return std::ranges::find(actions, action) != actions.end();
    }

    int legal_actions(const Position& position, std::span<Action> actions) const {
        const auto legal = position->legal_actions();
        std::ranges::copy(legal, actions.begin());
        return static_cast<int>(legal.size());
    }

    // By trying every move.
    int winning_actions(const Position& position, Seat seat, std::span<Action> actions) const {
        if (seat != position->to_move() || spec_.num_actions > most_actions_tried) return 0;
        std::size_t count = 0;
        for (const Action action : position->legal_actions()) {
            const auto outcome = position->after(action)->outcome();
            if (outcome && outcome->winner == seat) actions[count++] = action;
        }
        return static_cast<int>(count);
    }

    void encode(const Position& position, Encoding, std::span<float> planes) const {
        position->encode(planes);
    }

    Outcome playout(const Position& position, Random& random) const {
        return position->playout(random.next());
    }
    Outcome tactical_playout(const Position& position, Random& random) const {
        return position->tactical_playout(random.next());
    }

  private:
    GameSpec spec_;
    std::vector<Symmetry> symmetries_;
    int planes_;
    MakeInitial initial_;
};

static_assert(Game<ForeignGame>);

}  // namespace tengen
