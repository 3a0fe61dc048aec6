// The line that speaks for screen readers: moves and results, as they happen. And a quiet click, if wanted.
import { h, say } from "../dom.js";
import { clickSound } from "../sounds.js";

export class Speaker {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    this.element = h("p", { class: "vh", role: "status" });
    this.said = "";
  }

  /** @param {Set<import("../app.js").Change>} changes */
  update(changes) {
    const { state, texts } = this.app;
    if (!state) return;
    const position = `${state.game_id} ${state.node} ${state.result !== null}`;
    if (changes.has("state") && position !== this.said) {
      const isNewMove = this.said !== "" && state.last !== null;
      this.said = position;
      const played = state.last ? texts.say("played", { seat: this.app.seat(state.last.seat), move: state.last.move }) : "";
      const joint = texts.language === "zh" ? "" : " ";
      say(this.element, `${played}${joint}${texts.of(state.result?.text ?? state.status)}`.trim());
      if (isNewMove && this.app.preferences.sound) clickSound();
    }
    const hint = this.app.hintSentences().join(" ");
    if (changes.has("hint") && hint) say(this.element, hint);
  }
}
