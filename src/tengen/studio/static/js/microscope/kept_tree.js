// The tree of a kept search after any simulation. Each adds one visit along its path, so that a step forwards or
// backwards changes a path and nothing else. A node bears the number of the simulation that made it.

export class KeptTree {
  constructor() {
    /** Where each simulation ended. @type {number[]} */
    this.leaves = [];
    /** @type {Map<number, MadeNode>} */
    this.nodes = new Map();
    /** In the order of their actions. @type {Map<number, number[]>} */
    this.children = new Map();
    /** @type {Map<number, NodeProof>} */
    this.proofs = new Map();
    /** @type {Map<number, number>} */
    this.counts = new Map();
    /** Nodes below each one, itself included. @type {Map<number, number>} */
    this.sizes = new Map();
    /** The last simulation that is counted. */
    this.number = 0;
  }

  /** @param {Simulated} news */
  add({ leaves, nodes, proofs }) {
    this.leaves.push(...leaves);
    for (const node of nodes) {
      this.nodes.set(node.id, node);
      const siblings = [...(this.children.get(node.parent) ?? []), node.id];
      this.children.set(node.parent, siblings.sort((one, other) => (this.nodes.get(one)?.action ?? 0) - (this.nodes.get(other)?.action ?? 0)));
    }
    for (const proof of proofs) this.proofs.set(proof.node, proof);
  }

  /** From the root to a node. @param {number} id */
  lineTo(id) {
    const line = [];
    for (let node = this.nodes.get(id); node; node = this.nodes.get(node.parent)) line.unshift(node);
    return line;
  }

  /** The nodes of a simulation. @param {number} number */
  path(number) {
    return this.lineTo(this.leaves[number - 1] ?? 0).map(({ id }) => id);
  }

  /** @param {number} number */
  goTo(number) {
    for (; this.number < number; this.number++) this.count(this.number + 1, 1);
    for (; this.number > number; this.number--) this.count(this.number, -1);
  }

  /** @param {number} number @param {number} change */
  count(number, change) {
    for (const id of this.path(number)) {
      this.counts.set(id, this.visits(id) + change);
      if (this.leaves[number - 1] === number) this.sizes.set(id, (this.sizes.get(id) ?? 0) + change);
    }
  }

  /** @param {number} id */
  visits(id) {
    return this.counts.get(id) ?? 0;
  }

  /** The children that have a visit. @param {number} id */
  below(id) {
    return (this.children.get(id) ?? []).filter((child) => this.visits(child) > 0);
  }

  /** What is proven by now. @param {number} id */
  proof(id) {
    const proof = this.proofs.get(id);
    return proof && proof.at <= this.number ? proof.value : null;
  }
}
