// Setting up any position: stones by pressing points, who is to move, and whether it can be played.
import { button, h, say } from "../dom.js";
import { icon } from "../icons.js";
import { page, segments } from "./page.js";

export class SetUpPage {
  /**
   * @param {import("../app.js").App} app
   * @param {import("../parts/board_view.js").BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    const { texts } = app;
    /** @type {(number | null)[]} */
    this.cells = [];
    this.toMove = 0;
    this.sides = h("div");
    this.verdict = h("p", { class: "say", role: "status" });
    const clear = button({ text: texts.say("clear") }, () => { this.cells.fill(null); this.changed(); });
    this.start = button({ icon: icon("start"), text: texts.say("start here"), kind: "primary" }, () => void this.begin());
    this.element = page(app, texts.say("set up"), h("div", { class: "form" }, h("p", { class: "muted" }, texts.say("set up about")), h("div", { class: "field row" }, h("span", { class: "name" }, texts.say("moves next")), this.sides), this.verdict, h("div", { class: "actions" }, this.start, clear)));
  }

  enter() {
    const { app } = this, { state } = app;
    if (!state) return;
    this.cells = [...state.cells];
    this.toMove = state.to_move;
    const names = /** @type {["0" | "1", string][]} */ ([["0", app.seat(0)], ["1", app.seat(1)]]);
    this.sides.replaceChildren(segments(app.texts.say("moves next"), names, this.toMove === 1 ? "1" : "0", (seat) => { this.toMove = Number(seat); this.changed(); }));
    this.board.setUp = { cells: this.cells, press: (cell) => this.press(cell) };
    this.changed();
  }

  leave() {
    this.board.setUp = null;
    this.app.changed("state");
  }

  update() {}

  /** @param {number} cell */
  press(cell) {
    const now = this.cells[cell] ?? null;
    this.cells[cell] = now === null ? 0 : now === 0 ? 1 : null;
    this.changed();
  }

  changed() {
    this.app.changed("state");
    void this.check();
  }

  async check() {
    const { app } = this;
    const checked = await app.try(app.engine.ask({ type: "check_set_up", game: app.state?.game.name ?? "", set_up: { cells: this.cells, to_move: this.toMove } }));
    if (!checked) return;
    say(this.verdict, checked.is_possible ? app.texts.say("set up ok") : app.texts.of(checked.problem));
    this.verdict.classList.toggle("fault", !checked.is_possible);
    this.start.disabled = !checked.is_possible;
  }

  async begin() {
    const { app } = this;
    const set_up = { cells: this.cells, to_move: this.toMove };
    const started = await app.try(app.engine.startGame({ game: app.state?.game.name ?? "", seats: [{ kind: "human" }, { kind: "human" }], set_up }));
    if (started) app.open("main");
  }
}
