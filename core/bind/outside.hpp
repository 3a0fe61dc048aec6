// The half of evaluating that Python does: planes out, answers in. Shared by search and self-play.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <utility>
#include <vector>

#include "base/deadline.hpp"
#include "base/evaluator.hpp"
#include "bind/arrays.hpp"
#include "bind/core_call.hpp"
#include "bind/exclusive.hpp"
#include "bind/python_game.hpp"
#include "games/game.hpp"

namespace tengen {

template <class T, class Dimensions>
using InputArray = nb::ndarray<const T, Dimensions, nb::c_contig, nb::device::cpu>;
using Logits = InputArray<float, nb::ndim<2>>;
using Numbers = InputArray<float, nb::ndim<1>>;

inline std::vector<std::size_t> plane_shape(const GameSpec& spec, int planes) {
    return {static_cast<std::size_t>(planes), static_cast<std::size_t>(spec.height),
            static_cast<std::size_t>(spec.width)};
}

// Something in the core that asks for evaluations and may run Python rules while it does.
// Python's own lock is let go while the core works, unless the rules themselves are Python. One
// caller at a time: another thread, or rules that call back, get InUse.
template <class Asker>
class Outside {
  public:
    // Without `rules` the game is one of the core's.
    Outside(const char* name, std::unique_ptr<Asker> asker, std::optional<PythonGame> rules,
            std::vector<std::size_t> plane_shape)
        : exclusive_(name),
          rules_(std::move(rules)),
          asker_(std::move(asker)),
          plane_shape_(std::move(plane_shape)) {}

    // The asker, taken for as long as the expression lasts.
    class Access {
      public:
        explicit Access(Outside& outside) : use_(outside.exclusive_), asker_(*outside.asker_) {}
        Asker* operator->() { return &asker_; }

      private:
        Exclusive::Use use_;
        Asker& asker_;
    };
    Access operator->() { return Access(*this); }

    // For what any thread may do at any time.
    Asker& shared() { return *asker_; }

    // Throws std::invalid_argument where the rules are not Python's.
    const PythonGame& python_rules() const {
        if (!rules_)
            throw std::invalid_argument("the rules of this game are not written in Python");
        return *rules_;
    }

    bool run(double seconds) {
        const Exclusive::Use use(exclusive_);
        return unlocked([&] { return run_in_slices(seconds); });
    }

    NumpyArray<float> collect() {
        const Exclusive::Use use(exclusive_);
        const auto [planes, count] = unlocked([&] { return asker_->collect(); });
        auto array = make_array<float>(
            {static_cast<std::size_t>(count), plane_shape_[0], plane_shape_[1], plane_shape_[2]});
        std::ranges::copy(planes, array.data());
        return array;
    }

    // Whether the answers are those to the leaves that wait is for the asker to say; here they must
    // only be of one length.
    void apply(const Logits& logits, const Numbers& values, const Numbers& draws,
               const Numbers& moves_left) {
        const Exclusive::Use use(exclusive_);
        const std::size_t count = values.size();
        if (logits.shape(0) != count || draws.size() != count || moves_left.size() != count)
            throw std::invalid_argument(
                "answers: expected as many logits, draws and moves_left as "
                "values");
        logits_.assign(logits.data(), logits.data() + logits.size());
        evaluations_.clear();
        for (std::size_t row = 0; row < count; ++row)
            evaluations_.push_back({values.data()[row], draws.data()[row], moves_left.data()[row]});
        unlocked([&] { asker_->apply(logits_, evaluations_); });
    }

  private:
    // Short enough for an interpreter that wants to end.
    bool run_in_slices(double seconds) {
        constexpr double slice = 0.25;
        const Clock::time_point until = moment_after(seconds);
        while (!asker_->run(std::min(seconds, slice)))
            if (Clock::now() >= until || CoreCall::should_end()) return false;
        return true;
    }

    template <class Body>
    auto unlocked(const Body& body) {
        const CoreCall call(/*unlock=*/!rules_);
        return body();
    }

    Exclusive exclusive_;
    std::optional<PythonGame> rules_;
    std::unique_ptr<Asker> asker_;
    std::vector<std::size_t> plane_shape_;
    std::vector<float> logits_;
    std::vector<Evaluation> evaluations_;
};

}  // namespace tengen
