// All that the page asks of an engine: start a game, play, analyse, stop. Games, trees, clocks and
// searches live behind this module; the page only shows them.
import { Refused, lost } from "./transport.js";

/** @typedef {import("./messages.js").ClientMessage} ClientMessage */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").State} State */
/** @typedef {import("./messages.js").NewGame} NewGame */
/** @typedef {import("./messages.js").Analyse} Analyse */
/** @typedef {import("./messages.js").Review} Review */
/** @typedef {import("./transport.js").Transport} Transport */

/** @template T @typedef {T extends any ? Omit<T, "request"> : never} Unnumbered */
/** @typedef {ServerMessage["type"] | "connection" | "stale" | "forgotten"} Happening */
/** @typedef {{ resolve: (answer: ServerMessage) => void, reject: (error: Refused) => void }} Waiting */

export class Engine {
  /**
   * @param {Transport} transport
   * @param {string} token
   */
  constructor(transport, token) {
    this.transport = transport;
    this.token = token;
    this.connected = false;
    /** @type {string | null} */
    this.gameId = null;
    this.isAnalysing = false;
    /** @type {Map<number, Waiting>} */
    this.waiting = new Map();
    this.nextRequest = 1;
    /** @type {Map<Happening, ((message: any) => void)[]>} */
    this.listeners = new Map();
  }

  connect() {
    this.transport.open({ opened: () => this.greet(), closed: () => this.lose(), message: (message) => this.receive(message) });
  }

  /**
   * Calls back for every message of a type; for `connection` with whether there is one, `stale` if only a new
   * page can have one, and `forgotten` if the game in view is gone.
   * @param {Happening} happening
   * @param {(message: any) => void} listener
   */
  on(happening, listener) {
    this.listeners.set(happening, [...(this.listeners.get(happening) ?? []), listener]);
  }

  /**
   * @param {Happening} happening
   * @param {unknown} message
   */
  tell(happening, message) {
    for (const listener of this.listeners.get(happening) ?? []) listener(message);
  }

  async greet() {
    try {
      await this.ask({ type: "hello", token: this.token });
      // A watched game is opened again; what was under way when the connection broke is not repeated.
      if (this.gameId) await this.ask({ type: "open_game", game_id: this.gameId });
      this.connected = true;
      this.tell("connection", true);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // A server that was started anew has another token: only a new page knows it.
      if (error.code === "token") this.tell("stale", null);
      else if (error.code === "unknown") this.forget();
      else if (error.code !== "lost") this.tell("error", { message: error.text, field: error.field, code: error.code });
    }
  }

  /** The watched game is no longer there. */
  forget() {
    this.gameId = null;
    this.connected = true;
    this.tell("connection", true);
    this.tell("forgotten", null);
  }

  lose() {
    this.connected = false;
    for (const { reject } of this.waiting.values()) reject(lost());
    this.waiting.clear();
    this.tell("connection", false);
  }

  /** @param {ServerMessage} message */
  receive(message) {
    const waiting = message.request === null ? undefined : this.waiting.get(message.request);
    if (waiting && message.request !== null) {
      this.waiting.delete(message.request);
      if (message.type === "error") return waiting.reject(new Refused(message.message, message.field, message.code));
    }
    if (message.type === "state") {
      this.gameId = message.game_id;
      this.isAnalysing = message.is_analysing;
    }
    this.tell(message.type, message);
    return waiting?.resolve(message);
  }

  /**
   * Sends a message once; the promise holds its first answer.
   * @param {Unnumbered<ClientMessage>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const request = this.nextRequest++;
    const answer = new Promise((resolve, reject) => this.waiting.set(request, { resolve, reject }));
    if (!this.transport.send(/** @type {ClientMessage} */ ({ ...message, request }))) {
      this.waiting.get(request)?.reject(lost());
      this.waiting.delete(request);
    }
    return answer;
  }

  /** The game in view. */
  get game() {
    return { game_id: this.gameId ?? "" };
  }

  /** @param {Omit<NewGame, "type" | "request">} choice */
  async startGame(choice) {
    await this.leave();
    return this.ask({ type: "new_game", ...choice });
  }

  /** @param {string} gameId */
  async openGame(gameId) {
    if (gameId !== this.gameId) await this.leave();
    return this.ask({ type: "open_game", game_id: gameId });
  }

  /** @param {string} link */
  async openLink(link) {
    await this.leave();
    return this.ask({ type: "open_link", link });
  }

  /** Ends what runs for the game in view, which stays on the server. */
  async leave() {
    if (!this.gameId) return;
    const left = this.game;
    this.gameId = null;
    // A search that nobody sees would take a core from the next game.
    if (this.isAnalysing) await this.ask({ type: "stop_analysis", ...left }).catch(() => null);
    await this.ask({ type: "leave_game", ...left }).catch(() => null);
  }

  /**
   * @param {string} move
   * @param {boolean} isTrial
   */
  play(move, isTrial) { return this.ask({ type: "play", ...this.game, move, is_trial: isTrial }); }

  /** @param {number} node */
  goTo(node) { return this.ask({ type: "go_to", ...this.game, node }); }

  /**
   * Verbs without arguments.
   * @param {"undo" | "redo" | "resign" | "swap_sides" | "pause" | "resume" | "hint" | "stop_hint" | "stop_analysis" | "stop_review" | "get_link"} type
   */
  act(type) { return this.ask({ type, ...this.game }); }

  /** @param {Omit<Analyse, "type" | "request" | "game_id">} how */
  analyse(how) { return this.ask({ type: "analyse", ...this.game, ...how }); }

  /** @param {Omit<Review, "type" | "request" | "game_id">} how */
  review(how) { return this.ask({ type: "review", ...this.game, ...how }); }

  stop() { return this.act("stop_analysis"); }

  /** @param {Omit<import("./messages.js").LookInside, "type" | "request">} what @returns {Promise<import("./messages.js").Inside>} */
  lookInside(what) { return this.ask({ type: "look_inside", ...what }); }

  /** @param {number} simulations in all */
  lookFurther(simulations) { return this.ask({ type: "look_further", simulations }); }

  stopLooking() { return this.ask({ type: "stop_looking" }); }

  /** @param {number} number @returns {Promise<import("./messages.js").Simulation>} */
  showSimulation(number) { return this.ask({ type: "show_simulation", number }); }

  /** @param {number} node @param {number} number @returns {Promise<import("./messages.js").NodeShown>} */
  showNode(node, number) { return this.ask({ type: "show_node", node, number }); }

  /** @returns {Promise<import("./messages.js").Lessons>} */
  lessons() { return this.transport.request("/api/lessons"); }

  /** @returns {Promise<import("./messages.js").Catalogue>} */
  catalogue() { return this.transport.request("/api/games"); }

  /** @param {string} game @returns {Promise<import("./messages.js").Opponents>} */
  opponents(game) { return this.transport.request(`/api/opponents?game=${encodeURIComponent(game)}`); }

  /** @param {string} game @returns {Promise<import("./messages.js").SearchSettings>} */
  settings(game) { return this.transport.request(`/api/settings?game=${encodeURIComponent(game)}`); }

  /** @param {import("./messages.js").ImportBody} body @returns {Promise<import("./messages.js").Imported>} */
  importFile(body) { return this.transport.request("/api/import", body); }

  /**
   * The address of the game in view as a file.
   * @param {"sgf" | "psq" | "moves" | "svg"} format
   */
  exportAddress(format) { return `/api/export/${this.gameId}?file_format=${format}`; }
}
