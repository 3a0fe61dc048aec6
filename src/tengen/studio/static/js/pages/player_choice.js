// Choosing a player: a person, a level with what it beats, a net or MCTS with a budget, perfect, an engine.
import { h, say } from "../dom.js";
import { numberInput } from "./number.js";
import { field, segments, select } from "./page.js";

/** @typedef {NewGame["seats"][0]} Player */
/** @typedef {Player["kind"]} Kind */

const USUAL_SIMULATIONS = 400, USUAL_SECONDS = 1;

export class PlayerChoice {
  /**
   * @param {App} app
   * @param {Player} player
   * @param {boolean} mayBeHuman
   */
  constructor(app, player, mayBeHuman) {
    this.app = app;
    this.player = player;
    this.mayBeHuman = mayBeHuman;
    this.element = h("div", { class: "form inner" });
    /** @type {Opponents | null} */
    this.opponents = null;
  }

  /** @param {Opponents} opponents */
  offer(opponents) {
    this.opponents = opponents;
    if (!this.kinds().includes(this.player.kind)) this.setKind("level");
    else if (this.player.kind === "net" && !opponents.nets.some(({ name }) => this.player.kind === "net" && name === this.player.net)) this.setKind("net");
    else this.draw();
  }

  /** @returns {Kind[]} */
  kinds() {
    const { opponents } = this;
    /** @type {[Kind, boolean][]} */
    const all = [["human", this.mayBeHuman], ["level", (opponents?.levels.length ?? 0) > 0], ["net", (opponents?.nets.length ?? 0) > 0], ["mcts", true], ["tactical", true], ["perfect", opponents?.has_perfect ?? false], ["random", true], ["engine", (opponents?.engines.length ?? 0) > 0]];
    return all.filter(([, isOffered]) => isOffered).map(([kind]) => kind);
  }

  /** @param {Kind} kind */
  setKind(kind) {
    const net = this.opponents?.nets.find(({ is_default }) => is_default)?.name ?? this.opponents?.nets[0]?.name ?? "";
    if (kind === "level") this.player = this.opponents?.levels.length ? { kind, level: 3 } : { kind: /** @type {const} */ ("mcts"), simulations: 1000 };
    else if (kind === "net") this.player = { kind, net, simulations: USUAL_SIMULATIONS };
    else if (kind === "mcts" || kind === "tactical") this.player = { kind, simulations: 1000 };
    else if (kind === "engine") this.player = { kind, name: this.opponents?.engines[0]?.name ?? "", seconds: USUAL_SECONDS };
    else this.player = { kind };
    this.draw();
  }

  draw() {
    const { texts } = this.app, { player } = this;
    const kinds = /** @type {[Kind, string][]} */ (this.kinds().map((kind) => [kind, texts.say(`kind ${kind}`)]));
    const parts = [field(texts.say(this.mayBeHuman ? "player" : "opponent"), select(kinds, player.kind, (kind) => this.setKind(kind)))];
    if (player.kind === "level") parts.push(this.levels(player));
    if (player.kind === "net") parts.push(this.nets(player), this.budget(player));
    if (player.kind === "mcts" || player.kind === "tactical") parts.push(this.budget(player));
    if (player.kind === "engine") {
      const names = /** @type {[string, string][]} */ ((this.opponents?.engines ?? []).map(({ name }) => [name, name]));
      parts.push(field(texts.say("engine"), select(names, player.name, (name) => { player.name = name; })), field(texts.say("seconds"), numberInput(texts, player.seconds ?? USUAL_SECONDS, { low: 0.001, high: 3600, step: "any" }, (seconds) => { player.seconds = seconds; })));
    }
    this.element.replaceChildren(...parts);
  }

  /** @param {Extract<Player, { kind: "level" }>} player */
  levels(player) {
    const { texts } = this.app, about = h("small");
    const tell = () => {
      const level = this.opponents?.levels.find((each) => each.level === player.level);
      say(about, level ? [texts.of(level.name), texts.of(level.detail), texts.of(level.beats), texts.of(level.scored)].filter(Boolean).join(" · ") : "");
    };
    const buttons = (this.opponents?.levels ?? []).map(({ level, name }) => h("button", { type: "button", title: texts.of(name), "aria-label": `${texts.say("level")} ${level}`, "aria-pressed": String(level === player.level), click: () => {
      player.level = level;
      buttons.forEach((each, index) => each.setAttribute("aria-pressed", String(this.opponents?.levels[index]?.level === level)));
      tell();
    } }, level));
    tell();
    return h("div", { class: "field" }, h("div", { class: "levels", role: "group", "aria-label": texts.say("level") }, ...buttons), about);
  }

  /** @param {Extract<Player, { kind: "net" }>} player */
  nets(player) {
    const { texts } = this.app;
    const names = /** @type {[string, string][]} */ ((this.opponents?.nets ?? []).map(({ name, title }) => [name, texts.of(title)]));
    const remark = this.opponents?.nets.find(({ name }) => name === player.net)?.remark;
    return field(texts.say("net"), select(names, player.net, (name) => { player.net = name; this.draw(); }), texts.of(remark));
  }

  /** @param {{ simulations?: number | null, seconds?: number | null }} player */
  budget(player) {
    const { texts } = this.app;
    const unit = player.seconds ? "seconds" : "simulations";
    /** @param {"seconds" | "simulations"} chosen */
    const change = (chosen) => {
      player.simulations = chosen === "simulations" ? USUAL_SIMULATIONS : null;
      player.seconds = chosen === "seconds" ? USUAL_SECONDS : null;
      this.draw();
    };
    const input = unit === "seconds"
      ? numberInput(texts, player.seconds ?? USUAL_SECONDS, { low: 0.01, high: 3600, step: "any" }, (seconds) => { player.seconds = seconds; })
      : numberInput(texts, player.simulations ?? USUAL_SIMULATIONS, { low: 1, high: 1e9 }, (simulations) => { player.simulations = simulations; });
    return h("div", { class: "field row" }, field(texts.say("budget"), input), segments(texts.say("budget"), [["simulations", texts.say("simulations")], ["seconds", texts.say("seconds")]], unit, change));
  }
}
