// What the search thinks of the position, in a word, a bar and a line that says what is running.
import { button, h, s, say, set } from "../dom.js";
import { icon } from "../icons.js";
import { NET_LETTERS, rateOfFirst } from "../app.js";
import { netDot } from "./candidates.js";
import { columnSentences } from "./column_sentences.js";
import { stoneOf, stonePicture } from "../board/defs.js";

export class Verdict {
  /**
   * @param {App} app
   * @param {BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    const { texts } = app;
    this.figure = h("span"); this.figureName = h("small"); this.note = h("span", { class: "muted" }); this.proof = h("span", { class: "proof" }, `■ ${texts.say("proven")}`);
    this.strong = h("strong", {}, this.figure, " ", this.figureName);
    this.top = h("div", { class: "verdict-top" }, this.strong, this.note, this.proof);
    this.sentences = h("div");
    const line = () => app.analyses[0]?.certain?.line ?? [], show = () => board.showLine(line()), hide = () => board.showLine([]);
    this.line = h("button", { class: "whole", type: "button", mouseenter: show, mouseleave: hide, focus: show, blur: hide, click: () => { if (app.room === "review" && app.state) void app.addLine(app.state.node, line()); else show(); } });
    this.sides = [new Side(app, 0), new Side(app, 1)];
    this.start = button({ icon: icon("start"), text: texts.say("analyse"), key: "A", kind: "small" }, () => void app.toggleAnalysis());
    this.stop = button({ icon: icon("stop"), text: texts.say("stop"), key: "A", kind: "small" }, () => void app.toggleAnalysis());
    this.start.id = "analyse";
    this.stop.id = "stop";
    this.running = h("span", { class: "running" });
    this.element = h("section", { class: "sec verdict", "aria-label": texts.say("analysis") }, h("h2", { class: "vh" }, texts.say("analysis")), this.top, this.line, this.sentences, ...this.sides.map(({ element }) => element), h("p", { class: "run" }, this.running, this.start, this.stop));
  }

  update() {
    const { app } = this, { state, texts } = app, analysis = app.analyses[0];
    if (!state) return;
    const rate = analysis ? rateOfFirst(analysis) : null;
    const certain = analysis?.certain ?? null;
    this.strong.classList.toggle("calm", certain !== null || rate === null);
    say(this.figure, certain ? texts.of(certain.text) : rate === null ? texts.of(state.result?.text ?? state.status) : `${texts.percent(rate)}%`);
    say(this.figureName, certain || rate === null ? "" : texts.say("win rate of", { seat: app.seat(0) }));
    // Of a solved position the search has an opinion; of one that it has proven itself it has none.
    const isSolved = analysis !== null && analysis.exact.length > 0;
    say(this.note, !certain ? texts.say("move number", { number: state.ply + (state.result ? 0 : 1) }) : isSolved && rate !== null ? texts.say("search says", { seat: app.seat(0), rate: texts.percent(rate) }) : "");
    set(this.proof, { hidden: !certain || isSolved });
    say(this.line, (certain?.line ?? []).map(({ move }) => move).join(" "));
    set(this.line, { hidden: !certain?.line.length });
    this.showSentences();
    this.sides.forEach((side) => side.show(app.analyses[side.index]));
    this.showRun(analysis);
  }

  showSentences() {
    const { app } = this;
    const wanted = app.hintSentences();
    if (wanted.length === 0 && app.analyses[0]) wanted.push(...columnSentences(app, app.analyses[0]));
    if (wanted.join() !== [...this.sentences.children].map((child) => child.textContent).join()) this.sentences.replaceChildren(...wanted.map((sentence) => h("p", { class: "say" }, sentence)));
  }

  /** @param {Analysis | null} analysis */
  showRun(analysis) {
    const { app } = this, { texts } = app;
    set(this.element, { "data-state": analysis?.state ?? null });
    this.offer(app.isAnalysing && !app.canGoOn ? this.stop : app.isEnded ? null : this.start);
    const verb = analysis && analysis.visits > 0 ? "continue" : "analyse";
    say(this.start.querySelector("span") ?? this.start, texts.say(verb));
    if (!analysis) return say(this.running, app.isAnalysing ? texts.say("searching") : texts.say("no analysis"));
    if (analysis.waiting) return say(this.running, texts.of(analysis.waiting));
    if (analysis.end && analysis.visits === 0) return say(this.running, texts.of(analysis.end));
    return this.showNumbers(analysis);
  }

  /** Shows one button, which takes over the focus of the other. @param {HTMLElement | null} wanted */
  offer(wanted) {
    const hadFocus = document.activeElement === this.start || document.activeElement === this.stop;
    for (const each of [this.start, this.stop]) set(each, { hidden: each !== wanted });
    if (hadFocus) wanted?.focus();
  }

