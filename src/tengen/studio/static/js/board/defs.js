// Gradients, holes and stones, once per page; boards refer to them by name.
import { s } from "../dom.js";

/** @typedef {{ href: string, radius: number, dark: boolean, name: string }} Stone what is written on a dark one is light */

const BLACK = { name: "black", href: "#stone-black", radius: 18.6, dark: true };
const WHITE = { name: "white", href: "#stone-white", radius: 18.6, dark: false };
const RED = { name: "red", href: "#stone-red", radius: 28.5, dark: true };
const YELLOW = { name: "yellow", href: "#stone-yellow", radius: 28.5, dark: false };
const CROSS = { name: "cross", href: "#stone-cross", radius: 18.6, dark: false };
const NOUGHT = { name: "nought", href: "#stone-nought", radius: 18.6, dark: false };

/**
 * The stone of a seat on this kind of board.
 * @param {GameInfo["look"]} look
 * @param {number} seat
 * @returns {Stone}
 */
export function stoneOf(look, seat) {
  if (look === "frame") return seat === 0 ? RED : YELLOW;
  if (look === "paper") return seat === 0 ? CROSS : NOUGHT;
  return seat === 0 ? BLACK : WHITE;
}

/** A round gradient lit from the upper left. @param {string} id @param {string} letter */
function lit(id, letter) {
  const stops = [["0", "1"], [".45", "2"], ["1", "3"]].map(([offset, shade]) => s("stop", { offset: offset ?? "0", class: `${letter}${shade}` }));
  return s("radialGradient", { id, cx: ".36", cy: ".3", r: ".78" }, ...stops);
}

/** @param {string} id @param {string} first @param {string} second */
function slanted(id, first, second) {
  return s("linearGradient", { id, x2: "1", y2: "1" }, s("stop", { class: first }), s("stop", { offset: "1", class: second }));
}

/** @returns {SVGCircleElement} */
const shade = () => s("circle", { cx: "1", cy: "2.6", r: "20", fill: "url(#shade)" });

/** The hidden drawing that holds them. @returns {SVGSVGElement} */
export function definitions() {
  const defs = s("defs", {},
    s("radialGradient", { id: "shade" }, s("stop", { offset: ".78", class: "sh", "stop-opacity": ".5" }), s("stop", { offset: "1", class: "sh", "stop-opacity": "0" })),
    slanted("wood", "wa", "wb"), slanted("walnut", "na", "nb"), slanted("felt", "fa", "fb"),
    lit("lit-black", "b"), lit("lit-white", "w"), lit("lit-red", "r"), lit("lit-yellow", "y"),
    s("linearGradient", { id: "gh", x2: "0", y2: "1" }, s("stop", { class: "hb" }), s("stop", { offset: ".55", class: "ha" })),
    s("g", { id: "stone-black" }, shade(), s("circle", { r: "18.6", fill: "url(#lit-black)" })),
    s("g", { id: "stone-white" }, shade(), s("circle", { class: "rim", r: "18.4", fill: "url(#lit-white)" })),
    s("g", { id: "stone-red" }, s("circle", { r: "28.5", fill: "url(#lit-red)" }), s("circle", { class: "groove-r", r: "17" })),
    s("g", { id: "stone-yellow" }, s("circle", { r: "28.5", fill: "url(#lit-yellow)" }), s("path", { class: "groove-y", d: "M-9 0H9M0-9V9" })),
    s("g", { id: "stone-cross" }, s("path", { class: "cross-stone", d: "M-11-11L11 11M11-11L-11 11" })),
    s("g", { id: "stone-nought" }, s("circle", { class: "nought", r: "12.5" })),
    s("g", { id: "hole" }, s("circle", { class: "hole", r: "32" })));
  return s("svg", { class: "defs", "aria-hidden": "true" }, defs);
}

/**
 * One stone as a small picture, for players and reports.
 * @param {GameInfo["look"]} look
 * @param {number} seat
 */
export function stonePicture(look, seat) {
  const stone = stoneOf(look, seat);
  const size = stone.radius > 20 ? "-34 -34 68 68" : "-22 -22 44 46";
  return s("svg", { viewBox: size, "aria-hidden": "true" }, s("use", { href: stone.href }));
}
