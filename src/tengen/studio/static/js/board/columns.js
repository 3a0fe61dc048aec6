// Below a board of columns: the exact score of every column, and what one search or two think of it.
import { s, say, set } from "../dom.js";

const MARGIN = 16, ROW = 66, ROWS = [0, 1, 2];
/** The height of some rows. @param {number} count */
export const heightOf = (count) => (count ? MARGIN + ROW * count : 0);

export class ColumnRows {
  /**
   * @param {GameInfo} game
   * @param {Geometry} geometry
   */
  constructor(game, geometry) {
    /** @param {number} row */
    const middle = (row) => geometry.viewHeight + 36 + ROW * row;
    this.names = ROWS.map((row) => s("text", { class: `rowname ${row ? "e" : "p"}`, x: geometry.corner.x - 14, y: middle(row) }));
    this.element = s("g", { "aria-hidden": "true", "pointer-events": "none" }, ...this.names);
    this.columns = Array.from({ length: game.width }, (_, column) => this.make(geometry.centre(column).x, middle));
  }

  /**
   * @param {number} x
   * @param {(row: number) => number} middle
   */
  make(x, middle) {
    const halo = s("rect", { class: "o", x: -31, y: -23, width: 62, height: 46, rx: 4 });
    const exact = s("text"), note = s("text", { x, y: middle(0) });
    const tile = s("g", { transform: `translate(${x} ${middle(0)})` }, halo, s("rect", { x: -27, y: -19, width: 54, height: 38, rx: 2 }), exact);
    const views = [1, 2].map((row) => {
      const circle = s("circle"), rect = s("rect", { x: -27, y: -18, width: 54, height: 36, rx: 2 }), text = s("text");
      return { circle, rect, text, element: s("g", { transform: `translate(${x} ${middle(row)})` }, circle, rect, text) };
    });
    this.element.append(tile, ...views.map(({ element }) => element), s("g", { class: "out" }, note));
    return { tile, halo, exact, views, note };
  }

  /**
   * @param {ColumnMark[]} marks
   * @param {string[]} names of the rows
   */
  show(marks, names) {
    this.names.forEach((name, row) => say(name, names[row] ?? ""));
    this.columns.forEach((drawn, column) => {
      const mark = marks.find((each) => each.column === column);
      const sign = { win: "win", draw: "", loss: "lose" }[mark?.sign ?? "draw"];
      set(drawn.tile, { display: mark?.exact ? null : "none", class: `tile ${sign}${mark?.best ? " best" : ""}` });
      set(drawn.halo, { display: mark?.best ? null : "none" });
      say(drawn.exact, mark?.exact ?? "");
      say(drawn.note, mark?.note ?? "");
      drawn.views.forEach(({ element, circle, rect, text }, side) => {
        const opinion = mark?.opinions[side], label = opinion?.text ?? "";
        set(element, { display: label ? null : "none", class: `opinion h${opinion?.heat ?? 1}${label.length > 3 ? " wide" : ""}${opinion?.proven ? " proven" : ""}${side ? " second" : ""}` });
        set(circle, { display: opinion?.proven ? "none" : null, r: (19 + 9 * (opinion?.share ?? 0)).toFixed(1) });
        set(rect, { display: opinion?.proven ? null : "none" });
        say(text, label);
      });
    });
  }
}
