// Keys and marks.
import { h, s } from "../dom.js";
import { page, segments } from "./page.js";

const KEYS = /** @type {[string[], Key][]} */ ([
  [["←", "↑", "↓", "→"], "key board"], [["←", "→"], "key walk"], [["Home", "End"], "key ends"], [["↑", "↓"], "key branch"], [["U", "R"], "key undo"], [["H"], "key hint"],
  [["A"], "key analyse"], [["E", "⇧E"], "key mistake"], [["V"], "key heat"], [["M"], "key type"], [["N"], "key new"], [["?"], "key help"], [["Esc"], "key escape"], [["←", "→"], "key step"], [["␣"], "key play"], [["1", "4"], "key phase"]]);

/** @returns {[SVGElement, Key][]} */
function marks() {
  const wide = { x: -17, y: -12, width: 34, height: 24, rx: 2 };
  return [
    [s("g", { class: "cand h4" }, s("circle", { r: 16 }), s("text", {}, "58")), "mark best"],
    [s("g", { class: "cand h2" }, s("circle", { r: 13 }), s("text", {}, "47")), "mark lower"],
    [s("path", { class: "few", d: "M0 0h0" }), "mark few"],
    [s("g", { class: "fact win" }, s("rect", wide), s("text", {}, "W9")), "mark win"],
    [s("g", { class: "fact" }, s("rect", wide), s("text", {}, "L10")), "mark loss"],
    [s("g", { class: "cand h3 both" }, s("circle", { r: 14 }), s("ellipse", { class: "also", rx: 17.5, ry: 17.5 }), s("text", { y: -6 }, "58"), s("text", { y: 6.5 }, "47")), "mark second"],
    [s("circle", { class: "hint-ring better", r: 16 }), "mark better"]];
}

export class HelpPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    const keys = KEYS.flatMap(([names, key]) => [h("dt", {}, ...names.map((name) => h("kbd", {}, name))), h("dd", {}, texts.say(key))]);
    const shown = marks().flatMap(([mark, key]) => {
      for (const text of mark.querySelectorAll("text")) {
        if (text.textContent === "W9") text.textContent = texts.say("short win", { plies: 9 });
        if (text.textContent === "L10") text.textContent = texts.say("short loss", { plies: 10 });
      }
      const ground = s("g", {}, s("rect", { class: "wood", x: -22, y: -22, width: 44, height: 44, rx: 4 }), s("path", { class: "lines", d: "M-22 0H22M0-22V22" }));
      return [h("dt", {}, s("svg", { class: "board key-mark", viewBox: "-22 -22 44 44", "aria-hidden": "true" }, ground, mark)), h("dd", {}, texts.say(key))];
    });
    this.element = page(app, texts.say("help"), h("div", { class: "form" }, h("h3", {}, texts.say("keys")), h("dl", { class: "keys" }, ...keys), h("h3", {}, texts.say("marks")), h("dl", { class: "keys" }, ...shown), h("h3", {}, texts.say("display")), ...this.display()));
  }

  /** The switches of the rail, which narrow screens do not show. */
  display() {
    const { texts, preferences, switches } = this.app;
    const language = segments(texts.say("language"), [["en", "English"], ["zh", "中文"]], texts.language, (chosen) => { if (chosen !== texts.language) switches.language(); });
    const theme = segments(texts.say("theme"), [["system", texts.say("as system")], ["light", texts.say("light")], ["dark", texts.say("dark")]], preferences.theme, (chosen) => switches.theme(chosen));
    const sounds = segments(texts.say("sounds"), [["off", texts.say("off")], ["on", texts.say("on")]], preferences.sound ? "on" : "off", (chosen) => this.app.choose({ sound: chosen === "on" }));
    return [[texts.say("language"), language], [texts.say("theme"), theme], [texts.say("sounds"), sounds]].map(([name, control]) => h("div", { class: "field row" }, h("span", { class: "name" }, name), control));
  }

  enter() {}

  update() {}
}
