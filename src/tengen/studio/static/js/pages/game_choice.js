// Choosing the game, its board and its rule. Sizes outside the list are written as the server names them.
import { h, say, set } from "../dom.js";
import { numberInput } from "./number.js";
import { field, segments, select } from "./page.js";

const OTHER = "other", OWN = "own";

export class GameChoice {
  /**
   * @param {App} app
   * @param {Catalogue} catalogue
   * @param {(game: string) => void} chosen
   */
  constructor(app, catalogue, chosen) {
    this.app = app;
    this.catalogue = catalogue;
    this.chosen = chosen;
    this.name = app.state?.game.name ?? catalogue.default;
    this.family = this.familyOf(this.name);
    this.size = { width: app.state?.game.width ?? 15, height: app.state?.game.height ?? 15, length: app.state?.game.line_length ?? 5, isExact: app.state?.game.line_rule === "exact" };
    this.isOther = this.family !== OWN && !this.members().some(({ name }) => name === this.name);
    this.element = h("div", { class: "form inner" });
    this.draw();
  }

  /** @param {string} name */
  familyOf(name) {
    if (this.catalogue.own.some((game) => game.name === name)) return OWN;
    return this.catalogue.families.find(({ family }) => family === name.split(":")[0])?.family ?? this.catalogue.families[0]?.family ?? "";
  }

  members() {
    return this.family === OWN ? this.catalogue.own : this.catalogue.families.find(({ family }) => family === this.family)?.games ?? [];
  }

  draw() {
    const { texts } = this.app;
    /** @type {[string, string][]} */
    const families = this.catalogue.families.map(({ family, title }) => [family, texts.of(title)]);
    if (this.catalogue.own.length) families.push([OWN, texts.say("own games")]);
    const parts = [field(texts.say("game"), select(families, this.family, (family) => this.setFamily(family)))];
    /** @type {[string, string][]} */
    const sizes = this.members().map((game) => [game.name, texts.of(game.title)]);
    if (this.hasOther()) sizes.push([OTHER, texts.say("other size")]);
    if (sizes.length > 1) parts.push(field(texts.say("size"), select(sizes, this.isOther ? OTHER : this.name, (name) => this.setSize(name))));
    if (this.isOther) parts.push(this.sizes());
    this.element.replaceChildren(...parts);
  }

  hasOther() {
    return this.family === "gomoku" || this.family === "connect4";
  }

  sizes() {
    const { texts } = this.app, isGomoku = this.family === "gomoku", { length } = this.size;
    const fields = [
      field(texts.say("width"), numberInput(texts, this.size.width, { low: 3, high: 20 }, (width) => { this.size.width = width; this.written(); })),
      field(texts.say("height"), numberInput(texts, this.size.height, { low: 3, high: 20 }, (height) => { this.size.height = height; this.written(); }))];
    if (isGomoku) fields.push(field(texts.say("in a row"), numberInput(texts, this.size.length, { low: 3, high: 20 }, (value) => { this.size.length = value; this.written(); this.draw(); })));
    const rule = segments(texts.say("rule"), [["free", texts.say("free-style", { length })], ["exact", texts.say("standard", { length })]], this.size.isExact ? "exact" : "free", (value) => { this.size.isExact = value === "exact"; this.written(); });
    return h("div", { class: "field" }, h("div", { class: "fields" }, ...fields), isGomoku ? rule : null);
  }

  /** @param {string} family */
  setFamily(family) {
    this.family = family;
    this.isOther = false;
    const usual = this.members().find(({ name }) => name === this.catalogue.default);
    this.setSize((usual ?? this.members()[0])?.name ?? OTHER);
  }

  /** @param {string} name */
  setSize(name) {
    this.isOther = name === OTHER;
    if (this.isOther) {
      const last = this.members().find((game) => game.name === this.name);
      if (last) this.size = { width: last.width, height: last.height, length: last.line_length ?? 5, isExact: last.line_rule === "exact" };
      this.written();
    } else {
      this.name = name;
      this.chosen(name);
    }
    this.draw();
  }

  written() {
    const { width, height, length, isExact } = this.size;
    this.name = this.family === "gomoku" ? `gomoku:${width}x${height}/${length}${isExact ? ":standard" : ""}` : `connect4:${width}x${height}`;
    this.chosen(this.name);
  }
}

/**
 * A line below the choice: what the server says about the game.
 * @param {HTMLElement} line
 * @param {string} text
 * @param {boolean} isFault
 */
export function remark(line, text, isFault) {
  say(line, text);
  line.classList.toggle("fault", isFault);
  set(line, { hidden: text === "" });
}
