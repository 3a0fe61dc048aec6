// Connect Four: every column with its exact result beside what the search thinks of it.
import { h, say, set } from "../dom.js";

export class Columns {
  /**
   * @param {App} app
   * @param {BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    const { texts } = app;
    this.rateName = h("th");
    this.body = h("tbody");
    /** @type {{ element: HTMLTableRowElement, cells: HTMLTableCellElement[], proof: HTMLElement, full: HTMLTableCellElement }[]} */
    this.rows = [];
    const heads = [h("th", { class: "l" }, texts.say("column")), h("th", { class: "l" }, texts.say("exact")), h("th", { class: "l" }, texts.say("with best play")), h("th", { class: "opt" }, texts.say("prior %")), this.rateName, h("th", {}, texts.say("visits heat"))];
    const widths = ["w-column", "w-exact", "", "w-prior opt", "w-short", "w-visits"].map((width) => h("col", { class: width }));
    const table = h("table", { class: "data" }, h("colgroup", {}, ...widths), h("thead", {}, h("tr", {}, ...heads)), this.body);
    this.element = h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("columns")), h("span", { class: "muted" }, texts.say("square round"))), table, h("p", { class: "muted" }, texts.say("score means")));
  }

  update() {
    const { app } = this, [analysis, second] = app.analyses, game = app.state?.game;
    const isShown = game?.look === "frame" && second === null && (analysis?.exact.length ?? 0) > 0;
    set(this.element, { hidden: !isShown });
    if (!isShown || !analysis || !game) return;
    say(this.rateName, app.texts.say("wins %", { seat: app.seat(analysis.to_move) }));
    if (this.rows.length !== game.width) this.makeRows(game.width);
    this.rows.forEach((row, column) => this.showRow(row, column, analysis, game.width));
  }

  /** @param {number} count */
  makeRows(count) {
    this.rows = Array.from({ length: count }, (_, column) => {
      const proof = h("span", { class: "proof" });
      const cells = ["l move", "l", "l", "opt", "", ""].map((kind) => h("td", { class: kind }));
      cells[1]?.append(proof);
      const full = h("td", { class: "l muted", colspan: 5 }, this.app.texts.say("column full"));
      const show = () => this.board.showLine(this.app.analyses[0]?.moves.find(({ cell }) => cell !== null && cell % count === column)?.pv ?? []);
      return { proof, cells, full, element: h("tr", { mouseenter: show, mouseleave: () => this.board.showLine([]) }, ...cells, full) };
    });
    this.body.replaceChildren(...this.rows.map(({ element }) => element));
  }

  /**
   * @param {{ element: HTMLTableRowElement, cells: HTMLTableCellElement[], proof: HTMLElement, full: HTMLTableCellElement }} row
   * @param {number} column
   * @param {Analysis} analysis
   * @param {number} width
   */
  showRow(row, column, analysis, width) {
    const { texts } = this.app;
    const exact = analysis.exact.find(({ cell }) => cell !== null && cell % width === column);
    const move = analysis.moves.find(({ cell }) => cell !== null && cell % width === column);
    set(row.full, { hidden: exact !== undefined });
    row.cells.forEach((cell, index) => { if (index > 0) set(cell, { hidden: exact === undefined }); });
    set(row.element, { "aria-current": exact?.is_best ? "true" : null, class: exact ? null : "muted" });
    const values = [String(this.app.state?.game.column_names[column] ?? ""), null, texts.of(exact?.text), move ? texts.percent(move.prior) : "–", move?.win_rate == null ? "–" : texts.percent(move.win_rate), move ? texts.number(move.visits) : "–"];
    row.cells.forEach((cell, index) => { const value = values[index]; if (typeof value === "string") say(cell, value); });
    say(row.proof, exact ? texts.signed(exact.score) : "");
    row.proof.classList.toggle("against", exact?.value === "loss");
  }
}
