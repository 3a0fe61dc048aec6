// The net that analyses, a second one beside it, and every parameter of the search with its one-line help.
import { button, h, set } from "../dom.js";
import { numberInput } from "./number.js";
import { field, page, select } from "./page.js";

/** @typedef {import("../messages.js").SettingInfo} SettingInfo */

const LIMITS = [0, 100, 800, 5000, 50_000, 1_000_000];

export class SettingsPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.nets = h("div", { class: "form inner" });
    this.list = h("div", { class: "form inner" });
    const reset = button({ text: texts.say("usual values") }, () => { app.choose({ settings: {}, net: null, secondNet: "", simulations: 0 }); void this.enter(); this.apply(); });
    this.element = page(app, texts.say("settings"), h("div", { class: "form" }, h("p", { class: "muted" }, texts.say("settings about")), this.nets, h("div", { class: "actions" }, reset), h("h3", {}, texts.say("parameters")), this.list));
    this.game = "";
  }

  update() {
    if (this.game !== "" && this.app.state && this.app.state.game.name !== this.game) void this.enter();
  }

  async enter() {
    const { app } = this, game = app.state?.game.name;
    if (!game) return;
    this.game = game;
    const answers = await app.try(Promise.all([app.engine.opponents(game), app.engine.settings(game)]));
    if (!answers) return;
    const [opponents, { settings }] = answers;
    this.drawNets(opponents.nets);
    this.list.replaceChildren(...settings.map((setting) => this.setting(setting)));
  }

  retry() {
    if (!this.list.firstElementChild) void this.enter();
  }

  /** @param {NetInfo[]} nets */
  drawNets(nets) {
    const { app } = this, { texts, preferences } = app;
    /** @type {[string, string][]} */
    const names = nets.map(({ name, title }) => [name, texts.of(title)]);
    names.push(["mcts", texts.say("random games")]);
    const known = new Set(names.map(([name]) => name));
    if (preferences.net !== null && !known.has(preferences.net)) app.choose({ net: null });
    if (preferences.secondNet !== "" && preferences.secondNet !== null && !known.has(preferences.secondNet)) app.choose({ secondNet: "" });
    const first = select([["", texts.say("best net")], ...names], preferences.net ?? "", (net) => this.choose({ net: net || null }));
    const second = select([["", texts.say("no net")], ...names], preferences.secondNet ?? "", (secondNet) => this.choose({ secondNet }));
    const limits = /** @type {[string, string][]} */ (LIMITS.map((count) => [String(count), count ? `${texts.number(count)} ${texts.say("simulations")}` : texts.say("until stopped")]));
    const limit = select(limits, String(preferences.simulations), (count) => this.choose({ simulations: Number(count) }));
    this.nets.replaceChildren(field(texts.say("hint net"), first), field(texts.say("second net"), second), field(texts.say("limit"), limit));
  }

  /** @param {SettingInfo} setting */
  setting(setting) {
    const { texts, preferences } = this.app;
    const value = setting.name in preferences.settings ? preferences.settings[setting.name] ?? null : setting.default;
    /** @param {number | boolean | string | null} next */
    const change = (next) => {
      const settings = { ...preferences.settings };
      if (next === setting.default) delete settings[setting.name];
      else settings[setting.name] = next;
      this.choose({ settings });
    };
    if (setting.kind === "flag") {
      const box = h("input", { type: "checkbox", checked: value === true, change: () => change(box.checked) });
      return row(setting.name, box, texts.of(setting.help));
    }
    if (setting.kind === "choice") return row(setting.name, select(setting.choices.map((each) => /** @type {[string, string]} */ ([each, each])), String(value), change), texts.of(setting.help));
    const range = { low: setting.low ?? undefined, high: setting.high ?? undefined, isAbove: !setting.low_allowed, step: setting.kind === "whole" ? 1 : /** @type {const} */ ("any"), mayBeEmpty: setting.may_be_none };
    const input = numberInput(texts, typeof value === "number" ? value : null, range, change);
    if (setting.may_be_none) set(input, { placeholder: texts.say("none") });
    return row(setting.name, input, texts.of(setting.help));
  }

  /** @param {Partial<Preferences>} choice */
  choose(choice) {
    this.app.choose(choice);
    this.apply();
  }

  apply() {
    this.app.analyses[1] = null;
    if (this.app.isAnalysing) void this.app.analyse();
    this.app.changed("analysis");
  }
}

/**
 * Name and value in one line, the help below.
 * @param {string} name
 * @param {HTMLElement} input
 * @param {string} help
 */
function row(name, input, help) {
  input.id = `setting-${name}`;
  return h("div", { class: "setting" }, h("label", { for: input.id }, name), input, h("small", {}, help));
}
