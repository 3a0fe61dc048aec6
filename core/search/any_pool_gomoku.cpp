#include "search/any_pool.hpp"

namespace tengen {

template class PoolOf<Gomoku<16>>;
template class PoolOf<Gomoku<20>>;

}  // namespace tengen
