// What the engine says, drawn over the stones. Marks are kept and changed, never redrawn, so that
// an update several times a second costs next to nothing.
import { s, say, set } from "../dom.js";

/**
 * One mark: a circle for an estimate, a square for a proof, a dot where hardly a visit went.
 * @typedef {object} Mark
 * @property {number} cell
 * @property {"estimate" | "few" | "win" | "loss" | "draw"} kind
 * @property {number} heat 4 is the best move, 3 a close one, 2 a lower one
 * @property {number} share visits as a share of the most visited move
 * @property {string} text
 */

/** @typedef {{ element: SVGGElement, circle: SVGCircleElement, rect: SVGRectElement, text: SVGTextElement }} Drawn */

/** Widths of squares grow with their text; Chinese characters are twice as wide. @param {string} text */
const widthOf = (text) => 12 + [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 13 : 7.5), 0);

export class Overlay {
  /** @param {import("./geometry.js").Geometry} geometry */
  constructor(geometry) {
    this.geometry = geometry;
    this.few = s("path", { class: "few" });
    this.element = s("g", { class: "candidates", "aria-hidden": "true", "pointer-events": "none" }, this.few);
    /** @type {Map<number, Drawn>} */
    this.drawn = new Map();
  }

  /** @param {Mark[]} marks */
  show(marks) {
    const wanted = new Set(marks.filter((mark) => mark.kind !== "few").map((mark) => mark.cell));
    for (const [cell, drawn] of this.drawn) set(drawn.element, { display: wanted.has(cell) ? null : "none" });
    let dots = "";
    for (const mark of marks) {
      const { x, y } = this.geometry.centre(mark.cell);
      if (mark.kind === "few") dots += `M${x} ${y}h0`;
      else this.draw(mark, x, y);
    }
    set(this.few, { d: dots || null });
  }

  /**
   * @param {Mark} mark
   * @param {number} x
   * @param {number} y
   */
  draw(mark, x, y) {
    const drawn = this.drawn.get(mark.cell) ?? this.make(mark.cell, x, y);
    const estimate = mark.kind === "estimate";
    const kind = estimate ? `cand h${mark.heat}${mark.text.length > 2 ? " wide" : ""}` : `fact${mark.kind === "win" ? " win" : ""}`;
    const width = widthOf(mark.text);
    set(drawn.element, { class: kind });
    set(drawn.circle, { display: estimate ? null : "none", r: (12.5 + 4 * Math.sqrt(mark.share)).toFixed(1) });
    set(drawn.rect, { display: estimate ? "none" : null, x: -width / 2, width });
    say(drawn.text, mark.text);
  }

  /**
   * @param {number} cell
   * @param {number} x
   * @param {number} y
   */
  make(cell, x, y) {
    const circle = s("circle"), rect = s("rect", { y: -12, height: 24, rx: 2 }), text = s("text");
    const drawn = { circle, rect, text, element: s("g", { transform: `translate(${x} ${y})` }, circle, rect, text) };
    this.drawn.set(cell, drawn);
    this.element.append(drawn.element);
    return drawn;
  }
}
