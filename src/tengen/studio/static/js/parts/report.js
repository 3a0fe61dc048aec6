// The review of a whole game: how far it is, and its report in plain words.
import { button, h, s, say, set } from "../dom.js";
import { icon } from "../icons.js";
import { stonePicture } from "../board/defs.js";

const DEPTHS = /** @type {const} */ ([[200, "quick"], [800, "careful"], [4000, "thorough"]]);
const MOST_TURNING_POINTS = 6;

export class Report {
  /** @param {import("../app.js").App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.about = h("p", { class: "muted" }, texts.say("review about"));
    this.depths = DEPTHS.map(([simulations, key]) => ({ simulations, element: h("button", { type: "button", title: `${texts.say("review visits")}: ${simulations}`, click: () => { app.choose({ reviewSimulations: simulations }); this.update(); } }, texts.say(key)) }));
    this.seg = h("div", { class: "seg", role: "group", "aria-label": texts.say("review visits") }, ...this.depths.map(({ element }) => element));
    this.start = button({ icon: icon("start"), text: texts.say("review game"), kind: "small" }, () => void app.try(app.engine.review({ simulations: app.preferences.reviewSimulations })));
    this.stop = button({ icon: icon("stop"), text: texts.say("stop"), kind: "small" }, () => void app.try(app.engine.act("stop_review")));
    this.progressText = h("span");
    this.bar = s("rect", { height: 6 });
    this.meter = s("svg", { class: "meter", role: "progressbar", "aria-label": texts.say("review"), "aria-valuemin": 0 }, this.bar);
    this.progress = h("div", { class: "progress" }, h("p", { class: "run" }, this.progressText, this.stop), this.meter);
    this.body = h("div", { class: "report" });
    this.element = h("section", { class: "sec" }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("report")), h("div", { class: "actions" }, this.seg, this.start)), this.about, this.progress, this.body);
    /** @type {unknown} */
    this.drawn = null;
  }

  update() {
    const { app } = this, { review, texts, state } = app;
    for (const { simulations, element } of this.depths) set(element, { "aria-pressed": String(simulations === app.preferences.reviewSimulations) });
    const isRunning = state?.is_reviewing ?? false;
    set(this.start, { disabled: isRunning || (state?.nodes.length ?? 0) < 2 });
    set(this.seg, { hidden: isRunning });
    set(this.progress, { hidden: !isRunning });
    set(this.about, { hidden: isRunning || review !== null });
    say(this.start.querySelector("span") ?? this.start, texts.say(review?.report.length ? "review again" : "review game"));
    if (isRunning) {
      say(this.progressText, review?.waiting ? texts.of(review.waiting) : texts.say("review running", { done: review?.done ?? 0, total: review?.total ?? 0 }));
      set(this.bar, { width: `${(100 * (review?.done ?? 0)) / Math.max(review?.total ?? 1, 1)}%` });
      set(this.meter, { "aria-valuenow": review?.done ?? 0, "aria-valuemax": review?.total ?? 1 });
    }
    if (this.drawn !== review) this.draw();
  }

  draw() {
    const { review, texts, state } = this.app;
    this.drawn = review;
    if (!review || !state) return this.body.replaceChildren();
    const seats = review.report.map((seat) => h("div", { class: "row" }, stonePicture(state.game.look, seat.seat),
      h("span", {}, texts.say("accuracy", { seat: this.app.seat(seat.seat) })), this.counts(seat), h("b", {}, seat.accuracy === null ? "–" : seat.accuracy.toFixed(1))));
    // What the rows show already is not said again.
    const told = new Set(review.report.map(({ text }) => text.en));
    const summary = review.summary.filter(({ en }) => !told.has(en)).map((sentence) => h("p", { class: "say" }, texts.of(sentence)));
    return this.body.replaceChildren(...seats, ...summary, ...this.turningPoints());
  }

  /** @param {import("../messages.js").SeatReport} seat */
  counts(seat) {
    const names = /** @type {const} */ ([["?!", "inaccuracy", seat.inaccuracies], ["?", "mistake", seat.mistakes], ["??", "blunder", seat.blunders]]);
    return h("span", { class: "counts" }, ...names.map(([mark, key, count], index) => h("span", { title: this.app.texts.say(key) }, h("b", { class: `mk mk-${index + 1}` }, mark), ` ${count}`)));
  }

  turningPoints() {
    const { review, texts } = this.app;
    const worst = (review?.moves ?? []).filter(({ mark }) => mark).sort((first, second) => second.loss - first.loss).slice(0, MOST_TURNING_POINTS);
    if (!worst.length || review?.state === "running") return [];
    worst.sort((first, second) => first.ply - second.ply);
    const kinds = { "?!": "mk-1", "?": "mk-2", "??": "mk-3" };
    const items = worst.map((move) => h("li", {}, h("button", { class: "mv", type: "button", click: () => void this.app.try(this.app.engine.goTo(move.node)) }, h("b", { class: `mk ${kinds[move.mark ?? "?!"]}` }, move.mark), h("span", {}, texts.of(move.text)))));
    return [h("h3", {}, texts.say("worst moves")), h("ul", { class: "turning" }, ...items)];
  }
}
