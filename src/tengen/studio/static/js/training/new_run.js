// Starting: the form of a new run, times, and a button that asks again before two runs share the computer.
import { button, h, say, set } from "../dom.js";
import { field, select } from "../pages/page.js";
import { Refused } from "../transport.js";

/**
 * Minutes to train; the empty value is the plan itself.
 * @param {App} app
 * @param {string} plan empty if there is none
 */
export function timeSelect({ texts }, plan) {
  const times = /** @type {Options} */ ([5, 15, 30, 60, 120, 240, 480, 1440].map((count) => [String(count), count < 60 ? texts.say("some minutes", { count }) : texts.say("some hours", { count: count / 60 })]));
  const element = select(plan ? [["", plan], ...times] : times, plan ? "" : "30", () => {});
  set(element, { "aria-label": texts.say("training time") });
  return element;
}

/**
 * @param {App} app
 * @param {{ icon?: SVGElement, text: string, kind?: string }} what
 * @param {(isConfirmed: boolean) => Promise<void>} launch
 */
export function launchButton(app, what, launch) {
  let isConfirmed = false;
  const element = button(what, async () => {
    set(element, { disabled: true });
    try {
      await launch(isConfirmed);
      isConfirmed = false;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      isConfirmed = error.field === "is_confirmed";
      app.tell(app.texts.of(error.text), true);
    }
    set(element, { disabled: false });
    say(element.lastChild ?? element, isConfirmed ? app.texts.say("anyway") : what.text);
  });
  return element;
}

/**
 * @param {App} app
 * @param {Runs} runs
 * @param {(name: string) => void} started
 */
export function newRunForm(app, { presets, nets, folder }, started) {
  const { texts } = app, about = h("small");
  const tell = () => say(about, texts.of(presets.find(({ name }) => name === preset.value)?.about));
  const preset = select(/** @type {Options} */ (presets.map(({ name, title }) => [name, texts.of(title)])), "connect4", tell);
  tell();
  const time = timeSelect(app, texts.say("as preset"));
  const net = select(/** @type {Options} */ ([["", texts.say("from zero")], ...nets.map((name) => [name, name])]), "", () => {});
  const settings = h("input", { class: "input", spellcheck: "false", autocomplete: "off", placeholder: "net.channels=32 selfplay.simulations=50" });
  const start = launchButton(app, { text: texts.say("start run"), kind: "primary" }, async (isConfirmed) => {
    const body = { preset: preset.value, minutes: Number(time.value) || null, settings: settings.value.split(/\s+/).filter(Boolean), from_net: net.value || null, is_confirmed: isConfirmed };
    started((await app.engine.transport.request("/api/runs", body)).name);
  });
  return h("section", { class: "card new-run" }, h("h2", {}, texts.say("new run")),
    h("div", { class: "form" }, field(texts.say("preset"), preset), about, field(texts.say("training time"), time), field(texts.say("start from"), net), field(texts.say("changed settings"), settings),
      h("div", { class: "actions" }, start), h("p", { class: "muted" }, texts.say("new run about", { folder }))));
}
