// Setting up any position: stones by pressing points, who is to move, and whether it can be played.
import { button, h, say } from "../dom.js";
import { icon } from "../icons.js";
import { page, segments } from "./page.js";

export class SetUpPage {
  /**
   * @param {App} app
   * @param {BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    const { texts } = app;
    /** @type {(number | null)[]} */
    this.cells = [];
    this.toMove = 0;
    this.sides = h("div");
    this.about = h("p", { class: "muted" });
    this.verdict = h("p", { class: "say", role: "status" });
    const clear = button({ text: texts.say("clear") }, () => { this.cells.fill(null); this.changed(); });
    this.start = button({ icon: icon("start"), text: texts.say("start here"), kind: "primary" }, () => void this.begin());
    this.element = page(app, texts.say("set up"), h("div", { class: "form" }, this.about, h("div", { class: "field row" }, h("span", { class: "name" }, texts.say("moves next")), this.sides), this.verdict, h("div", { class: "actions" }, this.start, clear)));
  }

  enter() {
    const { app } = this, { state } = app;
    if (!state) return;
    this.cells = [...state.cells];
    this.toMove = state.to_move;
    say(this.about, app.texts.say(state.game.stones === "columns" ? "set up columns" : "set up about", { first: app.seat(0), second: app.seat(1) }));
    const names = /** @type {["0" | "1", string][]} */ ([["0", app.seat(0)], ["1", app.seat(1)]]);
    this.sides.replaceChildren(segments(app.texts.say("moves next"), names, this.toMove === 1 ? "1" : "0", (seat) => { this.toMove = Number(seat); this.changed(); }));
    this.board.setUp = { cells: this.cells, press: (cell) => this.press(cell) };
    this.changed();
  }

  leave() {
    this.board.setUp = null;
    this.app.changed("state");
  }

  retry() {
    void this.check();
  }

  update() {}

  /** Empty, first stone, second stone, empty again. @param {number} cell */
  press(cell) {
    if (this.app.state?.game.stones === "columns") this.pressColumn(cell);
    else this.cells[cell] = nextOf(this.cells[cell] ?? null);
    this.changed();
  }

  /** Discs fall: a press above them drops one, and only the highest can be taken away. @param {number} cell */
  pressColumn(cell) {
    const { width, height } = this.app.state?.game ?? { width: 1, height: 1 };
    const column = Array.from({ length: height }, (_, row) => row * width + (cell % width));
    const free = column.find((each) => this.cells[each] === null);
    const pressed = this.cells[cell] === null ? free : cell;
    if (pressed === undefined) return;
    const next = nextOf(this.cells[pressed] ?? null);
    const isHighest = free === undefined ? pressed === column.at(-1) : pressed + width === free;
    this.cells[pressed] = next === null && !isHighest ? 0 : next;
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

/** @param {number | null} seat */
function nextOf(seat) {
  return seat === null ? 0 : seat === 0 ? 1 : null;
}
