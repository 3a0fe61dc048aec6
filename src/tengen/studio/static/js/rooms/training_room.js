// The training room: runs, read again every few seconds while somebody looks; one in full, another beside it.
import { button, h, s, say, set } from "../dom.js";
import { icon } from "../icons.js";
import { select } from "../pages/page.js";
import { CurveCard } from "../training/curves.js";
import { launchButton, newRunForm, timeSelect } from "../training/new_run.js";
import { doctorParts, gameParts, runItem, stateShape } from "../training/run_parts.js";

const MILLISECONDS = 2000;
/** In the place of a run's name: the form of a new one. */
const NEW_RUN = "+";

export class TrainingRoom {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    const { texts } = app;
    this.isShown = false;
    this.name = "";
    /** The run beside it; empty: none. */
    this.otherName = "";
    /** @type {Runs} */
    this.runs = { folder: "", runs: [], presets: [], nets: [] };
    /** @type {Map<string, RunDetails>} */
    this.details = new Map();
    /** @type {Map<string, CurveCard>} */
    this.cards = new Map();
    /** What parts show, so that only changes are drawn. @type {Map<Element, string>} */
    this.drawn = new Map();
    this.examined = "";
    /** Which curves are drawn. */
    this.shown = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.list = h("div");
    this.work = h("div", { class: "work" });
    this.charts = h("div", { class: "charts" });
    this.legend = h("p", { class: "run-legend" });
    this.doctor = h("section", { class: "card" });
    this.games = h("section", { class: "card" });
    this.head = h("header", { class: "work-head" });
    this.trouble = h("p", { class: "trouble", role: "alert" });
    this.meter = s("svg", { class: "meter", role: "img" }, s("rect", { height: 6 }));
    this.workers = h("ul", { class: "workers" });
    this.chosen = "";
    this.net = select([], "", (net) => { this.chosen = net; });
    set(this.net, { "aria-label": texts.say("net") });
    const begin = h("a", { class: "btn small", href: `#/training/${NEW_RUN}` }, icon("new"), texts.say("new run"));
    this.element = h("main", { class: "train", id: "main", tabindex: "-1" }, h("aside", { class: "runs", "aria-label": texts.say("runs") }, h("div", { class: "sec-head" }, h("h2", {}, texts.say("runs")), begin), this.list), this.work);
    new ResizeObserver(() => this.drawCurves()).observe(this.charts);
    document.addEventListener("visibilitychange", () => this.read());
  }

  /** @param {string} name of a run; empty: the first one */
  enter(name) {
    this.isShown = true;
    this.name = name;
    this.examined = "";
    this.work.replaceChildren();
    this.doctor.replaceChildren();
    void this.read();
  }

  leave() {
    this.isShown = false;
  }

  /** @param {string} path @param {object} [body] */
  request(path, body) {
    return this.app.engine.transport.request(`/api/runs${path}`, body);
  }

  /** Reads at once, and from then on again and again. */
  async read() {
    clearTimeout(this.timer);
    if (!this.isShown || document.hidden) return;
    // A server that is gone is the shell's concern.
    await this.readAll().catch(() => null);
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.read(), MILLISECONDS);
  }

  async readAll() {
    this.runs = /** @type {Runs} */ (await this.request(""));
    this.name ||= this.runs.runs[0]?.name ?? "";
    await Promise.all([this.name, this.otherName].map((name) => this.readRun(name)));
    if (this.isShown) this.show();
  }

  /** Reads a run; the curves of one that is known, only if they have grown. @param {string} name */
  async readRun(name) {
    if (!this.runs.runs.some((each) => each.name === name)) return;
    const known = this.details.get(name), news = /** @type {RunDetails} */ (await this.request(`/${encodeURIComponent(name)}?known=${known?.version ?? 0}`));
    this.details.set(name, { ...news, curves: news.curves ?? known?.curves ?? [] });
  }

  show() {
    const { name, runs } = this, { texts } = this.app, item = runs.runs.find((each) => each.name === name);
    this.redraw(this.list, [runs.runs, name], () => runs.runs.map((each) => runItem(texts, each, each === item)));
    if (item) {
      this.redraw(this.work, name, () => [this.head, this.trouble, this.meter, this.workers, this.legend, this.charts, h("div", { class: "two" }, this.doctor, this.games)]);
      this.showRun(item, this.details.get(name));
    } else if (name === NEW_RUN) this.redraw(this.work, name, () => [newRunForm(this.app, runs, (started) => { location.hash = `#/training/${started}`; })]);
    else this.redraw(this.work, ["none", name], () => [h("div", { class: "later" }, icon("training"), h("p", {}, texts.say(name ? "no such run" : "no runs", { folder: runs.folder })))]);
  }

  /**
   * Replaces the content of a part if what it shows has changed; the focus stays in its place.
   * @param {Element} part
   * @param {unknown} shown
   * @param {() => (Node | null)[]} content
   */
  redraw(part, shown, content) {
    const text = JSON.stringify(shown) ?? "";
    if (this.drawn.get(part) === text && part.firstChild) return;
    this.drawn.set(part, text);
    const controls = () => /** @type {NodeListOf<HTMLElement>} */ (part.querySelectorAll("a, button, select"));
    const place = [...controls()].findIndex((each) => each === document.activeElement);
    part.replaceChildren(...content().filter((each) => each !== null));
    if (place >= 0) controls()[place]?.focus();
  }

  /**
   * @param {RunItem} item
   * @param {RunDetails | undefined} run
   */
  showRun(item, run) {
    const { texts } = this.app, state = run?.state ?? item.state, share = run?.progress ?? 0;
    const others = this.runs.runs.map(({ name }) => name).filter((name) => name !== item.name);
    this.redraw(this.head, [item.name, state, run?.game?.name, run?.nets.length === 0, others], () => this.headParts(item.name, state, run, others));
    if (run) this.offerNets(run);
    say(this.head.querySelector("p span") ?? this.head, texts.of(run?.line ?? item.line));
    say(this.trouble, texts.of(run?.trouble));
    set(this.trouble, { hidden: !run?.trouble });
    set(this.meter, { hidden: !share || state === "finished", "aria-label": texts.say("plan done", { percent: Math.round(100 * share) }) });
    if (this.meter.firstElementChild) set(this.meter.firstElementChild, { width: `${(100 * share).toFixed(1)}%` });
    this.redraw(this.workers, run?.workers, () => (run?.workers ?? []).map(({ name, about }) => h("li", {}, h("b", {}, texts.of(name)), ` ${texts.of(about)}`)));
    this.drawCurves();
    set(this.doctor, { hidden: !run?.generation });
    set(this.games, { hidden: !run?.games.length });
    if (run) this.redraw(this.games, run.games, () => gameParts(texts, run, (id) => void this.openGame(id)));
    if (run?.generation) void this.examine(run);
  }

  drawCurves() {
    const run = this.details.get(this.name), other = this.details.get(this.otherName), curves = run?.curves ?? [];
    for (const curve of curves) if (!this.cards.has(curve.key)) this.cards.set(curve.key, new CurveCard(this.app.texts, curve, (generation) => this.chooseNet(generation)));
    this.redraw(this.charts, [this.name, curves.map(({ key }) => key)], () => curves.map(({ key }) => this.cards.get(key)?.element ?? null));
    // Measured once: between two drawings it would cost a layout each time.
    const width = this.charts.querySelector("svg")?.clientWidth || 408, drawn = [this.name, run?.version, other?.name, other?.version, width].join();
    if (drawn === this.shown) return;
    this.shown = drawn;
    for (const curve of curves) this.cards.get(curve.key)?.draw([curve, ...(other?.curves ?? []).filter(({ key }) => key === curve.key)], Math.max(run?.generation ?? 0, other?.generation ?? 0), width);
    this.redraw(this.legend, [this.name, other?.name], () => (other ? [sample("s1"), h("span", {}, this.name), sample("s2"), h("span", {}, other.name)] : []));
    this.charts.classList.toggle("both", Boolean(other));
  }

  /**
   * @param {string} name
   * @param {RunItem["state"]} state
   * @param {RunDetails | undefined} run
   * @param {string[]} others
   */
  headParts(name, state, run, others) {
    const label = this.app.texts.say("compare");
    if (!others.includes(this.otherName)) this.otherName = "";
    const compare = select(/** @type {Options} */ ([["", label], ...others.map((each) => [each, each])]), this.otherName, (other) => { this.otherName = other; void this.read(); });
    set(compare, { "aria-label": label, hidden: !others.length || !run?.generation });
    return [h("h1", {}, name), compare, ...this.netParts(run), ...this.processParts(name, state), h("p", { class: "state" }, stateShape(state), h("span"))];
  }

  /** Any net of the run to play against. @param {RunDetails | undefined} run */
  netParts(run) {
    const { app } = this, { texts } = app, game = run?.game?.name;
    if (!game || !run.nets.length) return [];
    return [this.net, button({ text: texts.say("play net") }, async () => {
      if (await app.try(app.engine.startGame({ game, seats: [{ kind: "human" }, { kind: "net", net: this.net.value, simulations: 200 }] }))) location.hash = "#/play";
    })];
  }

  /** New nets come while one is being chosen: the choice stays. @param {RunDetails} run */
  offerNets({ nets, best }) {
    const chosen = nets.includes(this.chosen) ? this.chosen : best;
    this.redraw(this.net, [nets, best], () => [...nets].reverse().map((net) => h("option", { value: net, selected: net === chosen }, this.app.texts.say(net === best ? "net best" : "net of", { number: numberOf(net) }))));
  }

  /** A point of a chart chooses the net to play. @param {number} generation */
  chooseNet(generation) {
    this.net.selectedIndex = [...this.net.options].findIndex(({ value }) => numberOf(value) <= generation);
    this.chosen = this.net.value;
  }

  /**
   * Stop, or go on for a time.
   * @param {string} name
   * @param {RunItem["state"]} state
   */
  processParts(name, state) {
    const { app } = this, { texts } = app, path = `/${encodeURIComponent(name)}`;
    if (state === "starting" || state === "training") return [launchButton(app, { icon: icon("stop"), text: texts.say("stop run"), kind: "danger" }, async () => { await this.request(`${path}/stop`, {}); await this.read(); })];
    if (state !== "stopped" && state !== "finished") return [];
    const isOpen = state === "stopped", time = timeSelect(app, isOpen ? texts.say("until plan") : "");
    return [time, launchButton(app, { icon: icon("start"), text: texts.say(isOpen ? "resume run" : "train longer"), kind: isOpen ? "primary" : "" }, async (isConfirmed) => {
      await this.request(`${path}/resume`, { minutes: Number(time.value) || null, is_confirmed: isConfirmed });
      await this.read();
    })];
  }

  /** Asks the doctor once for each generation. @param {RunDetails} run */
  async examine({ name, generation, state }) {
    const wanted = `${name} ${generation} ${state}`;
    if (wanted === this.examined) return;
    this.examined = wanted;
    const doctor = await this.app.try(this.request(`/${encodeURIComponent(name)}/doctor`));
    if (doctor && this.name === name) this.redraw(this.doctor, doctor, () => doctorParts(this.app.texts, doctor));
  }

  /** @param {string} id */
  async openGame(id) {
    const { app } = this;
    const opened = await app.try(this.request(`/${encodeURIComponent(this.name)}/games/${id}`, {}));
    if (opened && (await app.try(app.engine.openGame(opened.game_id)))) location.hash = "#/review";
  }
}

/** The generation of a net by its name. @param {string} net */
const numberOf = (net) => Number(net.slice(-5));

/** A piece of a line, as in the charts. @param {string} kind */
const sample = (kind) => s("svg", { class: "graph sample", viewBox: "0 0 28 10", "aria-hidden": "true" }, s("path", { class: kind, d: "M0 5h28" }));
