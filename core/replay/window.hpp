// The newest games of a run, from which training batches are drawn. Games are kept as records and
// played again when a position of theirs is drawn, so planes never take memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <deque>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "games/game.hpp"
#include "replay/validation.hpp"
#include "selfplay/record.hpp"

namespace tengen {

struct SampleRequest {
    int count;
    std::uint64_t seed;
    double value_mix;       // share of what the search thought in the value target
    double surprise_share;  // share of samples drawn by surprise among the searched moves of a game
    double proven_share;    // chance of an unsearched move to be drawn, against a searched one's
    bool symmetries;        // show each sample in a random symmetry (SPEC T2)
};

// One batch; every array has a row per sample.
struct SampleArrays {
    std::span<float> planes;         // [B, C, H, W]
    std::span<float> policy;         // [B, A], sums to 1, or all 0 without a target
    std::span<float> policy_weight;  // [B], 1 or 0
    std::span<float> value;          // [B], in the view of the side to move
    std::span<float> wdl;            // [B, 3]
    // [B], plies to the end of the game as it was played; -1: unknown, somebody resigned
    std::span<std::int64_t> moves_left;
    std::span<float> reply;         // [B, A], the policy target of the next position
    std::span<float> reply_weight;  // [B], 1 or 0
};

template <Game G>
class ReplayWindow {
  public:
    // Keeps a reference to the game.
    ReplayWindow(const G& game, Encoding encoding)
        : game_(game),
          encoding_(encoding),
          upright_(static_cast<std::size_t>(game.planes(encoding) * game.spec().cells())) {}

    // Throws std::invalid_argument when the record is not a game of these rules.
    void add(GameRecord record);
    // The same for a record that these rules have been found to play.
    void add_validated(GameRecord record);
    // Drops the oldest games until at most this many positions are left; one game always stays.
    void trim(std::int64_t positions);
    std::int64_t positions() const { return end_ - begin(); }
    // Those of them that follow a proof and were not searched.
    std::int64_t unsearched() const { return unsearched_; }

    // Row r depends on the seed, r, and the games in the window alone.
    void sample(const SampleRequest& request, const SampleArrays& out);

  private:
    struct StoredGame {
        GameRecord record;
        std::int64_t first_position;  // counted over all games ever added
        double surprise;              // of all moves that were searched

        std::span<const MoveRecord> searched() const {
            const auto unsearched = static_cast<std::size_t>(record.unsearched);
            return std::span(record.moves).first(record.moves.size() - unsearched);
        }
    };
    struct Place {
        const StoredGame* game;
        std::size_t move;
    };

    void append(GameRecord record);
    std::int64_t begin() const { return games_.empty() ? end_ : games_.front().first_position; }
    Place draw_place(const SampleRequest& request, Random& random) const;
    Place draw_any_place(const SampleRequest& request, Random& random) const;
    static std::size_t move_by_surprise(const StoredGame& game, Random& random);
    void fill_row(const SampleRequest& request, std::size_t row, const SampleArrays& out);
    void fill_planes(const typename G::Position& position, const Symmetry* symmetry,
                     std::span<float> planes);
    void fill_value(const SampleRequest& request, const Place& place, Seat mover, std::size_t row,
                    const SampleArrays& out) const;
    bool fill_policy(const GameRecord& record, std::size_t move, const Symmetry* symmetry,
                     std::span<float> policy) const;

