// How the move at a node of the path was chosen: Q, U, M and their sum for each move, and two moves side by side.
import { h, s, say } from "../dom.js";
import { segments, select } from "../pages/page.js";

const MOST_ROWS = 12, FEW_MOVES = 9, MOST_SEGMENTS = 4, BAR = 84;

export class ChoiceView {
  /** @param {Scope} scope */
  constructor(scope) {
    this.scope = scope;
    this.title = h("h2");
    this.head = h("div", { class: "sec-head" });
    this.body = h("div");
    this.element = h("section", { class: "sec choice" }, this.head, this.body);
  }

  update() {
    const { simulation, depth, inside } = this.scope, { texts } = this.scope.app;
    const choice = simulation?.choices[depth], chosen = simulation?.nodes[depth + 1]?.moves.at(-1);
    say(this.title, choice ? texts.of(choice.title) : texts.say("no choice"));
    this.head.replaceChildren(this.title, choice ? this.places() : "");
    if (!choice) return this.body.replaceChildren(h("p", { class: "say" }, texts.say("no choice about")));
    const best = choice.rows.find(({ move }) => move === chosen);
    const formula = best && h("p", { class: "formula", tabindex: 0 }, `U = c · P · √N / (1 + n) = ${choice.c.toFixed(3)} · ${best.prior.toFixed(3)} · √${choice.visits} / (1 + ${best.visits}) = `, h("b", {}, best.u.toFixed(3)));
    return this.body.replaceChildren(this.table(choice, chosen ?? ""), formula ?? "", h("p", { class: "say" }, texts.of(choice.why)), this.compared(choice), h("p", { class: "muted say" }, texts.of(inside?.legend)));
  }

  /** Which node's choice is shown. */
  places() {
    const { scope } = this, { texts } = scope.app, name = texts.say("node");
    const names = /** @type {[string, string][]} */ (scope.simulation?.nodes.slice(0, -1).map(({ moves }, depth) => [String(depth), moves.join(" ") || texts.say("root")]) ?? []);
    /** @param {string} depth */
    const choose = (depth) => scope.set({ depth: Number(depth) });
    if (names.length <= MOST_SEGMENTS) return segments(name, names, String(scope.depth), choose);
    const list = select(names, String(scope.depth), choose);
    list.setAttribute("aria-label", name);
    return list;
  }

  /** The node in the table, by its moves. */
  get place() {
    return this.scope.simulation?.nodes[this.scope.depth]?.moves.join(" ") ?? "";
  }

  get pinned() {
    return this.scope.pins[this.place] ?? [];
  }

  /** Pins a move, or lets it go; two at most. @param {string} move */
  pin(move) {
    const pinned = this.pinned.includes(move) ? this.pinned.filter((each) => each !== move) : [...this.pinned, move].slice(-2);
    this.scope.set({ pins: { ...this.scope.pins, [this.place]: pinned } });
  }

  /** The most visited moves, with the chosen and the pinned ones; few moves keep their order. @param {Choice} choice @param {string} chosen */
  table({ rows, hidden }, chosen) {
    const { texts } = this.scope.app, isFew = !hidden && rows.length <= FEW_MOVES;
    const shown = isFew ? [...rows].sort((one, other) => one.action - other.action) : rows.filter(({ move }, rank) => rank < MOST_ROWS || move === chosen || this.pinned.includes(move));
    const heads = [["l", texts.say(this.scope.inside?.game.stones === "columns" ? "column" : "move")], ["", "N"], ["opt", "P"], ["", "Q"], ["", "U"], ["opt", "M"], ["bars", texts.say("bars")], ["", texts.say("sum")]];
    const all = shown.flatMap(({ q, u, score }) => [0, q, q + u, score]), low = Math.min(...all), high = Math.max(...all, low + 0.01), more = rows.length + hidden - shown.length;
    return h("div", {}, h("table", { class: "data" }, h("thead", {}, h("tr", {}, ...heads.map(([kind, name]) => h("th", { class: kind ?? "", scope: "col" }, name)))),
      h("tbody", {}, ...shown.map((row) => this.row(row, row.move === chosen, (value) => 2 + ((BAR - 4) * (value - low)) / (high - low))))), more > 0 && h("p", { class: "muted" }, texts.say("more moves", { count: more })));
  }

  /** @param {ChoiceRow} row @param {boolean} isChosen @param {(value: number) => number} at where a value lies in the bars */
  row({ move, visits, prior, q, u, m, score, proof }, isChosen, at) {
    const { texts } = this.scope.app, name = texts.say("pin", { move });
    const bars = s("svg", { class: "sum", viewBox: `0 0 ${BAR} 14`, "aria-hidden": "true" }, ...[["q", `M${at(0)} 4H${at(q)}`], ["u", `M${at(q)} 10H${at(q + u)}`], ["z", `M${at(0)} 0v14`], ["t", `M${at(score)} 0v14`]].map(([kind, d]) => s("path", { class: kind, d })));
    const value = proof ? h("span", { class: proof === "loss" ? "proof against" : "proof" }, texts.say(`proven ${proof}`)) : texts.value(q);
    return h("tr", { "aria-current": isChosen && "true", click: () => this.pin(move) }, h("td", { class: "l move" }, h("button", { class: "btn bare", type: "button", "aria-pressed": String(this.pinned.includes(move)), "aria-label": name, title: name }, move)),
      ...[["", visits], ["opt", prior.toFixed(3)], [visits ? "" : "muted", value], ["", u.toFixed(3)], ["opt", m ? texts.value(m) : "0"], ["bars", bars], ["total", texts.value(score)]].map(([kind, cell]) => h("td", { class: String(kind) }, cell)));
  }

  /** The pinned moves, and what tells them apart. @param {Choice} choice */
  compared({ rows }) {
    const { texts } = this.scope.app, pinned = this.pinned.flatMap((pin) => rows.find(({ move }) => move === pin) ?? []), [one, other] = pinned;
    if (!one) return h("p", { class: "muted" }, texts.say("pin about"));
    /** @param {string} name @param {(part: "q" | "u" | "m" | "score") => number} number */
    const line = (name, number) => h("tr", {}, h("th", { class: "l", scope: "row" }, name), ...(/** @type {const} */ (["q", "u", "m", "score"])).map((part) => h("td", {}, texts.value(number(part)))));
    return h("table", { class: "data pinned" }, h("thead", {}, h("tr", {}, ...[texts.say("pinned"), "Q", "U", "M", texts.say("sum")].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, ...pinned.map((row) => line(row.move, (part) => row[part])), other && line(texts.say("difference"), (part) => one[part] - other[part])));
  }
}
