// One board: ground, stones, marks and cells, each in a layer of its own. It knows no rules: legal
// moves, stones and results come from the server.
import { h, s, set } from "../dom.js";
import { Cells } from "./cells.js";
import { ColumnRows, heightOf } from "./columns.js";
import { stoneOf } from "./defs.js";
import { geometryOf, sizeOf } from "./geometry.js";
import { groundOf } from "./ground.js";
import { Overlay } from "./overlay.js";

/** Marks of a review by weight, and their names. */
export const MARK_NAMES = /** @type {const} */ ({ "?!": "inaccuracy", "?": "mistake", "??": "blunder" });
export const WEIGHTS = /** @type {const} */ ({ "?!": 1, "?": 2, "??": 3 });

export class Board {
  /**
   * @param {GameInfo} game
   * @param {Heard} heard
   */
  constructor(game, heard) {
    this.game = game;
    this.geometry = geometryOf(game);
    this.plate = game.look === "frame";
    this.heard = heard;
    this.cells = new Cells(game, this.geometry, { press: heard.press, point: (cell) => this.point(cell), focus: (cell) => this.focus(cell) });
    this.overlay = new Overlay(this.geometry);
    this.rows = this.plate ? new ColumnRows(game, this.geometry) : null;
    this.may = s("g", { class: "may", "aria-hidden": "true" });
    this.stones = s("g", { class: "stones", "aria-hidden": "true" });
    this.marks = s("g", { class: "marks", "aria-hidden": "true", "pointer-events": "none" });
    this.preview = s("g", { class: "preview", "aria-hidden": "true", "pointer-events": "none" });
    this.hover = s("g", { "aria-hidden": "true", "pointer-events": "none" });
    this.hint = s("g", { "aria-hidden": "true", "pointer-events": "none" });
    this.ring = this.makeRing();
    const { unit, corner, viewHeight } = this.geometry;
    this.columnLight = s("rect", { class: "col-on", y: 0, width: unit, height: viewHeight, rx: 8, x: corner.x, display: "none" });
    const flat = game.look === "wood" || game.look === "felt";
    const kinds = ["board", sizeOf(game), flat ? "flat" : "outside", game.look === "paper" || game.look === "plain" ? "on-paper" : ""];
    this.element = s("svg", { class: kinds.join(" ").trim(), role: "grid" },
      this.plate ? this.columnLight : null, groundOf(game, this.geometry), this.may, this.stones, this.overlay.element, this.rows?.element,
      this.preview, this.marks, this.hint, this.hover, this.ring, this.cells.element);
    this.frame = h("div", {}, this.element);
    this.cells.listen(this.frame);
    /** @type {Map<number, { seat: number, element: SVGUseElement }>} */
    this.standing = new Map();
    /** @type {Standing} */
    this.now = { cells: [], legal: [], toMove: 0, last: null, won: [] };
    this.widen(0);
  }

  makeRing() {
    const half = this.geometry.unit / 2;
    const box = { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 6 };
    return s("g", { class: "ring-box", "aria-hidden": "true", "pointer-events": "none" }, s("rect", { class: "ring-halo", ...box }), s("rect", { class: "ring", ...box }));
  }

  /** Makes room for rows of scores below the columns. @param {number} rows */
  widen(rows) {
    const { viewWidth, viewHeight } = this.geometry;
    const height = viewHeight + (this.plate ? heightOf(rows) : 0);
    set(this.element, { viewBox: `0 0 ${viewWidth} ${height}` });
    set(this.columnLight, { height });
    if (this.rows) set(this.rows.element, { display: rows ? null : "none" });
  }

  /** @param {Standing} now */
  show(now) {
    this.now = now;
    for (let cell = 0; cell < this.game.width * this.game.height; cell++) this.showStone(cell, now.cells[cell] ?? null);
    this.element.classList.toggle("open", now.legal.length > 0);
    this.hover.replaceChildren();
    this.may.replaceChildren(...this.legalPoints());
    this.marks.replaceChildren(...this.lastMove(), ...this.winningLine(), ...this.reviewed());
  }

  /**
   * @param {number} cell
   * @param {number | null} seat
   */
  showStone(cell, seat) {
    const standing = this.standing.get(cell);
    if (standing && standing.seat !== seat) {
      standing.element.remove();
      this.standing.delete(cell);
    }
    if (seat === null || this.standing.has(cell)) return;
    const element = this.stone(cell, seat);
    this.standing.set(cell, { seat, element });
    this.stones.append(element);
  }

  /**
   * @param {number} cell
   * @param {number} seat
   */
  stone(cell, seat) {
    const { x, y } = this.geometry.centre(cell);
    const scale = this.game.look === "felt" ? " scale(.9)" : "";
    return s("use", { href: stoneOf(this.game.look, seat).href, transform: `translate(${x} ${y})${scale}` });
  }

