// How many moves of a line have each mark; pressing a count shows the next of them.
import { h } from "../dom.js";
import { MARK_NAMES, WEIGHTS } from "../board/board.js";

/** @typedef {import("../messages.js").Node} Node */

const MARKS = /** @type {const} */ (["?!", "?", "??"]);

/**
 * @param {App} app
 * @param {(node: Node) => boolean} [isCounted]
 */
export function markCounts(app, isCounted = () => true) {
  const line = app.reviewedLine().filter(isCounted);
  return MARKS.map((mark) => {
    const count = line.filter((node) => node.mark === mark).length, name = `${app.texts.say(MARK_NAMES[mark])}: ${count}`;
    const show = () => app.goToMistake(1, (node) => node.mark === mark && isCounted(node));
    return h("button", { class: "count", type: "button", title: name, "aria-label": name, disabled: count === 0, click: show }, h("b", { class: `mk mk-${WEIGHTS[mark]}` }, mark), ` ${count}`);
  });
}
