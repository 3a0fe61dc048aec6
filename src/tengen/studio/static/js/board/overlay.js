// What the engine says, drawn over the stones. Marks are kept and changed, never redrawn, so that
// an update several times a second costs next to nothing.
import { s, say, set } from "../dom.js";

/** @typedef {{ element: SVGGElement, circle: SVGCircleElement, also: SVGEllipseElement, rect: SVGRectElement, text: SVGTextElement, below: SVGTextElement }} Drawn */

/** Widths of squares grow with their text; Chinese characters are twice as wide. @param {string} text */
const widthOf = (text) => 12 + [...text].reduce((sum, letter) => sum + (letter > "\u2e80" ? 13 : 7.5), 0);

export class Overlay {
  /** @param {Geometry} geometry */
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
    const { text, second = "" } = mark, both = text !== "" && second !== "", label = text || second;
    const kind = estimate ? `cand h${mark.heat}${label.length > 2 ? " wide" : ""}` : `fact${mark.kind === "win" ? " win" : ""}`;
    const width = Math.max(widthOf(label), both ? widthOf(second) : 0), radius = 12.5 + 4 * Math.sqrt(mark.share);
    set(drawn.element, { class: `${kind}${both ? " both" : second ? " second" : ""}${mark.isSecondBest ? " best" : ""}` });
    set(drawn.circle, { display: estimate ? null : "none", r: radius.toFixed(1) });
    set(drawn.also, { display: both && estimate ? null : "none", rx: radius + 3, ry: radius + 3 });
    set(drawn.rect, { display: estimate ? "none" : null, x: -width / 2, width });
    set(drawn.text, { y: both ? -6 : null });
    say(drawn.text, label);
    say(drawn.below, both ? second : "");
  }

  /**
   * @param {number} cell
   * @param {number} x
   * @param {number} y
   */
  make(cell, x, y) {
    const circle = s("circle"), also = s("ellipse", { class: "also" }), rect = s("rect", { y: -12, height: 24, rx: 2 }), text = s("text"), below = s("text", { y: 6.5 });
    const drawn = { circle, also, rect, text, below, element: s("g", { transform: `translate(${x} ${y})` }, circle, also, rect, text, below) };
    this.drawn.set(cell, drawn);
    this.element.append(drawn.element);
    return drawn;
  }
}
