// Parts of the training room: the list of runs, what the doctor says, the newest games.
import { h, s } from "../dom.js";
import { miniBoard } from "../board/mini.js";

/** Goes on, waits, is done, is wrong. */
const SHAPES = { go: "M1 0l9 5-9 5z", wait: "M1 0h3v10H1zM6 0h3v10H6z", done: "M0 0h10v10H0z", wrong: "M5 0l5 10H0z" };
const STATES = /** @type {const} */ ({ starting: "go", training: "go", stopping: "wait", stopped: "wait", finished: "done", damaged: "wrong", failed: "wrong" });

/** @param {RunItem["state"]} state */
export const stateShape = (state) => s("svg", { viewBox: "0 0 10 10", "aria-hidden": "true" }, s("path", { class: STATES[state], d: SHAPES[STATES[state]] }));

/**
 * @param {Texts} texts
 * @param {RunItem} item
 * @param {boolean} isShown
 */
export function runItem(texts, { name, state, line, about }, isShown) {
  return h("a", { class: "runitem", href: `#/training/${encodeURIComponent(name)}`, "aria-current": isShown ? "true" : null },
    h("b", {}, name), h("span", { class: "state" }, stateShape(state), texts.of(line)), h("span", { class: "about" }, texts.of(about)));
}

/**
 * @param {Texts} texts
 * @param {RunDoctor} doctor
 */
export function doctorParts(texts, { line, findings }) {
  // Beside problems, numbers are numbers: a tick might stand at the very one that is wrong.
  const isHealthy = !findings.some(({ is_problem }) => is_problem);
  return [h("div", { class: "sec-head" }, h("h2", {}, texts.say("doctor")), h("span", { class: "muted" }, texts.of(line))), h("ul", {}, ...findings.map(({ is_problem, title, text, advice }) =>
    h("li", { class: is_problem ? "finding problem" : "finding" },
      is_problem || isHealthy ? s("svg", { viewBox: "0 0 18 18", role: "img", "aria-label": texts.say(is_problem ? "problem" : "in order") },
        s("path", is_problem ? { class: "wrong", d: "M9 1l8.5 15.5H.5z" } : { class: "done", d: "M1 1h16v16H1z" }), s("path", { class: "sign", d: is_problem ? "M9 6.5v4.5M9 14v.1" : "M5 9.5l3 3 5-6.5" })) : h("span"),
      h("b", {}, texts.of(title)), h("p", {}, texts.of(text)), advice && h("p", { class: "advice" }, texts.of(advice)))))];
}

/**
 * @param {Texts} texts
 * @param {RunDetails} run
 * @param {(id: string) => void} open
 */
export function gameParts(texts, { game, games }, open) {
  return [h("h2", {}, texts.say("newest games")), h("div", { class: "wall" }, ...games.map(({ id, cells, last, title, about }) =>
    h("button", { type: "button", title: texts.say("open in review"), click: () => open(id) }, game && cells.length ? miniBoard(game, cells, last) : null, h("b", {}, texts.of(title)), h("span", {}, texts.of(about)))))];
}
