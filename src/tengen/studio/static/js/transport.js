// The way to a server: one WebSocket for messages, a few HTTP requests for lists and files.
// A build with the core in the browser needs only another object with these methods.

/** @typedef {import("./messages.js").ClientMessage} ClientMessage */
/** @typedef {import("./messages.js").ServerMessage} ServerMessage */
/** @typedef {import("./messages.js").Text} Text */

/**
 * @typedef {object} Transport
 * @property {(heard: { message: (message: ServerMessage) => void, opened: () => void, closed: () => void }) => void} open
 * @property {(message: ClientMessage | { type: "hello", token: string, request: number }) => boolean} send whether it left
 * @property {(path: string, body?: object) => Promise<any>} request an HTTP request with a JSON answer; rejects with a `Refused`, whose code is "lost" without a server
 */

/** What the server says about a message that it did not follow. */
export class Refused extends Error {
  /**
   * @param {Text} text
   * @param {string} field
   * @param {string} code
   */
  constructor(text, field = "", code = "refused") {
    super(text.en);
    this.text = text;
    this.field = field;
    this.code = code;
  }
}

const LOST = { en: "The connection to the server was lost. Nothing was sent twice.", zh: "与服务器的连接断开了，未完成的操作没有重复发送。" };

/** What becomes of a question that no server can answer. */
export const lost = () => new Refused(LOST, "", "lost");

const FIRST_WAIT = 250, LONGEST_WAIT = 4000;

/** @implements {Transport} */
export class ServerTransport {
  /** @param {string} token */
  constructor(token) {
    this.token = token;
    /** @type {WebSocket | null} */
    this.socket = null;
    this.wait = FIRST_WAIT;
  }

  /** @type {Transport["open"]} */
  open(heard) {
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/ws`);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = FIRST_WAIT;
      heard.opened();
    });
    socket.addEventListener("message", (event) => heard.message(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      heard.closed();
      setTimeout(() => this.open(heard), this.wait);
      this.wait = Math.min(2 * this.wait, LONGEST_WAIT);
    });
  }

  /** @type {Transport["send"]} */
  send(message) {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  /** @type {Transport["request"]} */
  async request(path, body) {
    const headers = { "X-Tengen-Token": this.token, "Content-Type": "application/json" };
    const answer = await fetch(path, body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers }).catch(() => { throw lost(); });
    const content = await answer.json().catch(() => { throw lost(); });
    if (!answer.ok) throw new Refused(content.message, content.field);
    return content;
  }
}
