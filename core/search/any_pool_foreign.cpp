#include "search/any_pool.hpp"

namespace tengen {

template class PoolOf<ForeignGame>;

// One thread: the other language is not asked from several at once.
std::unique_ptr<AnyPool> make_pool(const ForeignGame& game, const SearchConfig& config,
                                   std::span<const std::uint64_t> seeds, int max_batch,
                                   const EvaluatorChoice& choice) {
    return std::make_unique<PoolOf<ForeignGame>>(game, config, seeds, max_batch, 1, choice);
}

}  // namespace tengen
