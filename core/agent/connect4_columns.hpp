// The Connect Four solver as two C functions: a tiny shared library of its own, which agents for
// Kaggle contain. It is built for machines that have neither Tengen nor its C++ library.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

// Makes the process's one solver, with the content of a book file; 1, or 0 if that is damaged or
// memory is short.
[[gnu::visibility("default")]] int tengen_connect4_open(const std::uint8_t* book,
                                                        std::size_t bytes) noexcept;

// The best columns for `mark`, 1 or 2, as bits, column 0 the lowest. The board has 42 cells as
// Kaggle shows them, row by row from the top, 0 for an empty one. If `exact`, the best are those
// that win soonest or lose latest, otherwise those that keep the value. 0 if `seconds` were not
// enough, and for what is no unfinished game.
[[gnu::visibility("default")]] int tengen_connect4_columns(const std::uint8_t* board,
                                                           std::uint8_t mark, int exact,
                                                           double seconds) noexcept;
}
