#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "base/ranges.hpp"
#include "bind/exclusive.hpp"
#include "bind/module.hpp"
#include "bind/outside.hpp"
#include "bind/python_game.hpp"
#include "bind/required_fields.hpp"
#include "replay/any_window.hpp"
#include "replay/validation.hpp"
#include "selfplay/any_driver.hpp"

namespace tengen {

namespace {

using Driver = Outside<AnyDriver>;
constexpr const char* driver_name = "the self-play";

const char* name_of(EndReason end) {
    switch (end) {
        case EndReason::proven:
            return "proven";
        case EndReason::resigned:
            return "resigned";
        case EndReason::played_out:
            break;
    }
    return "played_out";
}

void bind_records(nb::module_& module) {
    nb::class_<MoveRecord>(module, "MoveRecord", "A move and the search behind it.")
        .def_ro("action", &MoveRecord::action)
        .def_ro("root_value", &MoveRecord::root_value)
        .def_ro("root_draw", &MoveRecord::root_draw)
        .def_ro("surprise", &MoveRecord::surprise)
        .def_ro("target", &MoveRecord::target);
    nb::class_<RecordOrigin>(module, "RecordOrigin", "The rules and the net that played a game.")
        .def_ro("game", &RecordOrigin::game)
        .def_ro("game_version", &RecordOrigin::game_version)
        .def_ro("checkpoint", &RecordOrigin::checkpoint);
    nb::class_<GameRecord>(module, "GameRecord", "A finished game of self-play, as facts.")
        .def_ro("origin", &GameRecord::origin)
        .def_ro("index", &GameRecord::index)
        .def_ro("seed", &GameRecord::seed)
        .def_ro("first", &GameRecord::first)
        .def_ro("winner", &GameRecord::winner)
        .def_prop_ro("end", [](const GameRecord& record) { return name_of(record.end); })
        .def_ro("opening", &GameRecord::opening)
        .def_ro("moves", &GameRecord::moves)
        .def_ro("unsearched", &GameRecord::unsearched)
        .def_ro("would_have_resigned", &GameRecord::would_have_resigned)
        .def("to_bytes",
             [](const GameRecord& record) {
                 const auto bytes = encode_record(record);
                 return nb::bytes(bytes.data(), bytes.size());
             })
        .def_static(
            "from_bytes",
            [](const nb::bytes& bytes) {
                return decode_record(
                    {reinterpret_cast<const std::uint8_t*>(bytes.c_str()), bytes.size()});
            },
            nb::arg("data"))
        .def(
            "__eq__",
            [](const GameRecord& left, const nb::object& right) {
                return nb::isinstance<GameRecord>(right) && left == nb::cast<GameRecord>(right);
            },
            nb::sig("def __eq__(self, other: object, /) -> bool"))
        .def("__hash__", [](const GameRecord& record) { return record.seed; });
}

void bind_validation(nb::module_& module) {
    module.def(
        "require_playable",
        [](const AnyGame& game, const GameRecord& record) { require_playable(game, record); },
        nb::arg("game"), nb::arg("record"),
        "ValueError when the record is not a game of these rules.");
    module.def(
        "require_playable_in_python",
        [](const nb::object& game, const std::string& encoding, const GameRecord& record) {
            require_playable(PythonGame(game, encoding).rules(), record);
        },
        nb::arg("game"), nb::arg("encoding"), nb::arg("record"),
        "The same by rules that are written in Python.");
}

void bind_driver(nb::module_& module) {
    nb::class_<SelfPlayConfig> config(module, "CoreSelfPlayConfig");
    bind_required_fields(config, Field{"search", &SelfPlayConfig::search},
                         Field{"simulations", &SelfPlayConfig::simulations},
                         Field{"cheap_simulations", &SelfPlayConfig::cheap_simulations},
                         Field{"full_share", &SelfPlayConfig::full_share},
                         Field{"temperature_moves", &SelfPlayConfig::temperature_moves},
                         Field{"temperature_early", &SelfPlayConfig::temperature_early},
                         Field{"temperature_late", &SelfPlayConfig::temperature_late},
                         Field{"output_noise", &SelfPlayConfig::output_noise},
                         Field{"resign_below", &SelfPlayConfig::resign_below},
                         Field{"play_on_share", &SelfPlayConfig::play_on_share},
                         Field{"random_plies", &SelfPlayConfig::random_plies},
                         Field{"openings", &SelfPlayConfig::openings},
                         Field{"adjudicate", &SelfPlayConfig::adjudicate},
                         Field{"reuse_tree", &SelfPlayConfig::reuse_tree});
    nb::class_<SelfPlayTask>(module, "SelfPlayTask")
        .def(
            "__init__",
            [](SelfPlayTask* self, std::uint64_t seed, std::vector<std::int64_t> games,
               int games_at_once, int threads, std::string checkpoint,
               std::shared_ptr<StopToken> stop) {
                new (self) SelfPlayTask{seed,    std::move(games),      games_at_once,
                                        threads, std::move(checkpoint), std::move(stop)};
            },
            nb::arg("seed"), nb::arg("games"), nb::arg("games_at_once"), nb::arg("threads"),
            nb::arg("checkpoint"), nb::arg("stop").none());
    nb::class_<SelfPlayProgress>(module, "SelfPlayProgress")
        .def_ro("games", &SelfPlayProgress::games)
        .def_ro("moves", &SelfPlayProgress::moves)
        .def_ro("simulations", &SelfPlayProgress::simulations)
        .def_ro("evaluations", &SelfPlayProgress::evaluations);
    nb::class_<Driver>(module, "SelfPlayDriver", "Plays a range of games of one generation.")
        .def_static(
            "of_native",
            [](const AnyGame& game, const SelfPlayConfig& config, const SelfPlayTask& task,
               const EvaluatorChoice& choice) {
                auto shape = std::visit(
                    [&](const auto& rules) {
                        return plane_shape(rules.spec(), rules.planes(choice.encoding));
                    },
                    game);
                return std::make_unique<Driver>(driver_name,
                                                make_driver(game, config, task, choice),
                                                std::nullopt, std::move(shape));
            },
            nb::arg("game"), nb::arg("config"), nb::arg("task"), nb::arg("evaluator"))
        .def_static(
            "of_python",
            [](const nb::object& game, const std::string& encoding, const SelfPlayConfig& config,
               const SelfPlayTask& task, const EvaluatorChoice& choice) {
                PythonGame python(game, encoding);
                const ForeignGame rules = python.rules();
                auto shape = plane_shape(rules.spec(), rules.planes(choice.encoding));
                return std::make_unique<Driver>(driver_name,
                                                make_driver(rules, config, task, choice),
                                                std::move(python), std::move(shape));
            },
            nb::arg("game"), nb::arg("encoding"), nb::arg("config"), nb::arg("task"),
            nb::arg("evaluator"))
        .def("run", &Driver::run, nb::arg("seconds"),
             "Plays; True when every game is over, False when the seconds are over.")
        .def("collect", &Driver::collect, "Planes [B, C, H, W] of leaves; B is 0 at the end.")
        .def("apply", &Driver::apply, nb::arg("logits"), nb::arg("values"), nb::arg("draws"),
             nb::arg("moves_left"))
        .def(
            "take_records", [](Driver& driver) { return driver.shared().take_records(); },
            "Games finished since the last call.")
        .def_prop_ro("progress", [](Driver& driver) { return driver.shared().progress(); });
}

constexpr double most_values_drawn = 1U << 28U;  // a gigabyte

// The arrays of a batch, by the names the learner uses.
nb::dict sample(AnyWindow& window, const std::vector<std::size_t>& shape, std::size_t actions,
                const SampleRequest& request) {
    const auto rows = static_cast<std::size_t>(request.count);
    auto planes = make_array<float>({rows, shape[0], shape[1], shape[2]});
    auto policy = make_array<float>({rows, actions});
    auto policy_weight = make_array<float>({rows});
    auto value = make_array<float>({rows});
    auto wdl = make_array<float>({rows, 3});
    auto moves_left = make_array<std::int64_t>({rows});
    auto reply = make_array<float>({rows, actions});
    auto reply_weight = make_array<float>({rows});
    const auto span = [](auto& array) { return std::span(array.data(), array.size()); };
    window.sample(request, {span(planes), span(policy), span(policy_weight), span(value), span(wdl),
                            span(moves_left), span(reply), span(reply_weight)});
    nb::dict batch;
    batch["planes"] = nb::cast(planes);
    batch["policy"] = nb::cast(policy);
    batch["policy_weight"] = nb::cast(policy_weight);
    batch["value"] = nb::cast(value);
    batch["wdl"] = nb::cast(wdl);
    batch["moves_left"] = nb::cast(moves_left);
    batch["reply"] = nb::cast(reply);
    batch["reply_weight"] = nb::cast(reply_weight);
    return batch;
}

struct Window {
    std::unique_ptr<AnyWindow> window;
    std::vector<std::size_t> plane_shape;
    std::size_t actions;
    Exclusive exclusive{"the replay window"};

