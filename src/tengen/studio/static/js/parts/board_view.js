// The board of the game in view: what stands on it, what may be played, what the engine says.
import { NET_LETTERS } from "../app.js";
import { button, h, set } from "../dom.js";
import { Board } from "../board/board.js";
import { columnMarks, comparedMarks, gridMarks } from "../board/marks.js";
import { cellLabel, cellName } from "../board/labels.js";

const LABEL_MILLISECONDS = 1000;

export class BoardView {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.element = h("div", { class: "board-frame" });
    /** @type {Board | null} */
    this.board = null;
    this.gameName = "";
    /** The cell that a finger has aimed at, or the keyboard is on. @type {number | null} */
    this.aimed = null;
    /** A position that is being set up instead of the game. @type {{ cells: (number | null)[], press: (cell: number) => void } | null} */
    this.setUp = null;
    /** @type {((move: string | null) => void)[]} */
    this.aimListeners = [];
    this.labelled = 0;
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { state } = this.app;
    if (!state) return;
    if (this.gameName !== state.game.name) this.rebuild(state);
    if (changes.has("state") || changes.has("page")) this.showPosition(state);
    if (changes.has("analysis") || changes.has("state") || changes.has("hint") || changes.has("page")) this.showMarks();
  }

  /** @param {State} state */
  rebuild(state) {
    this.gameName = state.game.name;
    if (state.game.look === null) {
      this.board = null;
      return;
    }
    this.board = new Board(state.game, { press: (cell, pointer) => this.press(cell, pointer), point: (cell) => this.point(cell) });
    this.element.replaceChildren(this.board.frame);
  }

  /** @param {State} state */
  showPosition(state) {
    if (!this.board) {
      this.showText(state);
      return;
    }
    const mayPlay = state.is_human_turn || (this.app.room === "review" && !state.result?.is_early);
    this.board.show(this.setUp
      ? { cells: this.setUp.cells, legal: [], toMove: 0, last: null, won: [] }
      : { cells: state.cells, legal: mayPlay ? state.legal : [], toMove: state.to_move, last: state.last?.cell ?? null, won: state.winning_cells, ...this.reviewed(state) });
    this.aim(null);
    this.board.showLine([]);
    set(this.board.element, { "aria-label": this.app.texts.say("board label", { game: this.app.texts.of(state.game.title), status: this.app.texts.of(state.status) }) });
    this.label();
  }

  /** What a review says about the move in view. @param {State} state */
  reviewed(state) {
    const node = this.app.room === "review" && !this.app.retried ? state.nodes.find(({ id }) => id === state.node) : undefined;
    return { mark: node?.mark ?? null, better: node?.better?.line[0]?.cell ?? null };
  }

  /** A game without a board: its own text, and its moves as buttons. @param {State} state */
  showText(state) {
    const text = h("pre", { class: "board-text", tabindex: "0", role: "img", "aria-label": state.board_text }, state.board_text);
    const moves = state.is_human_turn ? state.legal : [];
    const buttons = moves.map(({ move }) => button({ text: move, kind: "small" }, () => void this.app.playMove(move)));
    this.element.replaceChildren(text, h("p", { class: "muted" }, this.app.texts.say("no board")), h("div", { class: "actions" }, ...buttons));
  }

  showMarks() {
    const { app, board } = this, [analysis, second] = app.analyses;
    if (!board || !app.state) return;
    const hinted = app.hint?.node === app.state.node ? app.hint : null;
    const shows = !this.setUp && (app.isAnalysing || (analysis?.moves.length ?? 0) > 0);
    if (board.rows) {
      const exact = analysis?.exact.length ? analysis.exact : hinted?.exact ?? [];
      const shown = shows ? app.analyses.filter((each) => each !== null) : [];
      board.widen(shows || exact.length ? Math.max(shown.length, 1) + 1 : 0);
      board.rows.show(columnMarks(app, shown, exact), [app.texts.say("exact"), ...(second ? NET_LETTERS : [app.texts.say("searched")])]);
    } else board.overlay.show(!shows || !analysis ? [] : second ? comparedMarks(app, analysis, second) : gridMarks(app, analysis));
    board.showHint(this.setUp ? null : hinted?.moves[0]?.cell ?? null);
    if (performance.now() - this.labelled > LABEL_MILLISECONDS) this.label();
  }

  /** Labels follow the analysis once a second: they are read, not watched. */
  label() {
    const { board, app } = this;
    if (!board || !app.state) return;
    this.labelled = performance.now();
    const legal = new Set(board.now.legal.flatMap(({ cell }) => (cell === null ? [] : [cell])));
    board.cells.label((cell) => cellLabel(app, board, cell), legal);
  }

  /**
   * @param {number} cell
   * @param {string} pointer
   */
  press(cell, pointer) {
    if (this.setUp) return this.setUp.press(cell);
    const legal = this.board?.moveAt(cell);
    if (!legal || !this.app.state) {
      if (pointer === "keyboard" && this.app.state?.is_human_turn) this.app.tell(this.app.texts.say("not legal", { move: cellName(this.app.state.game, cell) }), true);
      return undefined;
    }
    // A finger is wider than a point of a large board: the first tap aims, the second or the button places.
    const small = (this.board?.element.getBoundingClientRect().width ?? 0) / this.app.state.game.width < 40;
    if (pointer === "touch" && small && this.aimed !== legal.cell) return this.aim(legal.cell, legal.move);
    this.aim(null);
    return void this.app.playMove(legal.move);
  }

  /**
   * @param {number | null} cell
   * @param {string | null} [move]
   */
  aim(cell, move = null) {
    this.aimed = cell;
    this.board?.aim(cell);
    for (const listener of this.aimListeners) listener(move);
  }

  /** Shows the line of the candidate under the pointer or the focus. @param {number | null} cell */
  point(cell) {
    if (this.setUp || !this.board) return;
    const width = this.board.game.width, falls = this.board.game.stones === "columns";
    const candidate = cell === null ? undefined : this.app.analyses.flatMap((each) => each?.moves ?? []).find((move) => move.cell === cell || (falls && move.cell !== null && move.cell % width === cell % width));
    this.board.showLine(candidate && candidate.pv.length > 1 ? candidate.pv : []);
    const legal = cell === null ? undefined : this.board.moveAt(cell);
    if (this.aimed === null) for (const listener of this.aimListeners) listener(legal?.move ?? null);
  }

  /** @param {Played[]} line */
  showLine(line) {
    this.board?.showLine(line);
  }
}
