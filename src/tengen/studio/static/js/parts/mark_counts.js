// How many moves of a line have each mark; pressing a count shows the next of them.
import { h } from "../dom.js";

/** @typedef {import("../messages.js").Node} Node */

const NAMES = /** @type {const} */ ([["?!", "inaccuracy"], ["?", "mistake"], ["??", "blunder"]]);

/**
 * @param {import("../app.js").App} app
 * @param {(node: Node) => boolean} [isCounted]
 */
export function markCounts(app, isCounted = () => true) {
  const line = app.line().filter(isCounted);
  return NAMES.map(([mark, key], index) => {
    const count = line.filter((node) => node.mark === mark).length, name = `${app.texts.say(key)}: ${count}`;
    const show = () => app.goToMistake(1, (node) => node.mark === mark && isCounted(node));
    return h("button", { class: "count", type: "button", title: name, "aria-label": name, disabled: count === 0, click: show }, h("b", { class: `mk mk-${index + 1}` }, mark), ` ${count}`);
  });
}