  /** Where only few points may be played, they are marked. */
  legalPoints() {
    const cells = this.game.look === "felt" ? this.now.legal.flatMap(({ cell }) => (cell === null ? [] : [cell])) : [];
    return cells.map((cell) => {
      const { x, y } = this.geometry.centre(cell);
      return s("circle", { cx: x, cy: y, r: 4 });
    });
  }

  lastMove() {
    const seat = this.now.last === null ? null : this.now.cells[this.now.last];
    if (this.now.last === null || seat === null || seat === undefined) return [];
    const { x, y } = this.geometry.centre(this.now.last);
    const kind = stoneOf(this.game.look, seat).dark ? "on-dark" : "on-light";
    return this.game.look === "paper" ? [] : [s("circle", { class: `last ${kind}`, cx: x, cy: y, r: this.plate ? 23 : 6.5 })];
  }

  /** The mark of the last move, and where a better one was. */
  reviewed() {
    const { last, mark, better } = this.now, { unit } = this.geometry;
    if (last === null || !mark) return [];
    const { x, y } = this.geometry.centre(last);
    const badge = s("g", { class: `badge m${WEIGHTS[mark]}`, transform: `translate(${x + 0.36 * unit} ${y - 0.36 * unit}) scale(${unit / 40})` }, s("circle", { r: 9 }), s("text", {}, mark));
    return [...(better == null ? [] : [this.ringAt(better, "hint-ring better")]), badge];
  }

  winningLine() {
    if (this.now.won.length < 2) return [];
    const points = this.now.won.map((cell) => this.geometry.centre(cell));
    return [s("path", { class: "winline", d: points.map(({ x, y }, index) => `${index ? "L" : "M"}${x} ${y}`).join("") })];
  }

  /** The legal move that pressing a cell would play: stones fall in columns. @param {number} cell */
  moveAt(cell) {
    if (this.game.stones === "columns") return this.now.legal.find((legal) => legal.cell !== null && legal.cell % this.game.width === cell % this.game.width);
    return this.now.legal.find((legal) => legal.cell === cell);
  }

  /** @param {number | null} cell */
  point(cell) {
    this.hover.replaceChildren();
    const legal = cell === null ? undefined : this.moveAt(cell);
    if (legal && legal.cell !== null) {
      const stone = this.stone(legal.cell, this.now.toMove);
      set(stone, { class: "hover-stone" });
      this.hover.append(stone);
    }
    this.light(cell);
    this.heard.point(cell);
  }

  /** @param {number | null} cell */
  light(cell) {
    const lit = cell !== null && this.plate && this.moveAt(cell) !== undefined;
    set(this.columnLight, { display: lit ? null : "none", x: this.geometry.corner.x + ((cell ?? 0) % this.game.width) * this.geometry.unit });
  }

  /** @param {number | null} cell */
  focus(cell) {
    if (cell !== null) this.aim(cell, false);
    this.light(cell);
    this.heard.point(cell);
  }

  /**
   * Puts the ring on a cell; a touched point keeps it until the move is confirmed.
   * @param {number | null} cell
   * @param {boolean} [keep]
   */
  aim(cell, keep = true) {
    this.element.classList.toggle("aimed", cell !== null && keep);
    if (cell === null) return;
    const { x, y } = this.geometry.centre(cell);
    set(this.ring, { transform: `translate(${x} ${y})` });
  }

  /** Rings the move that a hint recommends. @param {number | null} cell */
  showHint(cell) {
    this.hint.replaceChildren(...(cell === null ? [] : [this.ringAt(cell, "hint-ring")]));
  }

  /**
   * @param {number} cell
   * @param {string} kind
   */
  ringAt(cell, kind) {
    const { x, y } = this.geometry.centre(cell);
    return s("circle", { class: kind, cx: x, cy: y, r: this.geometry.unit * 0.42 });
  }

  /**
   * A line of moves as numbered, translucent stones.
   * @param {{ cell: number | null, seat: number }[]} line
   */
  showLine(line) {
    const taken = new Set();
    const ghosts = line.map(({ cell, seat }, index) => {
      if (cell === null || taken.has(cell)) return null;
      taken.add(cell);
      const { x, y } = this.geometry.centre(cell);
      const stone = stoneOf(this.game.look, seat);
      return s("g", { class: `ghost${stone.dark ? " on-dark" : ""}`, transform: `translate(${x} ${y})` }, s("use", { href: stone.href }), s("text", {}, index + 1));
    });
    this.preview.replaceChildren(...ghosts.filter((ghost) => ghost !== null));
    set(this.overlay.element, { display: line.length ? "none" : null });
  }
}
