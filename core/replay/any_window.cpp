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

void require_safe(const ForeignGame& game, const GameRecord& record) {
    detail::require_searched_move(record);
    for (const MoveRecord& move : record.moves)
        for (const auto& [action, weight] : move.target)
            if (action >= game.spec().num_actions)
                throw std::invalid_argument("the record has a policy target on action " +
                                            std::to_string(action) +
                                            ", which the game does not have");
}

}  // namespace tengen
