// What the net says about the leaf, what it saw, and why the value changes sign on its way back.
import { h, s, set } from "../dom.js";

const MOST_BARS = 7, BAR = 44;
/** From this difference on the prior is not the net's alone. */
const NOISY = 0.005;

export class LeafView {
  /** @param {Scope} scope */
  constructor(scope) {
    this.scope = scope;
    const { texts } = scope.app;
    this.says = h("div");
    this.planes = h("div");
    this.sign = h("p", { class: "say" });
    this.seen = section(texts.say("net sees"), this.planes);
    this.elements = [section(texts.say("net says"), this.says, texts.say("outputs about")), this.seen, section(texts.say("why sign"), this.sign)];
  }

  update() {
    const { simulation, inside } = this.scope, { texts } = this.scope.app, leaf = simulation?.leaf;
    if (!leaf || !inside) return;
    this.says.replaceChildren(h("p", { class: "say" }, texts.of(leaf.text)), ...(leaf.outputs.length ? this.outputs(leaf) : []));
    set(this.seen, { hidden: !leaf.planes.length });
    const { width, height, first_row_on_top } = inside.game;
    const planes = leaf.planes.map(({ name, values }) => {
      const path = values.map((value, cell) => (value >= 0.5 ? `M${cell % width} ${(first_row_on_top ? Math.floor(cell / width) : height - 1 - Math.floor(cell / width)) + 0.5}h1` : ""));
      return h("figure", {}, s("svg", { viewBox: `0 0 ${width} ${height}`, "aria-hidden": "true" }, s("path", { d: path.join("") })), h("figcaption", {}, texts.of(name)));
    });
    this.planes.replaceChildren(h("div", { class: "planes" }, ...planes), h("p", { class: "muted" }, texts.of(leaf.remark)));
    this.sign.textContent = texts.of(simulation.sign);
  }

  /** @param {Leaf} leaf */
  outputs({ outputs, value, wdl, moves_left }) {
    const { texts } = this.scope.app, game = this.scope.inside?.game, shown = outputs.slice(0, MOST_BARS), isNoisy = shown.some(({ share, prior }) => Math.abs(share - prior) > NOISY);
    if (game?.stones === "columns") shown.sort((one, other) => ((one.cell ?? 0) % game.width) - ((other.cell ?? 0) % game.width));
    const bars = shown.map(({ move, logit, share, prior }) => h("div", {}, s("svg", { viewBox: `0 0 10 ${BAR}`, preserveAspectRatio: "none", "aria-hidden": "true" }, s("rect", { y: (1 - prior) * BAR, width: 10, height: BAR })),
      h("b", {}, `${texts.percent(prior)}%`), isNoisy && h("i", { title: texts.say("net alone") }, `${texts.percent(share)}%`), h("small", {}, move), h("small", {}, texts.value(logit, 1))));
    /** @param {import("../texts/texts.js").Key} name @param {string} number */
    const part = (name, number) => h("span", {}, `${texts.say(name)} `, h("b", {}, number));
    return [h("div", { class: "pri" }, ...bars), h("p", { class: "legend" }, part("value", texts.value(value)), wdl && part("wdl", wdl.map((rate) => Math.round(100 * rate)).join(" / ")), moves_left !== null && part("moves left", moves_left.toFixed(1)))];
  }
}

/** @param {string} title @param {Node} content @param {string} [about] */
function section(title, content, about) {
  return h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, title), h("span", { class: "muted" }, about)), content);
}
