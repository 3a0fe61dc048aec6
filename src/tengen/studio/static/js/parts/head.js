// The name of the game, and what concerns it as a whole: link, files, settings.
import { button, h, say } from "../dom.js";
import { icon } from "../icons.js";
import { copyText } from "../copying.js";

export class Head {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.name = h("span");
    this.heading = h("h1", { class: "vh" });
    this.title = h("button", { class: "btn quiet select", type: "button", title: texts.say("choose game"), click: () => app.open(app.page === "new" ? "main" : "new") }, this.name);
    this.element = h("header", { class: "head" }, this.heading, this.title,
      button({ icon: icon("link"), label: texts.say("copy link"), kind: "quiet" }, () => void this.copyLink()),
      button({ icon: icon("files"), label: texts.say("files"), kind: "quiet" }, () => app.open(app.page === "files" ? "main" : "files")),
      button({ icon: icon("settings"), label: texts.say("settings"), kind: "quiet" }, () => app.open(app.page === "settings" ? "main" : "settings")),
      button({ icon: icon("help"), label: texts.say("help"), kind: "quiet narrow-only" }, () => app.open(app.page === "help" ? "main" : "help")));
  }

  update() {
    const { state, texts, room } = this.app;
    if (!state) return;
    say(this.name, texts.of(state.game.title));
    say(this.heading, `${texts.say(room)} · ${texts.of(state.game.title)}`);
  }

  async copyLink() {
    const { app } = this;
    const answer = await app.try(app.engine.act("get_link"));
    if (!answer) return;
    await copyText(app, `${location.origin}${location.pathname}#${answer.link}`, app.texts.say("link copied"));
  }
}
