// What the core calls a game: the concept every rules class fulfils, and the words it speaks.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "games/symmetry.hpp"

namespace tengen {

using Action = std::int32_t;
using Seat = int;  // 0 or 1

constexpr Action no_action = -1;

constexpr Seat other(Seat seat) { return 1 - seat; }

// How a game ended. "Not finished" is the absence of an Outcome, never one of its values.
struct Outcome {
    std::optional<Seat> winner;  // none: a draw
    std::string_view reason;

    // +1, 0 or -1 in the eyes of `seat`: the only place that turns seats into values.
    constexpr int value_for(Seat seat) const { return winner ? (*winner == seat ? 1 : -1) : 0; }
};

// The two ways of SPEC G7 to show a position to a network, both from the side to move's view.
enum class Encoding : std::uint8_t {
    three_planes,  // own, other, all ones when seat 0 is to move
    four_planes,   // own, other, last action, all ones when the side to move started the game
};

constexpr int plane_count(Encoding encoding) { return encoding == Encoding::three_planes ? 3 : 4; }

struct GameSpec {
    std::string name;
    int version = 1;  // changes when behaviour changes, never for speed
    int width = 0;
    int height = 0;
    int num_actions = 0;
    int max_plies = 0;

    int cells() const { return width * height; }
};

// A position spelled out square by square, for boards that are typed, drawn or mirrored.
struct BoardSetup {
    std::vector<std::int8_t> cells;  // [height * width], row by row from a1; empty_cell or a seat
    Seat to_move = 0;
    Seat first = 0;  // the seat that made (or makes) the first move
    Action last_action = no_action;

    static constexpr std::int8_t empty_cell = -1;
};

// What every game asks of a setup before it reads the stones; throws std::invalid_argument.
inline void refuse_malformed(const BoardSetup& setup, const GameSpec& spec) {
    const auto is_seat = [](int number) { return number == 0 || number == 1; };
    if (setup.cells.size() != static_cast<std::size_t>(spec.cells()))
        throw std::invalid_argument("the board has " + std::to_string(spec.cells()) +
                                    " cells; got " + std::to_string(setup.cells.size()));
    if (!std::ranges::all_of(setup.cells, [&](std::int8_t occupant) {
            return occupant == BoardSetup::empty_cell || is_seat(occupant);
        }))
        throw std::invalid_argument("a cell must be empty or hold a stone of seat 0 or 1");
    if (!is_seat(setup.to_move) || !is_seat(setup.first))
        throw std::invalid_argument("the side to move and the first seat must be 0 or 1");
    if (setup.last_action != no_action &&
        (setup.last_action < 0 || setup.last_action >= spec.num_actions))
        throw std::invalid_argument("the last action must be 0 to " +
                                    std::to_string(spec.num_actions - 1) + "; got " +
                                    std::to_string(setup.last_action));
}

inline BoardSetup permuted(const BoardSetup& setup, const Symmetry& symmetry) {
    BoardSetup image = setup;
    for (std::size_t cell = 0; cell < setup.cells.size(); ++cell)
        image.cells[symmetry.cell_image[cell]] = setup.cells[cell];
    if (setup.last_action != no_action)
        image.last_action = symmetry.action_image[static_cast<std::size_t>(setup.last_action)];
    return image;
}

// Rules as verbs on small value positions. play() trusts its caller: the action must be legal.
template <class G>
concept Game =
    requires(const G& game, const typename G::Position& position, typename G::Position& changing,
             Action action, Seat seat, std::span<Action> actions, std::span<float> planes,
             Random& random, const BoardSetup& setup) {
        requires std::copyable<typename G::Position>;
        { game.spec() } -> std::convertible_to<const GameSpec&>;
        { game.symmetries() } -> std::convertible_to<std::span<const Symmetry>>;
        { game.initial(seat) } -> std::same_as<typename G::Position>;
        { game.to_move(position) } -> std::same_as<Seat>;
        { game.outcome(position) } -> std::same_as<std::optional<Outcome>>;
        { game.is_legal(position, action) } -> std::same_as<bool>;
        // Writes the legal actions in ascending order and returns how many; room for num_actions.
        { game.legal_actions(position, actions) } -> std::same_as<int>;
        game.play(changing, action);
        { game.planes(Encoding::three_planes) } -> std::same_as<int>;
        // Writes [planes, height, width] floats.
        game.encode(position, Encoding::three_planes, planes);
        { game.hash(position) } -> std::same_as<std::uint64_t>;
        // Writes, in ascending order, the actions by which `seat` would win at once if it were its
        // turn, and returns how many. Without threats_persist only the side to move has any.
        { game.winning_actions(position, seat, actions) } -> std::same_as<int>;
        // Whether a winning action of the side that waits stays one until it is played: then
        // playing it oneself is the only defence.
        { G::threats_persist } -> std::convertible_to<bool>;
        // Plays uniformly random moves to the end.
        { game.playout(position, random) } -> std::same_as<Outcome>;
        // The same, but a win at once is taken and a threat of one is stopped.
        { game.tactical_playout(position, random) } -> std::same_as<Outcome>;
    };

// Games whose positions are stones on a board can be spelled out and put together again.
template <class G>
concept BoardGame = Game<G> && requires(const G& game, const typename G::Position& position,
                                        const BoardSetup& setup) {
    { game.setup(position) } -> std::same_as<BoardSetup>;
    { game.place(setup) } -> std::same_as<typename G::Position>;  // throws std::invalid_argument
};

}  // namespace tengen
