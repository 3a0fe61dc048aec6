// Two players of the server: pause, and how fast their moves appear. Also says that a game waits.
import { button, h, say, set } from "../dom.js";
import { icon } from "../icons.js";

export const SPEEDS = [0, 0.3, 1, 2, 5];

export class Watch {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.text = h("span");
    this.pause = button({ icon: icon("pause"), text: texts.say("pause"), kind: "small" }, () => void app.try(app.engine.act("pause")));
    this.resume = button({ icon: icon("start"), text: texts.say("resume"), kind: "small" }, () => void app.try(app.engine.act("resume")));
    this.speeds = SPEEDS.map((seconds) => ({ seconds, element: h("button", { type: "button", click: () => void app.try(app.engine.ask({ type: "set_speed", ...app.engine.game, seconds })) }, seconds) }));
    this.speed = h("div", { class: "run" }, h("span", {}, texts.say("speed")), h("div", { class: "seg", role: "group", "aria-label": texts.say("speed") }, ...this.speeds.map(({ element }) => element)));
    this.element = h("section", { class: "sec" }, h("div", { class: "run" }, this.text, this.pause, this.resume), this.speed);
  }

  update() {
    const { app } = this, { state, texts } = app;
    const programs = state?.seats.filter(({ player }) => player.kind !== "human").length ?? 0;
    const isWatching = programs === 2 && !state?.result;
    const waits = programs > 0 && (state?.is_paused ?? false) && !state?.is_human_turn && !state?.result;
    set(this.element, { hidden: !isWatching && !waits });
    if (!state) return;
    say(this.text, waits ? texts.say("paused", { seat: app.seat(state.to_move) }) : state.thinking ? texts.of(state.thinking.text) : texts.say("watch"));
    set(this.pause, { hidden: waits });
    set(this.resume, { hidden: !waits });
    set(this.speed, { hidden: !isWatching });
    for (const { seconds, element } of this.speeds) set(element, { "aria-pressed": String(seconds === state.speed) });
  }
}
