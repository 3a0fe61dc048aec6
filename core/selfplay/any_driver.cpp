#include "selfplay/any_driver.hpp"

namespace tengen {

std::unique_ptr<AnyDriver> make_driver(const AnyGame& game, const SelfPlayConfig& config,
                                       const SelfPlayTask& task, const EvaluatorChoice& choice) {
    return std::visit(
        [&]<Game G>(const G& rules) -> std::unique_ptr<AnyDriver> {
            return std::make_unique<DriverOf<G>>(rules, config, task, choice);
        },
        game);
}

// One thread: the other language is not asked from several at once.
std::unique_ptr<AnyDriver> make_driver(const ForeignGame& game, const SelfPlayConfig& config,
                                       const SelfPlayTask& task, const EvaluatorChoice& choice) {
    SelfPlayTask alone = task;
    alone.threads = 1;
    return std::make_unique<DriverOf<ForeignGame>>(game, config, alone, choice);
}

}  // namespace tengen
