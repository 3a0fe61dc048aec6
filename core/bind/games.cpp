#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include "base/ranges.hpp"
#include "bind/arrays.hpp"
#include "bind/module.hpp"
#include "bind/signals.hpp"
#include "games/any_game.hpp"
#include "games/counting.hpp"

namespace tengen {

namespace {

using PositionPointer = std::shared_ptr<const AnyPosition>;
using OutcomePair = std::pair<std::optional<Seat>, std::string>;
using SetupTuple = std::tuple<std::vector<std::int8_t>, Seat, Seat, std::optional<Action>>;

OutcomePair as_pair(const Outcome& outcome) {
    return {outcome.winner, std::string(outcome.reason)};
}

// Calls body(rules, position) with the game's and the position's own types.
template <class Body>
auto with(const AnyGame& game, const AnyPosition& position, Body body) {
    return std::visit([&]<Game G>(const G& rules) { return body(rules, unboxed(rules, position)); },
                      game);
}

const GameSpec& spec_of(const AnyGame& game) {
    return std::visit([](const auto& rules) -> const GameSpec& { return rules.spec(); }, game);
}

std::span<const Symmetry> symmetries_of(const AnyGame& game) {
    return std::visit([](const auto& rules) { return rules.symmetries(); }, game);
}

const Symmetry& symmetry_of(const AnyGame& game, std::size_t symmetry) {
    if (symmetry >= symmetries_of(game).size()) throw std::out_of_range("no such symmetry");
    return symmetries_of(game)[symmetry];
}

std::vector<Action> legal_actions(const AnyGame& game, const AnyPosition& position) {
    std::vector<Action> actions(static_cast<std::size_t>(spec_of(game).num_actions));
    const int count = with(game, position, [&](const auto& rules, const auto& at) {
        return rules.legal_actions(at, actions);
    });
    actions.resize(static_cast<std::size_t>(count));
    return actions;
}

std::vector<Action> winning_actions(const AnyGame& game, const AnyPosition& position, Seat seat) {
    expect_range("seat", seat, 0, 1);
    std::vector<Action> actions(static_cast<std::size_t>(spec_of(game).num_actions));
    const int count = with(game, position, [&](const auto& rules, const auto& at) {
        return rules.winning_actions(at, seat, actions);
    });
    actions.resize(static_cast<std::size_t>(count));
    return actions;
}

NumpyArray<float> encode(const AnyGame& game, const AnyPosition& position, Encoding encoding) {
    const GameSpec& spec = spec_of(game);
    const auto planes = static_cast<std::size_t>(plane_count(encoding));
    auto array = make_array<float>(
        {planes, static_cast<std::size_t>(spec.height), static_cast<std::size_t>(spec.width)});
    with(game, position, [&](const auto& rules, const auto& at) {
        rules.encode(at, encoding, std::span(array.data(), array.size()));
    });
    return array;
}

SetupTuple as_tuple(BoardSetup setup) {
    const auto last =
        setup.last_action == no_action ? std::nullopt : std::optional(setup.last_action);
    return {std::move(setup.cells), setup.to_move, setup.first, last};
}

PositionPointer place(const AnyGame& game, std::vector<std::int8_t> cells, Seat to_move, Seat first,
                      std::optional<Action> last_action) {
    const BoardSetup setup{std::move(cells), to_move, first, last_action.value_or(no_action)};
    return std::visit([&]<Game G>(const G& rules) { return boxed(rules, rules.place(setup)); },
                      game);
}

PositionPointer permute(const AnyGame& game, const AnyPosition& position, std::size_t symmetry) {
    const Symmetry& images = symmetry_of(game, symmetry);
    return with(game, position, [&]<Game G>(const G& rules, const typename G::Position& at) {
        return boxed(rules, rules.place(permuted(rules.setup(at), images)));
    });
}

}  // namespace

void bind_games(nb::module_& module) {
    nb::enum_<Encoding>(module, "Encoding")
        .value("THREE_PLANES", Encoding::three_planes)
        .value("FOUR_PLANES", Encoding::four_planes);
    nb::class_<Random>(module, "Random", "Seeded random numbers, the same on every machine.")
        .def(nb::init<std::uint64_t>(), nb::arg("seed"))
        .def("next", &Random::next, "64 random bits.")
        .def(
            "below",
            [](Random& random, std::uint32_t bound) {
                expect_range("bound", bound, 1, std::numeric_limits<std::uint32_t>::max());
                return random.below(bound);
            },
            nb::arg("bound"), "Uniform in [0, bound).")
        .def("uniform", &Random::uniform, "Uniform in (0, 1).");
    nb::class_<AnyPosition>(module, "NativePosition", "A position of a native game; immutable.");
    nb::class_<AnyGame>(module, "NativeGame", "Rules in the core, as verbs on NativePositions.")
        .def_static(
            "connect4", [](int width, int height) { return AnyGame(Connect4(width, height)); },
            nb::arg("width"), nb::arg("height"))
        .def_static(
            "gomoku",
            [](int width, int height, int length, bool exact) {
                return make_gomoku(width, height, length,
                                   exact ? LineRule::standard : LineRule::freestyle);
            },
            nb::arg("width"), nb::arg("height"), nb::arg("length"), nb::arg("exact"))
        .def_static(
            "othello", [](int side) { return AnyGame(Othello(side)); }, nb::arg("side"))
        .def_prop_ro("name", [](const AnyGame& game) { return spec_of(game).name; })
        .def_prop_ro("version", [](const AnyGame& game) { return spec_of(game).version; })
        .def_prop_ro("width", [](const AnyGame& game) { return spec_of(game).width; })
        .def_prop_ro("height", [](const AnyGame& game) { return spec_of(game).height; })
        .def_prop_ro("num_actions", [](const AnyGame& game) { return spec_of(game).num_actions; })
        .def_prop_ro("max_plies", [](const AnyGame& game) { return spec_of(game).max_plies; })
        .def_prop_ro("num_symmetries",
                     [](const AnyGame& game) { return symmetries_of(game).size(); })
        .def(
            "cell_image",
            [](const AnyGame& game, std::size_t symmetry) {
                return symmetry_of(game, symmetry).cell_image;
            },
            nb::arg("symmetry"))
        .def(
            "action_image",
            [](const AnyGame& game, std::size_t symmetry) {
                return symmetry_of(game, symmetry).action_image;
            },
            nb::arg("symmetry"))
        .def(
            "initial",
            [](const AnyGame& game, Seat first) {
                expect_range("first", first, 0, 1);
                return std::visit(
                    [&]<Game G>(const G& rules) { return boxed(rules, rules.initial(first)); },
                    game);
            },
            nb::arg("first"))
        .def(
            "to_move",
            [](const AnyGame& game, const AnyPosition& position) {
                return with(game, position,
                            [](const auto& rules, const auto& at) { return rules.to_move(at); });
            },
            nb::arg("position"))
        .def(
            "outcome",
            [](const AnyGame& game, const AnyPosition& position) {
                const auto outcome = with(game, position, [](const auto& rules, const auto& at) {
                    return rules.outcome(at);
                });
                return outcome ? std::optional(as_pair(*outcome)) : std::nullopt;
            },
            nb::arg("position"))
        .def("legal_actions", &legal_actions, nb::arg("position"))
        .def("winning_actions", &winning_actions, nb::arg("position"), nb::arg("seat"),
             "The actions by which `seat` would win at once if it were its turn.")
        .def_prop_ro("threats_persist",
                     [](const AnyGame& game) {
                         return std::visit([]<Game G>(const G&) { return G::threats_persist; },
                                           game);
                     })
        .def(
            "is_legal",
            [](const AnyGame& game, const AnyPosition& position, Action action) {
                return with(game, position, [&](const auto& rules, const auto& at) {
                    return rules.is_legal(at, action);
                });
            },
            nb::arg("position"), nb::arg("action"))
        .def(
            "play",
            [](const AnyGame& game, const AnyPosition& position, Action action) {
                return with(game, position, [&]<Game G>(const G& rules, typename G::Position next) {
                    if (!rules.is_legal(next, action))
                        throw std::invalid_argument("the action is not legal");
                    rules.play(next, action);
                    return boxed(rules, next);
                });
            },
            nb::arg("position"), nb::arg("action"), "The action must be legal.")
        .def("encode", &encode, nb::arg("position"), nb::arg("encoding"))
        .def(
            "hash",
            [](const AnyGame& game, const AnyPosition& position) {
                return with(game, position,
                            [](const auto& rules, const auto& at) { return rules.hash(at); });
            },
            nb::arg("position"))
        .def(
            "setup",
            [](const AnyGame& game, const AnyPosition& position) {
                return as_tuple(with(game, position, [](const auto& rules, const auto& at) {
                    return rules.setup(at);
                }));
            },
            nb::arg("position"), "(cells, to_move, first, last_action)")
        .def("place", &place, nb::arg("cells"), nb::arg("to_move"), nb::arg("first"),
             nb::arg("last_action").none())
        .def("permute", &permute, nb::arg("position"), nb::arg("symmetry"))
        .def(
            "playout",
            [](const AnyGame& game, const AnyPosition& position, std::uint64_t seed,
               bool tactical) {
                Random random(seed);
                return as_pair(with(game, position, [&](const auto& rules, const auto& at) {
                    return tactical ? rules.tactical_playout(at, random)
                                    : rules.playout(at, random);
                }));
            },
            nb::arg("position"), nb::arg("seed"), nb::arg("tactical"))
        .def(
            "count_playouts",
            [](const AnyGame& game, const AnyPosition& position, std::int64_t games,
               std::uint64_t seed) {
                return interruptible([&](auto go_on) {
                    return with(game, position, [&](const auto& rules, const auto& at) {
                        return count_playouts(rules, at, games, seed, go_on);
                    });
                });
            },
            nb::arg("position"), nb::arg("games"), nb::arg("seed"),
            "Random games won by seat 0, drawn, won by seat 1.")
        .def(
            "perft",
            [](const AnyGame& game, const AnyPosition& position, int depth) {
                expect_range("depth", depth, 0, 64);
                return interruptible([&](auto go_on) {
                    return with(game, position, [&](const auto& rules, const auto& at) {
                        return perft(rules, at, depth, go_on);
                    });
                });
            },
            nb::arg("position"), nb::arg("depth"));
}

}  // namespace tengen
