// What the page knows: the game in view, the analyses of its position, the person's choices. Rooms and
// parts read it; changes come from the engine and are shown once per frame.
import { Refused } from "./transport.js";
import { savePreferences } from "./preferences.js";

/** @typedef {import("./messages.js").Node} Node */
/** @typedef {NewGame["seats"]} Players */
/** @typedef {"play" | "review" | "microscope" | "training"} Room */
/** @typedef {"main" | "new" | "players" | "files" | "settings" | "set up" | "help"} Page a page of the panel */
/** @typedef {"state" | "analysis" | "review" | "hint" | "games" | "page" | "connection" | "progress"} Change */

/** What two nets that are compared are called. */
export const NET_LETTERS = /** @type {const} */ (["A", "B"]);

export class App {
  /**
   * @param {import("./engine.js").Engine} engine
   * @param {Preferences} preferences
   * @param {Texts} texts
   */
  constructor(engine, preferences, texts) {
    this.engine = engine;
    this.preferences = preferences;
    this.texts = texts;
    /** @type {Room} */
    this.room = "play";
    /** @type {Page} */
    this.page = "main";
    /** @type {State | null} */
    this.state = null;
    /** The node that was asked for last, until the server shows it. @type {number | null} */
    this.heading = null;
    this.stepsUnderWay = 0;
    /** @type {[Analysis | null, Analysis | null]} */
    this.analyses = [null, null];
    /** @type {import("./messages.js").ReviewAnswer | null} */
    this.review = null;
    /** The mistake that the person tries to better: its answer is not shown. @type {Node | null} */
    this.retried = null;
    /** @type {HintAnswer | null} */
    this.hint = null;
    /** @type {OpenGame[]} */
    this.games = [];
    /** Of the player that chooses a move now. @type {import("./messages.js").Progress | null} */
    this.progress = null;
    /** Win rates of seat 0 that a running analysis knows better than the tree. @type {Map<number, number>} */
    this.rates = new Map();
    /** @type {Map<string, Promise<Opponents>>} */
    this.known = new Map();
    /** @type {Set<Change>} */
    this.changes = new Set();
    /** @type {(changes: Set<Change>) => void} */
    this.show = () => {};
    /** @type {import("./shell.js").Switches} */
    this.switches = { language: () => {}, theme: () => {} };
    /** @type {(text: string, isError?: boolean) => void} */
    this.tell = () => {};
    /** What was refused before no longer matters. */
    this.settle = () => {};
    this.listen();
  }

  listen() {
    this.engine.on("state", (state) => this.takeState(state));
    this.engine.on("analysis", (analysis) => this.takeAnalysis(analysis));
    this.engine.on("review", (review) => { if (review.game_id === this.state?.game_id) this.review = review; this.changed("review"); });
    this.engine.on("hint", (hint) => this.takeHint(hint));
    this.engine.on("progress", (progress) => this.takeProgress(progress));
    this.engine.on("games", ({ games }) => { this.games = games; this.changed("games"); });
    this.engine.on("welcome", ({ games }) => { this.games = games; this.changed("games"); });
    this.engine.on("error", (error) => this.tell(this.texts.of(error.message), true));
    this.engine.on("connection", (connected) => (connected ? this.changed("connection") : this.pauseWork()));
  }

  /** Without a server nothing is searched; what runs there is told when it answers again. */
  pauseWork() {
    if (!this.state) return;
    this.state = { ...this.state, is_analysing: false, is_reviewing: false, thinking: null };
    this.analyses = /** @type {App["analyses"]} */ (this.analyses.map((analysis) => analysis && { ...analysis, state: analysis.state === "finished" ? analysis.state : "stopped", waiting: null }));
    this.hint = this.isHintPending ? null : this.hint;
    for (const change of /** @type {const} */ (["state", "analysis", "hint"])) this.changed(change);
  }

  /** @param {State} state */
  takeState(state) {
    const same = this.state?.game_id === state.game_id;
    if (!same) {
      this.review = this.retried = this.heading = null;
      this.rates.clear();
      this.choose({ gameId: state.game_id });
    }
    if (!same || this.state?.node !== state.node) {
      // Nobody wants a hint for a position that is no longer in view.
      if (same && this.isHintPending) void this.attempt(this.engine.act("stop_hint"));
      this.analyses = [null, null];
      this.hint = null;
    }
    if (!state.thinking || this.state?.node !== state.node) this.progress = null;
    this.state = state;
    if (!same && this.room === "play") void this.restorePlayers();
    this.changed("state");
  }

