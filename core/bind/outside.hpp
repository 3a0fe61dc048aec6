// The half of evaluating that Python does: planes out, answers in. Shared by search and self-play.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/evaluator.hpp"
#include "bind/arrays.hpp"
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
// Python's own lock is let go while the core works, unless the rules themselves are Python.
template <class Asker>
class Outside {
  public:
    Outside(std::unique_ptr<Asker> asker, bool rules_in_python,
            std::vector<std::size_t> plane_shape)
        : asker_(std::move(asker)),
          rules_in_python_(rules_in_python),
          plane_shape_(std::move(plane_shape)) {}

    Asker* operator->() { return asker_.get(); }

    bool run(double seconds) {
        if (rules_in_python_) return asker_->run(seconds);
        const nb::gil_scoped_release release;
        return asker_->run(seconds);
    }

    NumpyArray<float> collect() {
        const auto [planes, count] = rules_in_python_ ? asker_->collect() : collect_released();
        auto array = make_array<float>(
            {static_cast<std::size_t>(count), plane_shape_[0], plane_shape_[1], plane_shape_[2]});
        std::ranges::copy(planes, array.data());
        return array;
    }

    // Shapes are checked in Python, where the message can name the evaluator.
    void apply(const Logits& logits, const Numbers& values, const Numbers& draws,
               const Numbers& moves_left) {
        logits_.assign(logits.data(), logits.data() + logits.size());
        evaluations_.clear();
        for (std::size_t row = 0; row < values.size(); ++row)
            evaluations_.push_back({values.data()[row], draws.data()[row], moves_left.data()[row]});
        if (rules_in_python_) return asker_->apply(logits_, evaluations_);
        const nb::gil_scoped_release release;
        asker_->apply(logits_, evaluations_);
    }

  private:
    std::pair<std::span<const float>, int> collect_released() {
        const nb::gil_scoped_release release;
        return asker_->collect();
    }

    std::unique_ptr<Asker> asker_;
    bool rules_in_python_;
    std::vector<std::size_t> plane_shape_;
    std::vector<float> logits_;
    std::vector<Evaluation> evaluations_;
};

}  // namespace tengen
