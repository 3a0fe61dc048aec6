// The win rate of the first side over the game, with mistakes marked; exact results where the game is solved.
import { h, say, set } from "../dom.js";
import { Chart } from "../chart/chart.js";
import { WEIGHTS } from "../board/board.js";
import { stoneOf } from "../board/defs.js";
import { markCounts } from "./mark_counts.js";

/** @typedef {import("../messages.js").Node} Node */

/** A short game still gets a quiet, wide curve. */
const LEAST_PLIES = 20;

export class Graph {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.title = h("h2");
    /** In the place of the title while a point is read out: the column has no line to spare. */
    this.counts = h("span", { class: "counts" });
    this.readout = h("p", { class: "readout", "aria-hidden": "true", hidden: true });
    this.chart = new Chart("", { text: (x) => this.textAt(x), show: (text) => this.read(text), choose: (x) => this.choose(x) });
    this.element = h("section", { class: "sec" }, h("div", { class: "sec-head" }, this.title, this.readout, this.counts), this.chart.element);
    /** @type {Node[]} */
    this.line = [];
    this.drawn = "";
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { app } = this;
    if (!app.state || !(changes.has("state") || changes.has("analysis") || changes.has("review"))) return;
    this.line = app.line();
    const rates = this.line.map((node) => app.rateAt(node));
    set(this.element, { hidden: rates.every((rate) => rate === null) });
    // Rates move by less than a pixel most of the time: then nothing is drawn.
    const drawn = JSON.stringify([app.state.node, rates.map((rate) => (rate === null ? null : Math.round(200 * rate))), this.line.map(({ id, mark, proof }) => [id, mark, proof])]);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.draw(rates);
  }

  /** @param {string} text */
  read(text) {
    say(this.readout, text);
    set(this.readout, { hidden: text === "" });
    this.title.classList.toggle("vh", text !== "");
  }

  /** @param {(number | null)[]} rates */
  draw(rates) {
    const { app } = this, { state } = app;
    if (!state) return;
    const look = state.game.look, isSolved = this.line.some(({ proof }) => proof !== null) && state.game.is_solved;
    const label = app.texts.say(isSolved ? "graph and exact" : "graph of", { seat: app.seat(0) });
    say(this.title, label);
    set(this.chart.element, { "aria-label": label });
    this.showCounts();
    const plies = this.line.map(({ ply }) => ply), first = plies[0] ?? 0;
    const kinds = { win: look === "frame" ? "red" : "first", draw: "draw", loss: look === "frame" ? "yellow" : "second" };
    this.chart.draw({
      xs: [first, Math.max(first + LEAST_PLIES, plies.at(-1) ?? 0)], ys: [0, 100], yLabels: ["100", "50", "0"], area: stoneOf(look, 0).name === "black",
      lines: [{ kind: look === "frame" ? "s1" : "curve", points: this.points(rates) }],
      marks: this.line.flatMap((node, index) => (node.mark ? [{ x: node.ply, y: percent(rates[index] ?? null) ?? 50, weight: WEIGHTS[node.mark], text: node.mark }] : [])),
      strip: isSolved ? this.line.flatMap((node) => (node.proof ? [{ x: node.ply, kind: kinds[node.proof] }] : [])) : [],
      now: this.line.find(({ id }) => id === state.node)?.ply ?? null,
    });
  }

  /** Against a computer only its own turns have a rate: the curve goes on to the next known one. @param {(number | null)[]} rates */
  points(rates) {
    return this.line.map((node, index) => ({ x: node.ply, y: percent(rates[index] ?? null) })).filter(({ y }) => y !== null);
  }

  showCounts() {
    this.counts.replaceChildren(...(this.line.some(({ mark }) => mark) ? markCounts(this.app) : []));
  }

  /** @param {number} ply */
  textAt(ply) {
    const { app } = this, node = this.line.find((each) => each.ply === ply);
    if (!node) return "";
    const rate = app.rateAt(node);
    const values = { ply, move: node.move ?? "", seat: app.seat(0), rate: rate === null ? "" : app.texts.percent(rate) };
    if (node.move === null) return rate === null ? app.texts.say("graph start") : `${app.texts.say("graph start")}: ${app.seat(0)} ${values.rate}%`;
    return app.texts.say(rate === null ? "graph point bare" : "graph point", values) + (node.mark ? ` ${node.mark}` : "");
  }

  /** @param {number} ply */
  choose(ply) {
    const node = this.line.find((each) => each.ply === ply) ?? this.line.at(-1);
    void this.app.goTo(node?.id);
  }
}

/** @param {number | null} rate */
const percent = (rate) => (rate === null ? null : 100 * rate);
