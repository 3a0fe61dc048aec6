// The tree as a picture: size by visits, the path of the simulation in bold, proven nodes as squares.
import { button, h, s, set } from "../dom.js";
import { icon } from "../icons.js";
import { layOut } from "./layout.js";

/** A node of this radius is large enough to be named and numbered. */
const LARGE = 11;

export class TreeView {
  /** @param {Scope} scope */
  constructor(scope) {
    this.scope = scope;
    const { texts } = scope.app;
    this.whole = button({ icon: icon("back"), text: texts.say("whole tree"), kind: "small quiet" }, () => scope.set({ top: 1 }));
    this.svg = s("svg", { class: "tree", role: "tree", keydown: (/** @type {KeyboardEvent} */ event) => this.walk(event) });
    this.box = h("div", { class: "tree-box" }, this.svg);
    this.element = h("section", { class: "card" }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("tree")), this.whole, h("span", { class: "muted" }, texts.say("tree about"))), this.box);
    /** @type {Placed[]} */
    this.placed = [];
    /** Where the path ends, from 0 to 1. */
    this.end = 0;
  }

  /** Keeps the end of the path in view on a narrow screen. It waits for the layout, so that it comes after all changes. */
  scroll() {
    this.box.scrollLeft = this.end * this.svg.clientWidth - this.box.clientWidth / 2;
  }

  update() {
    const { scope } = this, { tree, phase, number, top } = scope, { texts } = scope.app, path = tree.path(number), leaf = path.at(-1) ?? 1;
    // Before the backup all visits are those of before; a new leaf is drawn once it is expanded.
    tree.goTo(phase === 3 ? number : number - 1);
    const isGhost = phase > 0 && tree.visits(leaf) === 0;
    if (isGhost) tree.counts.set(leaf, 1);
    const { placed, height } = layOut(tree, tree.visits(top) ? top : 1, path);
    if (isGhost) tree.counts.set(leaf, 0);
    this.placed = placed;
    const hadFocus = this.svg.contains(document.activeElement);
    set(this.svg, { viewBox: `0 0 860 ${height}`, "aria-label": texts.say("tree") });
    this.svg.replaceChildren(...this.levels(), ...this.edges(new Set(path)), ...placed.map((node) => this.node(node, path.includes(node.id), leaf)));
    set(this.whole, { hidden: top === 1 });
    this.end = (placed.find(({ id }) => id === leaf)?.x ?? 0) / 860;
    if (hadFocus) this.focus(scope.selected ?? top);
  }

  /** Who moves on each level, where all of it agree. */
  levels() {
    return [...new Set(this.placed.map(({ y }) => y))].map((y) => {
      const seats = new Set(this.placed.filter((node) => node.y === y).map(({ id }) => this.scope.tree.nodes.get(id)?.to_move ?? 0));
      return s("text", { class: "lv", x: 0, y, "aria-hidden": "true" }, seats.size === 1 && this.scope.seat([...seats][0] ?? 0));
    });
  }

  /** @param {Set<number>} on */
  edges(on) {
    /** @param {string} kind @param {(node: Placed) => boolean} which */
    const path = (kind, which) => s("path", { class: `e ${kind}`, "aria-hidden": "true", d: this.placed.map((node) => (node.parent && which(node) ? curve(node.parent, node.x, node.y) : "")).join("") });
    const folds = this.placed.map((node) => (node.folded ? curve(node, node.foldX, node.y + 26) : "")).join("");
    return [path("", ({ id }) => !on.has(id)), s("path", { class: "e fold", d: folds, "aria-hidden": "true" }), path("on", ({ id }) => on.has(id))];
  }

  /** @param {Placed} node @param {boolean} isOn @param {number} leaf */
  node({ id, x, y, r, depth, folded, foldX }, isOn, leaf) {
    const { scope } = this, { tree, selected, top } = scope, { texts } = scope.app, proof = tree.proof(id), visits = tree.visits(id), count = texts.short(visits);
    const kind = `n ${isOn ? (id === leaf ? "new" : "on") : ""} ${proof ? `proof ${proof}` : ""}`, half = 0.88 * r;
    const shape = proof ? s("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half, rx: 2 }) : s("circle", { class: kind, cx: x, cy: y, r });
    const label = depth > 0 && (isOn || depth === 1 || r >= LARGE) && s("text", { class: isOn ? "a on" : "a", x: x - 0.7 * r - 2, y: y - 0.7 * r - 3 }, tree.nodes.get(id)?.move);
    const fold = folded > 0 && s("g", { class: "folded", click: (/** @type {Event} */ event) => { event.stopPropagation(); scope.set({ top: id }); } }, s("rect", { x: foldX - 17, y: y + 26, width: 34, height: 18, rx: 9 }), s("text", { x: foldX, y: y + 35.5 }, `+${texts.short(folded)}`));
    const moves = tree.lineTo(id).slice(1).map(({ move }) => move).join(" "), said = texts.say("node label", { moves: moves || texts.say("root"), visits, folded });
    return s("g", { role: "treeitem", "data-node": id, tabindex: id === (selected ?? top) ? 0 : -1, "aria-level": depth + 1, "aria-selected": String(id === selected), "aria-label": proof ? `${said}, ${texts.say(`proven ${proof}`)}` : said, click: () => void scope.select(id) },
      id === selected && s("circle", { class: "picked", cx: x, cy: y, r: r + 5 }), shape, r >= Math.max(LARGE, 4 + 3.4 * count.length) && s("text", { class: isOn && id !== leaf && !proof ? "on" : null, x, y: y + 0.5 }, count), label, fold);
  }

  /** Arrows walk through the drawn part, Enter picks a node. @param {KeyboardEvent} event */
  walk(event) {
    const { placed } = this, id = Number(/** @type {Element} */ (event.target).getAttribute("data-node")), here = placed.find((node) => node.id === id);
    const level = placed.filter(({ y }) => y === here?.y), at = here ? level.indexOf(here) : 0;
    const next = { ArrowUp: here?.parent, ArrowDown: placed.find(({ parent }) => parent === here), ArrowLeft: level[at - 1], ArrowRight: level[at + 1], Enter: here, " ": here };
    if (!(event.key in next)) return;
    event.preventDefault();
    if (/^Arrow/.test(event.key)) this.focus(next[/** @type {keyof typeof next} */ (event.key)]?.id ?? id);
    else void this.scope.select(id);
  }

  /** @param {number} id */
  focus(id) {
    const item = this.svg.querySelector(`[data-node="${id}"]`) ?? this.svg.querySelector("[data-node]");
    if (item instanceof SVGElement) item.focus({ preventScroll: true });
  }
}

/** @param {{ x: number, y: number }} from @param {number} x @param {number} y */
function curve(from, x, y) {
  const across = (x - from.x).toFixed(1), down = (y - from.y).toFixed(1), half = ((y - from.y) / 2).toFixed(1);
  return `M${from.x.toFixed(1)} ${from.y}c0 ${half} ${across} ${half} ${across} ${down}`;
}
