// The microscope: one search, one simulation after another.
import { button, h, say, set } from "../dom.js";
import { copyText } from "../copying.js";
import { icon } from "../icons.js";
import { segments } from "../pages/page.js";
import { ChoiceView } from "../microscope/choice_view.js";
import { chooser } from "../microscope/chooser.js";
import { LeafView } from "../microscope/leaf_view.js";
import { nodeParts, PathView } from "../microscope/path_view.js";
import { MOST_SIMULATIONS, Scope } from "../microscope/scope.js";
import { TreeView } from "../microscope/tree_view.js";

const PHASES = /** @type {const} */ (["select", "expand", "evaluate", "back up"]);
const FIRST_LESSON = "win-in-one";
/** @type {AbortController | undefined} */
let listening;

export class MicroscopeRoom {
  /** @param {App} app @param {Scope} [scope] of a room in another language */
  constructor(app, scope = new Scope(app)) {
    this.app = app;
    this.scope = scope;
    scope.show = () => this.update();
    const { texts } = app;
    this.tree = new TreeView(scope);
    this.path = new PathView(scope);
    this.choice = new ChoiceView(scope);
    this.leaf = new LeafView(scope);
    this.title = h("h1");
    this.about = h("p");
    this.subject = h("span");
    this.phases = PHASES.map((name, index) => h("button", { type: "button", click: () => scope.set({ phase: /** @type {Phase} */ (index) }) }, h("i", {}, index + 1), texts.say(`step ${name}`)));
    this.play = h("button", { class: "btn primary", type: "button", click: () => scope.toggle() });
    this.steps = /** @type {const} */ ([["first", "first simulation", "Home", () => this.goTo(1)], ["back", "step back", "←", () => scope.step(-1)], ["forward", "step on", "→", () => scope.step(1)], ["last", "last simulation", "End", () => this.goTo(scope.wanted)]])
      .map(([name, key, shortcut, act]) => button({ icon: icon(name), label: texts.say(key), key: shortcut }, act));
    this.lesson = h("section", { class: "sec lesson", "aria-live": "polite" });
    this.run = h("section", { class: "sec run", role: "status" });
    this.picked = h("section", { class: "sec" });
    this.notes = h("div", {}, this.lesson, this.run, this.picked, this.choice.element, ...this.leaf.elements);
    this.page = h("div", { hidden: true });
    const pages = h("button", { class: "btn quiet select", type: "button", title: texts.say("look at"), click: () => void this.choose(!this.isChoosing) }, this.subject);
    const link = button({ icon: icon("link"), label: texts.say("copy link"), kind: "quiet" }, () => void copyText(app, `${location.origin}${location.pathname}#/microscope/${scope.address}`, texts.say("microscope link")));
    const jump = h("input", { class: "input", type: "number", min: 1, max: MOST_SIMULATIONS, "aria-label": texts.say("go to"), placeholder: texts.say("go to"), change: () => { this.goTo(Number(jump.value)); jump.value = ""; } });
    const paces = segments(texts.say("pace"), (/** @type {const} */ (["slow", "normal", "fast"])).map((pace) => [pace, texts.say(`pace ${pace}`)]), scope.pace, (pace) => { scope.pace = pace; scope.schedule(); });
    const tools = h("div", { class: "group", role: "toolbar", "aria-label": texts.say("simulations of it") }, ...this.steps.slice(0, 2), this.play, ...this.steps.slice(2));
    this.element = h("main", { class: "scope", id: "main", tabindex: -1 }, h("div", { class: "work" }, h("header", { class: "work-head" }, h("div", {}, this.title, this.about), jump, tools, paces), h("ol", { class: "steps" }, ...this.phases.map((phase) => h("li", {}, phase))), this.tree.element, this.path.element),
      h("aside", { class: "side", "aria-label": texts.say("explanation") }, h("header", { class: "head" }, pages, link), this.notes, this.page));
    listening?.abort();
    listening = new AbortController();
    document.addEventListener("keydown", (event) => this.press(event), { signal: listening.signal });
    this.update();
  }

  get isChoosing() {
    return !this.page.hidden;
  }

  /** Follows the address after the room: what to look at, and which simulation. @param {string} address */
  enter(address) {
    const { scope } = this;
    if (scope.inside && (address === "" || address === scope.address)) return scope.writeAddress();
    const parts = new URLSearchParams(address), [lesson, net, at] = ["lesson", "net", "at"].map((name) => parts.get(name));
    for (const name of ["lesson", "net", "at"]) parts.delete(name);
    return void scope.open(parts.has("g") ? { link: parts.toString(), net } : { lesson: lesson ?? FIRST_LESSON }, Number(at ?? 1));
  }

  /** A search that nobody sees would take a core from others. */
  leave() {
    const { scope } = this;
    scope.pause();
    if (!scope.inside || scope.state === "finished") return;
    scope.inside = null;
    void this.app.try(this.app.engine.stopLooking());
  }

