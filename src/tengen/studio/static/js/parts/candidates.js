// The moves the search looks at, best first; two short tables where two nets are compared. Rows stay and
// only their texts change.
import { button, h, s, say, set } from "../dom.js";

/** @typedef {import("../messages.js").Analysis} Analysis */
/** @typedef {import("../messages.js").MoveAnalysis} MoveAnalysis */

const ROWS = 7, HEATS = /** @type {const} */ ([["win_rate", "win rate"], ["visits", "visits heat"], ["prior", "prior"]]);

export class Candidates {
  /**
   * @param {import("../app.js").App} app
   * @param {import("./board_view.js").BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    this.heats = HEATS.map(([heat, key]) => {
      const choose = () => { app.choose({ heat }); app.changed("analysis"); };
      return { heat, element: h("button", { type: "button", click: choose }, app.texts.say(key)) };
    });
    const seg = h("div", { class: "seg", role: "group", "aria-label": app.texts.say("show on board") }, ...this.heats.map(({ element }) => element));
    this.single = new Table(app, board, 0, true);
    this.pair = [new Table(app, board, 0, false), new Table(app, board, 1, false)];
    this.two = h("div", { class: "two-nets" }, ...this.pair.map(({ element }) => element));
    this.element = h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, app.texts.say("candidates")), seg), this.single.element, this.two);
  }

  update() {
    const { app } = this, [first, second] = app.analyses;
    const isColumns = app.state?.game.look === "frame" && second === null && (first?.exact.length ?? 0) > 0;
    set(this.element, { hidden: !first?.moves.length || isColumns });
    for (const { heat, element } of this.heats) set(element, { "aria-pressed": String(heat === app.preferences.heat) });
    set(this.single.element, { hidden: second !== null });
    set(this.two, { hidden: second === null });
    if (second === null) this.single.show(first);
    else this.pair.forEach((table, side) => table.show(app.analyses[side === 1 ? 1 : 0]));
  }
}

class Table {
  /**
   * @param {import("../app.js").App} app
   * @param {import("./board_view.js").BoardView} board
   * @param {0 | 1} side
   * @param {boolean} isWide
   */
  constructor(app, board, side, isWide) {
    this.app = app;
    this.isWide = isWide;
    const { texts } = app;
    this.rateName = h("th");
    this.caption = h("caption", { class: "vh" }, texts.say("candidates"));
    const heads = [h("th", {}, h("span", { class: "vh" }, "·")), h("th", { class: "l" }, texts.say("move")), this.rateName, h("th", {}, texts.say("visits heat")), isWide && h("th", { class: "opt" }, texts.say("prior %")), isWide && h("th", { class: "l" }, texts.say("line"))];
    const widths = ["w-dot", "w-move", isWide ? "w-rate" : "w-short", "w-visits", ...(isWide ? ["w-prior opt", "w-line"] : [])];
    this.rows = Array.from({ length: ROWS }, () => new Row(app, board, side, isWide));
    this.element = h("table", { class: "data" }, this.caption, h("colgroup", {}, ...widths.map((width) => h("col", { class: width }))), h("thead", {}, h("tr", {}, ...heads)), h("tbody", {}, ...this.rows.map(({ element }) => element)));
  }

  /** @param {Analysis | null} analysis */
  show(analysis) {
    if (!analysis) return;
    say(this.rateName, this.app.texts.say("wins %", { seat: this.app.seat(analysis.to_move) }));
    const most = Math.max(...analysis.moves.map(({ visits }) => visits), 1);
    this.rows.forEach((row, index) => row.show(analysis.moves[index] ?? null, most));
  }
}

class Row {
  /**
   * @param {import("../app.js").App} app
   * @param {import("./board_view.js").BoardView} board
   * @param {0 | 1} side
   * @param {boolean} isWide
   */
  constructor(app, board, side, isWide) {
    this.app = app;
    /** @type {MoveAnalysis | null} */
    this.move = null;
    this.dot = h("i", { class: "dot" });
    this.name = button({ text: "·", kind: "bare" }, () => this.play());
    this.bar = s("rect", { height: 4 });
    this.picture = s("svg", { class: "bar", "aria-hidden": "true" }, this.bar);
    this.rate = h("span");
    this.rateCell = h("td", {}, isWide ? this.picture : null, this.rate);
    this.proof = h("span", { class: "proof" });
    this.proofCell = h("td", { class: "l", colspan: 2, hidden: true }, this.proof);
    this.visits = h("td");
    this.prior = h("td", { class: "opt" });
    this.line = h("td", { class: "line" });
    const show = () => board.showLine(this.move?.pv ?? []), hide = () => board.showLine([]);
    this.element = h("tr", { mouseenter: show, mouseleave: hide, focusin: show, focusout: hide, "data-side": side },
      h("td", { class: "l" }, this.dot), h("td", { class: "l move" }, this.name), this.rateCell, this.visits, this.proofCell, isWide ? this.prior : null, isWide ? this.line : null);
  }

  play() {
    const { state } = this.app;
    if (this.move && (state?.is_human_turn || this.app.room === "review")) void this.app.playMove(this.move.move);
  }

  /**
   * @param {MoveAnalysis | null} move
   * @param {number} most visits of any move
   */
  show(move, most) {
    this.move = move;
    set(this.element, { hidden: move === null, "aria-current": move?.order === 0 ? "true" : null });
    if (!move) return;
    const { texts } = this.app, isProven = move.proof !== null;
    const heat = move.order === 0 ? "h4" : move.visits > 0.4 * most ? "h3" : "h2";
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
  }
}
