// Below the board: walking through the game, what a player may ask for, and the box for typed moves.
import { button, h, say, set } from "../dom.js";
import { icon } from "../icons.js";
import { SureButton } from "../sure.js";

/** Names of users' own moves may be long; a button that shows them must not push the others away. */
const LONGEST_MOVE = 60, LONGEST_SHOWN = 6;

export class Controls {
  /**
   * @param {App} app
   * @param {BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    const { texts } = app;
    /** @param {"first" | "back" | "forward" | "last"} name @param {Key} key @param {string} shortcut @param {() => void} act */
    const step = (name, key, shortcut, act) => button({ icon: icon(name), label: texts.say(key), key: shortcut, kind: name === "first" || name === "last" ? "quiet far" : "quiet" }, act);
    this.first = step("first", "first", "Home", () => this.walk("first"));
    this.back = step("back", "previous", "←", () => this.walk("back"));
    this.forward = step("forward", "next", "→", () => this.walk("forward"));
    this.last = step("last", "last", "End", () => this.walk("last"));
    this.undo = button({ icon: icon("undo"), text: texts.say("undo"), key: "U", kind: "quiet" }, () => void app.try(app.engine.act("undo")));
    this.redo = button({ icon: icon("redo"), label: texts.say("redo"), key: "R", kind: "quiet" }, () => void app.try(app.engine.act("redo")));
    this.hint = button({ icon: icon("hint"), text: texts.say("hint"), key: "H", kind: "quiet" }, () => void app.try(app.engine.act(app.isHintPending ? "stop_hint" : "hint")));
    this.swap = button({ icon: icon("swap"), label: texts.say("swap"), kind: "quiet" }, () => void app.try(app.engine.act("swap_sides")));
    this.resign = new SureButton({ icon: icon("resign"), text: texts.say("resign"), kind: "quiet" }, texts.say("really resign"), () => void app.try(app.engine.act("resign")));
    this.fresh = button({ icon: icon("new"), text: texts.say("new game"), key: "N", kind: "quiet" }, () => app.open(app.page === "new" ? "main" : "new"));
    this.input = h("input", { id: "move", maxlength: LONGEST_MOVE, autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", input: () => { this.refusedAt = undefined; this.label(); } });
    this.submit = h("button", { class: "btn primary" });
    const entry = h("form", { class: "entry", submit: (/** @type {Event} */ event) => this.playTyped(event) }, h("label", { class: "vh", for: "move" }, texts.say("type a move")), this.input, this.submit);
    this.element = h("div", { class: "controls", role: "toolbar", "aria-label": texts.say("controls") },
      h("div", { class: "group" }, this.first, this.back, this.forward, this.last),
      h("div", { class: "group" }, this.undo, this.redo, this.hint, this.swap, this.resign.element, this.fresh), entry);
    /** What the question of the resign button is about: the clock or the other player must not take it away. */
    this.asked = "";
    /** The game that the example in the box is of. */
    this.example = "";
    /** Where the text in the box was refused. @type {number | undefined} */
    this.refusedAt = undefined;
    /** The move under the pointer, the focus or the finger. @type {string | null} */
    this.aimed = null;
    board.aimListeners.push((move) => { this.aimed = move; this.label(); });
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { state, texts, isHintPending } = this.app;
    if (changes.has("state") || changes.has("hint")) say(this.hint.querySelector("span") ?? this.hint, texts.say(isHintPending ? "cancel hint" : "hint"));
    if (!state || !changes.has("state")) return;
    const node = state.nodes.find(({ id }) => id === state.node);
    const isStart = node?.parent === null, isEnd = this.app.childrenOf(state.node).length === 0;
    set(this.first, { disabled: isStart }); set(this.back, { disabled: isStart });
    set(this.forward, { disabled: isEnd }); set(this.last, { disabled: isEnd });
    set(this.undo, { disabled: !state.can_undo }); set(this.redo, { disabled: !state.can_redo });
    set(this.hint, { disabled: state.result !== null }); set(this.swap, { disabled: state.result !== null });
    set(this.resign.element, { disabled: state.result !== null || state.seats.every(({ player }) => player.kind !== "human") });
    const asked = `${state.game_id} ${state.result !== null}`;
    // Any move shows how moves are written; one that changed with every move would look like advice.
    const example = state.legal[Math.floor(state.legal.length / 2)]?.move;
    if (state.game.name !== this.example) set(this.input, { placeholder: example });
    if (example) this.example = state.game.name;
    if (this.refusedAt !== undefined && this.refusedAt !== state.node) { this.input.value = ""; this.refusedAt = undefined; }
    if (asked !== this.asked) this.resign.ask(false);
    this.asked = asked;
    this.label();
  }

  label() {
    const { app } = this, { texts, state } = app;
    const typed = this.input.value.trim();
    const only = state?.legal.length === 1 && state.legal[0]?.move === state.game.pass_name ? state.legal[0].move : null;
    const move = typed || this.aimed || only;
    const isPass = move !== null && move === state?.game.pass_name;
    const key = state?.game.stones === "columns" ? "play column" : "play move";
    say(this.submit, isPass ? texts.say("pass") : move && move.length <= LONGEST_SHOWN ? texts.say(key, { move }) : texts.say("play it"));
    set(this.submit, { disabled: !move });
    set(this.input, { "aria-invalid": null });
  }

  /** @param {Event} event */
  async playTyped(event) {
    event.preventDefault();
    const { app } = this, state = app.state;
    const typed = this.input.value.trim();
    const only = state?.legal.length === 1 ? state.legal[0]?.move : undefined;
    const move = typed || this.aimed || only;
    if (!move) return;
    if (await app.playMove(move)) this.input.value = "";
    else this.refuse();
    if (typed) this.input.focus();
    else this.label();
  }

  /** What was typed can be mended, or typed over; it goes with the position that it was meant for. */
  refuse() {
    this.refusedAt = this.app.state?.node;
    set(this.input, { "aria-invalid": "true" });
    this.input.select();
  }

  /** @param {"first" | "back" | "forward" | "last"} where */
  walk(where) {
    const { app } = this, line = app.line(app.place);
    const at = line.findIndex(({ id }) => id === app.place);
    void app.goTo({ first: line[0], back: line[at - 1], forward: line[at + 1], last: line.at(-1) }[where]?.id);
  }

  /** To the variation before or after the one in view. @param {1 | -1} step */
  branch(step) {
    const { app } = this, node = app.lineTo(app.place).at(-1);
    const siblings = app.childrenOf(node?.parent ?? undefined);
    void app.goTo(siblings[siblings.findIndex(({ id }) => id === node?.id) + step]?.id);
  }
}
