#include "bind/python_game.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>

namespace tengen {

namespace nb = nanobind;

namespace {

// Asks Python once per question. The interpreter's lock is held whenever these are used.
class PythonState final : public ForeignState {
  public:
    // `checked` is a tengen.rules.watched.CheckedPosition.
    PythonState(nb::object watched, const nb::object& checked) : watched_(std::move(watched)) {
        using Checked =
            std::tuple<nb::object, int, Seat, bool, std::optional<Seat>, std::vector<Action>>;
        std::tie(position_, plies_, to_move_, finished_, winner_, actions_) =
            nb::cast<Checked>(checked);
    }
    ~PythonState() override;

    Seat to_move() const override { return to_move_; }
    std::optional<Outcome> outcome() const override {
        return finished_ ? std::optional(Outcome{winner_, ""}) : std::nullopt;
    }
    std::span<const Action> legal_actions() const override { return actions_; }

    std::shared_ptr<const ForeignState> after(Action action) const override {
        const auto known = successors_.find(action);
        if (known != successors_.end()) return known->second;
        auto successor = std::make_shared<const PythonState>(
            watched_, watched_.attr("after")(position_, action, plies_ + 1));
        return successors_.emplace(action, std::move(successor)).first->second;
    }

    void encode(std::span<float> planes) const override {
        using Planes = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
        const auto array = nb::cast<Planes>(watched_.attr("planes")(position_));
        std::copy_n(array.data(), planes.size(), planes.begin());
    }

    std::uint64_t hash() const override {
        return nb::cast<std::uint64_t>(watched_.attr("hash")(position_));
    }

    Outcome playout(std::uint64_t seed) const override { return played_out(seed, false); }
    Outcome tactical_playout(std::uint64_t seed) const override { return played_out(seed, true); }

  private:
    Outcome played_out(std::uint64_t seed, bool tactical) const {
        const nb::object winner = watched_.attr("playout")(position_, seed, tactical);
        return {nb::cast<std::optional<Seat>>(winner), "playout"};
    }

    using Successors = std::unordered_map<Action, std::shared_ptr<const PythonState>>;

    nb::object watched_;
    nb::object position_;
    int plies_ = 0;
    Seat to_move_ = 0;
    bool finished_ = false;
    std::optional<Seat> winner_;
    std::vector<Action> actions_;
    mutable Successors successors_;
};

// One after the other: a long line of moves, each destroyed by the one before, would not fit the
// stack.
PythonState::~PythonState() {
    std::vector<std::shared_ptr<const PythonState>> dropped;
    const auto drop_all = [&](Successors& successors) {
        for (auto& [action, state] : successors) dropped.push_back(std::move(state));
        successors.clear();
    };
    drop_all(successors_);
    while (!dropped.empty()) {
        const std::shared_ptr<const PythonState> state = std::move(dropped.back());
        dropped.pop_back();
        if (state.use_count() == 1) drop_all(state->successors_);
    }
}

GameSpec read_spec(const nb::object& watched) {
    using Spec = std::tuple<std::string, int, int, int, int, int>;
    auto [name, version, width, height, num_actions, max_plies] =
        nb::cast<Spec>(watched.attr("spec"));
    return {.name = std::move(name),
            .version = version,
            .width = width,
            .height = height,
            .num_actions = num_actions,
            .max_plies = max_plies};
}

int find_inverse(const std::vector<Symmetry>& symmetries, const Symmetry& symmetry) {
    for (std::size_t candidate = 0; candidate < symmetries.size(); ++candidate) {
        bool undoes = true;
        for (std::size_t cell = 0; cell < symmetry.cell_image.size(); ++cell)
            undoes = undoes && symmetries[candidate].cell_image[symmetry.cell_image[cell]] == cell;
        if (undoes) return static_cast<int>(candidate);
    }
    return 0;
}

std::vector<Symmetry> read_symmetries(const nb::object& watched) {
    using Images = std::pair<std::vector<std::uint16_t>, std::vector<std::uint16_t>>;
    std::vector<Symmetry> symmetries;
    for (auto& [cells, actions] : nb::cast<std::vector<Images>>(watched.attr("symmetries")))
        symmetries.push_back({std::move(cells), std::move(actions), 0});
    for (Symmetry& symmetry : symmetries) symmetry.inverse = find_inverse(symmetries, symmetry);
    return symmetries;
}

}  // namespace

PythonGame::PythonGame(const nb::object& game, const std::string& encoding)
    : watched_(nb::module_::import_("tengen.rules.watched").attr("WatchedGame")(game, encoding)) {}

ForeignGame::Position PythonGame::adopt(const nb::object& position) const {
    return std::make_shared<const PythonState>(watched_, watched_.attr("adopt")(position));
}

ForeignGame PythonGame::rules() const {
    const int planes = nb::cast<int>(watched_.attr("shape")[nb::int_(0)]);
    return ForeignGame(
        read_spec(watched_), read_symmetries(watched_), planes, [watched = watched_](Seat first) {
            return std::make_shared<const PythonState>(watched, watched.attr("initial")(first));
        });
}

}  // namespace tengen
