// Files: saving the game and its picture, opening records, and the way to setting up a position.
import { button, h } from "../dom.js";
import { copyText } from "../copying.js";
import { savePicture } from "../picture.js";
import { field, page } from "./page.js";

export class FilesPage {
  /**
   * @param {App} app
   * @param {BoardView} board
   */
  constructor(app, board) {
    this.app = app;
    this.board = board;
    const { texts } = app;
    this.saving = h("div", { class: "actions" });
    this.pasted = h("textarea", { class: "input", rows: 4, spellcheck: "false" });
    const file = h("input", { class: "input file", type: "file", accept: ".sgf,.psq,.txt,text/plain", change: () => void this.readFile(file) });
    const open = button({ text: texts.say("open text"), kind: "primary" }, () => void this.import({ text: this.pasted.value, game: app.state?.game.name ?? null }));
    this.setUp = button({ text: texts.say("set up") }, () => app.open("set up"));
    this.element = page(app, texts.say("files"),
      h("div", { class: "form" }, h("h3", {}, texts.say("export")), this.saving),
      h("div", { class: "form sec" }, h("h3", {}, texts.say("import")), field(texts.say("choose file"), file), field(texts.say("paste text"), this.pasted, texts.say("paste about")), h("div", { class: "actions" }, open)),
      h("div", { class: "form sec" }, h("div", { class: "actions" }, this.setUp)));
  }

  enter() {}

  update() {
    const { app } = this, { texts, engine, state } = app;
    if (!state) return;
    const links = state.formats.map((format) => h("a", { class: "btn", href: engine.exportAddress(format), download: "" }, format === "moves" ? texts.say("moves text") : texts.say("save as", { format: format.toUpperCase() })));
    const copy = button({ text: texts.say("copy moves") }, () => void copyText(app, app.line().flatMap(({ move }) => (move ? [move] : [])).join(" "), texts.say("copied")));
    const pictures = /** @type {const} */ (["svg", "png"]).map((kind) => button({ text: texts.say(`picture ${kind}`) }, () => { if (this.board.board) void savePicture(this.board.board.element, kind, `${state.file_name}-${state.ply}`); }));
    this.saving.replaceChildren(...links, copy, ...pictures);
    this.setUp.hidden = !state.game.can_set_up;
  }

  /** Bytes go to the server as they are: it knows GBK and other charsets. @param {HTMLInputElement} input */
  async readFile(input) {
    const file = input.files?.[0];
    if (!file) return;
    const bytes = new Uint8Array(await file.arrayBuffer());
    let text = "";
    for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
    await this.import({ base64: btoa(text), game: this.app.state?.game.name ?? null });
    input.value = "";
  }

  /** @param {import("../messages.js").ImportBody} body */
  async import(body) {
    const { app } = this;
    const imported = await app.try(app.engine.importFile(body));
    if (!imported) return;
    const first = imported.games[0];
    if (!first || !(await app.try(app.engine.openGame(first)))) return;
    this.pasted.value = "";
    app.open("main");
    location.hash = "#/review";
    if (imported.remarks.length) app.tell(imported.remarks.map((remark) => app.texts.of(remark)).join(" "));
  }
}
