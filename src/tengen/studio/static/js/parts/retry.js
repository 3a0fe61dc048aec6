// A mistake of the game to be bettered: the person tries moves in its place, each is judged by the server, and
// nothing on the page gives the answer away meanwhile.
import { button, h, say, set } from "../dom.js";

/** @typedef {import("../messages.js").Node} Node */

export class Retry {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.text = h("p", { class: "say", role: "status" });
    this.begin = button({ text: texts.say("retry"), kind: "small" }, () => void this.start());
    this.show = button({ text: texts.say("show better"), kind: "small" }, () => this.giveUp());
    this.next = button({ text: texts.say("next mistake"), key: "E", kind: "small" }, () => { this.end(); app.goToMistake(1); });
    this.element = h("section", { class: "sec" }, this.text, h("div", { class: "actions" }, this.begin, this.show, this.next));
    /** The last move that the server was asked about. */
    this.asked = -1;
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { app } = this, { state } = app;
    if (!state || !changes.has("state")) return;
    const node = state.nodes.find(({ id }) => id === state.node), mistake = app.retried;
    if (mistake && node && node.id !== mistake.parent) {
      if (node.parent === mistake.parent) this.judge(node, mistake);
      else this.end();
    }
    const isOn = app.retried !== null, isMistake = (node?.better ?? null) !== null;
    set(this.element, { hidden: !isOn && !isMistake && !this.text.textContent });
    set(this.begin, { hidden: isOn || !isMistake });
    set(this.show, { hidden: !isOn });
    if (!isOn && node?.id !== this.asked) say(this.text, "");
  }

  async start() {
    const { app } = this, node = app.state?.nodes.find(({ id }) => id === app.state?.node);
    if (!node?.better || node.parent === null) return;
    if (app.isAnalysing) await app.try(app.engine.stop());
    if (!(await app.try(app.engine.goTo(node.parent)))) return;
    app.retried = node;
    say(this.text, app.texts.say("retry what", { seat: app.seat(node.seat ?? 0), move: node.move ?? "" }));
    app.changed("state");
  }

  /**
   * What was tried: good moves end it, others lead back.
   * @param {Node} node
   * @param {Node} mistake
   */
  judge(node, mistake) {
    const { app } = this, isBest = node.move === mistake.better?.line[0]?.move;
    const move = node.move ?? "";
    if (isBest || (node.loss !== null && !node.mark)) {
      app.retried = null;
      this.asked = node.id;
      return say(this.text, app.texts.say("retry good", { move }));
    }
    if (node.loss !== null) {
      say(this.text, app.texts.say("retry bad", { move, loss: Math.round(100 * node.loss) }));
      return void app.try(app.engine.goTo(mistake.parent ?? 0));
    }
    if (this.asked !== node.id) void app.try(app.engine.review({ node: node.id, simulations: app.preferences.reviewSimulations }));
    this.asked = node.id;
  }

  giveUp() {
    const { app } = this, mistake = app.retried;
    this.end();
    if (mistake?.better) void app.addLine(mistake.parent ?? 0, mistake.better.line);
  }

  end() {
    this.app.retried = null;
    say(this.text, "");
  }
}
