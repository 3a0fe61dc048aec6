#include <algorithm>
#include <cstdint>
#include <stdexcept>

#include "nn/training/trunk_pass.hpp"

namespace tengen::nn {

class TrunkTrainer::Forward : Pass {
  public:
    Forward(TrunkTrainer& trainer, const TrunkParameters& parameters, TrunkRecord& record,
            bool training)
        : Pass(trainer, parameters, record), training_(training) {}

    void run(const float* planes, float* output) {
        run_stem(planes);
        const float* entering = nullptr;
        for (int block = 0; block < shape_.blocks(); ++block) {
            run_first(block, entering);
            run_second(block);
            entering = record_.entering(block);
        }
        for_boards([&](int, int first, int count) {
            activate(shape_.layers() - 1, first, count, entering, board(output, first));
        });
    }

  private:
    // body(thread, first, count) for every chunk of boards.
    template <class Body>
    void for_boards(const Body& body) {
        for_chunks(trainer_.workers_, record_.boards(), plan_.chunk(),
                   [&](int thread, int first, int last) { body(thread, first, last - first); });
    }

    void run_stem(const float* planes) {
        const Stem& stem = trainer_.stem_;
        float* packed = trainer_.packed_.take(stem.packed_size());
        stem.pack(parameters_.layers[0].filters, packed);
        begin_norm();
        for_boards([&](int thread, int first, int count) {
            for (int i = first; i < first + count; ++i) {
                stem.convolve(packed, planes + i * stem.input_size(),
                              board(record_.convolved(0), i), trainer_.workspaces_[thread].stem);
            }
            measure(0, first, count);
        });
        end_norm(0);
    }

    // entering: what entered the block before, which is added to what left it.
    void run_first(int block, const float* entering) {
        convolve(2 * block + 1, [&](int, int first, int count) {
            float* input = board(record_.entering(block), first);
            activate(2 * block, first, count, entering, input);
            return input;
        });
    }

    void run_second(int block) {
        const int layer = 2 * block + 2;
        convolve(layer, [&](int thread, int first, int count) {
            Workspace& workspace = trainer_.workspaces_[thread];
            float* input = cells(workspace.inputs, plan_.chunk());
            activate(layer - 1, first, count, nullptr, input);
            if (shape_.pooled[block] > 0) mix(block, count, input, workspace.pooling);
            return input;
        });
    }

    void mix(int block, int count, float* boards, PoolingWorkspace& workspace) {
        const Pooling pooling(shape_, shape_.pooled[block], kernels_);
        for (int i = 0; i < count; ++i) {
            pooling.add(parameters_.poolings[pooling_number(block)], board(boards, i), workspace);
        }
    }

    // read(thread, first, count) makes the layer's input of some boards.
    template <class Read>
    void convolve(int layer, const Read& read) {
        float* packed = trainer_.packed_.take(plan_.packed_size());
        trainer_.workers_.share(shape_.channels, [&](int thread, int first, int last) {
            plan_.pack(parameters_.layers[layer].filters, first, last, packed,
                       trainer_.layer_workspaces_[thread]);
        });
        begin_norm();
        for_boards([&](int thread, int first, int count) {
            plan_.convolve(packed, read(thread, first, count), count,
                           board(record_.convolved(layer), first),
                           trainer_.layer_workspaces_[thread]);
            measure(layer, first, count);
        });
        end_norm(layer);
    }

    void begin_norm() { trainer_.sums_.clear(record_.boards(), plan_.chunk(), shape_.channels); }

    void measure(int layer, int first, int count) {
        if (!training_) return;
        const float* cells = board(record_.convolved(layer), first);
        const int piece = first / plan_.chunk();
        kernels_.sum_cells({.input = cells,
                            .pivot = cells,
                            .sums = trainer_.sums_.first(piece),
                            .squares = trainer_.sums_.second(piece),
                            .cells = count * shape_.cells(),
                            .channels = shape_.channels});
    }

    void end_norm(int layer) {
        const LayerParameters& parameters = parameters_.layers[layer];
        NormState& norm = record_.norm(layer);
        if (training_) {
            fit_norm(trainer_.sums_, record_.convolved(layer), plan_.chunk() * shape_.board_size(),
                     shape_.cells(), parameters, trainer_.norms_, norm);
        } else {
            use_running_statistics(parameters, trainer_.norms_, norm);
        }
    }

    bool training_;
};

TrunkTrainer::TrunkTrainer(const TrunkShape& shape, const NormSettings& norms, int threads,
                           InstructionSet set)
    : shape_(shape),
      norms_(norms),
      kernels_(kernels_for(set)),
      stem_(shape, kernels_),
      workers_(threads, Patience::lasting),
      workspaces_(threads),
      layer_workspaces_(threads),
      thread_sums_(threads) {
    expect_vectors(shape.channels, kernels_);
}

std::shared_ptr<TrunkRecord> TrunkTrainer::forward(const TrunkParameters& parameters,
                                                   const float* planes, int boards, bool training,
                                                   float* output) {
    if (boards < 1 || (training && std::int64_t(boards) * shape_.cells() < 2))
        throw std::invalid_argument("trunk: expected boards, in training two cells or more");
    workers_.expect_present();
    const std::lock_guard lock(mutex_);
    // In play no board depends on another one, so they need not be kept all at once.
    const int step = training ? boards : std::min(boards, 128);
    if (record_.use_count() != 1 || record_->capacity() < step) {
        record_ = std::make_shared<TrunkRecord>(shape_, step);
    }
    for (int first = 0; first < boards; first += step) {
        record_->hold(std::min(step, boards - first));
        Forward(*this, parameters, *record_, training)
            .run(planes + first * stem_.input_size(), output + first * shape_.board_size());
    }
    return record_;
}

}  // namespace tengen::nn
