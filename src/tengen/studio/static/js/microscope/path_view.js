// The boards along the path, and what each node gets from the value that travels back.
import { h, say } from "../dom.js";
import { miniBoard } from "../board/mini.js";

/**
 * A node with its board, and N, Q and M before and after.
 * @param {Scope} scope
 * @param {PathNode} node
 * @param {(PathNode["before"])[]} states
 */
export function nodeParts({ app, inside }, node, states) {
  const board = inside && node.cells.length ? miniBoard(inside.game, node.cells, node.last) : h("pre", { class: "mini board-text" }, node.board_text);
  const known = states.filter((state) => state !== null);
  /** @param {string} name @param {(state: NonNullable<PathNode["before"]>) => string | undefined} number */
  const change = (name, number) => {
    const [first, last] = [known[0], known.at(-1)].map((state) => state && number(state));
    return last === undefined ? [] : [h("dt", {}, name), h("dd", {}, first !== last && h("s", {}, `${first} → `), last)];
  };
  return [board, h("dl", {}, ...change("N", ({ visits }) => String(visits)), ...change("Q", ({ value }) => app.texts.value(value)), ...change("M", ({ moves_left }) => moves_left?.toFixed(1)))];
}

export class PathView {
  /** @param {Scope} scope */
  constructor(scope) {
    this.scope = scope;
    this.title = h("h2");
    this.about = h("span", { class: "muted" });
    this.list = h("div", { class: "path", tabindex: 0, role: "group", "aria-label": scope.app.texts.say("path") });
    this.element = h("section", { class: "card" }, h("div", { class: "sec-head" }, this.title, this.about), this.list);
  }

  update() {
    const { phase, simulation } = this.scope, { texts } = this.scope.app, nodes = simulation?.nodes ?? [], isUp = phase === 3;
    say(this.title, texts.say(isUp ? "travels back" : "path"));
    say(this.about, texts.say(isUp ? "travels back about" : "path about"));
    this.list.replaceChildren(...nodes.slice(0, phase === 0 && nodes.length > 1 ? -1 : undefined).map((node, depth) => this.node(node, depth === nodes.length - 1)));
  }

  /** To the leaf, after all changes. */
  scroll() {
    this.list.scrollLeft = this.list.scrollWidth;
  }

  /** @param {PathNode} node @param {boolean} isLeaf */
  node(node, isLeaf) {
    const { scope } = this, { phase } = scope, { texts } = scope.app, isUp = phase === 3;
    const name = isLeaf && !node.before && node.moves.length ? texts.say("new leaf") : node.moves.length > 3 ? `… ${node.moves.slice(-3).join(" ")}` : texts.of(node.name);
    const value = (isUp || (phase === 2 && isLeaf)) && h("p", { class: `v${node.adds < 0 ? " minus" : ""}${isUp && node.proof ? " proof" : ""}` }, texts.value(node.adds));
    return h("article", { class: `node${isUp && node.moves.length ? (node.turns ? " turns" : " keeps") : ""}` }, h("h3", { title: texts.of(node.name) }, h("span", {}, name), h("span", { class: "muted" }, scope.seat(node.to_move))),
      ...nodeParts(scope, node, isUp ? [node.before, node.after] : [node.before]), value);
  }
}
