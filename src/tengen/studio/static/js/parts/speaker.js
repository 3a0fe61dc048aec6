// The line that speaks for screen readers: moves and results, as they happen. And a quiet click, if wanted.
import { h, say } from "../dom.js";
import { clickSound } from "../sounds.js";

export class Speaker {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("p", { class: "vh", role: "status" });
    this.said = "";
    this.node = -1;
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { state, texts } = this.app;
    if (!state) return;
    const opening = texts.of(state.opening?.text ?? state.opening_end);
    const position = `${state.game_id} ${state.node} ${state.result !== null} ${opening}`;
    if (changes.has("state") && position !== this.said) {
      const isNewMove = this.said !== "" && state.last !== null && this.node !== state.node;
      this.said = position;
      this.node = state.node;
      const played = state.last ? texts.say("played", { seat: this.app.seat(state.last.seat), move: state.last.move }) : "";
      // Before the sides are settled it is the opening that says whose turn it is.
      const next = state.opening ? "" : texts.of(state.result?.text ?? state.status);
      const better = this.app.room === "review" && !this.app.retried ? texts.of(state.nodes.find(({ id }) => id === state.node)?.better?.text) : "";
      say(this.element, [played, opening, better, next].filter(Boolean).join(texts.language === "zh" ? "" : " "));
      if (isNewMove && this.app.preferences.sound) clickSound();
    }
    const hint = this.app.hintSentences().join(" ");
    if (changes.has("hint") && hint) say(this.element, hint);
  }
}
