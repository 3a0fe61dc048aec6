// The frame around the rooms: rail, language, theme, notices.
import { h, set } from "./dom.js";
import { icon } from "./icons.js";
import { definitions } from "./board/defs.js";

/** @type {Room[]} */
export const ROOMS = ["play", "review", "microscope", "training"];
const THEMES = /** @type {const} */ (["system", "light", "dark"]);
/** An error may need an answer: it stays longer, unless something succeeds meanwhile. */
const NOTICE_MILLISECONDS = 5000, ERROR_MILLISECONDS = 15_000;

/**
 * @typedef {object} Switches
 * @property {() => void} language
 * @property {(theme: "system" | "light" | "dark") => void} theme
 */

export class Shell {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.notice = h("p", { class: "notice", role: "alert", hidden: true });
    this.banner = h("p", { class: "banner", role: "status", hidden: true });
    this.items = new Map(ROOMS.map((room) => [room, h("a", { class: "rail-item", href: `#/${room}` }, icon(room), app.texts.say(room))]));
    this.room = h("div", { class: "room" });
    this.element = h("div", { class: "app" }, this.rail(), this.room);
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    const skip = h("a", { class: "skip", href: "#main", click: (/** @type {Event} */ event) => this.skip(event) }, app.texts.say("skip"));
    document.body.replaceChildren(definitions(), skip, this.banner, this.element, this.notice);
  }

  rail() {
    const { app } = this, { texts } = app;
    const brand = h("a", { class: "brand", href: "#/play", "aria-label": texts.say("title") }, icon("brand"), h("b", { lang: "zh" }, "天元"));
    const language = h("button", { class: "rail-item", type: "button", lang: texts.language === "zh" ? "en" : "zh", click: app.switches.language }, texts.say("other language"));
    const foot = h("div", { class: "rail-foot" }, language, this.themeButton(), this.soundButton(), this.helpButton());
    return h("nav", { class: "rail", "aria-label": texts.say("rooms") }, brand, ...this.items.values(), foot);
  }

  themeButton() {
    const { texts, preferences } = this.app;
    const name = () => texts.say(`theme ${preferences.theme}`);
    const button = h("button", { class: "rail-item", type: "button", "aria-label": name(), title: name() }, icon("theme"));
    button.addEventListener("click", () => {
      this.app.switches.theme(THEMES[(THEMES.indexOf(preferences.theme) + 1) % THEMES.length] ?? "system");
      set(button, { "aria-label": name(), title: name() });
    });
    return button;
  }

  soundButton() {
    const { app } = this, { texts, preferences } = app;
    const name = () => texts.say(preferences.sound ? "sound on" : "sound off");
    const button = h("button", { class: "rail-item", type: "button", "aria-label": name(), title: name(), "aria-pressed": String(preferences.sound) }, icon("sound"));
    button.addEventListener("click", () => {
      app.choose({ sound: !preferences.sound });
      set(button, { "aria-label": name(), title: name(), "aria-pressed": String(preferences.sound) });
    });
    return button;
  }

  helpButton() {
    const name = this.app.texts.say("help");
    return h("button", { class: "rail-item", type: "button", "aria-label": `${name} (?)`, title: `${name} (?)`, click: () => this.help() }, icon("help"));
  }

  /** Help is a page beside the board; other rooms have none. */
  help() {
    const { app } = this;
    if (app.room === "play" || app.room === "review") return app.open("help");
    window.addEventListener("hashchange", () => app.open("help"), { once: true });
    location.hash = "#/play";
  }

  /** The link's address would be taken for a room. @param {Event} event */
  skip(event) {
    event.preventDefault();
    const target = document.querySelector('.board [tabindex="0"], main');
    if (target instanceof HTMLElement || target instanceof SVGElement) target.focus();
  }

  /**
   * @param {Room} room
   * @param {HTMLElement} element
   */
  enter(room, element) {
    for (const [name, item] of this.items) set(item, { "aria-current": name === room ? "page" : null });
    document.title = `${this.app.texts.say(room)} · ${this.app.texts.say("title")}`;
    if (this.room.firstElementChild !== element) this.room.replaceChildren(element);
  }

  /** What stays until the server answers; "" hides it. @param {string} text */
  await(text) {
    this.banner.textContent = text;
    set(this.banner, { hidden: text === "" });
  }

  /**
   * Says something for a while.
   * @param {string} text
   * @param {boolean} isError
   */
  tell(text, isError) {
    clearTimeout(this.timer);
    this.notice.textContent = text;
    this.notice.classList.toggle("error", isError);
    set(this.notice, { hidden: false });
    this.timer = setTimeout(() => this.settle(), isError ? ERROR_MILLISECONDS : NOTICE_MILLISECONDS);
  }

  /** Takes back what was said. */
  settle() {
    clearTimeout(this.timer);
    set(this.notice, { hidden: true });
  }

  /** An error is over with the next action that succeeds; a confirmation stays its time. */
  settleError() {
    if (this.notice.classList.contains("error")) this.settle();
  }
}
