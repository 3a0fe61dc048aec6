// A new game: which, against whom, who begins, with which clock. Below it, the games that are open.
import { button, h, set } from "../dom.js";
import { icon } from "../icons.js";
import { stonePicture } from "../board/defs.js";
import { SureButton } from "../sure.js";
import { Refused } from "../transport.js";
import { GameChoice, remark } from "./game_choice.js";
import { numberInput, refuseWrongNumbers } from "./number.js";
import { SPEEDS } from "../parts/watch.js";
import { field, page, segments } from "./page.js";
import { PlayerChoice } from "./player_choice.js";

/** @typedef {"against" | "two people" | "watch two"} Mode */
/** @typedef {"0" | "1" | "either"} Side */

export class NewGamePage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    /** @type {Mode} */
    this.mode = "against";
    /** @type {Side} */
    this.side = "0";
    /** @type {"0" | "1"} */
    this.first = "0";
    this.clock = { isOn: false, minutes: 10, increment: 5 };
    this.isSwap2 = false;
    /** Seconds a move, where two players are watched. */
    this.speed = 0.3;
    /** @type {Opponents | null} */
    this.opponents = null;
    /** @type {Promise<void>} */
    this.asked = Promise.resolve();
    this.opponent = new PlayerChoice(app, { kind: "level", level: 3 }, false);
    this.players = [new PlayerChoice(app, { kind: "level", level: 6 }, true), new PlayerChoice(app, { kind: "level", level: 4 }, true)];
    /** @type {import("../messages.js").Catalogue | null} */
    this.catalogue = null;
    /** @type {GameChoice | null} */
    this.game = null;
    this.gameBox = h("div");
    this.note = h("p", { class: "muted", hidden: true });
    this.people = h("fieldset", { class: "form inner" });
    this.begins = h("div", { class: "form inner" });
    // Beside what is drawn anew: an answer about the game must not disturb what is being typed.
    this.extras = h("div", { class: "form inner" }, this.begins, ...this.makeClock());
    const modes = /** @type {[Mode, string][]} */ (["against", "two people", "watch two"].map((mode) => [mode, texts.say(/** @type {Mode} */ (mode))]));
    const start = button({ icon: icon("start"), text: texts.say("start"), kind: "primary" }, () => void this.start());
    this.open = h("ul", { class: "games" });
    /** @type {Map<string, HTMLElement>} */
    this.items = new Map();
    this.drawn = "";
    this.openBox = h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("open games"))), this.open);
    const form = h("div", { class: "form" }, segments(texts.say("players"), modes, this.mode, (mode) => { this.mode = mode; this.draw(); }), this.gameBox, this.note, this.people, this.extras, h("div", { class: "actions" }, start));
    this.element = page(app, texts.say("new game"), form, this.openBox);
  }

  async enter() {
    const { app } = this;
    // Asked once: a list that comes late would take back what was chosen meanwhile.
    this.catalogue ??= await app.try(app.engine.catalogue());
    if (!this.catalogue) return;
    this.game = new GameChoice(app, this.catalogue, (name) => void this.ask(name));
    this.gameBox.replaceChildren(this.game.element);
    await this.ask(this.game.name);
  }

  retry() {
    if (!this.opponents) void this.enter();
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    if (changes.has("games") || changes.has("page")) this.showOpen();
  }

  /**
   * Asks who can play a game; of several answers only the last one asked for counts. Until then nobody can be
   * chosen: the answer draws the players anew and would take back what was typed meanwhile.
   * @param {string} name
   */
  ask(name) {
    set(this.people, { disabled: true });
    this.asked = this.answer(name);
    return this.asked;
  }

  /** @param {string} name */
  async answer(name) {
    const { app } = this;
    let opponents = null, said = "";
    try {
      opponents = await app.opponents(name);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      said = app.texts.of(error.text);
    }
    if (name !== this.game?.name) return;
    this.opponents = opponents;
    remark(this.note, opponents ? app.texts.of(opponents.remark) : said, !opponents);
    if (!opponents) return;
    for (const choice of [this.opponent, ...this.players]) choice.offer(opponents);
    this.draw();
    set(this.people, { disabled: false });
  }

  draw() {
    const { texts } = this.app, game = this.opponents?.game;
    if (!game) return;
    const names = game.seat_names.map((name) => texts.begin(name));
    if (this.mode === "against") {
      const sides = /** @type {[Side, string][]} */ ([["0", names[0] ?? ""], ["1", names[1] ?? ""], ["either", texts.say("either")]]);
      this.people.replaceChildren(h("div", { class: "field" }, h("span", { class: "name" }, texts.say("you play")), segments(texts.say("you play"), sides, this.side, (side) => { this.side = side; })), this.opponent.element);
    } else if (this.mode === "watch two")
      this.people.replaceChildren(h("div", { class: "seats" }, ...this.players.map((choice, seat) => h("div", { class: "seat" }, h("h3", {}, stonePicture(game.look, seat), names[seat]), choice.element))), row(texts.say("speed"), segments(texts.say("speed"), SPEEDS.map((seconds) => [String(seconds), String(seconds)]), String(this.speed), (seconds) => { this.speed = Number(seconds); })));
    else this.people.replaceChildren();
    this.drawBegins(game, names);
  }

  /**
   * @param {GameInfo} game
   * @param {string[]} names
   */
  drawBegins(game, names) {
    const { texts } = this.app;
    const begins = /** @type {["0" | "1", string][]} */ (names.map((seat, index) => [String(index), texts.say("begins seat", { seat })]));
    const first = row(texts.say("begins"), segments(texts.say("begins"), begins, this.first, (seat) => { this.first = seat; }));
    const fields = [first];
    set(first, { hidden: game.can_swap2 && this.isSwap2 });
    if (game.can_swap2) fields.push(row(texts.say("opening choice"), segments(texts.say("opening choice"), [["none", texts.say("no opening")], ["swap2", texts.say("swap2")]], this.isSwap2 ? "swap2" : "none", (value) => { this.isSwap2 = value === "swap2"; set(first, { hidden: this.isSwap2 }); }), texts.say("swap2 about")));
    this.begins.replaceChildren(...fields);
  }

  makeClock() {
    const { texts } = this.app, { clock } = this;
    const times = h("div", { class: "fields", hidden: !clock.isOn },
      field(texts.say("minutes"), numberInput(texts, clock.minutes, { low: 0.1, high: 1440, step: "any" }, (minutes) => { clock.minutes = minutes; })),
      field(texts.say("increment"), numberInput(texts, clock.increment, { low: 0, high: 3600, step: "any" }, (seconds) => { clock.increment = seconds; })));
    const choice = segments(texts.say("clock"), [["off", texts.say("no clock")], ["on", texts.say("timed")]], clock.isOn ? "on" : "off", (value) => { clock.isOn = value === "on"; set(times, { hidden: !clock.isOn }); });
    return [row(texts.say("clock"), choice), times];
  }

  /** @returns {NewGame["seats"]} */
  seats() {
    if (this.mode === "two people") return [{ kind: "human" }, { kind: "human" }];
    if (this.mode === "watch two") return /** @type {NewGame["seats"]} */ (this.players.map(({ player }) => player));
    const isSecond = this.side === "either" ? Math.random() < 0.5 : this.side === "1";
    return isSecond ? [this.opponent.player, { kind: "human" }] : [{ kind: "human" }, this.opponent.player];
  }

  async start() {
    const { app, clock } = this;
    if (refuseWrongNumbers(this.element)) return;
    await this.asked;
    const { opponents } = this;
    if (!opponents) return;
    const isSwap2 = this.isSwap2 && opponents.game.can_swap2;
    const started = await app.try(app.engine.startGame({
      game: opponents.game.name, seats: this.seats(), first: isSwap2 ? 0 : Number(this.first),
      clock: clock.isOn ? { seconds: 60 * clock.minutes, increment: clock.increment } : null,
      speed: this.mode === "watch two" ? this.speed : null,
      opening: isSwap2 ? "swap2" : "none",
    }));
    if (!started) return;
    app.open("main");
    if (app.room !== "play") location.hash = "#/play";
    document.querySelector(".board [tabindex='0']")?.scrollIntoView({ block: "nearest" });
  }

  showOpen() {
    const { app } = this;
    const others = app.games.filter(({ game_id }) => game_id !== app.state?.game_id);
    const drawn = JSON.stringify(others);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    const focused = this.focused();
    this.items = new Map(others.map((game) => [game.game_id, this.openGame(game)]));
    this.open.replaceChildren(...this.items.values());
    set(this.openBox, { hidden: others.length === 0 });
    if (focused) this.focus(focused);
  }

  /** Where the focus is in the list of open games. */
  focused() {
    const items = [...this.items], active = document.activeElement;
    const place = items.findIndex(([, item]) => item.contains(active)), [id, item] = items[place] ?? [];
    return id !== undefined && item && active ? { id, place, control: [...item.children].indexOf(active) } : null;
  }

  /** The focus stays with its game, or goes to the one that takes its place. @param {{ id: string, place: number, control: number }} focused */
  focus({ id, place, control }) {
    const items = [...this.items.values()];
    const item = this.items.get(id) ?? items[Math.min(place, items.length - 1)];
    const wanted = item ? item.children[control] : this.element.querySelector("button");
    if (wanted instanceof HTMLElement) wanted.focus();
  }

  /** @param {OpenGame} game */
  openGame(game) {
    const { app } = this, { texts } = app;
    const about = [texts.of(game.players[0]), texts.of(game.players[1])].join(" – ");
    const open = h("button", { class: "mv", type: "button", click: () => { app.open("main"); void app.try(app.engine.openGame(game.game_id)); } }, h("span", {}, texts.of(game.title)), h("small", {}, `${about} · ${game.result ? texts.of(game.result) : texts.say("plies", { count: game.plies })}`));
    const remove = new SureButton({ text: texts.say("delete"), kind: "small quiet" }, texts.say("really delete"), () => void app.try(app.engine.ask({ type: "delete_game", game_id: game.game_id })));
    return h("li", {}, open, remove.element);
  }
}

/**
 * @param {string} name
 * @param {HTMLElement} control
 * @param {string} [about]
 */
function row(name, control, about = "") {
  return h("div", { class: "field row" }, h("span", { class: "name" }, name), control, about ? h("small", {}, about) : null);
}
