// The search tree as memory: nodes, the legal actions of each, and nothing about how to search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "games/game.hpp"
#include "search/chunked_array.hpp"
#include "search/node.hpp"

namespace tengen {

// A legal action and its prior, before or after it has a child.
struct Edge {
    float prior;
    std::uint16_t action;
};

// Children are made one at a time. Below the root they are made in the order of the node's edges,
// which is by falling prior, so child number i belongs to edge number i.
class Tree {
  public:
    static constexpr std::uint32_t root_index = 0;

    Tree() { reset(); }

    void reset();
    Node& root() { return nodes_[root_index]; }
    const Node& root() const { return nodes_[root_index]; }

    Node& child(const Node& node, int slot) {
        return nodes_[node.children + static_cast<std::uint32_t>(slot)];
    }
    const Node& child(const Node& node, int slot) const {
        return nodes_[node.children + static_cast<std::uint32_t>(slot)];
    }
    std::span<const Node> children(const Node& node) const {
        if (node.num_children == 0) return {};
        return {&nodes_[node.children], node.num_children};
    }

    Edge edge(const Node& node, int index) const {
        const std::uint32_t at = node.edges + static_cast<std::uint32_t>(index);
        return {priors_[at], actions_[at]};
    }

    // Stores the legal actions of a node in the order given.
    void set_edges(Node& node, std::span<const Edge> edges);

    // Makes the next child of the node; its siblings may move, the node itself does not.
    Node& add_child(Node& node, const Edge& edge);

    // Drops everything but the subtree of one child of the root, which becomes the root.
    void keep_only_child(int slot);

    // Walks from the root along child slots.
    template <class Slots, class Visit>
    void walk(const Slots& slots, Visit visit) {
        Node* node = &root();
        visit(*node);
        for (const auto slot : slots) {
            node = &child(*node, slot);
            visit(*node);
        }
    }

    std::size_t bytes() const { return nodes_.bytes() + priors_.bytes() + actions_.bytes(); }
    std::uint32_t size() const { return size_; }

    // Whether the tree fills this many MB (0: no limit) or comes near the end of its indices.
    bool is_full(std::int64_t megabytes) const;

  private:
    static constexpr int log_node_chunk = 12;
    static constexpr int log_edge_chunk = 14;
    using NodeArray = ChunkedArray<Node, log_node_chunk>;
    using PriorArray = ChunkedArray<float, log_edge_chunk>;
    using ActionArray = ChunkedArray<std::uint16_t, log_edge_chunk>;

    std::uint32_t take_block(std::uint16_t room);
    void give_back_block(std::uint32_t block, std::uint16_t room);
    void grow_children(Node& node);
    void copy_edges(const Node& from, Node& to);
    void copy_children(std::uint32_t from, std::uint32_t to);

    NodeArray nodes_;
    PriorArray priors_;
    ActionArray actions_;
    // Blocks of 2^i nodes that outgrew themselves, linked through Node::children.
    std::vector<std::uint32_t> free_blocks_;
    std::uint32_t size_ = 0;

    // Where keep_only_child copies to; empty at all other times.
    NodeArray spare_nodes_;
    PriorArray spare_priors_;
    ActionArray spare_actions_;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> to_copy_;
};

}  // namespace tengen
