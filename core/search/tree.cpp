#include "search/tree.hpp"

#include <algorithm>
#include <bit>
#include <utility>

namespace tengen {

namespace {

constexpr std::uint32_t no_block = 0xFFFFFFFFU;
constexpr std::size_t block_kinds = 16;
// Far more than is added to a tree between two looks at its size.
constexpr std::uint32_t last_index = 0xFFFFFFFFU - (1U << 26U);

std::size_t kind_of(std::uint16_t room) { return static_cast<std::size_t>(std::countr_zero(room)); }

}  // namespace

void Tree::reset() {
    nodes_.clear();
    priors_.clear();
    actions_.clear();
    free_blocks_.assign(block_kinds, no_block);
    nodes_[nodes_.allocate(1)] = Node{};
    size_ = 1;
}

bool Tree::is_full(std::int64_t megabytes) const {
    if (nodes_.used() > last_index || priors_.used() > last_index) return true;
    const std::size_t used = nodes_.used_bytes() + priors_.used_bytes() + actions_.used_bytes();
    return megabytes > 0 && used >= static_cast<std::size_t>(megabytes) * 1'000'000;
}

void Tree::set_edges(Node& node, std::span<const Edge> edges) {
    const auto count = static_cast<std::uint32_t>(edges.size());
    node.edges = priors_.allocate(count);
    actions_.allocate(count);
    for (std::uint32_t index = 0; index < count; ++index) {
        priors_[node.edges + index] = edges[index].prior;
        actions_[node.edges + index] = edges[index].action;
    }
    node.num_edges = static_cast<std::uint16_t>(count);
    node.expanded = true;
}

std::uint32_t Tree::take_block(std::uint16_t room) {
    std::uint32_t& free = free_blocks_[kind_of(room)];
    if (free == no_block) return nodes_.allocate(room);
    return std::exchange(free, nodes_[free].children);
}

void Tree::give_back_block(std::uint32_t block, std::uint16_t room) {
    nodes_[block].children = std::exchange(free_blocks_[kind_of(room)], block);
}

void Tree::grow_children(Node& node) {
    const auto room = static_cast<std::uint16_t>(node.child_room == 0 ? 1 : node.child_room * 2);
    const std::uint32_t block = take_block(room);
    if (node.num_children > 0) {
        std::copy_n(&nodes_[node.children], node.num_children, &nodes_[block]);
        give_back_block(node.children, node.child_room);
    }
    node.children = block;
    node.child_room = room;
}

Node& Tree::add_child(Node& node, const Edge& edge) {
    if (node.num_children == node.child_room) grow_children(node);
    Node& child = nodes_[node.children + node.num_children];
    child = Node{};
    child.prior = edge.prior;
    child.action = edge.action;
    ++node.num_children;
    ++size_;
    return child;
}

void Tree::copy_edges(const Node& from, Node& to) {
    to.edges = spare_priors_.allocate(from.num_edges);
    spare_actions_.allocate(from.num_edges);
    std::copy_n(&priors_[from.edges], from.num_edges, &spare_priors_[to.edges]);
    std::copy_n(&actions_[from.edges], from.num_edges, &spare_actions_[to.edges]);
}

void Tree::copy_children(std::uint32_t from, std::uint32_t to) {
    const Node& source = nodes_[from];
    const auto room = std::bit_ceil(source.num_children);
    const std::uint32_t block = spare_nodes_.allocate(room);
    spare_nodes_[to].children = block;
    spare_nodes_[to].child_room = room;
    for (std::uint32_t slot = 0; slot < source.num_children; ++slot) {
        spare_nodes_[block + slot] = nodes_[source.children + slot];
        to_copy_.emplace_back(source.children + slot, block + slot);
    }
}

void Tree::keep_only_child(int slot) {
    const std::uint32_t child = root().children + static_cast<std::uint32_t>(slot);
    spare_nodes_[spare_nodes_.allocate(1)] = nodes_[child];
    to_copy_.assign(1, {child, root_index});
    size_ = 0;
    while (!to_copy_.empty()) {
        const auto [from, to] = to_copy_.back();
        to_copy_.pop_back();
        ++size_;
        if (nodes_[from].num_edges > 0) copy_edges(nodes_[from], spare_nodes_[to]);
        if (nodes_[from].num_children > 0) copy_children(from, to);
    }
    std::swap(nodes_, spare_nodes_);
    std::swap(priors_, spare_priors_);
    std::swap(actions_, spare_actions_);
    spare_nodes_.give_back_memory();
    spare_priors_.give_back_memory();
    spare_actions_.give_back_memory();
    free_blocks_.assign(block_kinds, no_block);
}

}  // namespace tengen
