// One-dimensional Winograd transforms F(m, 3): m outputs of a 3-tap filter from m + 2 inputs with
// m + 2 multiplications. `spread` is the transpose of `inverse`. Interpolation points 0, 1, -1 (2,
// -2, 1/2, -1/2) and infinity; the matching filter transforms are in nn/filter_transform.cpp.
#pragma once

#include "nn/kernels/vector.hpp"

namespace tengen::nn {

template <class Isa, int outputs>
struct TileTransform;

template <class Isa>
struct TileTransform<Isa, 2> {
    using Vector = typename Isa::Vector;

    [[gnu::always_inline]] static void forward(const Vector (&x)[4], Vector (&f)[4]) {
        f[0] = x[0] - x[2];
        f[1] = x[1] + x[2];
        f[2] = x[2] - x[1];
        f[3] = x[1] - x[3];
    }

    [[gnu::always_inline]] static void inverse(const Vector (&f)[4], Vector (&y)[2]) {
        y[0] = f[0] + f[1] + f[2];
        y[1] = f[1] - f[2] - f[3];
    }

    [[gnu::always_inline]] static void spread(const Vector (&y)[2], Vector (&f)[4]) {
        f[0] = y[0];
        f[1] = y[0] + y[1];
        f[2] = y[0] - y[1];
        f[3] = -y[1];
    }
};

template <class Isa>
struct TileTransform<Isa, 4> {
    using Vector = typename Isa::Vector;

    [[gnu::always_inline]] static void forward(const Vector (&x)[6], Vector (&f)[6]) {
        f[0] = 4.0F * x[0] + (x[4] - 5.0F * x[2]);
        f[5] = 4.0F * x[1] + (x[5] - 5.0F * x[3]);
        const Vector even1 = x[4] - 4.0F * x[2];
        const Vector odd1 = x[3] - 4.0F * x[1];
        f[1] = even1 + odd1;
        f[2] = even1 - odd1;
        const Vector even2 = x[4] - x[2];
        const Vector odd2 = x[3] - x[1];
        f[3] = even2 + 2.0F * odd2;
        f[4] = even2 - 2.0F * odd2;
    }

    [[gnu::always_inline]] static void inverse(const Vector (&f)[6], Vector (&y)[4]) {
        const Vector sum1 = f[1] + f[2];
        const Vector difference1 = f[1] - f[2];
        const Vector sum2 = f[3] + f[4];
        const Vector difference2 = f[3] - f[4];
        y[0] = f[0] + sum1 + sum2;
        y[1] = difference1 + 2.0F * difference2;
        y[2] = sum1 + 4.0F * sum2;
        y[3] = difference1 + 8.0F * difference2 + f[5];
    }

    [[gnu::always_inline]] static void spread(const Vector (&y)[4], Vector (&f)[6]) {
        const Vector even1 = y[0] + y[2];
        const Vector odd1 = y[1] + y[3];
        const Vector even2 = y[0] + 4.0F * y[2];
        const Vector odd2 = 2.0F * y[1] + 8.0F * y[3];
        f[0] = y[0];
        f[1] = even1 + odd1;
        f[2] = even1 - odd1;
        f[3] = even2 + odd2;
        f[4] = even2 - odd2;
        f[5] = y[3];
    }
};

// The points of four outputs and 1/2: a factor 2 x - 1 leads from one transform to the other.
template <class Isa>
struct TileTransform<Isa, 5> {
    using Vector = typename Isa::Vector;

    [[gnu::always_inline]] static void forward(const Vector (&x)[7], Vector (&f)[7]) {
        Vector differences[6];
        unroll<6>([&](auto i) __attribute__((always_inline)) {
            differences[i.value] = 2.0F * x[i.value + 1] - x[i.value];
        });
        Vector others[6];
        TileTransform<Isa, 4>::forward(differences, others);
        unroll<5>([&](auto i) __attribute__((always_inline)) { f[i.value] = others[i.value]; });
        f[5] = 4.0F * x[1] + (x[5] - 5.0F * x[3]);
        f[6] = others[5];
    }

