// Other players for the game in view, from the move where it stands.
import { button, h } from "../dom.js";
import { stonePicture } from "../board/defs.js";
import { refuseWrongNumbers } from "./number.js";
import { page } from "./page.js";
import { PlayerChoice } from "./player_choice.js";

export class ChangePlayersPage {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    /** @type {PlayerChoice[]} */
    this.choices = [];
    this.gameId = "";
    this.seats = h("div", { class: "seats" });
    const apply = button({ text: texts.say("change players"), kind: "primary" }, () => void this.apply());
    this.element = page(app, texts.say("change players"), h("div", { class: "form" }, h("p", { class: "muted" }, texts.say("change players about")), this.seats, h("div", { class: "actions" }, apply)));
  }

  async enter() {
    const { app } = this, { state } = app;
    if (!state) return;
    this.gameId = state.game_id;
    const seats = app.preferences.players[state.game_id] ?? state.seats.map(({ player }) => player);
    this.choices = seats.map((player) => new PlayerChoice(app, structuredClone(player), true));
    this.seats.replaceChildren(...this.choices.map((choice, seat) => h("div", { class: "seat" }, h("h3", {}, stonePicture(state.game.look, seat), app.seat(seat)), choice.element)));
    const opponents = await app.try(app.opponents(state.game.name));
    if (opponents) for (const choice of this.choices) choice.offer(opponents);
  }

  retry() {
    if (!this.choices.some(({ opponents }) => opponents)) void this.enter();
  }

  update() {
    if (this.app.state && this.app.state.game_id !== this.gameId) void this.enter();
  }

  async apply() {
    const { app } = this;
    if (refuseWrongNumbers(this.element)) return;
    const seats = /** @type {import("../app.js").Players} */ (/** @type {unknown} */ (this.choices.map(({ player }) => player)));
    if (await app.try(app.seatPlayers(seats))) app.open("main");
  }
}
