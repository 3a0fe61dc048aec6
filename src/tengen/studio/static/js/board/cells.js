// The board for keyboard and screen reader: a grid of labelled cells with one tab stop.
import { s, set } from "../dom.js";

const STEPS = /** @type {Record<string, [number, number]>} */ ({ ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] });

export class Cells {
  /**
   * @param {GameInfo} game
   * @param {Geometry} geometry
   * @param {{ press: (cell: number, pointer: string) => void, point: (cell: number | null) => void, focus: (cell: number | null) => void }} heard
   */
  constructor(game, geometry, heard) {
    this.game = game;
    this.geometry = geometry;
    this.heard = heard;
    /** @type {SVGRectElement[]} */
    this.rects = [];
    this.tabStop = geometry.cellAt(Math.floor(game.height / 2), Math.floor(game.width / 2));
    this.element = s("g", { role: "presentation" });
    for (let row = 0; row < game.height; row++) this.element.append(this.row(row));
    this.stopAt(this.tabStop);
  }

  /** @param {number} row */
  row(row) {
    const group = s("g", { role: "row" });
    const { corner, unit } = this.geometry;
    for (let column = 0; column < this.game.width; column++) {
      const cell = this.geometry.cellAt(row, column);
      const rect = s("rect", { class: "cell", role: "gridcell", tabindex: "-1", "data-cell": cell, x: corner.x + column * unit, y: corner.y + row * unit, width: unit, height: unit });
      this.rects[cell] = rect;
      group.append(rect);
    }
    return group;
  }

  /**
   * Hears of all cells by an element around the drawing: one inside it that listens to the focus would be a
   * second tab stop.
   * @param {HTMLElement} frame
   */
  listen(frame) {
    /** @param {Event} event */
    const cellOf = (event) => {
      const found = event.target instanceof Element ? event.target.getAttribute("data-cell") : null;
      return found === null ? null : Number(found);
    };
    // The click tells a finger from a mouse only by the pointer that went down before it.
    let pointer = "mouse";
    frame.addEventListener("pointerdown", (event) => { pointer = event.pointerType; });
    // A mouse leaves the keyboard to the page: after a click the arrows walk through the game.
    frame.addEventListener("mousedown", (event) => {
      if (cellOf(event) === null) return;
      event.preventDefault();
      if (document.activeElement instanceof SVGElement) document.activeElement.blur();
    });
    frame.addEventListener("click", (event) => {
      const cell = cellOf(event);
      if (cell !== null) this.heard.press(cell, event.detail === 0 ? "keyboard" : pointer);
    });
    frame.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") this.heard.point(cellOf(event)); });
    frame.addEventListener("pointerleave", () => this.heard.point(null));
    frame.addEventListener("focusin", (event) => {
      const cell = cellOf(event);
      if (cell !== null) this.stopAt(cell);
      this.heard.focus(cell);
    });
    frame.addEventListener("focusout", () => this.heard.focus(null));
    frame.addEventListener("keydown", (event) => this.key(event, cellOf(event)));
  }

  /**
   * @param {KeyboardEvent} event
   * @param {number | null} cell
   */
  key(event, cell) {
    if (cell === null || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = STEPS[event.key];
    if (step) {
      const { row, column } = this.geometry.seen(cell);
      const nextRow = Math.min(Math.max(row + step[0], 0), this.game.height - 1);
      const nextColumn = Math.min(Math.max(column + step[1], 0), this.game.width - 1);
      this.focus(this.geometry.cellAt(nextRow, nextColumn));
    } else if (event.key === "Enter" || event.key === " ") this.heard.press(cell, "keyboard");
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number} cell */
  focus(cell) {
    this.rects[cell]?.focus();
  }

  /** Makes this cell the one that Tab reaches. @param {number} cell */
  stopAt(cell) {
    this.rects[this.tabStop]?.setAttribute("tabindex", "-1");
    this.tabStop = cell;
    this.rects[cell]?.setAttribute("tabindex", "0");
  }

  /**
   * @param {(cell: number) => string} labelOf
   * @param {Set<number>} legal
   */
  label(labelOf, legal) {
    this.rects.forEach((rect, cell) => {
      set(rect, { "aria-label": labelOf(cell) });
      rect.classList.toggle("legal", legal.has(cell));
    });
  }
}
