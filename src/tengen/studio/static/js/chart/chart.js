// A small chart: lines, bands, marks and a strip, with a read-out by pointer and keys. It is a slider
// for assistive technology: the arrow keys walk along it, Enter takes the point.
import { s, set } from "../dom.js";

const TOP = 8, RIGHT = 4;
/** A label below needs so much room. */
const LABEL = 36;
const SHAPES = { 1: (/** @type {number} */ x, /** @type {number} */ y) => `M${x - 4} ${y}a4 4 0 108 0a4 4 0 10-8 0z`, 2: (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y - 6.5}l6 10.5h-12z`, 3: (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5z` };

/**
 * Round distances between labels.
 * @param {number} span
 * @param {number} most labels
 */
function stepFor(span, most) {
  return [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000].find((step) => span / step <= most) ?? 20_000;
}

export class Chart {
  /**
   * @param {string} label
   * @param {Reading} reading
   * @param {{ left: number, bottom: number }} [room] for labels at the left; down to the axis
   */
  constructor(label, reading, { left, bottom } = { left: 30, bottom: 80 }) {
    this.reading = reading;
    this.left = left;
    this.bottom = bottom;
    /** In pixels, so that texts keep their size. */
    this.width = 408;
    this.body = s("g");
    this.probe = s("path", { class: "probe" });
    this.element = s("svg", { class: "graph", role: "slider", tabindex: "0", "aria-label": label, "aria-valuemin": 0, "aria-valuemax": 0, "aria-valuenow": 0 }, this.body, this.probe);
    /** @type {Drawing} */
    this.drawing = { xs: [0, 1], ys: [0, 100], lines: [], yLabels: [] };
    /** @type {number | null} */
    this.probed = null;
    this.listen();
  }

  listen() {
    this.element.addEventListener("pointermove", (event) => this.probeAt(this.fromPointer(event)));
    this.element.addEventListener("pointerleave", () => this.probeAt(null));
    this.element.addEventListener("click", (event) => this.reading.choose(this.fromPointer(event)));
    this.element.addEventListener("blur", () => this.probeAt(null));
    this.element.addEventListener("keydown", (event) => this.key(event));
  }

