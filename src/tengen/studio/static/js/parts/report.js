// The review of a whole game: how far it is, and its report in plain words.
import { button, h, s, say, set } from "../dom.js";
import { icon } from "../icons.js";
import { WEIGHTS } from "../board/board.js";
import { stonePicture } from "../board/defs.js";
import { markCounts } from "./mark_counts.js";

const DEPTHS = /** @type {const} */ ([[200, "quick"], [800, "careful"], [4000, "thorough"]]);
const MOST_TURNING_POINTS = 6;

export class Report {
  /** @param {App} app */
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
    this.drawn = "";
  }

  /** @param {Set<Change>} [changes] */
  update(changes) {
    const { app } = this, { review, texts, state } = app;
    if (changes && !["state", "review", "page"].some((change) => changes.has(/** @type {Change} */ (change)))) return;
    for (const { simulations, element } of this.depths) set(element, { "aria-pressed": String(simulations === app.preferences.reviewSimulations) });
    const isRunning = state?.is_reviewing ?? false;
    set(this.start, { disabled: isRunning || (state?.nodes.length ?? 0) < 2 });
    set(this.seg, { hidden: isRunning });
    set(this.progress, { hidden: !isRunning });
    const report = isRunning ? null : state?.report ?? null;
    set(this.about, { hidden: isRunning || report !== null });
    say(this.start.querySelector("span") ?? this.start, texts.say(report ? "review again" : "review game"));
    if (isRunning) {
      say(this.progressText, review?.waiting ? texts.of(review.waiting) : texts.say("review running", { done: review?.done ?? 0, total: review?.total ?? 0 }));
      set(this.bar, { width: `${(100 * (review?.done ?? 0)) / Math.max(review?.total ?? 1, 1)}%` });
      set(this.meter, { "aria-valuenow": review?.done ?? 0, "aria-valuemax": review?.total ?? 1 });
    }
    const drawn = JSON.stringify([report, state?.game_id, app.retried !== null, report && app.reviewedLine().map(({ id, mark }) => [id, mark])]);
    if (drawn !== this.drawn) this.draw(report);
    this.drawn = drawn;
  }

  /** @param {State["report"]} report */
  draw(report) {
    const { app } = this, { texts, state } = app;
    if (!report || !state) return this.body.replaceChildren();
    const seats = report.seats.map(({ seat, accuracy }) => h("div", { class: "row" }, stonePicture(state.game.look, seat),
      h("span", {}, texts.say("accuracy", { seat: app.seat(seat) })), h("span", { class: "counts" }, ...markCounts(app, (node) => node.seat === seat)), h("b", {}, accuracy === null ? "–" : accuracy.toFixed(1))));
    // What the rows show already is not said again.
    const told = new Set(report.seats.map(({ text }) => text.en));
    const summary = report.summary.filter(({ en }) => !told.has(en) && !app.retried).map((sentence) => h("p", { class: "say" }, texts.of(sentence)));
    return this.body.replaceChildren(...seats, ...summary, ...this.turningPoints());
  }

  turningPoints() {
    const { app } = this;
    const worst = app.reviewedLine().filter(({ better }) => better && !app.retried).sort((first, second) => (second.loss ?? 0) - (first.loss ?? 0)).slice(0, MOST_TURNING_POINTS);
    if (!worst.length) return [];
    worst.sort((first, second) => first.ply - second.ply);
    const items = worst.map(({ id, mark, better }) => h("li", {}, h("button", { class: "mv", type: "button", click: () => void app.goTo(id) }, h("b", { class: `mk mk-${WEIGHTS[mark ?? "?!"]}` }, mark), h("span", {}, app.texts.of(better?.text)))));
    return [h("h3", {}, app.texts.say("worst moves")), h("ul", { class: "turning" }, ...items)];
  }
}
