#include "nn/instruction_set.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include "nn/kernels/tables.hpp"

namespace tengen::nn {
namespace {

constexpr InstructionSet all_sets[] = {InstructionSet::baseline, InstructionSet::neon,
                                       InstructionSet::avx2, InstructionSet::avx512};

std::string list_available() {
    std::string names;
    for (const InstructionSet set : available_instruction_sets()) {
        names += (names.empty() ? "" : ", ") + std::string(name_of(set));
    }
    return names;
}

}  // namespace

std::vector<InstructionSet> available_instruction_sets() {
    std::vector<InstructionSet> sets = {InstructionSet::baseline};
#if defined(__x86_64__)
    const bool has_avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
    if (has_avx2) sets.push_back(InstructionSet::avx2);
    if (has_avx2 && __builtin_cpu_supports("avx512f")) sets.push_back(InstructionSet::avx512);
#elif defined(__aarch64__)
    sets.push_back(InstructionSet::neon);
#endif
    return sets;
}

InstructionSet best_instruction_set() { return available_instruction_sets().back(); }

std::string_view name_of(InstructionSet set) {
    switch (set) {
        case InstructionSet::neon:
            return "neon";
        case InstructionSet::avx2:
            return "avx2";
        case InstructionSet::avx512:
            return "avx512";
        case InstructionSet::baseline:
            break;
    }
    return "baseline";
}

InstructionSet parse_instruction_set(std::string_view name) {
    if (name == "auto") return best_instruction_set();
    for (const InstructionSet set : available_instruction_sets()) {
        if (name_of(set) == name) return set;
    }
    const bool known =
        std::ranges::any_of(all_sets, [&](InstructionSet set) { return name_of(set) == name; });
    throw std::invalid_argument("instruction set: expected auto or one of (" + list_available() +
                                "), got '" + std::string(name) + "'" +
                                (known ? ", which this processor or build does not have" : ""));
}

const KernelTable& kernels_for(InstructionSet set) {
    switch (set) {
#if defined(__x86_64__)
        case InstructionSet::avx2:
            return avx2_kernels;
        case InstructionSet::avx512:
            return avx512_kernels;
#elif defined(__aarch64__)
        case InstructionSet::neon:
            return neon_kernels;
#endif
        default:
            return baseline_kernels;
    }
}

double measure_peak_gflops(InstructionSet set, double seconds) {
    using Clock = std::chrono::steady_clock;
    const KernelTable& kernels = kernels_for(set);
    constexpr int rounds = 64;
    const double operations = 2.0 * 4096 * rounds * kernels.lanes;
    const auto deadline = Clock::now() + std::chrono::duration<double>(seconds);
    double best = 0.0;
    // The best of many short spins: interruptions by other programs must not lower the peak.
    do {
        const auto start = Clock::now();
        volatile float sum = kernels.spin_multiply_adds(rounds);
        static_cast<void>(sum);
        const std::chrono::duration<double> elapsed = Clock::now() - start;
        best = std::max(best, operations / elapsed.count() * 1e-9);
    } while (Clock::now() < deadline);
    return best;
}

}  // namespace tengen::nn
