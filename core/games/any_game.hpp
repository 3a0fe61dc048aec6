// All games of the core behind one type, for callers that learn which game it is at run time.
#pragma once

#include <memory>
#include <stdexcept>
#include <utility>
#include <variant>

#include "games/connect4.hpp"
#include "games/gomoku.hpp"
#include "games/othello.hpp"

namespace tengen {

using AnyGame = std::variant<Connect4, Gomoku<16>, Gomoku<20>, Othello>;

inline AnyGame make_gomoku(int width, int height, int length, LineRule rule) {
    if (width <= 16 && height <= 16) return Gomoku<16>(width, height, length, rule);
    return Gomoku<20>(width, height, length, rule);
}

// A position of some game, on the heap and unchanging.
class AnyPosition {
  public:
    virtual ~AnyPosition() = default;
};

template <Game G>
class PositionOf final : public AnyPosition {
  public:
    // `spec` is that of the game the position belongs to; without it, it fits every size.
    explicit PositionOf(typename G::Position position, const GameSpec& spec = {})
        : value(std::move(position)), width(spec.width), height(spec.height) {}

    bool fits(const GameSpec& spec) const {
        return width == 0 || (width == spec.width && height == spec.height);
    }

    const typename G::Position value;

  private:
    int width;
    int height;
};

template <Game G>
std::shared_ptr<const AnyPosition> boxed(const G& game, typename G::Position position) {
    return std::make_shared<const PositionOf<G>>(std::move(position), game.spec());
}

// Throws std::invalid_argument for a position of another game or another size.
template <Game G>
const typename G::Position& unboxed(const G& game, const AnyPosition& position) {
    const auto* box = dynamic_cast<const PositionOf<G>*>(&position);
    if (box == nullptr || !box->fits(game.spec()))
        throw std::invalid_argument("the position belongs to another game");
    return box->value;
}

}  // namespace tengen
