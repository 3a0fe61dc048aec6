// Who sits where, whose turn it is, and the clocks.
import { h, say, set } from "../dom.js";
import { stonePicture } from "../board/defs.js";

const LOW_SECONDS = 20, TICK_MILLISECONDS = 100;
/** One page has one pair of clocks, even after a change of language. @type {ReturnType<typeof setInterval> | undefined} */
let ticking;

export class Players {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.cards = /** @type {const} */ ([0, 1]).map(() => ({ card: h("div", { class: "player" }), name: h("b"), about: h("span"), clock: h("time") }));
    for (const { card, name, about, clock } of this.cards) card.append(h("i"), name, about, clock);
    this.note = h("span");
    const change = h("button", { class: "link", type: "button", click: () => app.open(app.page === "players" ? "main" : "players") }, app.texts.say("change players"));
    this.level = h("p", { class: "level" }, this.note, change);
    this.element = h("section", { class: "players", "aria-label": app.texts.say("players") }, ...this.cards.map(({ card }) => card), this.level);
    this.look = "";
    this.received = 0;
    /** @type {State["clocks"]} */
    this.clocks = null;
    clearInterval(ticking);
    ticking = setInterval(() => this.tick(), TICK_MILLISECONDS);
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { state } = this.app;
    if (state && changes.has("progress") && !changes.has("state")) this.cards.forEach((_, seat) => this.showCard(state, seat === 1 ? 1 : 0));
    if (!state || !changes.has("state")) return;
    // Only a message of the server brings new times: everything else redraws the old ones.
    if (state.clocks !== this.clocks) this.received = performance.now();
    this.clocks = state.clocks;
    if (state.game.look !== this.look) this.drawStones(state);
    this.cards.forEach((_, seat) => this.showCard(state, seat === 1 ? 1 : 0));
    void this.showNote(state);
    this.tick();
  }

  /** What the opponent is, or what its level beats. @param {State} state */
  async showNote(state) {
    const { texts } = this.app;
    const program = state.seats.find(({ player }) => player.kind !== "human");
    let text = texts.begin(program?.detail ?? { en: "", zh: "" });
    if (program?.player.kind === "level") {
      const { level } = program.player, opponents = await this.app.opponents(state.game.name).catch(() => null);
      const beats = opponents?.levels.find((each) => each.level === level)?.beats;
      text = [texts.of(beats), text].filter(Boolean).join(" ");
    }
    say(this.note, text);
    set(this.note, { title: text || null });
  }

  /** @param {State} state */
  drawStones(state) {
    this.look = state.game.look ?? "";
    this.cards.forEach(({ card }, seat) => card.firstElementChild?.replaceWith(stonePicture(state.game.look, seat)));
  }

  /**
   * @param {State} state
   * @param {0 | 1} seat
   */
  showCard(state, seat) {
    const { texts } = this.app, card = this.cards[seat];
    if (!card) return;
    const isTurn = !state.result && (state.opening ? state.opening.who : state.to_move) === seat;
    const { player, name } = state.seats[seat];
    const named = player.kind === "human" && (player.name || player.net) ? texts.of(name) : "";
    const onlyPerson = player.kind === "human" && state.seats[seat === 0 ? 1 : 0].player.kind !== "human";
    card.card.classList.toggle("turn", isTurn);
    const [short = "", ...rest] = texts.of(name).split(" · ");
    say(card.name, named || (onlyPerson ? texts.say("you") : player.kind === "human" ? this.app.seat(seat) : short));
    const count = state.stone_counts[seat];
    const facts = [player.kind !== "human" || onlyPerson || named ? this.app.seat(seat) : state.game.counts_stones ? "" : texts.of(name), ...(player.kind === "human" ? [] : rest), state.game.counts_stones ? texts.say(count === 1 ? "one stone" : "stones", { count }) : "",
      state.thinking?.seat === seat ? this.thinking() : !isTurn ? "" : texts.say(onlyPerson ? "your move" : "to move")];
    say(card.about, facts.filter(Boolean).join(" · "));
  }

  /** That a player thinks, and how far it is where it counts. */
  thinking() {
    const { texts, progress } = this.app;
    return progress ? texts.say("thinking so far", { count: texts.number(progress.simulations) }) : texts.say("thinking");
  }

  /** The clock of the side to move runs between messages. */
  tick() {
    const clocks = this.app.state?.clocks;
    const passed = (performance.now() - this.received) / 1000;
    this.cards.forEach(({ clock }, seat) => {
      const left = clocks ? (clocks.left[seat === 1 ? 1 : 0] ?? 0) - (clocks.running === seat ? passed : 0) : null;
      say(clock, left === null ? "" : this.app.texts.clock(left));
      clock.classList.toggle("low", left !== null && left < LOW_SECONDS);
    });
  }
}
