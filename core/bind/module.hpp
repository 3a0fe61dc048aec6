// One function per room, each adding that room's names to the module.
#pragma once

#include <nanobind/nanobind.h>

namespace tengen {

void bind_games(nanobind::module_& module);
void bind_search(nanobind::module_& module);
void bind_nn(nanobind::module_& module);
void bind_convolver(nanobind::module_& module);
void bind_head_planes(nanobind::module_& module);
void bind_trunk_trainer(nanobind::module_& module);
void bind_selfplay(nanobind::module_& module);
void bind_solver(nanobind::module_& module);

}  // namespace tengen
