// A replay window of some game, for callers that learn which game it is at run time.
#pragma once

#include <memory>
#include <utility>

#include "games/any_game.hpp"
#include "games/foreign.hpp"
#include "replay/window.hpp"

namespace tengen {

class AnyWindow {
  public:
    virtual ~AnyWindow() = default;
    virtual void add(GameRecord record) = 0;
    virtual void add_validated(GameRecord record) = 0;
    virtual void trim(std::int64_t positions) = 0;
    virtual std::int64_t positions() const = 0;
    virtual std::int64_t unsearched() const = 0;
    virtual void sample(const SampleRequest& request, const SampleArrays& out) = 0;
};

template <Game G>
class WindowOf final : public AnyWindow {
  public:
    WindowOf(G game, Encoding encoding) : game_(std::move(game)), window_(game_, encoding) {}

    void add(GameRecord record) override { window_.add(std::move(record)); }
    void add_validated(GameRecord record) override { window_.add_validated(std::move(record)); }
    void trim(std::int64_t positions) override { window_.trim(positions); }
    std::int64_t positions() const override { return window_.positions(); }
    std::int64_t unsearched() const override { return window_.unsearched(); }
    void sample(const SampleRequest& request, const SampleArrays& out) override {
        window_.sample(request, out);
    }

  private:
    G game_;
    ReplayWindow<G> window_;
};

std::unique_ptr<AnyWindow> make_window(const AnyGame& game, Encoding encoding);
std::unique_ptr<AnyWindow> make_window(const ForeignGame& game);

}  // namespace tengen
