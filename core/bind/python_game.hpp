// A game written in Python, seen as one of the core's (SPEC G10).
#pragma once

#include <nanobind/nanobind.h>

#include "games/foreign.hpp"

namespace tengen {

// `game` is a tengen.Game; its positions are encoded in `encoding`.
ForeignGame make_python_game(const nanobind::object& game, const std::string& encoding);

// The core's view of a tengen.Position of such a game.
ForeignGame::Position make_python_position(const nanobind::object& position,
                                           const std::string& encoding);

}  // namespace tengen