  /** Each number has a place of its own width, so that nothing moves while it grows. @param {Analysis} analysis */
  showNumbers(analysis) {
    const { texts } = this.app;
    const isRunning = analysis.state === "running";
    if (!this.running.querySelector("b")) this.running.replaceChildren(h("i", { class: "what" }), h("b", { class: "w-7" }), ` ${texts.say("visits")} · `, h("span", { class: "w-6" }), h("span", { class: "more" }));
    const [what, visits, speed, more] = /** @type {HTMLElement[]} */ ([...this.running.children]);
    if (!what || !visits || !speed || !more) return;
    say(what, isRunning ? `${texts.say("searching")} · ` : "");
    say(visits, texts.number(analysis.visits));
    say(speed, isRunning ? `${texts.number(analysis.simulations_per_second)}${texts.say("per second")}` : "");
    say(more, isRunning ? ` · ${texts.say("depth")} ${analysis.depth}` : texts.of(analysis.end ?? analysis.evaluator));
    speed.hidden = !isRunning;
    set(this.running, { title: isRunning ? null : more.textContent });
  }
}

/** Bars of one net: win, draw, loss, and how long the game may last. */
class Side {
  /**
   * @param {App} app
   * @param {0 | 1} index
   */
  constructor(app, index) {
    this.app = app;
    this.index = index;
    this.net = h("span");
    this.name = h("h3", {}, netDot(index), ` ${NET_LETTERS[index]} · `, this.net);
    this.bars = [s("rect", { height: "100%" }), s("rect", { height: "100%" }), s("rect", { height: "100%" })];
    this.wdl = s("svg", { class: "wdl", role: "img" }, ...this.bars);
    this.legend = [h("span"), h("span"), h("span")].map((element) => ({ element, name: document.createTextNode(""), value: h("b", { class: "w-4" }) }));
    for (const { element, name, value } of this.legend) element.append(name, value);
    /** @type {string | null} */
    this.look = "";
    this.meter = s("rect", { height: 6 });
    this.meterPicture = s("svg", { class: "meter", role: "img" }, this.meter);
    this.leftText = h("b");
    this.left = h("div", { class: "left" }, h("span", {}, app.texts.say("moves left")), this.meterPicture, this.leftText);
    this.element = h("div", { class: "verdict" }, this.name, this.wdl, h("p", { class: "legend" }, ...this.legend.map(({ element }) => element)), this.left);
  }

  /** @param {Analysis | null} analysis */
  show(analysis) {
    const { app } = this, game = app.state?.game;
    const rate = analysis ? rateOfFirst(analysis) : null;
    set(this.element, { hidden: rate === null });
    if (!analysis || rate === null || !game) return;
    set(this.name, { hidden: !app.isCompared });
    say(this.net, `${app.texts.of(analysis.evaluator)} · ${app.seat(0)} ${app.texts.percent(rate)}%`);
    const [win, draw, loss] = analysis.wdl ?? [analysis.win_rate ?? 0, 0, 1 - (analysis.win_rate ?? 0)];
    const shares = analysis.to_move === 0 ? [win, draw, loss] : [loss, draw, win];
    this.drawStones(game.look);
    this.showShares(shares, [app.seat(0), app.texts.say("draw"), app.seat(1)], [stoneOf(game.look, 0).name, "draw", stoneOf(game.look, 1).name]);
    this.showLeft(analysis);
  }

  /** The stones of the legend. @param {GameInfo["look"]} look */
  drawStones(look) {
    if (look === this.look) return;
    this.look = look;
    this.legend.forEach(({ element }, index) => {
      element.querySelector("svg")?.remove();
      if (index !== 1) element.prepend(stonePicture(look, index === 0 ? 0 : 1));
    });
  }

  /**
   * @param {number[]} shares
   * @param {string[]} names
   * @param {string[]} kinds
   */
  showShares(shares, names, kinds) {
    let from = 0;
    shares.forEach((share, index) => {
      const bar = this.bars[index], legend = this.legend[index], text = this.app.texts.percent(share);
      if (bar) set(bar, { class: kinds[index] ?? "", x: `${(100 * from).toFixed(1)}%`, width: `${text}%` });
      if (legend) { say(legend.name, `${names[index]} `); say(legend.value, text); }
      from += share;
    });
    set(this.wdl, { "aria-label": shares.map((share, index) => `${names[index]} ${this.app.texts.percent(share)}%`).join(", ") });
  }

  /** What is proven needs no "about". @param {Analysis} analysis */
  showLeft({ moves_left, certain }) {
    const { state, texts } = this.app, isCertain = certain !== null && certain.value !== "draw";
    const movesLeft = isCertain ? certain.plies : moves_left;
    set(this.left, { hidden: movesLeft === null });
    if (movesLeft === null || !state) return;
    const free = Math.max(state.game.width * state.game.height - state.ply, movesLeft, 1);
    const text = isCertain ? String(movesLeft) : texts.say("about", { count: Math.round(movesLeft) });
    set(this.meter, { width: `${((100 * movesLeft) / free).toFixed(1)}%` });
    set(this.meterPicture, { "aria-label": `${texts.say("moves left")}: ${text}` });
    say(this.leftText, text);
  }
}
