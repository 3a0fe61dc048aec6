#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include "base/distributions.hpp"
#include "base/forks.hpp"
#include "base/ranges.hpp"
#include "base/stop_token.hpp"
#include "bind/arrays.hpp"
#include "bind/exclusive.hpp"
#include "bind/module.hpp"
#include "bind/outside.hpp"
#include "bind/python_game.hpp"
#include "bind/required_fields.hpp"
#include "search/any_pool.hpp"
#include "search/cached_evaluator.hpp"
#include "search/threaded_evaluator.hpp"

namespace tengen {

namespace {

using Pool = Outside<AnyPool>;
constexpr const char* pool_name = "the search";

std::unique_ptr<Pool> native_pool(const AnyGame& game, const SearchConfig& config,
                                  const std::vector<std::uint64_t>& seeds, int max_batch,
                                  int threads, const EvaluatorChoice& choice) {
    auto shape = std::visit(
        [&](const auto& rules) { return plane_shape(rules.spec(), rules.planes(choice.encoding)); },
        game);
    return std::make_unique<Pool>(pool_name,
                                  make_pool(game, config, seeds, max_batch, threads, choice),
                                  std::nullopt, std::move(shape));
}

std::unique_ptr<Pool> python_pool(const nb::object& game, const std::string& encoding,
                                  const SearchConfig& config,
                                  const std::vector<std::uint64_t>& seeds, int max_batch,
                                  const EvaluatorChoice& choice) {
    PythonGame python(game, encoding);
    const ForeignGame rules = python.rules();
    auto shape = plane_shape(rules.spec(), rules.planes(choice.encoding));
    return std::make_unique<Pool>(pool_name, make_pool(rules, config, seeds, max_batch, choice),
                                  std::move(python), std::move(shape));
}

void bind_config(nb::module_& module) {
    nb::enum_<RootRule>(module, "RootRule")
        .value("PUCT", RootRule::puct)
        .value("GUMBEL", RootRule::gumbel);
    nb::class_<SearchConfig> config(module, "CoreSearchConfig");
    bind_required_fields(
        config, Field{"c_init", &SearchConfig::c_init}, Field{"c_base", &SearchConfig::c_base},
        Field{"fpu_zero", &SearchConfig::fpu_zero},
        Field{"fpu_reduction", &SearchConfig::fpu_reduction},
        Field{"discount", &SearchConfig::discount},
        Field{"noise_epsilon", &SearchConfig::noise_epsilon},
        Field{"noise_alpha", &SearchConfig::noise_alpha},
        Field{"noise_total", &SearchConfig::noise_total},
        Field{"forced_playouts", &SearchConfig::forced_playouts},
        Field{"mlh_slope", &SearchConfig::mlh_slope}, Field{"mlh_cap", &SearchConfig::mlh_cap},
        Field{"virtual_loss", &SearchConfig::virtual_loss},
        Field{"leaves_per_batch", &SearchConfig::leaves_per_batch},
        Field{"prove", &SearchConfig::prove}, Field{"one_ply_ahead", &SearchConfig::one_ply_ahead},
        Field{"forcing_nodes", &SearchConfig::forcing_nodes},
        Field{"root_forcing_nodes", &SearchConfig::root_forcing_nodes},
        Field{"root_threat_nodes", &SearchConfig::root_threat_nodes},
        Field{"endgame_nodes", &SearchConfig::endgame_nodes},
        Field{"root_endgame_nodes", &SearchConfig::root_endgame_nodes},
        Field{"seek_shorter_win", &SearchConfig::seek_shorter_win},
        Field{"early_stop", &SearchConfig::early_stop},
        Field{"random_symmetry", &SearchConfig::random_symmetry},
        Field{"root", &SearchConfig::root}, Field{"gumbel_actions", &SearchConfig::gumbel_actions},
        Field{"gumbel_visit_scale", &SearchConfig::gumbel_visit_scale},
        Field{"gumbel_value_scale", &SearchConfig::gumbel_value_scale},
        Field{"memory_mb", &SearchConfig::memory_mb});
}

void bind_evaluators(nb::module_& module) {
    nb::class_<Evaluator>(module, "Evaluator", "Evaluates planes inside the core.")
        .def_prop_ro("gives_wdl", &Evaluator::gives_wdl)
        .def_prop_ro("gives_moves_left", &Evaluator::gives_moves_left);
    nb::class_<CachedEvaluator, Evaluator>(module, "CachedEvaluator")
        .def(
            "__init__",
            [](CachedEvaluator* self, std::shared_ptr<Evaluator> inner, std::int64_t megabytes) {
                new (self) CachedEvaluator(std::move(inner), megabytes);
            },
            nb::arg("inner"), nb::arg("megabytes"))
        .def_prop_ro("hits", [](const CachedEvaluator& cached) { return cached.cache().hits(); })
        .def_prop_ro("misses",
                     [](const CachedEvaluator& cached) { return cached.cache().misses(); })
        .def_prop_ro("capacity",
                     [](const CachedEvaluator& cached) { return cached.cache().capacity(); });
    nb::class_<ThreadedEvaluator, Evaluator>(module, "ThreadedEvaluator")
        .def(
            "__init__",
            [](ThreadedEvaluator* self, std::shared_ptr<Evaluator> inner, int threads) {
                new (self) ThreadedEvaluator(std::move(inner), threads);
            },
            nb::arg("inner"), nb::arg("threads"));
    nb::class_<EvaluatorChoice>(module, "EvaluatorChoice", "Who evaluates the leaves of a pool.")
        .def_static("uniform", &EvaluatorChoice::uniform)
        .def_static("rollout", &EvaluatorChoice::rollout, nb::arg("threads"), nb::arg("tactical"))
        .def_static(
            "evaluator",
            [](std::shared_ptr<Evaluator> evaluator, Encoding encoding) {
                return EvaluatorChoice::inside(std::move(evaluator), encoding);
            },
            nb::arg("evaluator"), nb::arg("encoding"))
        .def_static("outside", &EvaluatorChoice::outside, nb::arg("encoding"));
}

void bind_reports(nb::module_& module) {
    nb::enum_<Proof>(module, "Proof")
        .value("NONE", Proof::none)
        .value("LOSS", Proof::loss)
        .value("DRAW", Proof::draw)
        .value("WIN", Proof::win);
    nb::enum_<StopReason>(module, "StopReason")
        .value("NONE", StopReason::none)
        .value("SIMULATIONS", StopReason::simulations)
        .value("TIME", StopReason::time)
        .value("PROVEN", StopReason::proven)
        .value("DECIDED", StopReason::decided)
        .value("MEMORY", StopReason::memory)
        .value("STOPPED", StopReason::stopped);
    nb::class_<Candidate>(module, "Candidate")
        .def_ro("action", &Candidate::action)
        .def_ro("proof", &Candidate::proof)
        .def_ro("proof_plies", &Candidate::proof_plies)
        .def_ro("line", &Candidate::line);
    nb::class_<SearchReport>(module, "SearchReport")
        .def_ro("visits", &SearchReport::visits)
        .def_ro("values", &SearchReport::values)
        .def_ro("priors", &SearchReport::priors)
        .def_ro("policy_target", &SearchReport::policy_target)
        .def_ro("root_value", &SearchReport::root_value)
        .def_ro("draw", &SearchReport::draw)
        .def_ro("moves_left", &SearchReport::moves_left)
        .def_ro("proof", &SearchReport::proof)
        .def_ro("proof_plies", &SearchReport::proof_plies)
        .def_ro("best_action", &SearchReport::best_action)
        .def_ro("line", &SearchReport::line)
        .def_ro("candidates", &SearchReport::candidates);
    nb::class_<ChildReport>(module, "ChildReport")
        .def_ro("action", &ChildReport::action)
        .def_ro("visits", &ChildReport::visits)
        .def_ro("prior", &ChildReport::prior)
        .def_prop_ro("q", [](const ChildReport& child) { return child.score.q; })
        .def_prop_ro("u", [](const ChildReport& child) { return child.score.u; })
        .def_prop_ro("m", [](const ChildReport& child) { return child.score.m; })
        .def_ro("value", &ChildReport::value)
        .def_ro("moves_left", &ChildReport::moves_left)
        .def_ro("proof", &ChildReport::proof)
        .def_ro("proof_plies", &ChildReport::proof_plies);
    nb::class_<NodeReport>(module, "NodeReport")
        .def_ro("visits", &NodeReport::visits)
        .def_ro("value", &NodeReport::value)
        .def_ro("own_value", &NodeReport::own_value)
        .def_ro("moves_left", &NodeReport::moves_left)
        .def_ro("draw", &NodeReport::draw)
        .def_ro("to_move", &NodeReport::to_move)
        .def_ro("proof", &NodeReport::proof)
        .def_ro("children", &NodeReport::children);
}

void bind_pool(nb::module_& module) {
    nb::class_<Pool>(module, "SearchPool", "Search trees of one game, evaluated in common batches.")
        .def_static("of_native", &native_pool, nb::arg("game"), nb::arg("config"), nb::arg("seeds"),
                    nb::arg("max_batch"), nb::arg("threads"), nb::arg("evaluator"))
        .def_static("of_python", &python_pool, nb::arg("game"), nb::arg("encoding"),
                    nb::arg("config"), nb::arg("seeds"), nb::arg("max_batch"), nb::arg("evaluator"))
        .def(
            "set_root",
            [](Pool& pool, std::size_t tree, const AnyPosition& position) {
                pool->set_root(tree, position);
            },
            nb::arg("tree"), nb::arg("position"))
        .def(
            "set_python_root",
            [](Pool& pool, std::size_t tree, const nb::object& position) {
                pool->set_root(tree, PositionOf<ForeignGame>(pool.python_rules().adopt(position)));
            },
            nb::arg("tree"), nb::arg("position"))
        .def(
            "advance",
            [](Pool& pool, std::size_t tree, Action action, bool keep_tree) {
                pool->advance(tree, action, keep_tree);
            },
            nb::arg("tree"), nb::arg("action"), nb::arg("keep_tree"))
        .def(
            "set_moves_left",
            [](Pool& pool, std::size_t tree, double slope, double cap) {
                pool->set_moves_left(tree, slope, cap);
            },
            nb::arg("tree"), nb::arg("slope"), nb::arg("cap"))
        .def(
            "begin",
            [](Pool& pool, std::size_t tree, std::optional<std::int64_t> simulations,
               std::optional<double> seconds, std::shared_ptr<StopToken> stop) {
                SearchLimit limit;
                limit.simulations = simulations.value_or(limit.simulations);
                limit.seconds = seconds.value_or(limit.seconds);
                limit.stop = std::move(stop);
                pool->begin(tree, limit);
            },
            nb::arg("tree"), nb::arg("simulations").none(), nb::arg("seconds").none(),
            nb::arg("stop").none())
        .def(
            "end", [](Pool& pool, std::size_t tree) { pool->end(tree); }, nb::arg("tree"),
            "Gives up the run of one tree.")
        .def("run", &Pool::run, nb::arg("seconds"),
             "Searches; True when every tree is finished, False when the seconds are over.")
        .def("collect", &Pool::collect, "Planes [B, C, H, W] of leaves; B is 0 at the end.")
        .def("apply", &Pool::apply, nb::arg("logits"), nb::arg("values"), nb::arg("draws"),
             nb::arg("moves_left"))
        .def("abandon", [](Pool& pool) { pool->abandon(); })
        .def(
            "report", [](Pool& pool, std::size_t tree) { return pool->report(tree); },
            nb::arg("tree"))
        .def(
            "node",
            [](Pool& pool, std::size_t tree, const std::vector<int>& actions) {
                return pool->node(tree, actions);
            },
            nb::arg("tree"), nb::arg("actions"))
        .def(
            "preview", [](Pool& pool, std::size_t tree) { return pool->preview(tree); },
            nb::arg("tree"))
        .def(
            "simulations", [](Pool& pool, std::size_t tree) { return pool->simulations(tree); },
            nb::arg("tree"))
        .def(
            "stop_reason", [](Pool& pool, std::size_t tree) { return pool->stop_reason(tree); },
            nb::arg("tree"))
        .def(
            "tree_bytes", [](Pool& pool, std::size_t tree) { return pool->tree_bytes(tree); },
            nb::arg("tree"))
        .def(
            "tree_size", [](Pool& pool, std::size_t tree) { return pool->tree_size(tree); },
            nb::arg("tree"));
}

}  // namespace

void bind_search(nb::module_& module) {
    // They are errors of Tengen as they stand: nobody between the core and the user translates
    // them.
    const nb::module_ errors = nb::module_::import_("tengen.errors");
    nb::exception<BadEvaluation>(module, "BadEvaluation", errors.attr("EvaluationError"));
    nb::exception<InUse>(module, "InUse", errors.attr("InUseError"));
    nb::exception<ThreadsLost>(module, "ThreadsLost", errors.attr("ForkError"));
    nb::class_<StopToken>(module, "StopToken", "A request to stop; it is never taken back.")
        .def(
            "__init__",
            [](StopToken* self, std::shared_ptr<StopToken> parent) {
                new (self) StopToken(std::move(parent));
            },
            nb::arg("parent").none() = nb::none(), "Requested too as soon as `parent` is.")
        .def("request", &StopToken::request, "Asks for the end; may be called from any thread.")
        .def_prop_ro("requested", &StopToken::requested);
    module.attr("MOST_ACTIONS_TRIED") = ForeignGame::most_actions_tried;
    module.def("derive_seed", &derive_seed, nb::arg("seed"), nb::arg("stream"));
    module.def(
        "draw_dirichlet",
        [](std::uint64_t seed, double alpha, int count) {
            expect_range("alpha", alpha, 0, any_finite);
            expect_range("count", count, 1, 1 << 16);
            Random random(seed);
            return draw_dirichlet(random, alpha, count);
        },
        nb::arg("seed"), nb::arg("alpha"), nb::arg("count"));
    module.def("sequential_halving", &sequential_halving, nb::arg("actions"),
               nb::arg("simulations"));
    bind_config(module);
    bind_evaluators(module);
    bind_reports(module);
    bind_pool(module);
}

}  // namespace tengen
