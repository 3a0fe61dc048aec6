#include "bind/module.hpp"

#include "bind/core_call.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The native core of Tengen.";
    // Games and nets that live until the interpreter ends are no leak a user should read about.
    nanobind::set_leak_warnings(false);
    nanobind::module_::import_("atexit").attr("register")(
        nanobind::cpp_function(&tengen::end_core_calls));
    tengen::bind_games(module);
    tengen::bind_search(module);
    tengen::bind_nn(module);
    tengen::bind_convolver(module);
    tengen::bind_head_planes(module);
    tengen::bind_trunk_trainer(module);
    tengen::bind_selfplay(module);
    tengen::bind_solver(module);
}
