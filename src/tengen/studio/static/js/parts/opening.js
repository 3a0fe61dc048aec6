// The swap2 opening: whose turn it is to place or to choose, in words, with the choices as buttons; then who plays what.
import { button, h, say, set } from "../dom.js";

const CHOICES = /** @type {const} */ ([["black", "choose black"], ["white", "choose white"], ["two_more", "choose two more"]]);

export class OpeningPart {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.text = h("p", { class: "say" });
    this.choices = CHOICES.map(([choice, key]) => ({ choice, element: button({ text: app.texts.say(key) }, () => void app.try(app.engine.ask({ type: "choose_side", ...app.engine.game, choice }))) }));
    this.element = h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, app.texts.say("opening"))), this.text, h("div", { class: "actions" }, ...this.choices.map(({ element }) => element)));
  }

  update() {
    const { state, texts } = this.app, opening = state?.opening ?? null;
    const text = opening?.text ?? state?.opening_end ?? null;
    set(this.element, { hidden: text === null });
    if (!state) return;
    say(this.text, texts.of(text));
    const isPerson = opening !== null && state.seats[opening.who === 1 ? 1 : 0].player.kind === "human";
    for (const { choice, element } of this.choices) set(element, { hidden: !isPerson || !opening.choices.includes(choice) });
  }
}
