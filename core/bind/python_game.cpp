#include "bind/python_game.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <unordered_map>

namespace tengen {

namespace nb = nanobind;

namespace {

// Asks Python once per question. The interpreter's lock is held whenever these are used.
class PythonState final : public ForeignState {
  public:
    PythonState(nb::object position, std::string encoding)
        : position_(std::move(position)), encoding_(std::move(encoding)) {
        to_move_ = nb::cast<Seat>(position_.attr("to_move"));
        const nb::object ended = position_.attr("outcome");
        finished_ = !ended.is_none();
        if (finished_) read_outcome(ended);
        actions_ = nb::cast<std::vector<Action>>(position_.attr("legal_actions"));
    }

    Seat to_move() const override { return to_move_; }
    std::optional<Outcome> outcome() const override {
        return finished_ ? std::optional(Outcome{winner_, reason_}) : std::nullopt;
    }
    std::span<const Action> legal_actions() const override { return actions_; }

    std::shared_ptr<const ForeignState> after(Action action) const override {
        auto& successor = successors_[action];
        if (!successor) successor = make_python_position(position_.attr("play")(action), encoding_);
        return successor;
    }

    void encode(std::span<float> planes) const override {
        using Planes = nb::ndarray<const float, nb::ndim<3>, nb::c_contig, nb::device::cpu>;
        const auto array = nb::cast<Planes>(position_.attr("planes")(encoding_));
        std::copy_n(array.data(), std::min(array.size(), planes.size()), planes.begin());
    }

    std::uint64_t hash() const override { return nb::cast<std::uint64_t>(position_.attr("hash")); }

    // Results keep only the winner: the reason would not outlive this call.
    Outcome playout(std::uint64_t seed) const override {
        const nb::object ended = position_.attr("playout")(seed);
        return {nb::cast<std::optional<Seat>>(ended.attr("winner")), "playout"};
    }

  private:
    void read_outcome(const nb::object& ended) {
        winner_ = nb::cast<std::optional<Seat>>(ended.attr("winner"));
        reason_ = nb::cast<std::string>(ended.attr("reason"));
    }

    nb::object position_;
    std::string encoding_;
    Seat to_move_ = 0;
    bool finished_ = false;
    std::optional<Seat> winner_;
    std::string reason_;
    std::vector<Action> actions_;
    mutable std::unordered_map<Action, ForeignGame::Position> successors_;
};

GameSpec read_spec(const nb::object& game) {
    return {.name = nb::cast<std::string>(game.attr("name")),
            .version = nb::cast<int>(game.attr("version")),
            .width = nb::cast<int>(game.attr("width")),
            .height = nb::cast<int>(game.attr("height")),
            .num_actions = nb::cast<int>(game.attr("num_actions")),
            .max_plies = nb::cast<int>(game.attr("max_plies"))};
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

std::vector<Symmetry> read_symmetries(const nb::object& game) {
    std::vector<Symmetry> symmetries;
    for (const nb::handle entry : game.attr("symmetries"))
        symmetries.push_back({nb::cast<std::vector<std::uint16_t>>(entry.attr("cell_image")),
                              nb::cast<std::vector<std::uint16_t>>(entry.attr("action_image")), 0});
    for (Symmetry& symmetry : symmetries) symmetry.inverse = find_inverse(symmetries, symmetry);
    return symmetries;
}

}  // namespace

ForeignGame::Position make_python_position(const nb::object& position,
                                           const std::string& encoding) {
    return std::make_shared<const PythonState>(position, encoding);
}

ForeignGame make_python_game(const nb::object& game, const std::string& encoding) {
    const int planes = nb::cast<int>(game.attr("plane_count")(encoding));
    return ForeignGame(read_spec(game), read_symmetries(game), planes,
                       [game, encoding](Seat first) {
                           return make_python_position(game.attr("initial")(first), encoding);
                       });
}

}  // namespace tengen
