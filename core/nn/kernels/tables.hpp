// The tables that exist in this build; which of them the processor can run is another question
// (nn/instruction_set.hpp).
#pragma once

#include "nn/kernels/kernel_table.hpp"

namespace tengen::nn {

extern const KernelTable baseline_kernels;
#if defined(__x86_64__)
extern const KernelTable avx2_kernels;
extern const KernelTable avx512_kernels;
#elif defined(__aarch64__)
extern const KernelTable neon_kernels;
#endif

}  // namespace tengen::nn
