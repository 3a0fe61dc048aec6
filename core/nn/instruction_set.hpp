// Which processors the kernels are compiled for, and which of them this one is.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nn/kernels/kernel_table.hpp"

namespace tengen::nn {

enum class InstructionSet { baseline, neon, avx2, avx512 };

// What this processor can run, best last. Never empty.
std::vector<InstructionSet> available_instruction_sets();
InstructionSet best_instruction_set();

std::string_view name_of(InstructionSet set);
// "auto" is the best available. Throws std::invalid_argument for a name that is unknown or not
// available here.
InstructionSet parse_instruction_set(std::string_view name);

const KernelTable& kernels_for(InstructionSet set);

// Billions of floating-point operations per second of one thread that does nothing but fused
// multiply-adds (on sets without them: multiplications and additions) on registers.
double measure_peak_gflops(InstructionSet set, double seconds);

}  // namespace tengen::nn
