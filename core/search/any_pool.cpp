#include "search/any_pool.hpp"

namespace tengen {

template class PoolOf<Connect4>;
template class PoolOf<Othello>;

std::unique_ptr<AnyPool> make_pool(const AnyGame& game, const SearchConfig& config,
                                   std::span<const std::uint64_t> seeds, int max_batch, int threads,
                                   const EvaluatorChoice& choice) {
    return std::visit(
        [&]<Game G>(const G& rules) -> std::unique_ptr<AnyPool> {
            return std::make_unique<PoolOf<G>>(rules, config, seeds, max_batch, threads, choice);
        },
        game);
}

}  // namespace tengen
