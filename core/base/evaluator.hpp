// The seam between whoever needs positions evaluated and whatever evaluates planes of floats.
#pragma once

#include <memory>
#include <span>

namespace tengen {

// The shape of what goes in and comes out for one position.
struct EvaluatorShape {
    int planes = 0;
    int height = 0;
    int width = 0;
    int actions = 0;

    int input_size() const { return planes * height * width; }
    bool operator==(const EvaluatorShape&) const = default;
};

// What is thought of one position, from the view of the side to move in it.
struct Evaluation {
    float value = 0.0F;       // win chance minus loss chance, in [-1, 1]
    float draw = 0.0F;        // draw chance; 0 where the evaluator does not tell
    float moves_left = 0.0F;  // expected plies to the end; 0 where the evaluator does not tell
};

// One thread's access to an evaluator: owns its workspace, never shared.
class EvaluatorSession {
  public:
    virtual ~EvaluatorSession() = default;

    // planes: [count, planes, height, width]; logits: [count, actions]; evaluations: [count].
    // The answer for a sample is the same bits whatever its batch and whatever the thread.
    virtual void evaluate(std::span<const float> planes, int count, std::span<float> logits,
                          std::span<Evaluation> evaluations) = 0;
};

// Shared by all threads; immutable after construction.
class Evaluator {
  public:
    virtual ~Evaluator() = default;
    virtual EvaluatorShape shape() const = 0;
    virtual bool gives_wdl() const = 0;
    virtual bool gives_moves_left() const = 0;
    virtual std::unique_ptr<EvaluatorSession> open_session(int max_batch) const = 0;
};

}  // namespace tengen