    const G& game_;
    Encoding encoding_;
    std::deque<StoredGame> games_;
    std::int64_t end_ = 0;
    std::int64_t unsearched_ = 0;
    std::vector<float> upright_;
};

template <Game G>
void ReplayWindow<G>::add(GameRecord record) {
    require_playable(game_, record);
    append(std::move(record));
}

template <Game G>
void ReplayWindow<G>::add_validated(GameRecord record) {
    require_safe(game_, record);
    append(std::move(record));
}

template <Game G>
void ReplayWindow<G>::append(GameRecord record) {
    const auto positions = static_cast<std::int64_t>(record.moves.size());
    unsearched_ += record.unsearched;
    games_.push_back({std::move(record), end_, 0.0});
    for (const MoveRecord& move : games_.back().searched()) games_.back().surprise += move.surprise;
    end_ += positions;
}

template <Game G>
void ReplayWindow<G>::trim(std::int64_t positions) {
    while (games_.size() > 1 && this->positions() > positions) {
        unsearched_ -= games_.front().record.unsearched;
        games_.pop_front();
    }
}

// Drawn again until it counts: every game has a searched move.
template <Game G>
typename ReplayWindow<G>::Place ReplayWindow<G>::draw_place(const SampleRequest& request,
                                                            Random& random) const {
    const auto counts = [&](const Place& place) {
        return request.proven_share >= 1.0 || place.move < place.game->searched().size() ||
               random.uniform() < request.proven_share;
    };
    Place place = draw_any_place(request, random);
    while (!counts(place)) place = draw_any_place(request, random);
    return place;
}

// A game is drawn by its number of positions, whichever way: surprises of an older net are larger,
// and drawn among all games they would teach mostly the oldest ones in the window.
template <Game G>
typename ReplayWindow<G>::Place ReplayWindow<G>::draw_any_place(const SampleRequest& request,
                                                                Random& random) const {
    const bool by_surprise = random.uniform() < request.surprise_share;
    const auto offset =
        static_cast<std::int64_t>(random.uniform() * static_cast<double>(positions()));
    const std::int64_t position = begin() + std::min(offset, positions() - 1);
    const auto after = std::ranges::upper_bound(games_, position, {}, &StoredGame::first_position);
    const StoredGame& game = *std::prev(after);
    if (by_surprise && game.surprise > 0.0) return {&game, move_by_surprise(game, random)};
    return {&game, static_cast<std::size_t>(position - game.first_position)};
}

template <Game G>
std::size_t ReplayWindow<G>::move_by_surprise(const StoredGame& game, Random& random) {
    double left = random.uniform() * game.surprise;
    const std::span<const MoveRecord> moves = game.searched();
    std::size_t move = 0;
    while (move + 1 < moves.size() && (left -= moves[move].surprise) > 0.0) ++move;
    return move;
}

template <Game G>
void ReplayWindow<G>::sample(const SampleRequest& request, const SampleArrays& out) {
    if (games_.empty()) throw std::invalid_argument("the replay window is empty");
    for (std::size_t row = 0; row < static_cast<std::size_t>(request.count); ++row)
        fill_row(request, row, out);
}

template <Game G>
void ReplayWindow<G>::fill_row(const SampleRequest& request, std::size_t row,
                               const SampleArrays& out) {
    Random random(derive_seed(request.seed, row));
    const Place place = draw_place(request, random);
    const auto symmetries = game_.symmetries();
    const Symmetry* symmetry = nullptr;
    if (request.symmetries && symmetries.size() > 1)
        symmetry = &symmetries[random.below(static_cast<std::uint32_t>(symmetries.size()))];
    const GameRecord& record = place.game->record;
    auto position = game_.initial(record.first);
    for (const Action action : record.opening) game_.play(position, action);
    for (std::size_t move = 0; move < place.move; ++move)
        game_.play(position, record.moves[move].action);

    const auto actions = static_cast<std::size_t>(game_.spec().num_actions);
    fill_planes(position, symmetry, out.planes.subspan(row * upright_.size(), upright_.size()));
    fill_value(request, place, game_.to_move(position), row, out);
    const auto moves_left = static_cast<std::int64_t>(record.moves.size() - place.move);
    out.moves_left[row] = record.end == EndReason::resigned ? -1 : moves_left;
    const bool taught =
        fill_policy(record, place.move, symmetry, out.policy.subspan(row * actions, actions));
    const bool answered =
        fill_policy(record, place.move + 1, symmetry, out.reply.subspan(row * actions, actions));
    out.policy_weight[row] = taught ? 1.0F : 0.0F;
    out.reply_weight[row] = answered ? 1.0F : 0.0F;
}

template <Game G>
void ReplayWindow<G>::fill_planes(const typename G::Position& position, const Symmetry* symmetry,
                                  std::span<float> planes) {
    if (symmetry == nullptr) {
        game_.encode(position, encoding_, planes);
        return;
    }
    game_.encode(position, encoding_, upright_);
    permute_planes(*symmetry, game_.planes(encoding_), upright_, planes);
}

template <Game G>
void ReplayWindow<G>::fill_value(const SampleRequest& request, const Place& place, Seat mover,
                                 std::size_t row, const SampleArrays& out) const {
    const GameRecord& record = place.game->record;
    const int outcome = Outcome{record.winner, ""}.value_for(mover);
    const MoveRecord& move = record.moves[place.move];
    const double searched = move.root_value;
    // Both are rounded in the record: the three chances must not become negative.
    const double drawn = std::clamp<double>(move.root_draw, 0.0, 1.0 - std::abs(searched));
    const double mix = request.value_mix;
    out.value[row] = static_cast<float>((1.0 - mix) * outcome + mix * searched);
    const auto chance = [&](bool happened, double expected) {
        return static_cast<float>((1.0 - mix) * (happened ? 1.0 : 0.0) + mix * expected);
    };
    out.wdl[3 * row] = chance(outcome > 0, (1.0 - drawn + searched) / 2.0);
    out.wdl[3 * row + 1] = chance(outcome == 0, drawn);
    out.wdl[3 * row + 2] = chance(outcome < 0, (1.0 - drawn - searched) / 2.0);
}

// Writes the target of one move; false, and all zeros, when there is none.
template <Game G>
bool ReplayWindow<G>::fill_policy(const GameRecord& record, std::size_t move,
                                  const Symmetry* symmetry, std::span<float> policy) const {
    std::ranges::fill(policy, 0.0F);
    if (move >= record.moves.size() || record.moves[move].target.empty()) return false;
    double sum = 0.0;
    for (const auto& entry : record.moves[move].target) sum += entry.second;
    for (const auto& [action, weight] : record.moves[move].target) {
        const std::size_t image = symmetry == nullptr ? action : symmetry->action_image[action];
        policy[image] = static_cast<float>(weight / sum);
    }
    return true;
}

}  // namespace tengen
