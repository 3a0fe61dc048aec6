#include "bind/module.hpp"

NB_MODULE(_core, module) {
    module.doc() = "The native core of Tengen.";
    tengen::bind_games(module);
    tengen::bind_search(module);
    tengen::bind_nn(module);
    tengen::bind_selfplay(module);
}
