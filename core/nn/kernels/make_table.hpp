// Instantiates every kernel for one instruction set. Included by one source file per set.
#pragma once

#include "nn/kernels/accumulate.hpp"
#include "nn/kernels/board.hpp"
#include "nn/kernels/filter.hpp"
#include "nn/kernels/multiply.hpp"
#include "nn/kernels/norm.hpp"
#include "nn/kernels/planes.hpp"
#include "nn/kernels/winograd.hpp"

namespace tengen::nn {

template <class Isa>
consteval KernelTable make_table() {
    return {
        .lanes = Isa::lanes,
        .panel_width = panel_width<Isa>,
        .block_rows = Isa::block_rows,
        .multiply = &multiply<Isa>,
        .accumulate = &accumulate<Isa>,
        .transform_filters = &transform_filters<Isa>,
        .fold_filter_gradients = &fold_filter_gradients<Isa>,
        .winograd = {{Winograd<Isa, 2, 2>::kernels(), Winograd<Isa, 2, 4>::kernels(),
                      Winograd<Isa, 2, 6>::kernels()},
                     {Winograd<Isa, 4, 2>::kernels(), Winograd<Isa, 4, 4>::kernels(),
                      Winograd<Isa, 4, 6>::kernels()},
                     {Winograd<Isa, 6, 2>::kernels(), Winograd<Isa, 6, 4>::kernels(),
                      Winograd<Isa, 6, 6>::kernels()}},
        .winograd_5x5 = Winograd<Isa, 5, 5>::kernels(),
        .copy_patches = &copy_patches<Isa>,
        .pool = &pool<Isa>,
        .add_to_cells = &add_to_cells<Isa>,
        .sum_cells = &sum_cells<Isa>,
        .normalise = &normalise<Isa>,
        .rectify_gradient = &rectify_gradient<Isa>,
        .normalise_gradient = &normalise_gradient<Isa>,
        .add_plane_gradients = &add_plane_gradients<Isa>,
        .spin_multiply_adds = &spin_multiply_adds<Isa>,
    };
}

}  // namespace tengen::nn
