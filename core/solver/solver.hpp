// Exact values: who wins, how soon, and by which moves. A solver is a search and the questions it
// can be asked; what it learns stays in its table for the next one.
#pragma once

#include "solver/column_search.hpp"
#include "solver/line_search.hpp"
#include "solver/questions.hpp"

namespace tengen {

using Solver = Questions<LineSearch>;               // small m,n,k games
using ConnectFourSolver = Questions<ColumnSearch>;  // 7x6

}  // namespace tengen