  /** @param {MouseEvent} event */
  fromPointer(event) {
    const box = this.element.getBoundingClientRect();
    const [low, high] = this.drawing.xs;
    const along = (((event.clientX - box.left) / box.width) * this.width - this.left) / this.across;
    return Math.round(Math.min(Math.max(low + along * (high - low), low), high));
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [low, high] = this.drawing.xs;
    const at = this.probed ?? this.drawing.now ?? low;
    const steps = /** @type {Record<string, number>} */ ({ ArrowLeft: at - 1, ArrowRight: at + 1, Home: low, End: high });
    const next = steps[event.key];
    if (next !== undefined) this.probeAt(Math.min(Math.max(next, low), high));
    else if (event.key === "Enter" && this.probed !== null) this.reading.choose(this.probed);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {number | null} x */
  probeAt(x) {
    this.probed = x;
    const text = x === null ? "" : this.reading.text(x);
    set(this.probe, { d: x === null ? null : `M${this.x(x)} ${TOP}V${this.bottom}` });
    if (x !== null) set(this.element, { "aria-valuenow": x, "aria-valuetext": text });
    this.reading.show(text);
  }

  /** The width of the plot itself. */
  get across() {
    return this.width - this.left - RIGHT;
  }

  /** @param {number} value */
  x(value) {
    const [low, high] = this.drawing.xs;
    return Math.round((this.left + ((value - low) / Math.max(high - low, 1)) * this.across) * 10) / 10;
  }

  /** @param {number} value */
  y(value) {
    const [low, high] = this.drawing.ys;
    return Math.round((this.bottom - ((value - low) / (high - low)) * (this.bottom - TOP)) * 10) / 10;
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    this.drawing = drawing;
    const strip = drawing.strip?.length ? 22 : 0;
    const now = drawing.now ?? null;
    set(this.element, { viewBox: `0 0 ${this.width} ${this.bottom + 18 + strip}`, "aria-valuemin": drawing.xs[0], "aria-valuemax": drawing.xs[1] });
    if (this.probed === null && now !== null) set(this.element, { "aria-valuenow": now, "aria-valuetext": this.reading.text(now) });
    this.body.replaceChildren(...this.frame(strip), ...this.band(), ...this.area(), ...drawing.lines.map((line) => s("path", { class: line.kind, d: this.path(line.points) })),
      ...this.strip(), ...this.nowLine(strip), ...this.ends(), ...(drawing.marks ?? []).flatMap((mark) => this.mark(mark)));
  }

  /** @param {number} strip */
  frame(strip) {
    const middle = (TOP + this.bottom) / 2;
    const heights = [TOP, middle, this.bottom];
    const labels = this.drawing.yLabels.map((label, index) => s("text", { x: this.left - 6, y: (heights[index] ?? 0) + 4, "text-anchor": "end" }, label));
    const [low, high] = this.drawing.xs, step = stepFor(high - low, Math.min(8, this.across / LABEL));
    for (let x = Math.ceil(low / step) * step; x <= high; x += step) labels.push(s("text", { x: this.x(x), y: this.bottom + 17 + strip, "text-anchor": "middle" }, x));
    return [s("path", { class: "grid", d: `M${this.left} ${TOP}h${this.across}M${this.left} ${this.bottom}h${this.across}` }), s("path", { class: "half", d: `M${this.left} ${middle}h${this.across}` }), ...labels];
  }

  /** @param {Point[]} points */
  path(points) {
    let pen = "M";
    return points.map(({ x, y }) => {
      if (y === null) { pen = "M"; return ""; }
      const part = `${pen}${this.x(x)} ${this.y(y)}`;
      pen = "L";
      return part;
    }).join("");
  }

  area() {
    const known = (this.drawing.area ? this.drawing.lines[0]?.points ?? [] : []).filter(({ y }) => y !== null);
    const first = known[0], last = known.at(-1), middle = (TOP + this.bottom) / 2;
    if (!first || !last) return [];
    return [s("path", { class: "area", d: `M${this.x(first.x)} ${middle}${this.path(known).replace("M", "L")}V${middle}z` })];
  }

  band() {
    const band = this.drawing.band ?? [];
    if (band.length < 2) return band.map(({ x, low, high }) => s("path", { class: "s1", d: `M${this.x(x)} ${this.y(low)}V${this.y(high)}` }));
    const upper = band.map(({ x, high }) => `${this.x(x)} ${this.y(high)}`), lower = [...band].reverse().map(({ x, low }) => `${this.x(x)} ${this.y(low)}`);
    return [s("path", { class: "band", d: `M${[...upper, ...lower].join("L")}z` })];
  }

  strip() {
    return (this.drawing.strip ?? []).map(({ x, kind }) => s("rect", { class: `exact ${kind}`, x: this.x(x) - 5, y: this.bottom + 9, width: 10, height: 10, rx: 1 }));
  }

  /** @param {number} strip */
  nowLine(strip) {
    const now = this.drawing.now ?? null;
    if (now === null) return [];
    const value = this.drawing.lines[0]?.points.find(({ x }) => x === now)?.y ?? null;
    const line = s("path", { class: "now", d: `M${this.x(now)} ${TOP}V${this.bottom + strip}` });
    return value === null ? [line] : [line, s("circle", { class: "here", cx: this.x(now), cy: this.y(value), r: 5 })];
  }

  ends() {
    return (this.drawing.isLastMarked ? this.drawing.lines : []).flatMap(({ kind, points }) => {
      const last = points.filter(({ y }) => y !== null).at(-1);
      return last ? [s("circle", { class: `here ${kind}`, cx: this.x(last.x), cy: this.y(last.y ?? 0), r: 3.5 })] : [];
    });
  }

  /** @param {{ x: number, y: number, weight: 1 | 2 | 3, text: string }} mark */
  mark({ x, y, weight, text }) {
    const left = this.x(x), top = this.y(y);
    const above = top > TOP + 14 && (weight !== 3 || top > this.bottom - 16);
    return [s("path", { class: `m${weight}`, d: SHAPES[weight](left, top) }), s("text", { class: `g${weight}`, x: left, y: above ? top - 9 : top + 18 }, text)];
  }
}