  /** @param {Analysis} analysis */
  takeAnalysis(analysis) {
    if (analysis.game_id !== this.state?.game_id || analysis.node !== this.state.node) return;
    this.analyses[analysis.side === 1 ? 1 : 0] = analysis;
    const rate = analysis.side === 0 ? rateOfFirst(analysis) : null;
    if (rate !== null) this.rates.set(analysis.node, rate);
    this.changed("analysis");
  }

  /** @param {HintAnswer} hint */
  takeHint(hint) {
    if (hint.game_id !== this.state?.game_id || hint.node !== this.state.node) return;
    this.hint = hint.state === "stopped" ? null : hint;
    this.changed("hint");
  }

  /** @param {import("./messages.js").Progress} progress */
  takeProgress(progress) {
    if (progress.game_id !== this.state?.game_id || progress.node !== this.state.node) return;
    this.progress = progress;
    this.changed("progress");
  }

  /** Whether a hint waits for a free core, or has waited and is searched now. */
  get isHintPending() {
    return this.hint !== null && this.hint.state !== "finished";
  }

  /** What a hint says about the position in view, or that it waits. */
  hintSentences() {
    const { hint } = this;
    return (hint?.waiting ? [hint.waiting] : hint?.sentences ?? []).map((sentence) => this.texts.of(sentence));
  }

  /** Shows a change with the next frame, together with all others until then. @param {Change} change */
  changed(change) {
    if (this.changes.size === 0) requestAnimationFrame(() => {
      const changes = this.changes;
      this.changes = new Set();
      this.show(changes);
    });
    this.changes.add(change);
  }

  /** @param {Partial<Preferences>} choice */
  choose(choice) {
    Object.assign(this.preferences, choice);
    savePreferences(this.preferences);
  }

  /** @param {Page} page */
  open(page) {
    this.page = page;
    this.changed("page");
  }

  /**
   * Waits for an action of a person: what the server refuses is said in the notice line, until something succeeds.
   * @template T
   * @param {Promise<T>} action
   * @returns {Promise<T | null>}
   */
  async try(action) {
    const answer = await this.attempt(action);
    if (answer !== null) this.settle();
    return answer;
  }

  /**
   * The same for what the page does by itself: its success says nothing about an error.
   * @template T
   * @param {Promise<T>} action
   * @returns {Promise<T | null>}
   */
  async attempt(action) {
    try {
      return await action;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (error.code !== "lost") this.tell(this.texts.of(error.text), true);
      return null;
    }
  }

  /** Plays a move; in review it is a trial: a person plays both sides, nobody answers, clocks stand. @param {string} move */
  async playMove(move) {
    const isTrial = this.room === "review";
    if (isTrial) await this.try(this.takeBothSides());
    return this.try(this.engine.play(move, isTrial));
  }

  /**
   * A variation for review, of which the first move is shown.
   * @param {number} node after which it begins
   * @param {Played[]} line
   */
  async addLine(node, line) {
    await this.try(this.takeBothSides());
    return this.try(this.engine.ask({ type: "add_line", ...this.engine.game, node, moves: line.map(({ move }) => move) }));
  }

  /** The players come back with `restorePlayers`. */
  async takeBothSides() {
    const { state } = this;
    if (!state?.seats.some(({ player }) => player.kind !== "human")) return;
    this.choose({ players: { ...this.preferences.players, [state.game_id]: /** @type {Players} */ (state.seats.map(({ player }) => player)) } });
    await this.engine.act("pause");
    await this.engine.ask({ type: "set_seats", ...this.engine.game, seats: [{ kind: "human" }, { kind: "human" }] });
  }

  /** After a review: the players of before, who wait until the game goes on. */
  async restorePlayers() {
    const { [this.state?.game_id ?? ""]: seats, ...players } = this.preferences.players;
    if (!seats) return;
    this.choose({ players });
    await this.attempt(this.engine.act("pause"));
    await this.attempt(this.engine.ask({ type: "set_seats", ...this.engine.game, seats }));
  }

  /** Other players from now on; those from before a review are forgotten. @param {Players} seats */
  seatPlayers(seats) {
    const { [this.state?.game_id ?? ""]: _, ...players } = this.preferences.players;
    this.choose({ players });
    return this.engine.ask({ type: "set_seats", ...this.engine.game, seats });
  }