    [[gnu::always_inline]] static void inverse(const Vector (&f)[7], Vector (&y)[5]) {
        const Vector sum1 = f[1] + f[2];
        const Vector difference1 = f[1] - f[2];
        const Vector sum2 = f[3] + f[4];
        const Vector difference2 = f[3] - f[4];
        y[0] = (f[0] + f[5]) + (sum1 + sum2);
        y[1] = (difference1 + 0.5F * f[5]) + 2.0F * difference2;
        y[2] = (sum1 + 0.25F * f[5]) + 4.0F * sum2;
        y[3] = (difference1 + 0.125F * f[5]) + 8.0F * difference2;
        y[4] = (sum1 + 0.0625F * f[5]) + (16.0F * sum2 + f[6]);
    }

    [[gnu::always_inline]] static void spread(const Vector (&y)[5], Vector (&f)[7]) {
        const Vector even1 = y[0] + y[2] + y[4];
        const Vector odd1 = y[1] + y[3];
        const Vector even2 = y[0] + 4.0F * y[2] + 16.0F * y[4];
        const Vector odd2 = 2.0F * y[1] + 8.0F * y[3];
        f[0] = y[0];
        f[1] = even1 + odd1;
        f[2] = even1 - odd1;
        f[3] = even2 + odd2;
        f[4] = even2 - odd2;
        f[5] = (y[0] + 0.5F * y[1]) + (0.25F * y[2] + (0.125F * y[3] + 0.0625F * y[4]));
        f[6] = y[4];
    }
};

template <class Isa>
struct TileTransform<Isa, 6> {
    using Vector = typename Isa::Vector;

    [[gnu::always_inline]] static void forward(const Vector (&x)[8], Vector (&f)[8]) {
        f[0] = (x[0] - x[6]) + 5.25F * (x[4] - x[2]);
        f[7] = (x[7] - x[1]) + 5.25F * (x[3] - x[5]);
        const Vector even1 = (x[2] + x[6]) - 4.25F * x[4];
        const Vector odd1 = (x[1] + x[5]) - 4.25F * x[3];
        f[1] = even1 + odd1;
        f[2] = even1 - odd1;
        const Vector even2 = (x[6] - 1.25F * x[4]) + 0.25F * x[2];
        const Vector odd2 = ((x[5] + x[5]) - 2.5F * x[3]) + 0.5F * x[1];
        f[3] = even2 + odd2;
        f[4] = even2 - odd2;
        const Vector even3 = x[6] + 4.0F * (x[2] - 1.25F * x[4]);
        const Vector odd3 = ((x[1] + x[1]) - 2.5F * x[3]) + 0.5F * x[5];
        f[5] = even3 + odd3;
        f[6] = even3 - odd3;
    }

    [[gnu::always_inline]] static void inverse(const Vector (&f)[8], Vector (&y)[6]) {
        const Vector sum1 = f[1] + f[2];
        const Vector difference1 = f[1] - f[2];
        const Vector sum2 = f[3] + f[4];
        const Vector difference2 = f[3] - f[4];
        const Vector sum3 = f[5] + f[6];
        const Vector difference3 = f[5] - f[6];
        y[0] = (f[0] + sum1) + (sum2 + 32.0F * sum3);
        y[1] = (difference1 + 16.0F * difference3) + 2.0F * difference2;
        y[2] = (sum1 + 8.0F * sum3) + 4.0F * sum2;
        y[3] = (difference1 + 4.0F * difference3) + 8.0F * difference2;
        y[4] = (sum1 + 2.0F * sum3) + 16.0F * sum2;
        y[5] = (f[7] + difference1) + (difference3 + 32.0F * difference2);
    }

    [[gnu::always_inline]] static void spread(const Vector (&y)[6], Vector (&f)[8]) {
        const Vector even1 = y[0] + y[2] + y[4];
        const Vector odd1 = y[1] + y[3] + y[5];
        const Vector even2 = y[0] + 4.0F * y[2] + 16.0F * y[4];
        const Vector odd2 = 2.0F * y[1] + 8.0F * y[3] + 32.0F * y[5];
        const Vector even3 = 32.0F * y[0] + 8.0F * y[2] + 2.0F * y[4];
        const Vector odd3 = 16.0F * y[1] + 4.0F * y[3] + y[5];
        f[0] = y[0];
        f[1] = even1 + odd1;
        f[2] = even1 - odd1;
        f[3] = even2 + odd2;
        f[4] = even2 - odd2;
        f[5] = even3 + odd3;
        f[6] = even3 - odd3;
        f[7] = y[5];
    }
};

}  // namespace tengen::nn
