// The moves of the game as a tree: the main line in two columns, variations hanging below their move.
import { button, h, set } from "../dom.js";
import { icon } from "../icons.js";
import { WEIGHTS } from "../board/board.js";
import { SureButton } from "../sure.js";

/** @typedef {import("../messages.js").Node} Node */

export class Moves {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.list = h("div", { class: "moves", role: "group", tabindex: "0", "aria-label": texts.say("moves") });
    this.reviewButton = button({ text: texts.say("review game"), kind: "small quiet" }, () => { location.hash = "#/review"; void app.try(app.engine.review({ simulations: app.preferences.reviewSimulations })); });
    this.promote = button({ text: texts.say("promote"), kind: "small" }, () => void this.ask("promote_branch"));
    this.remove = new SureButton({ text: texts.say("delete branch"), kind: "small" }, texts.say("really delete"), () => void this.ask("delete_branch"));
    this.playOn = button({ icon: icon("start"), text: texts.say("play from here"), kind: "small" }, () => void this.playFromHere());
    this.tools = h("div", { class: "actions tools" }, this.playOn, this.promote, this.remove.element);
    this.comment = h("textarea", { class: "input", id: "comment", rows: 2, maxlength: 5000, focus: () => this.beginComment(), change: () => void this.saveComment(), blur: () => this.endComment() });
    this.commentBox = h("div", { class: "field" }, h("label", { for: "comment" }, texts.say("comment")), this.comment);
    this.element = h("section", { class: "sec fill" }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("moves")), this.reviewButton), this.list, this.tools, this.commentBox);
    /** @type {Map<number, HTMLButtonElement>} */
    this.buttons = new Map();
    this.drawn = "";
    this.commented = { game_id: "", node: 0 };
    // The list shrinks when the analysis above it grows; the move in view stays in view.
    new ResizeObserver(() => this.reveal(app.state?.node ?? 0)).observe(this.list);
  }

  /** @param {Set<Change>} changes */
  update(changes) {
    const { app } = this, { state } = app;
    if (!state || !(changes.has("state") || changes.has("page"))) return;
    const drawn = JSON.stringify([state.game_id, app.room, app.retried !== null, state.nodes]);
    if (drawn !== this.drawn) this.draw(state.nodes);
    this.drawn = drawn;
    const node = state.nodes.find(({ id }) => id === state.node);
    for (const [id, element] of this.buttons) set(element, { "aria-current": id === state.node ? "true" : null });
    const isReview = app.room === "review";
    set(this.reviewButton, { hidden: isReview || state.nodes.length < 2 });
    set(this.tools, { hidden: !isReview });
    set(this.commentBox, { hidden: !isReview || state.nodes.length < 2 });
    set(this.promote, { hidden: node?.is_main !== false });
    set(this.remove.element, { hidden: node?.parent === null || node === undefined });
    if (document.activeElement !== this.comment) this.showComment();
    this.reveal(state.node);
  }

  /** Keeps the move in view without moving the page. @param {number} id */
  reveal(id) {
    const element = this.buttons.get(id), list = this.list;
    if (!element) return void (list.scrollTop = 0);
    // With what hangs below it.
    const top = element.offsetTop, height = element.offsetHeight * 2;
    if (top < list.scrollTop || top + height > list.scrollTop + list.clientHeight) list.scrollTop = top - list.clientHeight / 2 + height / 2;
  }

  /** @param {Node[]} nodes */
  draw(nodes) {
    this.buttons.clear();
    /** @type {Map<number, Node[]>} */
    const children = new Map();
    for (const node of nodes) if (node.parent !== null) children.set(node.parent, [...(children.get(node.parent) ?? []), node]);
    const root = nodes.find(({ parent }) => parent === null);
    /** @type {Element[]} */
    const items = [];
    /** @type {Element[]} */
    let hanging = [];
    for (let options = children.get(root?.id ?? 0) ?? []; options.length; options = children.get(options[0]?.id ?? -1) ?? []) {
      const [main, ...others] = options;
      if (!main) break;
      const isFirst = main.ply % 2 === 1;
      if (isFirst || items.length === 0) {
        items.push(...hanging, h("span", {}, main.ply));
        hanging = [];
        if (!isFirst) items.push(h("i"));
      }
      items.push(this.button(main));
      hanging.push(...this.better(main, options), ...others.map((other) => this.variation(other, children)));
    }
    items.push(...hanging);
    this.list.replaceChildren(...(items.length ? items : [h("p", { class: "muted empty" }, this.app.texts.say("no moves"))]));
  }

  /**
   * @param {Node} first
   * @param {Map<number, Node[]>} children
   */
  variation(first, children) {
    const box = h("div", { class: "var", role: "group", "aria-label": this.app.texts.say("variation") }, h("span", {}, `${first.ply}`));
    /** @type {Node | undefined} */
    let node = first;
    while (node) {
      box.append(this.button(node));
      const [next, ...others] = /** @type {Node[]} */ (children.get(node.id) ?? []);
      for (const other of others) box.append(this.variation(other, children));
      node = next;
    }
    return box;
  }

  /**
   * What a review found better than a move; as soon as it is a variation, that shows it.
   * @param {Node} node
   * @param {Node[]} options moves in its place
   */
  better(node, options) {
    const { app } = this, { better, parent } = node;
    if (!better || parent === null || app.room !== "review" || app.retried || options.some(({ move }) => move === better.line[0]?.move)) return [];
    const line = better.line.map(({ move }) => move).join(" ");
    return [h("div", { class: "var" }, h("span", {}, `${node.ply} · ${app.texts.say("better")}`), h("button", { class: "mv", type: "button", title: app.texts.say("add line"), click: () => void app.addLine(parent, better.line) }, line, h("small", {}, `${Math.round(100 * better.win_rate)}%`)))];
  }

  /** @param {Node} node */
  button(node) {
    const { app } = this, rate = node.win_rate;
    const element = h("button", { class: "mv", type: "button", title: node.comment || null, click: () => void app.goTo(node.id) }, node.move,
      node.mark ? h("b", { class: `mk mk-${WEIGHTS[node.mark]}` }, node.mark) : null,
      rate === null ? null : h("small", {}, Math.round(100 * rate)));
    this.buttons.set(node.id, element);
    return element;
  }

  /** @param {"promote_branch" | "delete_branch"} type */
  ask(type) {
    const { app } = this;
    return app.try(app.engine.ask({ type, ...app.engine.game, node: app.state?.node ?? 0 }));
  }

  showComment() {
    const { state } = this.app;
    this.comment.value = state?.nodes.find(({ id }) => id === state.node)?.comment ?? "";
  }

  /** A comment belongs to the move in view when its writing began, whatever is in view at its end. */
  beginComment() {
    const { app } = this;
    this.commented = { ...app.engine.game, node: app.state?.node ?? 0 };
  }

  saveComment() {
    const { app } = this;
    return app.try(app.engine.ask({ type: "set_comment", ...this.commented, comment: this.comment.value }));
  }

  /** Another move may have come into view meanwhile, with its own comment. */
  endComment() {
    const { state } = this.app, { game_id, node } = this.commented;
    if (state?.game_id !== game_id || state.node !== node) this.showComment();
  }

  /** A new game from the position in view; the reviewed one stays as it is. */
  async playFromHere() {
    const { app } = this, { state } = app;
    if (!state) return;
    const seats = /** @type {[any, any]} */ (state.seats.map(({ player }) => player));
    const isTwo = seats.every(({ kind }) => kind === "human");
    if (isTwo) seats[state.to_move === 0 ? 1 : 0] = { kind: "level", level: 5 };
    if (await app.try(app.engine.startGame({ game: state.game.name, seats, from_game: state.game_id, from_node: state.node }))) location.hash = "#/play";
  }
}
