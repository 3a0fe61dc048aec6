// What one instruction set offers: plain functions on plain memory, chosen at run time.
#pragma once

#include <cstddef>

namespace tengen::nn {

// output[row, column] = bias[column] + residual[row, column] + sum over k of
// input[row, k] * weights[k, column], then max(0, .) if asked for.
// Each output is one chain of additions in the order of k, so it does not depend on `rows`.
struct Multiplication {
    const float* input;
    std::ptrdiff_t input_stride;
    const float* weights;  // [panels][depth][panel width]
    float* output;
    std::ptrdiff_t output_stride;
    const float* bias = nullptr;      // [panels * panel width]; null: zero
    const float* residual = nullptr;  // laid out as the output; null: none
    int rows;
    int depth;
    int panels;
    bool rectify = false;
    bool narrow = false;  // of the last panel only the first vector is computed and written
};

// output[row, column] += sum over k of left[k, row] * right[k, column], one chain of additions in
// the order of k.
struct Accumulation {
    const float* left;
    std::ptrdiff_t left_stride;
    const float* right;  // [depth][panels * panel width]
    std::ptrdiff_t right_stride;
    float* output;
    std::ptrdiff_t output_stride;
    int rows;
    int depth;
    int panels;
};

// A panel of 3x3 filters, tap (y, x) of a column at taps + (3 * y + x) * tap_stride + column, and
// the same filters in the Winograd domain.
struct FilterPanel {
    const float* vertical;    // [height][3]: the transform from three taps to frequencies
    const float* horizontal;  // [width][3]
    int height;
    int width;
    float* taps;
    std::ptrdiff_t tap_stride;
    float* frequencies;
    std::ptrdiff_t frequency_stride;
};

// A board's cells [height * width][stride]; the kernels work on `channels`, a multiple of the
// lanes.
struct BoardLayout {
    int height;
    int width;
    int channels;
    std::ptrdiff_t stride;
};

// Tiles of one board in the Winograd domain: element (frequency, tile, channel) is at
// frequency * frequency_stride + tile * tile_stride + channel.
struct TileScatter {
    BoardLayout layout;
    const float* board;
    const float* zero_row;  // [width * stride] zeros, read in place of rows outside the board
    float* tiles;
    std::ptrdiff_t frequency_stride;
    std::ptrdiff_t tile_stride;
};

// board = max(0, inverse transform of the tiles + bias + residual), or without a bias the inverse
// transform alone.
struct TileGather {
    BoardLayout layout;
    const float* tiles;
    std::ptrdiff_t frequency_stride;
    std::ptrdiff_t tile_stride;
    const float* bias;      // null: nothing follows the inverse transform
    const float* residual;  // null, or laid out as the board (which may be the same memory)
    float* board;
};

struct WinogradKernels {
    void (*scatter)(const TileScatter&);
    // The transpose of `gather`'s transform: what a gradient of the outputs is in the Winograd
    // domain.
    void (*scatter_gradient)(const TileScatter&);
    void (*gather)(const TileGather&);
};

// The jobs of batch norms see cells [cells][channels] without gaps, and rows [channels].

// sums += input - pivot, squares += (input - pivot)^2, over the cells one after the other. A pivot
// near the mean leaves the variance its digits.
struct CellSums {
    const float* input;
    const float* pivot;
    float* sums;
    float* squares;
    int cells;
    int channels;
};

// output = max(0, scale * input + shift + residual)
struct Normalisation {
    const float* input;
    const float* scale;
    const float* shift;
    const float* residual;  // null: none
    float* output;          // may be any of the inputs
    int cells;
    int channels;
};

// output = gradient + addend where the activation is positive, else 0;
// sums += output, products += output * (input - mean).
struct RectifiedGradient {
    const float* gradient;
    const float* addend;  // null: none
    const float* activation;
    const float* input;
    const float* mean;
    float* output;  // may be any of the inputs
    float* sums;
    float* products;
    int cells;
    int channels;
};

// output = factor * gradient + slope * (input - mean) + constant
struct NormGradient {
    const float* gradient;
    const float* input;
    const float* factor;
    const float* slope;
    const float* mean;
    const float* constant;
    float* output;
    int cells;
    int channels;
};

// Of output[plane, cell] = sum over the channels of weights[plane, channel] * input[cell, channel]:
// input_gradient and weight_sums += what output_gradient makes of them.
struct PlaneGradients {
    const float* input;            // [cells][channels]
    const float* weights;          // [planes][channels]
    const float* output_gradient;  // [planes][cells]
    float* input_gradient;
    float* weight_sums;
    int cells;
    int channels;
    int planes;
};

// Every pair of these, and 5x5: it fits the sides 5, 9, 10, 14, 15 and 20 best, and they are
// square.
inline constexpr int tile_sizes[] = {2, 4, 6};
inline constexpr int num_tile_sizes = 3;

struct KernelTable {
    int lanes;
    int panel_width;
    int block_rows;  // rows of a multiplication are cheapest in multiples of this
    void (*multiply)(const Multiplication&);
    void (*accumulate)(const Accumulation&);
    // One panel width of columns, from taps to frequencies, and the transpose of that.
    void (*transform_filters)(const FilterPanel&);
    void (*fold_filter_gradients)(const FilterPanel&);
    WinogradKernels winograd[num_tile_sizes][num_tile_sizes];  // by tile height, tile width
    WinogradKernels winograd_5x5;
    // padded [height + 2][width + 2][channels] -> patches [height * width][3 * 3 * channels]
    void (*copy_patches)(const float* padded, int height, int width, int channels, float* patches);
    // pooled [2][channels]: mean over the cells, then maximum
    void (*pool)(const float* board, const BoardLayout& layout, float* pooled);
    void (*add_to_cells)(float* board, const BoardLayout& layout, const float* addend);
    void (*sum_cells)(const CellSums&);
    void (*normalise)(const Normalisation&);
    void (*rectify_gradient)(const RectifiedGradient&);
    void (*normalise_gradient)(const NormGradient&);
    void (*add_plane_gradients)(const PlaneGradients&);
    // Does `rounds` x 4096 fused multiply-adds of a vector on registers only; the sum defeats the
    // optimiser.
    float (*spin_multiply_adds)(int rounds);
};

}  // namespace tengen::nn
