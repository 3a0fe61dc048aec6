#include "solver/solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <concepts>

#include "base/deadline.hpp"
#include "base/ranges.hpp"
#include "base/stop_token.hpp"
#include "bind/core_call.hpp"
#include "bind/exclusive.hpp"
#include "bind/module.hpp"
#include "solver/column_endgame.hpp"
#include "solver/forced_wins.hpp"

namespace tengen {

namespace nb = nanobind;

namespace {

template <class S>
struct SharedSolver {
    template <class... Arguments>
        requires std::constructible_from<S, Arguments...>
    explicit SharedSolver(Arguments&&... arguments)
        : solver(std::forward<Arguments>(arguments)...) {}

    S solver;
    Exclusive exclusive{"the solver"};
};

// Ctrl-C ends the search; the exception it left is raised when the core is back in Python. Other
// threads may hold Python's lock for milliseconds, so it is asked for now and then only.
class Interrupts {
  public:
    bool pending() {
        if (Clock::now() < next_look_) return false;
        next_look_ = Clock::now() + std::chrono::milliseconds(20);
        const nb::gil_scoped_acquire acquire;
        return PyErr_CheckSignals() != 0;
    }

  private:
    Clock::time_point next_look_;
};

SolverLimit limit_of(std::optional<std::int64_t> nodes, std::optional<double> seconds,
                     const StopToken* stop) {
    SolverLimit limit;
    expect_range("seconds", seconds.value_or(0), 0, std::numeric_limits<double>::infinity());
    limit.nodes = nodes.value_or(limit.nodes);
    limit.seconds = seconds.value_or(limit.seconds);
    limit.stopped = [stop, interrupts = Interrupts()]() mutable {
        return (stop != nullptr && stop->requested()) || CoreCall::should_end() ||
               interrupts.pending();
    };
    return limit;
}

// Asks the solver with Python's lock let go.
template <class S, auto Question>
auto ask(SharedSolver<S>& shared, const AnyPosition& position, std::optional<std::int64_t> nodes,
         std::optional<double> seconds, const StopToken* stop) {
    const Exclusive::Use use(shared.exclusive);
    const SolverLimit limit = limit_of(nodes, seconds, stop);
    auto answer = [&] {
        const CoreCall call;
        return (shared.solver.*Question)(position, limit);
    }();
    if (PyErr_Occurred() != nullptr) throw nb::python_error();
    return answer;
}

template <class S>
nb::class_<SharedSolver<S>> bind_questions(nb::module_& module, const char* name,
                                           const char* text) {
    return nb::class_<SharedSolver<S>>(module, name, text)
        .def("value", &ask<S, &S::value>, nb::arg("position"), nb::arg("nodes").none(),
             nb::arg("seconds").none(), nb::arg("stop").none(),
             "+1, 0, -1, or None when the limit was met first.")
        .def("score", &ask<S, &S::score>, nb::arg("position"), nb::arg("nodes").none(),
             nb::arg("seconds").none(), nb::arg("stop").none(),
             "A win on a board with t stones: cells + 1 - t; a loss: its negation; a draw: 0.")
        .def("keeping_moves", &ask<S, &S::keeping_moves>, nb::arg("position"),
             nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("stop").none(),
             "The actions that keep the value.")
        .def("best_moves", &ask<S, &S::best_moves>, nb::arg("position"), nb::arg("nodes").none(),
             nb::arg("seconds").none(), nb::arg("stop").none(), "The actions that reach the score.")
        .def("score_moves", &ask<S, &S::score_moves>, nb::arg("position"), nb::arg("nodes").none(),
             nb::arg("seconds").none(), nb::arg("stop").none(),
             "The score of each action for the side to move; None where it is illegal.")
        .def_prop_ro("nodes", [](const SharedSolver<S>& shared) { return shared.solver.nodes(); });
}

std::shared_ptr<const ColumnBook> book_of(const std::optional<nb::bytes>& file) {
    if (!file) return nullptr;
    return std::make_shared<const ColumnBook>(
        std::span(static_cast<const std::uint8_t*>(file->data()), file->size()));
}

constexpr double largest_log_table = 28;  // 4 GB

void bind_forced_wins(nb::module_& module) {
    using Shared = SharedSolver<ForcedWins>;
    nb::class_<Shared>(module, "ForcedWins", "Wins in Gomoku that no defence stops.")
        .def(
            "__init__",
            [](Shared* place, const AnyGame& game, int log_table_entries) {
                expect_range("log_table_entries", log_table_entries, 0, largest_log_table);
                new (place) Shared(game, log_table_entries);
            },
            nb::arg("game"), nb::arg("log_table_entries"))
        .def("by_fours", &ask<ForcedWins, &ForcedWins::by_fours>, nb::arg("position"),
             nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("stop").none(),
             "The whole line of a win by continuous fours, or None if none was found.")
        .def("by_threats", &ask<ForcedWins, &ForcedWins::by_threats>, nb::arg("position"),
             nb::arg("nodes").none(), nb::arg("seconds").none(), nb::arg("stop").none(),
             "The same by continuous fours and threes, with the longest defence found.")
        .def_prop_ro(
            "exhausted", [](const Shared& shared) { return shared.solver.exhausted(); },
            "Whether the last None proves that there is no win by fours alone.")
        .def_prop_ro(
            "nodes", [](const Shared& shared) { return shared.solver.nodes(); },
            "Positions visited for the last question.");
}

// A question takes milliseconds, so Python's lock is kept.
void bind_endings(nb::module_& module) {
    struct Endings {
        explicit Endings(std::int64_t given) : nodes(given), endgame(given) {}
        std::int64_t nodes;
        ColumnEndgame endgame;
    };
    using Found = std::optional<std::pair<int, std::vector<Action>>>;
    nb::class_<Endings>(module, "ConnectFourEndings", "Exact results of endings, 7x6.")
        .def(
            "__init__",
            [](Endings* place, std::int64_t nodes) {
                expect_range("nodes", static_cast<double>(nodes), 1, 1 << 20);
                new (place) Endings(nodes);
            },
            nb::arg("nodes"))
        .def(
            "solve",
            [](Endings& endings, const AnyPosition& position) -> Found {
                const Connect4 rules(columns::width, columns::height);
                const Connect4Position& at = unboxed(rules, position);
                if (rules.outcome(at)) throw std::invalid_argument("the game is over");
                if (!ColumnEndgame::is_near(at, endings.nodes)) return std::nullopt;
                const auto result = endings.endgame.solve(at);
                if (!result) return std::nullopt;
                std::vector<Action> line;
                endings.endgame.write_line(line);
                return std::pair(result->value, std::move(line));
            },
            nb::arg("position"),
            "The value, +1, 0 or -1, and best play to the end; None if the nodes do not suffice.");
}

}  // namespace

void bind_solver(nb::module_& module) {
    bind_questions<Solver>(module, "Solver", "Exact scores of small m,n,k games.")
        .def(nb::init<const AnyGame&, std::int64_t>(), nb::arg("game"), nb::arg("megabytes"));
    bind_questions<ConnectFourSolver>(module, "ConnectFourSolver",
                                      "Exact scores of Connect Four, 7x6.")
        .def(
            "__init__",
            [](SharedSolver<ConnectFourSolver>* place, std::int64_t megabytes,
               const std::optional<nb::bytes>& book) {
                new (place) SharedSolver<ConnectFourSolver>(megabytes, book_of(book));
            },
            nb::arg("megabytes"), nb::arg("book").none(),
            "The book is the content of a file of scores after nine plies.");
    bind_forced_wins(module);
    bind_endings(module);
}

}  // namespace tengen