  /** @param {number} number */
  goTo(number) {
    this.scope.pause();
    void this.scope.goTo(number);
  }

  /** @param {boolean} isChoosing */
  async choose(isChoosing) {
    set(this.page, { hidden: !isChoosing });
    set(this.notes, { hidden: isChoosing });
    if (!isChoosing) return this.element.focus({ preventScroll: true });
    this.page.replaceChildren(await chooser(this.scope, async (subject) => { await this.scope.begin(subject, 1); await this.choose(false); }));
    return this.page.querySelector("h2")?.focus();
  }

  update() {
    const { scope } = this, { inside, number, wanted, phase, isPlaying } = scope, { texts } = this.app;
    set(this.element, { "aria-busy": !scope.simulation && "true" });
    if (!inside) return;
    say(this.subject, texts.of(inside.title));
    say(this.title, texts.say("simulation", { number: texts.number(number || scope.awaited) }));
    say(this.about, texts.say("simulation about", { total: texts.number(wanted), about: texts.of(inside.about) }));
    this.phases.forEach((each, index) => { set(each, { "aria-current": index === phase && "step" }); each.classList.toggle("done", index < phase); });
    this.steps.forEach((step, index) => set(step, { disabled: index < 2 ? number <= 1 : number >= wanted }));
    this.play.replaceChildren(icon(isPlaying ? "pause" : "start"), texts.say(isPlaying ? "pause" : "play steps"));
    this.showRun();
    this.showLesson();
    this.showPicked();
    if (!scope.simulation) return;
    for (const part of [this.tree, this.path, this.choice, this.leaf]) part.update();
    for (const part of [this.tree, this.path]) part.scroll();
  }

  /** What the search does, and how to end it. */
  showRun() {
    const { scope } = this, { texts } = this.app, isRunning = scope.state === "running", isOver = scope.state === "finished" || scope.state === "stopped";
    set(this.run, { hidden: isOver && scope.number < scope.wanted });
    this.run.replaceChildren(h("span", { class: "running" }, isRunning ? texts.say("simulating", { done: texts.number(scope.tree.leaves.length), total: texts.number(scope.wanted) }) : texts.of(scope.remark)),
      isOver ? "" : button({ icon: icon("stop"), text: texts.say("stop"), kind: "small" }, () => scope.stop()));
  }

  /** The last note up to the simulation in view, and the way to the others. */
  showLesson() {
    const { notes, number, inside } = this.scope, { texts } = this.app, past = notes.filter((note) => note.at <= number), note = past.at(-1), isOlder = note && note.at < number;
    set(this.lesson, { hidden: !inside?.lesson });
    const ways = [notes.filter((note) => note.at < number).at(-1), notes.find((note) => note.at > number)].map((next, index) => {
      const way = button({ icon: icon(index ? "forward" : "back"), label: texts.say("simulation", { number: next?.at ?? "" }), kind: "small quiet" }, () => next && this.goTo(next.at));
      set(way, { disabled: !next });
      return way;
    });
    this.lesson.replaceChildren(h("div", { class: "sec-head" }, h("h2", {}, texts.say("lesson")), h("span", { class: "muted" }, `${isOlder ? `${texts.say("simulation", { number: note.at })} · ` : ""}${past.length} / ${notes.length}`), ...ways), h("p", { class: isOlder ? "say older" : "say" }, texts.of(note?.text ?? inside?.lesson?.about)));
  }

  /** The node that was picked in the tree, with its board. */
  showPicked() {
    const { scope } = this, { picked } = scope, { texts } = this.app;
    set(this.picked, { hidden: !picked });
    if (!picked) return;
    this.picked.replaceChildren(h("div", { class: "sec-head" }, h("h2", {}, texts.of(picked.name)), button({ icon: icon("close"), label: texts.say("close"), kind: "small quiet" }, () => void scope.select(null))),
      h("div", { class: "node" }, ...nodeParts(scope, picked, [picked.after]), button({ text: texts.say("only below"), kind: "small" }, () => scope.set({ top: picked.id }))));
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const { scope } = this, target = event.target instanceof Element ? event.target : null;
    if (this.app.room !== "microscope" || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (event.key === "Escape") return void this.choose(false);
    if (target?.closest("input, select, .path, .formula") || (event.key === " " && target?.closest("button, a"))) return;
    const [first, back, forward, last] = this.steps.map((step) => () => step.click());
    const act = { Home: first, ArrowLeft: back, ArrowRight: forward, End: last, " ": () => scope.toggle() }[event.key] ?? (/^[1-4]$/.test(event.key) && (() => scope.set({ phase: /** @type {Phase} */ (Number(event.key) - 1) })));
    if (!act) return;
    event.preventDefault();
    act();
  }
}
