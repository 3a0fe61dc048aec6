// The frame of a page of the panel: a heading and a way back.
import { button, h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {App} app
 * @param {string} title
 * @param {(Node | null)[]} content
 */
export function page(app, title, ...content) {
  const close = button({ icon: icon("close"), label: app.texts.say("close"), key: "Esc", kind: "quiet" }, () => app.open("main"));
  return h("section", { class: "page" }, h("div", { class: "page-head" }, h("h2", { tabindex: "-1" }, title), close), ...content);
}

/**
 * A labelled field; the label belongs to the first input inside.
 * @param {string} label
 * @param {HTMLElement} input
 * @param {string} [about]
 */
export function field(label, input, about = "") {
  const id = input.id || `field-${Math.random().toString(36).slice(2)}`;
  input.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), input, about ? h("small", {}, about) : null);
}

/**
 * @template {string} V
 * @param {[V, string][]} options values and texts
 * @param {V} chosen
 * @param {(value: V) => void} act
 */
export function select(options, chosen, act) {
  const element = h("select", { class: "input" }, ...options.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
  element.addEventListener("change", () => act(/** @type {V} */ (element.value)));
  return element;
}

/**
 * One of a few, as a row of buttons.
 * @template {string} V
 * @param {string} label
 * @param {[V, string][]} options
 * @param {V} chosen
 * @param {(value: V) => void} act
 */
export function segments(label, options, chosen, act) {
  const buttons = options.map(([value, text]) => h("button", { type: "button", "aria-pressed": String(value === chosen), click: () => {
    buttons.forEach((each, index) => each.setAttribute("aria-pressed", String(options[index]?.[0] === value)));
    act(value);
  } }, text));
  return h("div", { class: "seg", role: "group", "aria-label": label }, ...buttons);
}
