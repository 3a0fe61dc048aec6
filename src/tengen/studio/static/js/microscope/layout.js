// Which part of a tree is drawn, and where. However large it is, only some dozens of nodes are: the path of the
// simulation and the most visited others; what is left out below a node is folded into a count.

const LEFT = 64, ROOM = 780, TOP = 30, ROW = 80, LEAST_ROW = 38, TALL = 320, MOST_LEVELS = 8;
const RADIUS = 7.5, MOST_RADIUS = 27, SLOT = 15.5, FOLD = 34, LETTER = 8, MOST_SPREAD = 4.5, LEAST_ROOM = 6;

/**
 * @param {KeptTree} tree
 * @param {number} top the node to begin with
 * @param {number[]} path nodes that must be drawn
 */
export function layOut(tree, top, path) {
  for (let room = ROOM / SLOT; ; ) {
    const { placed, right, height } = arrange(tree, top, choose(tree, top, path, room));
    if (right > ROOM && room > LEAST_ROOM) {
      room *= Math.min(0.9, ROOM / right);
      continue;
    }
    const scale = Math.min(ROOM / right, MOST_SPREAD), shift = LEFT + (ROOM - right * scale) / 2;
    for (const node of placed) Object.assign(node, { x: shift + node.x * scale, foldX: shift + node.foldX * scale });
    return { placed, height };
  }
}

/** Children side by side, each as wide as what is below it. @param {KeptTree} tree @param {number} top @param {Map<number, number>} levels */
function arrange(tree, top, levels) {
  const folding = [...levels].filter(([id]) => tree.below(id).some((child) => !levels.has(child)));
  const deepest = Math.max(1, ...levels.values(), ...folding.map(([, depth]) => depth + 1));
  const row = Math.min(ROW, Math.max(LEAST_ROW, TALL / deepest)), growth = (Math.min(MOST_RADIUS, 0.4 * row) - RADIUS) / Math.max(Math.sqrt(tree.visits(top)) - 1, 1);
  /** @type {Placed[]} */
  const placed = [];
  let right = 0;
  /** @param {number} id @param {Placed | null} parent @param {number} depth @returns {Placed} */
  const place = (id, parent, depth) => {
    const r = RADIUS + growth * Math.max(Math.sqrt(tree.visits(id)) - 1, 0), begin = right, children = tree.below(id);
    /** @type {Placed} */
    const node = { id, x: 0, y: TOP + depth * row, r, depth, parent, folded: 0, foldX: 0 };
    placed.push(node);
    const centres = children.filter((child) => levels.has(child)).map((child) => place(child, node, depth + 1).x);
    for (const child of children) if (!levels.has(child)) node.folded += tree.sizes.get(child) ?? 0;
    if (node.folded) {
      centres.push((node.foldX = right + FOLD / 2));
      right += FOLD;
    }
    right = Math.max(right, begin + 2 * r + 3, begin + SLOT, begin + (depth === 1 ? 14 + LETTER * (tree.nodes.get(id)?.move.length ?? 0) : 0));
    node.x = centres.length ? ((centres[0] ?? 0) + (centres.at(-1) ?? 0)) / 2 : (begin + right) / 2;
    return node;
  };
  place(top, null, 0);
  return { placed, right, height: TOP + deepest * row + 24 };
}

/** The drawn nodes with their depths: the path, then the most visited others while there is room. @param {KeptTree} tree @param {number} top @param {number[]} path @param {number} room */
function choose(tree, top, path, room) {
  const levels = new Map([[top, 0]]);
  if (path.includes(top)) path.slice(path.indexOf(top)).forEach((id, depth) => tree.visits(id) && levels.set(id, depth));
  const waiting = [...levels.keys()].flatMap((id) => tree.below(id)).filter((id) => !levels.has(id));
  const most = Math.max(MOST_LEVELS, levels.size - 1);
  while (room > 0 && waiting.length) {
    const best = waiting.reduce((one, id) => (tree.visits(id) > tree.visits(one) ? id : one)), parent = tree.nodes.get(best)?.parent ?? 0;
    waiting.splice(waiting.indexOf(best), 1);
    const depth = (levels.get(parent) ?? 0) + 1;
    if (depth > most) continue;
    levels.set(best, depth);
    waiting.push(...tree.below(best));
    // An only child stands below its parent and takes no room of its own.
    if (tree.below(parent).length > 1) room -= 1;
  }
  // A single node takes less room than its count would.
  for (const [id, depth] of levels) {
    const [first, ...others] = tree.below(id).filter((child) => !levels.has(child));
    if (first && !others.length && tree.sizes.get(first) === 1) levels.set(first, depth + 1);
  }
  return levels;
}
