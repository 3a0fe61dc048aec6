// What is under the microscope: a kept search, the simulation in view, its phase, and what the person picked.
import { KeptTree } from "./kept_tree.js";

export const MOST_SIMULATIONS = 10_000;
/** Milliseconds for a phase when slow, for a simulation otherwise. */
export const PACES = { slow: 1100, normal: 900, fast: 110 };

export class Scope {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** Draws everything anew. */
    this.show = () => {};
    /** @type {Subject} */
    this.subject = {};
    /** @type {keyof typeof PACES} */
    this.pace = "normal";
    this.isPlaying = false;
    this.timer = 0;
    this.addressTimer = 0;
    this.tree = new KeptTree();
    /** @type {Inside | null} */
    this.inside = null;
    /** @type {Simulated["state"]} */
    this.state = "waiting";
    /** What the server says about the state. @type {import("../messages.js").Text | null} */
    this.remark = null;
    /** @type {LessonNote[]} */
    this.notes = [];
    /** Simulations that the server was asked for. @type {Map<number, Promise<Simulation>>} */
    this.asked = new Map();
    /** The simulation in view. @type {Simulation | null} */
    this.simulation = null;
    this.number = 0;
    /** @type {Phase} */
    this.phase = 3;
    /** How many simulations there will be. */
    this.wanted = 0;
    /** The simulation to show once it is made. */
    this.awaited = 0;
    /** The depth of the choice in the table. */
    this.depth = 0;
    /** Pinned moves by the moves that lead to their node. @type {Record<string, string[]>} */
    this.pins = {};
    /** The node with which the drawing begins. */
    this.top = 1;
    /** A node that was picked in the tree. @type {number | null} */
    this.selected = null;
    /** @type {PathNode | null} */
    this.picked = null;
    app.engine.on("simulated", (news) => this.take(news));
    // A new connection knows nothing of the search: it is made again, and is the same.
    app.engine.on("connection", (connected) => connected && app.room === "microscope" && void this.open(this.subject, this.number || this.awaited));
  }

  /** Changes something of the view, and shows it. @param {Partial<Scope>} change */
  set(change) {
    Object.assign(this, change);
    this.show();
  }

  /** @param {number} seat */
  seat(seat) {
    const names = this.inside?.game.seat_names;
    return names ? this.app.texts.begin(names[seat === 1 ? 1 : 0]) : "";
  }

  /** @param {Subject} subject @param {number} at the simulation to show */
  async open(subject, at) {
    this.clear(subject, at);
    if (this.app.engine.connected) await this.app.try(this.begin(subject, at));
  }

  /** Nothing is known of the subject yet. @param {Subject} subject @param {number} at */
  clear(subject, at) {
    this.pause();
    this.set({ subject, awaited: at || 1, inside: null, simulation: null, asked: new Map(), tree: new KeptTree(), notes: [], number: 0, depth: 0, pins: {}, top: 1, selected: null, picked: null });
  }

  /** The same, but what is in view stays where the server refuses, which rejects with `Refused`. @param {Subject} subject @param {number} at */
  async begin(subject, at) {
    const inside = await this.app.engine.lookInside({ ...subject, ...(at > 200 ? { simulations: Math.min(at, MOST_SIMULATIONS) } : {}) });
    this.clear(subject.link ? { ...subject, link: inside.link } : subject, at);
    this.set({ inside, wanted: inside.simulations });
    return inside;
  }

  /** @param {Simulated} news */
  take(news) {
    if (!this.inside) return;
    this.tree.add(news);
    const done = this.tree.leaves.length;
    Object.assign(this, { state: news.state, remark: news.waiting ?? news.end });
    if (news.state === "finished") Object.assign(this, { wanted: done, awaited: Math.min(this.awaited, done), notes: news.notes });
    if (this.awaited && done >= this.awaited) void this.goTo(this.awaited);
    else this.show();
  }

  /** Shows a simulation; one that is not made yet is asked for. @param {number} number @param {Phase} [phase] @returns {Promise<void>} */
  async goTo(number, phase = 3) {
    const wanted = Math.min(Math.max(Math.round(number) || 1, 1), MOST_SIMULATIONS);
    this.awaited = 0;
    if (wanted > this.tree.leaves.length && this.tree.proofs.has(1)) return this.goTo(this.tree.leaves.length);
    if (wanted > this.tree.leaves.length) {
      this.set({ awaited: wanted, wanted: Math.max(wanted, this.wanted), state: "running" });
      return void this.app.try(this.app.engine.lookFurther(this.wanted));
    }
    const simulation = await this.app.try(this.ask(wanted));
    if (!simulation || this.awaited) return;
    Object.assign(this, { number: wanted, phase, simulation, depth: Math.min(this.depth, Math.max(simulation.choices.length - 1, 0)) });
    await this.look();
    this.show();
    this.writeAddress();
    for (const next of [wanted - 1, wanted + 1]) if (next > 0 && next <= this.tree.leaves.length) this.ask(next).catch(() => null);
  }

  /** The simulation in view and those beside it are asked for once, so that a step need not wait. @param {number} number */
  ask(number) {
    const answer = this.asked.get(number) ?? this.app.engine.showSimulation(number);
    this.asked.set(number, answer);
    for (const other of this.asked.keys()) if (Math.abs(other - number) > 2) this.asked.delete(other);
    answer.catch(() => this.asked.delete(number));
    return answer;
  }

  /** @param {number} by */
  step(by) {
    this.pause();
    if (this.number && this.number + by >= 1 && this.number + by <= this.wanted) void this.goTo(this.number + by);
  }

  /** Ends the search where it is. */
  stop() {
    this.awaited = 0;
    void this.app.try(this.app.engine.lookFurther(1));
  }

  toggle() {
    if (this.isPlaying) return this.pause();
    if (this.number >= this.wanted) void this.goTo(1);
    this.set({ isPlaying: true });
    return this.schedule();
  }

  pause() {
    clearTimeout(this.timer);
    if (this.isPlaying) this.set({ isPlaying: false });
    this.writeAddress();
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.isPlaying) this.timer = window.setTimeout(() => void this.advance(), PACES[this.pace]);
  }

  async advance() {
    const isSlow = this.pace === "slow";
    if (isSlow && this.phase < 3) this.set({ phase: /** @type {Phase} */ (this.phase + 1) });
    else if (this.number < this.tree.leaves.length) await this.goTo(this.number + 1, isSlow ? 0 : 3);
    else if (this.state === "finished") return this.pause();
    return this.schedule();
  }

  /** Picks a node of the tree, or lets it go. @param {number | null} id */
  async select(id) {
    this.selected = id === this.selected ? null : id;
    await this.look();
    this.show();
  }

  /** The picked node as it was after the simulation in view; one that was not made yet is let go. */
  async look() {
    if (this.selected !== null && this.selected > this.number) this.selected = null;
    const answer = this.selected === null ? null : await this.app.try(this.app.engine.showNode(this.selected, this.number));
    this.picked = answer?.node ?? null;
  }

  /** The part of the address after the room. */
  get address() {
    const { lesson, net, link } = this.subject;
    return `${lesson ? `lesson=${lesson}` : link}${net ? `&net=${encodeURIComponent(net)}` : ""}&at=${this.number}`;
  }

  /** Soon, and not for every step of many: browsers take their time for it. */
  writeAddress() {
    clearTimeout(this.addressTimer);
    this.addressTimer = window.setTimeout(() => {
      if (this.app.room === "microscope" && !this.isPlaying && this.inside) history.replaceState(null, "", `#/microscope/${this.address}`);
    }, 300);
  }
}
