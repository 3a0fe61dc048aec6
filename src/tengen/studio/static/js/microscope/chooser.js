// What to look at: a lesson, the position of the game in view, or any other.
import { button, h, set } from "../dom.js";
import { GameChoice, remark } from "../pages/game_choice.js";
import { field, select } from "../pages/page.js";
import { Refused } from "../transport.js";

/** @param {Scope} scope @param {(subject: Subject) => Promise<void>} look rejects with `Refused` */
export async function chooser({ app, subject }, look) {
  const { texts } = app, [{ lessons }, catalogue] = await Promise.all([app.engine.lessons(), app.engine.catalogue()]);
  const list = lessons.map(({ name, title, about }) => h("li", {}, h("button", { class: "mv", type: "button", "aria-current": subject.lesson === name && "true", click: () => void choose({ lesson: name }) }, h("b", {}, texts.of(title)), h("small", {}, texts.of(about)))));
  const fault = h("p", { role: "alert", hidden: true });
  const nets = h("div"), moves = h("input", { class: "input", autocomplete: "off", spellcheck: "false", input: () => refuse("") });
  /** What was typed stays, with the reason below it. @param {string} text */
  const refuse = (text) => {
    remark(fault, text, true);
    set(moves, { "aria-invalid": text && "true" });
  };
  /** @param {Subject} subject */
  const choose = async (subject) => {
    try {
      await look(subject);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refuse(texts.of(error.text));
    }
  };
  let net = "";
  /** @param {string} game */
  const showNets = async (game) => {
    const known = await app.try(app.opponents(game));
    const names = /** @type {[string, string][]} */ ([["", texts.say("best net")], ...(known?.nets ?? []).map(({ name, title }) => [name, texts.of(title)]), ["mcts", texts.say("random games")]]);
    if (!names.some(([name]) => name === net)) net = "";
    nets.replaceChildren(field(texts.say("net"), select(names, net, (name) => { net = name; })));
  };
  const games = new GameChoice(app, catalogue, (game) => void showNets(game));
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    void choose({ link: `g=${encodeURIComponent(games.name)}&m=${encodeURIComponent(moves.value.trim())}`, net: net || null });
  };
  const inView = app.state && !app.isEnded && button({ text: texts.say("game in view") }, () => void app.try(app.engine.act("get_link")).then((answer) => answer && choose({ link: answer.link })));
  void showNets(games.name);
  return h("div", { class: "form" }, h("h2", { tabindex: -1 }, texts.say("lessons")), h("ul", { class: "games lessons" }, ...list), h("h2", {}, texts.say("own position")), inView && h("div", { class: "actions" }, inView),
    h("form", { class: "form inner", submit }, games.element, field(texts.say("moves"), moves, texts.say("moves about")), fault, nets, h("div", { class: "actions" }, h("button", { class: "btn primary" }, texts.say("look inside")))));
}
