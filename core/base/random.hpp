// Seeded random numbers. No global state: whoever needs chance owns a Random.
#pragma once

#include <cstdint>

namespace tengen {

// A bijection of 64-bit words whose output bits all depend on all input bits (the finaliser of
// SplitMix64, Steele, Lea and Flood 2014).
constexpr std::uint64_t scramble(std::uint64_t word) {
    word = (word ^ (word >> 30)) * 0xBF58476D1CE4E5B9ULL;
    word = (word ^ (word >> 27)) * 0x94D049BB133111EBULL;
    return word ^ (word >> 31);
}

// An independent seed for part `stream` of whatever `seed` governs.
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t stream) {
    return scramble(scramble(seed + 0x9E3779B97F4A7C15ULL) ^ (stream + 0x632BE59BD9B4E019ULL));
}

// SplitMix64: a counter and a scramble, so consecutive numbers do not wait for one another.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) : state_(seed) {}

    constexpr std::uint64_t next() { return scramble(state_ += 0x9E3779B97F4A7C15ULL); }

    // Uniform in [0, bound), bound > 0; the bias is below bound / 2^32.
    constexpr std::uint32_t below(std::uint32_t bound) {
        return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
    }

    // Uniform in (0, 1), never 0 or 1, so that its logarithm is finite.
    constexpr double uniform() {
        return (static_cast<double>(next() >> 12) + 0.5) * (1.0 / 4503599627370496.0);
    }

  private:
    std::uint64_t state_;
};

}  // namespace tengen