  /** Who can play the game in view, asked once. @param {string} game */
  async opponents(game) {
    const known = this.known.get(game) ?? this.engine.opponents(game);
    this.known.set(game, known);
    known.catch(() => this.known.delete(game));
    return known;
  }

  get isAnalysing() {
    return this.state?.is_analysing ?? false;
  }

  /** Whether every search of the analysis has ended at its limit, so that it could go on: in a solved position too. It still follows the game. */
  get canGoOn() {
    const found = this.analyses.filter((each) => each !== null);
    return this.isAnalysing && found.length > 0 && found.every(({ state }) => state === "finished") && found.some(({ certain, exact }) => !certain || exact.length) && !this.isEnded;
  }

  /** Whether two nets are compared. */
  get isCompared() {
    return this.analyses[1] !== null;
  }

  /** Whether the game in view has ended by its rules: then there is nothing to search. */
  get isEnded() {
    return this.state?.result?.is_early === false;
  }

  /** Stops the analysis, or starts it, or lets it go on: what its one button says. */
  toggleAnalysis() {
    return this.isAnalysing && !this.canGoOn ? this.try(this.engine.stop()) : this.analyse(this.isAnalysing);
  }

  /** Starts the analysis with the person's nets and settings; one that goes on has no limit. @param {boolean} [goesOn] */
  analyse(goesOn = false) {
    const { net, secondNet, settings, simulations } = this.preferences;
    const nets = secondNet === "" ? [net] : [net, secondNet];
    return this.try(this.engine.analyse({ nets, settings, simulations: goesOn ? null : simulations || null }));
  }

  /** The node in view, or the one that it will be soon: steps in quick succession add up. */
  get place() {
    return this.heading ?? this.state?.node ?? 0;
  }

  /** Shows another node. @param {number | undefined} id */
  async goTo(id) {
    if (id === undefined || id === this.place) return;
    this.heading = id;
    this.stepsUnderWay++;
    await this.try(this.engine.goTo(id));
    this.stepsUnderWay--;
    if (this.stepsUnderWay === 0) this.heading = null;
  }

  /** The nodes from the root through one of them, or the one in view, to the end of its line. @returns {Node[]} */
  line(id = this.state?.node ?? 0) {
    const line = this.lineTo(id);
    for (let next = this.childrenOf(line.at(-1)?.id)[0]; next; next = this.childrenOf(next.id)[0]) line.push(next);
    return line;
  }

  /** The nodes from the root to one of them. @param {number} id @returns {Node[]} */
  lineTo(id) {
    const byId = new Map((this.state?.nodes ?? []).map((node) => [node.id, node]));
    /** @type {Node[]} */
    const line = [];
    for (let node = byId.get(id); node; node = node.parent === null ? undefined : byId.get(node.parent)) line.unshift(node);
    return line;
  }

  /** The line of the last review, whatever variation is in view. */
  reviewedLine() {
    return this.state?.report ? this.lineTo(this.state.report.node) : this.line();
  }

  /**
   * Shows the next mistake of the line, or the one before; after the last comes the first.
   * @param {1 | -1} step
   * @param {(node: Node) => boolean} [isWanted]
   */
  goToMistake(step, isWanted = () => true) {
    const now = this.lineTo(this.place).length - 1, found = this.reviewedLine().filter((node) => node.mark && isWanted(node));
    if (step < 0) found.reverse();
    const next = found.find(({ ply }) => step * (ply - now) > 0) ?? found[0];
    void this.goTo(next?.id);
  }

  /** @param {number | undefined} id */
  childrenOf(id) {
    return (this.state?.nodes ?? []).filter((node) => node.parent === id && id !== undefined);
  }

  /** Win rate of seat 0 at a node. @param {Node} node */
  rateAt(node) {
    return this.rates.get(node.id) ?? node.win_rate;
  }

  /** The name of a seat, as a sentence begins. @param {number} seat */
  seat(seat) {
    const names = this.state?.game.seat_names;
    return names ? this.texts.begin(names[seat === 1 ? 1 : 0]) : "";
  }
}

/** The win rate of seat 0. @param {Analysis} analysis */
export function rateOfFirst(analysis) {
  if (analysis.win_rate === null) return null;
  return analysis.to_move === 0 ? analysis.win_rate : 1 - analysis.win_rate;
}
