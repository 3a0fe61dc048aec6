#include "nn/training/trunk_pass.hpp"

namespace tengen::nn {

// Works through the boards in pieces of as many as are summed together: each thread has its share
// of the pieces, so that its sums of filter gradients always have the same terms.
class TrunkTrainer::Backward : Pass {
  public:
    Backward(TrunkTrainer& trainer, const TrunkParameters& parameters, TrunkRecord& record,
             const TrunkGradients& gradients)
        : Pass(trainer, parameters, record),
          gradients_(gradients),
          block_gradient_(cells(trainer.block_gradient_, record.boards())),
          inner_gradient_(cells(trainer.inner_gradient_, record.boards())) {}

    void run(const float* planes, const float* output, const float* output_gradient) {
        begin_norm();
        for_pieces([&](int, int piece, int first, int count) {
            rectify(shape_.layers() - 1, piece, first, count, board(output_gradient, first),
                    nullptr, board(output, first), board(block_gradient_, first));
        });
        end_norm(shape_.layers() - 1);
        for (int block = shape_.blocks() - 1; block >= 0; --block) {
            run_second(block);
            run_first(block);
        }
        run_stem(planes);
    }

  private:
    // body(thread, piece, first, count)
    template <class Body>
    void for_pieces(const Body& body) {
        const int step = plan_.summed_chunk();
        trainer_.workers_.share(trainer_.sums_.pieces(), [&](int thread, int piece, int last) {
            for (; piece < last; ++piece) {
                body(thread, piece, piece * step, trainer_.sums_.boards_in(piece));
            }
        });
    }

    void run_second(int block) {
        const int layer = 2 * block + 2;
        const Pooling pooling(shape_, shape_.pooled[block], kernels_);
        const bool pools = shape_.pooled[block] > 0;
        if (pools) trainer_.thread_sums_.clear(pooling.gradient_size());
        begin_layer(layer);
        for_pieces([&](int thread, int piece, int first, int count) {
            float* input = cells(trainer_.workspaces_[thread].inputs, plan_.summed_chunk());
            activate(layer - 1, first, count, nullptr, input);
            if (pools) mix(pooling, block, thread, count, input);
            const float* gradient = enter(layer, thread, first, count, block_gradient_);
            add_filter_gradient(thread, input, gradient, count);
            // The gradients depend on the activations as they were before pooling.
            if (pools) activate(layer - 1, first, count, nullptr, input);
            for_parts(count, [&](int start, int boards) {
                float* found = convolve(thread, board(gradient, start), boards);
                if (pools) unmix(pooling, block, thread, boards, board(input, start), found);
                rectify(layer - 1, piece, first + start, boards, found, nullptr,
                        board(input, start), board(inner_gradient_, first + start));
            });
        });
        end_layer(layer);
        if (pools) {
            pooling.unpack(trainer_.thread_sums_.total(),
                           gradients_.poolings[pooling_number(block)]);
        }
    }

    void run_first(int block) {
        const int layer = 2 * block + 1;
        const float* input = record_.entering(block);
        begin_layer(layer);
        for_pieces([&](int thread, int piece, int first, int count) {
            const float* gradient = enter(layer, thread, first, count, inner_gradient_);
            add_filter_gradient(thread, board(input, first), gradient, count);
            for_parts(count, [&](int start, int boards) {
                float* target = board(block_gradient_, first + start);
                const float* found = convolve(thread, board(gradient, start), boards);
                rectify(layer - 1, piece, first + start, boards, found, target,
                        board(input, first + start), target);
            });
        });
        end_layer(layer);
    }

    void run_stem(const float* planes) {
        const Stem& stem = trainer_.stem_;
        trainer_.thread_sums_.clear(stem.packed_size());
        for_pieces([&](int thread, int, int first, int count) {
            const float* gradient = enter(0, thread, first, count, block_gradient_);
            for (int i = 0; i < count; ++i) {
                stem.add_gradient(planes + (first + i) * stem.input_size(), board(gradient, i),
                                  trainer_.thread_sums_.of(thread),
                                  trainer_.workspaces_[thread].stem);
            }
        });
        stem.unpack(trainer_.thread_sums_.total(), gradients_.layers[0].filters);
    }

