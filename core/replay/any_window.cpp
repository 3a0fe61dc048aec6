#include "replay/any_window.hpp"

namespace tengen {

std::unique_ptr<AnyWindow> make_window(const AnyGame& game, Encoding encoding) {
    return std::visit(
        [&]<Game G>(const G& rules) -> std::unique_ptr<AnyWindow> {
            return std::make_unique<WindowOf<G>>(rules, encoding);
        },
        game);
}

std::unique_ptr<AnyWindow> make_window(const ForeignGame& game) {
    return std::make_unique<WindowOf<ForeignGame>>(game, Encoding::four_planes);
}

void require_playable(const AnyGame& game, const GameRecord& record) {
    std::visit([&](const auto& rules) { require_playable(rules, record); }, game);
}

}  // namespace tengen