    double values_per_row() const {
        return static_cast<double>(plane_shape[0] * plane_shape[1] * plane_shape[2] + 2 * actions);
    }
};

std::unique_ptr<Window> new_window(std::unique_ptr<AnyWindow> window,
                                   std::vector<std::size_t> shape, int actions) {
    return std::unique_ptr<Window>(
        new Window{std::move(window), std::move(shape), static_cast<std::size_t>(actions)});
}

std::unique_ptr<Window> native_window(const AnyGame& game, Encoding encoding) {
    return std::visit(
        [&](const auto& rules) {
            return new_window(make_window(game, encoding),
                              plane_shape(rules.spec(), rules.planes(encoding)),
                              rules.spec().num_actions);
        },
        game);
}

std::unique_ptr<Window> python_window(const nb::object& game, const std::string& encoding) {
    const ForeignGame rules = PythonGame(game, encoding).rules();
    return new_window(make_window(rules),
                      plane_shape(rules.spec(), rules.planes(Encoding::four_planes)),
                      rules.spec().num_actions);
}

void bind_window(nb::module_& module) {
    nb::class_<Window>(module, "ReplayWindow", "The newest games, to draw training batches from.")
        .def_static("of_native", &native_window, nb::arg("game"), nb::arg("encoding"))
        .def_static("of_python", &python_window, nb::arg("game"), nb::arg("encoding"))
        .def(
            "add",
            [](Window& self, const GameRecord& record) {
                const Exclusive::Use use(self.exclusive);
                self.window->add(record);
            },
            nb::arg("record"))
        .def(
            "add_validated",
            [](Window& self, const GameRecord& record) {
                const Exclusive::Use use(self.exclusive);
                self.window->add_validated(record);
            },
            nb::arg("record"))
        .def(
            "trim",
            [](Window& self, std::int64_t positions) {
                const Exclusive::Use use(self.exclusive);
                self.window->trim(positions);
            },
            nb::arg("positions"))
        .def_prop_ro("positions", [](Window& self) { return self.window->positions(); })
        .def_prop_ro("unsearched", [](Window& self) { return self.window->unsearched(); })
        .def(
            "sample",
            [](Window& self, int count, std::uint64_t seed, double value_mix, double surprise_share,
               double proven_share, bool symmetries) {
                const Exclusive::Use use(self.exclusive);
                expect_range("count", count, 0, most_values_drawn / self.values_per_row());
                expect_range("value_mix", value_mix, 0, 1);
                expect_range("surprise_share", surprise_share, 0, 1);
                expect_range("proven_share", proven_share, 0, 1);
                return sample(*self.window, self.plane_shape, self.actions,
                              {count, seed, value_mix, surprise_share, proven_share, symmetries});
            },
            nb::arg("count"), nb::arg("seed"), nb::arg("value_mix"), nb::arg("surprise_share"),
            nb::arg("proven_share"), nb::arg("symmetries"),
            nb::sig("def sample(self, count: int, seed: int, value_mix: float, "
                    "surprise_share: float, proven_share: float, symmetries: bool) -> dict[str, "
                    "typing.Any]"));
}

}  // namespace

void bind_selfplay(nb::module_& module) {
    bind_records(module);
    bind_validation(module);
    bind_driver(module);
    bind_window(module);
}

}  // namespace tengen
