// One node of the tree. All its values are in the view of the side to move at the node itself.
#pragma once

#include <cstdint>

namespace tengen {

enum class Proof : std::uint8_t { none, loss, draw, win };

constexpr int exact_value(Proof proof) {
    return proof == Proof::win ? 1 : proof == Proof::loss ? -1 : 0;
}

constexpr Proof proof_of(int exact_value) {
    return exact_value > 0 ? Proof::win : exact_value < 0 ? Proof::loss : Proof::draw;
}

// Siblings lie side by side, so that a choice among them reads one stretch of memory.
struct Node {
    double value = 0.0;       // running mean; exact once proven
    double moves_left = 0.0;  // running mean of the plies to the end
    float draw = 0.0F;        // running mean of the draw chance
    float own_value = 0.0F;   // what the evaluator said of this very position
    float prior = 0.0F;
    std::uint32_t visits = 0;
    std::uint32_t children = 0;  // the first child among the nodes
    std::uint32_t edges = 0;     // the first legal action among the edges
    std::uint16_t num_children = 0;
    std::uint16_t num_edges = 0;
    std::uint16_t child_room = 0;
    std::uint16_t action = 0;  // the action that leads here
    std::uint16_t in_flight = 0;
    std::uint16_t proof_plies = 0;  // plies to the proven end, along a proven line
    Proof proof = Proof::none;
    std::uint8_t to_move = 0;
    bool expanded = false;
};

static_assert(sizeof(Node) <= 64, "a node is meant to fit one cache line");

}  // namespace tengen