    void begin_layer(int layer) {
        packed_ = trainer_.packed_.take(plan_.packed_size());
        const FilterView<const float> filters = parameters_.layers[layer].filters.turned();
        trainer_.workers_.run([&](int thread) {
            const auto [first, last] = trainer_.workers_.part(shape_.channels, thread);
            plan_.pack(filters, first, last, packed_, trainer_.layer_workspaces_[thread]);
            clear_sums(plan_, trainer_.layer_workspaces_[thread]);
        });
        begin_norm();
    }

    // Through a layer's norm: the gradient of what its convolution gave.
    const float* enter(int layer, int thread, int first, int count, const float* gradient) {
        const NormState& norm = record_.norm(layer);
        float* output = cells(trainer_.workspaces_[thread].output_gradient, plan_.summed_chunk());
        kernels_.normalise_gradient({.gradient = board(gradient, first),
                                     .input = board(record_.convolved(layer), first),
                                     .factor = norm.factor.data(),
                                     .slope = norm.slope.data(),
                                     .mean = norm.mean.data(),
                                     .constant = norm.constant.data(),
                                     .output = output,
                                     .cells = count * shape_.cells(),
                                     .channels = shape_.channels});
        return output;
    }

    void add_filter_gradient(int thread, const float* input, const float* gradient, int count) {
        LayerWorkspace& workspace = trainer_.layer_workspaces_[thread];
        plan_.add_gradient(input, gradient, count, workspace.sums.take(plan_.packed_size()),
                           workspace);
    }

    // body(start, boards) for parts of a piece that are small enough to be convolved together, and
    // nearly equal.
    template <class Body>
    void for_parts(int count, const Body& body) {
        for (int parts = ceil_divide(count, plan_.chunk()), start = 0; parts > 0; --parts) {
            const int boards = ceil_divide(count - start, parts);
            body(start, boards);
            start += boards;
        }
    }

    // The gradient of a layer's input.
    float* convolve(int thread, const float* gradient, int boards) {
        float* found = cells(trainer_.workspaces_[thread].input_gradient, plan_.chunk());
        plan_.convolve(packed_, gradient, boards, found, trainer_.layer_workspaces_[thread]);
        return found;
    }

    void mix(const Pooling& pooling, int block, int thread, int count, float* boards) {
        for (int i = 0; i < count; ++i) {
            pooling.add(parameters_.poolings[pooling_number(block)], board(boards, i),
                        trainer_.workspaces_[thread].pooling);
        }
    }

    void unmix(const Pooling& pooling, int block, int thread, int count, const float* input,
               float* gradient) {
        for (int i = 0; i < count; ++i) {
            pooling.add_gradient(parameters_.poolings[pooling_number(block)], board(input, i),
                                 board(gradient, i), trainer_.thread_sums_.of(thread),
                                 trainer_.workspaces_[thread].pooling);
        }
    }

    // Back through the ReLU after a layer's norm, and the sums that the norm needs.
    void rectify(int layer, int piece, int first, int count, const float* gradient,
                 const float* addend, const float* activation, float* output) {
        kernels_.rectify_gradient({.gradient = gradient,
                                   .addend = addend,
                                   .activation = activation,
                                   .input = board(record_.convolved(layer), first),
                                   .mean = record_.norm(layer).mean.data(),
                                   .output = output,
                                   .sums = trainer_.sums_.first(piece),
                                   .products = trainer_.sums_.second(piece),
                                   .cells = count * shape_.cells(),
                                   .channels = shape_.channels});
    }

    void begin_norm() {
        trainer_.sums_.clear(record_.boards(), plan_.summed_chunk(), shape_.channels);
    }

    // The sums are now those of the layer before.
    void end_layer(int layer) {
        fold_sums(trainer_.workers_, plan_, gradients_.layers[layer].filters,
                  trainer_.layer_workspaces_);
        end_norm(layer - 1);
    }

    void end_norm(int layer) {
        fit_gradient(trainer_.sums_, double(record_.boards()) * shape_.cells(),
                     parameters_.layers[layer], gradients_.layers[layer], record_.norm(layer));
    }

    const TrunkGradients& gradients_;
    float* block_gradient_;
    float* inner_gradient_;
    float* packed_ = nullptr;
};

void TrunkTrainer::backward(const TrunkParameters& parameters, TrunkRecord& record,
                            const float* planes, const float* output, const float* output_gradient,
                            const TrunkGradients& gradients) {
    workers_.expect_present();
    const std::lock_guard lock(mutex_);
    Backward(*this, parameters, record, gradients).run(planes, output, output_gradient);
}

}  // namespace tengen::nn
