// The room with the board: playing and reviewing are two arrangements of the same parts, so that the
// board is never rebuilt between them.
import { h } from "../dom.js";
import { listenToKeys } from "../keys.js";
import { BoardView } from "../parts/board_view.js";
import { Candidates } from "../parts/candidates.js";
import { Columns } from "../parts/columns.js";
import { Controls } from "../parts/controls.js";
import { Graph } from "../parts/graph.js";
import { Head } from "../parts/head.js";
import { Moves } from "../parts/moves.js";
import { OpeningPart } from "../parts/opening.js";
import { Players } from "../parts/players.js";
import { Report } from "../parts/report.js";
import { Retry } from "../parts/retry.js";
import { Speaker } from "../parts/speaker.js";
import { Verdict } from "../parts/verdict.js";
import { Watch } from "../parts/watch.js";

/** @typedef {{ element: Element, update: (changes: Set<Change>) => void }} Part */

const EVERYTHING = /** @type {Change[]} */ (["state", "analysis", "review", "hint", "games", "page"]);

export class BoardRoom {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.board = new BoardView(app);
    this.controls = new Controls(app, this.board);
    this.verdict = new Verdict(app, this.board);
    this.candidates = new Candidates(app, this.board);
    this.columns = new Columns(app, this.board);
    this.graph = new Graph(app);
    this.moves = new Moves(app);
    this.report = new Report(app);
    this.retry = new Retry(app);
    this.watch = new Watch(app);
    this.opening = new OpeningPart(app);
    this.panel = h("aside", { class: "panel", "aria-label": app.texts.say("analysis"), tabindex: "0" });
    const head = new Head(app), players = new Players(app), speaker = new Speaker(app);
    /** @type {Part[]} */
    this.parts = [head, players, this.retry, this.board, this.controls, speaker, this.verdict, this.candidates, this.columns, this.graph, this.moves, this.report, this.watch, this.opening];
    /** @type {Map<Page, PanelPage>} */
    this.pages = new Map();
    this.shown = "";
    const box = h("section", { class: "board-box", "aria-label": app.texts.say("board") }, this.board.element, speaker.element);
    this.element = h("main", { class: "play", id: "main", tabindex: "-1" }, head.element, players.element, box, this.controls.element, this.panel);
    listenToKeys(app, this.controls);
    // Beside a board they open even if the server is lost by then.
    window.requestIdleCallback?.(() => { if (app.room === "play" || app.room === "review") import("../pages/pages.js").catch(() => null); });
    this.setRoom(app.room === "review" ? "review" : "play");
  }

  /** @param {"play" | "review"} room */
  setRoom(room) {
    this.app.room = room;
    this.app.page = "main";
    this.shown = "";
    if (room === "play") void this.app.restorePlayers();
    this.update(new Set(EVERYTHING));
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    this.showPage();
    for (const part of this.parts) part.update(changes);
    const page = this.pages.get(this.app.page);
    page?.update(changes);
    if (changes.has("connection")) page?.retry?.();
  }

  showPage() {
    const { app } = this;
    const wanted = app.page === "main" ? `main ${app.room}` : app.page;
    if (wanted === this.shown) return;
    if (app.page !== "main" && this.pages.size === 0) return void this.loadPages();
    this.pages.get(/** @type {Page} */ (this.shown))?.leave?.();
    this.shown = wanted;
    const page = this.pages.get(app.page);
    this.panel.replaceChildren(...(page ? [page.element] : this.sections()));
    this.panel.scrollTop = 0;
    page?.enter();
    this.moveFocus(page);
  }

  async loadPages() {
    const loaded = await import("../pages/pages.js").catch(() => null);
    if (!loaded) return this.app.tell(this.app.texts.say("lost"), true);
    if (this.pages.size === 0) this.pages = loaded.makePages(this.app, this.board);
    return this.update(new Set(EVERYTHING));
  }

  /** Into the page that was opened; out of one that was closed, back to the room. @param {PanelPage | undefined} page */
  moveFocus(page) {
    const heading = page?.element.querySelector("h2");
    if (heading instanceof HTMLElement) heading.focus();
    else if (document.activeElement === document.body) this.element.focus({ preventScroll: true });
  }

  sections() {
    const parts = this.app.room === "review"
      ? [this.retry, this.verdict, this.columns, this.candidates, this.report, this.graph, this.moves]
      : [this.opening, this.watch, this.verdict, this.columns, this.candidates, this.graph, this.moves];
    return parts.map((part) => part.element);
  }
}
