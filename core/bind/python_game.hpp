// A game written in Python, seen as one of the core's (SPEC G10).
#pragma once

#include <nanobind/nanobind.h>

#include <string>

#include "games/foreign.hpp"

namespace tengen {

// A tengen.Game whose positions are shown in one encoding. Its answers reach the core through a
// tengen.rules.watched.WatchedGame, which refuses the ones that break the contract of games.
class PythonGame {
  public:
    PythonGame(const nanobind::object& game, const std::string& encoding);

    ForeignGame rules() const;
    // The core's view of a tengen.Position of this game.
    ForeignGame::Position adopt(const nanobind::object& position) const;

  private:
    nanobind::object watched_;
};

}  // namespace tengen
