// A small chart: lines, bands, marks and a strip, with a read-out by pointer and keys. It is a slider
// for assistive technology: the arrow keys walk along it, Enter takes the point.
import { s, set } from "../dom.js";

const WIDTH = 408, LEFT = 30, RIGHT = 404, TOP = 8, BOTTOM = 80;
const SHAPES = { 1: (/** @type {number} */ x, /** @type {number} */ y) => `M${x - 4} ${y}a4 4 0 108 0a4 4 0 10-8 0z`, 2: (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y - 6.5}l6 10.5h-12z`, 3: (/** @type {number} */ x, /** @type {number} */ y) => `M${x} ${y - 6.5}l6.5 6.5-6.5 6.5-6.5-6.5z` };

/** Round distances between labels, at most eight of them. @param {number} span */
function stepFor(span) {
  return [1, 2, 5, 10, 20, 50, 100].find((step) => span / step <= 8) ?? 200;
}

export class Chart {
  /**
   * @param {string} label
   * @param {Reading} reading
   */
  constructor(label, reading) {
    this.reading = reading;
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
    const along = (((event.clientX - box.left) / box.width) * WIDTH - LEFT) / (RIGHT - LEFT);
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
    set(this.probe, { d: x === null ? null : `M${this.x(x)} ${TOP}V${BOTTOM}` });
    if (x !== null) set(this.element, { "aria-valuenow": x, "aria-valuetext": text });
    this.reading.show(text);
  }

  /** @param {number} value */
  x(value) {
    const [low, high] = this.drawing.xs;
    return Math.round((LEFT + ((value - low) / Math.max(high - low, 1)) * (RIGHT - LEFT)) * 10) / 10;
  }

  /** @param {number} value */
  y(value) {
    const [low, high] = this.drawing.ys;
    return Math.round((BOTTOM - ((value - low) / (high - low)) * (BOTTOM - TOP)) * 10) / 10;
  }

  /** @param {Drawing} drawing */
  draw(drawing) {
    this.drawing = drawing;
    const strip = drawing.strip?.length ? 22 : 0;
    const now = drawing.now ?? null;
    set(this.element, { viewBox: `0 0 ${WIDTH} ${BOTTOM + 18 + strip}`, "aria-valuemin": drawing.xs[0], "aria-valuemax": drawing.xs[1] });
    if (this.probed === null && now !== null) set(this.element, { "aria-valuenow": now, "aria-valuetext": this.reading.text(now) });
    this.body.replaceChildren(...this.frame(strip), ...this.band(), ...this.area(), ...drawing.lines.map((line) => s("path", { class: line.kind, d: this.path(line.points) })),
      ...this.strip(), ...this.nowLine(strip), ...(drawing.marks ?? []).flatMap((mark) => this.mark(mark)));
  }

  /** @param {number} strip */
  frame(strip) {
    const middle = (TOP + BOTTOM) / 2;
    const heights = [TOP, middle, BOTTOM];
    const labels = this.drawing.yLabels.map((label, index) => s("text", { x: 24, y: (heights[index] ?? 0) + 4, "text-anchor": "end" }, label));
    const [low, high] = this.drawing.xs, step = stepFor(high - low);
    for (let x = Math.ceil(low / step) * step; x <= high; x += step) labels.push(s("text", { x: this.x(x), y: BOTTOM + 17 + strip, "text-anchor": "middle" }, x));
    return [s("path", { class: "grid", d: `M${LEFT} ${TOP}H${RIGHT}M${LEFT} ${BOTTOM}H${RIGHT}` }), s("path", { class: "half", d: `M${LEFT} ${middle}H${RIGHT}` }), ...labels];
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
    const first = known[0], last = known.at(-1), middle = (TOP + BOTTOM) / 2;
    if (!first || !last) return [];
    return [s("path", { class: "area", d: `M${this.x(first.x)} ${middle}${this.path(known).replace("M", "L")}V${middle}z` })];
  }

  band() {
    const band = this.drawing.band ?? [];
    if (band.length < 2) return [];
    const upper = band.map(({ x, high }) => `${this.x(x)} ${this.y(high)}`), lower = [...band].reverse().map(({ x, low }) => `${this.x(x)} ${this.y(low)}`);
    return [s("path", { class: "band", d: `M${[...upper, ...lower].join("L")}z` })];
  }

  strip() {
    return (this.drawing.strip ?? []).map(({ x, kind }) => s("rect", { class: `exact ${kind}`, x: this.x(x) - 5, y: BOTTOM + 9, width: 10, height: 10, rx: 1 }));
  }

  /** @param {number} strip */
  nowLine(strip) {
    const now = this.drawing.now ?? null;
    if (now === null) return [];
    const value = this.drawing.lines[0]?.points.find(({ x }) => x === now)?.y ?? null;
    const line = s("path", { class: "now", d: `M${this.x(now)} ${TOP}V${BOTTOM + strip}` });
    return value === null ? [line] : [line, s("circle", { class: "here", cx: this.x(now), cy: this.y(value), r: 5 })];
  }

  /** @param {{ x: number, y: number, weight: 1 | 2 | 3, text: string }} mark */
  mark({ x, y, weight, text }) {
    const left = this.x(x), top = this.y(y);
    const above = top > TOP + 14 && (weight !== 3 || top > BOTTOM - 16);
    return [s("path", { class: `m${weight}`, d: SHAPES[weight](left, top) }), s("text", { class: `g${weight}`, x: left, y: above ? top - 9 : top + 18 }, text)];
  }
}
