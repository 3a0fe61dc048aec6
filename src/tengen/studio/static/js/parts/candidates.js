// The moves the search looks at, best first; a second table where two nets are compared. Rows stay and
// only their texts change.
import { NET_LETTERS } from "../app.js";
import { button, h, s, say, set } from "../dom.js";
import { select } from "../pages/page.js";

const COUNTS = [1, 2, 3, 5, 7, 10], HEATS = /** @type {const} */ ([["win_rate", "win rate"], ["visits", "visits heat"], ["prior", "prior"]]);

export class Candidates {
  /**
   * @param {App} app
   * @param {BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    const { texts } = app;
    this.heats = HEATS.map(([heat, key]) => {
      const choose = () => { app.choose({ heat }); app.changed("analysis"); };
      return { heat, element: h("button", { type: "button", click: choose }, texts.say(key)) };
    });
    const seg = h("div", { class: "seg", role: "group", "aria-label": texts.say("show on board") }, ...this.heats.map(({ element }) => element));
    const lines = select(COUNTS.map((count) => [String(count), String(count)]), String(app.preferences.lines), (count) => { app.choose({ lines: Number(count) }); app.changed("analysis"); });
    set(lines, { class: "lines", "aria-label": texts.say("lines"), title: texts.say("lines") });
    this.tables = NET_LETTERS.map((_, side) => new Table(app, board, side));
    this.element = h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("candidates")), seg, lines), ...this.tables.map(({ element }) => element));
  }

  update() {
    const { app } = this, [first] = app.analyses;
    const isColumns = app.state?.game.look === "frame" && !app.isCompared && (first?.exact.length ?? 0) > 0;
    set(this.element, { hidden: !first?.moves.length || isColumns });
    for (const { heat, element } of this.heats) set(element, { "aria-pressed": String(heat === app.preferences.heat) });
    for (const table of this.tables) table.update();
  }
}

/** The dot before what one of two nets says: dashed for the second, as on the board. @param {number} side */
export const netDot = (side) => h("i", { class: `dot ${side ? "second" : "h4"}` });

class Table {
  /**
   * @param {App} app
   * @param {BoardView} board
   * @param {number} side
   */
  constructor(app, board, side) {
    this.app = app;
    this.side = side;
    const { texts } = app;
    this.rateName = h("th");
    this.net = h("span");
    this.caption = h("caption", {}, netDot(side), ` ${NET_LETTERS[side]} · `, this.net);
    const heads = [h("th", {}, h("span", { class: "vh" }, "·")), h("th", { class: "l" }, texts.say("move")), this.rateName, h("th", {}, texts.say("visits heat")), h("th", { class: "opt" }, texts.say("prior %")), h("th", { class: "l" }, texts.say("line"))];
    const widths = ["w-dot", "w-move", "w-rate", "w-visits", "w-prior opt", "w-line"];
    this.rows = Array.from({ length: Math.max(...COUNTS) }, () => new Row(app, board, side));
    this.element = h("table", { class: "data" }, this.caption, h("colgroup", {}, ...widths.map((width) => h("col", { class: width }))), h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...this.rows.map(({ element }) => element)));
  }

  update() {
    const { app } = this, { texts } = app, analysis = app.analyses[this.side === 1 ? 1 : 0];
    set(this.element, { hidden: !analysis?.moves.length });
    if (!analysis) return;
    set(this.caption, { class: app.isCompared ? null : "vh" });
    say(this.net, texts.of(analysis.evaluator));
    say(this.rateName, texts.say("wins %", { seat: app.seat(analysis.to_move) }));
    const most = Math.max(...analysis.moves.map(({ visits }) => visits), 1);
    this.rows.forEach((row, index) => row.show((index < app.preferences.lines && analysis.moves[index]) || null, most));
  }
}

class Row {
  /**
   * @param {App} app
   * @param {BoardView} board
   * @param {number} side
   */
  constructor(app, board, side) {
    this.app = app;
    this.side = side;
    /** @type {MoveAnalysis | null} */
    this.move = null;
    this.dot = h("i", { class: "dot" });
    this.name = button({ text: "·", kind: "bare" }, () => this.play());
    this.bar = s("rect", { height: 4 });
    this.rate = h("span");
    this.rateCell = h("td", {}, s("svg", { class: "bar", "aria-hidden": "true" }, this.bar), this.rate);
    this.proof = h("span", { class: "proof" });
    this.proofCell = h("td", { class: "l", colspan: 2, hidden: true }, this.proof);
    this.visits = h("td");
    this.prior = h("td", { class: "opt" });
    this.line = h("button", { type: "button", title: app.texts.say("add line"), click: () => this.addLine() });
    const show = () => board.showLine(this.move?.pv ?? []), hide = () => board.showLine([]);
    this.element = h("tr", { mouseenter: show, mouseleave: hide, focusin: show, focusout: hide },
      h("td", { class: "l" }, this.dot), h("td", { class: "l move" }, this.name), this.rateCell, this.visits, this.proofCell, this.prior, h("td", { class: "line" }, this.line));
  }

  play() {
    const { state } = this.app;
    if (this.move && (state?.is_human_turn || this.app.room === "review")) void this.app.playMove(this.move.move);
  }

  addLine() {
    const { app, move } = this;
    if (app.state && move) void app.addLine(app.state.node, move.pv);
  }

  /**
   * @param {MoveAnalysis | null} move
   * @param {number} most visits of any move
   */
  show(move, most) {
    this.move = move;
    // A proof is worth its whole line; an estimate is cut where the column ends.
    set(this.element, { hidden: move === null, "aria-current": move?.order === 0 ? "true" : null, class: move?.proof ? "whole" : null });
    if (!move) return;
    const { texts } = this.app, isProven = move.proof !== null;
    const heat = this.side ? "second" : move.order === 0 ? "h4" : move.visits > 0.4 * most ? "h3" : "h2";
    set(this.dot, { class: `dot ${isProven ? `sq${move.proof === "win" ? " win" : ""}` : heat}` });
    say(this.name.firstElementChild ?? this.name, move.move);
    set(this.rateCell, { hidden: isProven }); set(this.visits, { hidden: isProven }); set(this.proofCell, { hidden: !isProven });
    say(this.rate, move.win_rate === null ? "–" : texts.percent(move.win_rate));
    set(this.bar, { width: `${texts.percent(move.win_rate ?? 0)}%` });
    say(this.visits, texts.number(move.visits));
    say(this.proof, texts.of(move.proof_text));
    this.proof.classList.toggle("against", move.proof === "loss");
    say(this.prior, texts.percent(move.prior));
    say(this.line, move.pv.map((played) => played.move).join(" "));
    set(this.line, { disabled: this.app.room !== "review" });
  }
}
