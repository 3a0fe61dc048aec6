// Below a board of columns: the exact score of every column, and what the search thinks of it.
import { s, say, set } from "../dom.js";

/**
 * @typedef {object} ColumnMark
 * @property {number} column
 * @property {string | null} exact such as +3, or null while it is not known
 * @property {"win" | "draw" | "loss"} sign of the exact score
 * @property {boolean} best among the exact scores
 * @property {string} opinion the chosen value of the search, or ""
 * @property {boolean} proven whether the search has proven the column
 * @property {number} heat
 * @property {number} share
 * @property {string} note instead of both, such as "full"
 */

export const COLUMN_ROWS = 148;

export class ColumnRows {
  /**
   * @param {import("../messages.js").GameInfo} game
   * @param {import("./geometry.js").Geometry} geometry
   */
  constructor(game, geometry) {
    const top = geometry.viewHeight;
    this.exactName = s("text", { class: "rowname p", x: geometry.corner.x - 14, y: top + 36 });
    this.opinionName = s("text", { class: "rowname e", x: geometry.corner.x - 14, y: top + 102 });
    this.element = s("g", { "aria-hidden": "true", "pointer-events": "none" }, this.exactName, this.opinionName);
    this.columns = Array.from({ length: game.width }, (_, column) => this.make(geometry.centre(column).x, top));
  }

  /**
   * @param {number} x
   * @param {number} top
   */
  make(x, top) {
    const halo = s("rect", { class: "o", x: -31, y: -23, width: 62, height: 46, rx: 4 });
    const exact = s("text"), opinion = s("text"), note = s("text", { x, y: top + 36 });
    const circle = s("circle"), rect = s("rect", { x: -27, y: -18, width: 54, height: 36, rx: 2 });
    const tile = s("g", { transform: `translate(${x} ${top + 36})` }, halo, s("rect", { x: -27, y: -19, width: 54, height: 38, rx: 2 }), exact);
    const view = s("g", { transform: `translate(${x} ${top + 102})` }, circle, rect, opinion);
    this.element.append(tile, view, s("g", { class: "out" }, note));
    return { tile, halo, exact, view, circle, rect, opinion, note };
  }

  /**
   * @param {ColumnMark[]} marks
   * @param {[string, string]} names of the two rows
   */
  show(marks, names) {
    say(this.exactName, names[0]);
    say(this.opinionName, names[1]);
    this.columns.forEach((drawn, column) => {
      const mark = marks.find((each) => each.column === column);
      const sign = { win: "win", draw: "", loss: "lose" }[mark?.sign ?? "draw"];
      set(drawn.tile, { display: mark?.exact ? null : "none", class: `tile ${sign}${mark?.best ? " best" : ""}` });
      set(drawn.halo, { display: mark?.best ? null : "none" });
      set(drawn.view, { display: mark?.opinion ? null : "none", class: `opinion h${mark?.heat ?? 1}${(mark?.opinion.length ?? 0) > 3 ? " wide" : ""}${mark?.proven ? " proven" : ""}` });
      set(drawn.circle, { display: mark?.proven ? "none" : null, r: (19 + 9 * (mark?.share ?? 0)).toFixed(1) });
      set(drawn.rect, { display: mark?.proven ? null : "none" });
      say(drawn.exact, mark?.exact ?? "");
      say(drawn.opinion, mark?.opinion ?? "");
      say(drawn.note, mark?.note ?? "");
    });
  }
}
