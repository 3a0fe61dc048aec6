// A small chart for a curve of a run; that of a second run is dashed.
import { Chart } from "../chart/chart.js";
import { h, say } from "../dom.js";

/** From a round number to another, with a round one in the middle. @param {number[]} values @returns {[number, number]} */
function roundRange(values) {
  const high = Math.max(...values), least = Math.min(...values), low = least >= 0 && least < 0.4 * high ? 0 : least;
  for (let power = Math.floor(Math.log10((high - low || Math.abs(high) || 1) / 2)); ; power++)
    for (const each of [1, 2, 2.5, 5]) {
      const step = each * 10 ** power, start = Math.floor(low / step + 1e-9) * step;
      if (start + 2 * step >= high - 1e-9 * Math.abs(high)) return [start, start + 2 * step];
    }
}

/** Three digits, or all of a large number. @param {number} y */
const digits = (y) => (Math.abs(y) < 1000 ? String(Number(y.toPrecision(3))) : Math.round(y).toLocaleString("en"));

export class CurveCard {
  /**
   * @param {Texts} texts
   * @param {RunCurve} curve
   * @param {(generation: number) => void} choose
   */
  constructor(texts, curve, choose) {
    this.texts = texts;
    /** One or two. */
    this.curves = [curve];
    const title = texts.of(curve.title);
    this.title = h("b", {}, title);
    this.now = h("small");
    this.chart = new Chart(title, { text: (x) => this.textAt(x), show: (text) => this.read(text), choose }, { left: 40, bottom: 84 });
    this.element = h("section", { class: "card chart" }, h("h2", { title: texts.of(curve.about) }, this.title, this.now), this.chart.element);
  }

  /**
   * @param {RunCurve[]} curves
   * @param {number} end the last generation of all charts
   * @param {number} width
   */
  draw(curves, end, width) {
    this.curves = curves;
    this.chart.width = width;
    const first = curves[0], isPercent = first?.kind === "percent";
    const ys = isPercent ? /** @type {[number, number]} */ ([0, 1]) : roundRange(curves.flatMap((curve) => curve.ys.filter((y) => y !== null)));
    this.chart.draw({
      xs: [0, Math.max(1, end)], ys, isLastMarked: true,
      yLabels: [ys[1], (ys[0] + ys[1]) / 2, ys[0]].map((y) => (isPercent ? `${100 * y}%` : y < 1000 ? digits(y) : this.texts.short(y))),
      lines: curves.map((curve, index) => ({ kind: `s${index + 1}`, points: curve.xs.map((x, place) => ({ x, y: curve.ys[place] ?? null })) })),
      band: first?.lows.map((low, place) => ({ x: first.xs[place] ?? 0, low, high: first.highs[place] ?? low })),
    });
    if (this.chart.probed === null) this.read("");
  }

  /** A point in the place of the title; without one, the last values. @param {string} text */
  read(text) {
    say(this.now, text || this.values(Infinity));
    this.title.classList.toggle("vh", text !== "");
  }

  /** The last values until a generation, with their intervals. @param {number} x */
  values(x) {
    return this.curves.map((curve) => {
      const place = curve.xs.filter((each) => each <= x).length - 1, y = curve.ys[place] ?? null;
      if (y === null) return "–";
      if (curve.kind !== "percent") return digits(y);
      const [low = 0, high = 0] = [curve.lows[place], curve.highs[place]].map((bound) => Math.round(100 * (bound ?? 0)));
      const note = x === Infinity || !curve.notes[place] ? "" : ` ${this.texts.of(curve.notes[place])}`;
      return `${this.texts.percent(y)}% (${low}–${high})${note}`;
    }).join(" · ");
  }

  /** @param {number} x */
  textAt(x) {
    return this.texts.say("at generation", { number: x, value: this.values(x) });
  }
}
