// A small board without marks: one path per colour, so that a wall of games is cheap.
import { s } from "../dom.js";
import { stoneOf } from "./defs.js";
import { geometryOf } from "./geometry.js";

const SHAPES = /** @type {Record<string, string>} */ ({ cross: "m-.3-.3l.6.6m0-.6l-.6.6", nought: "m-.32 0a.32.32 0 10.64 0a.32.32 0 10-.64 0" });

/** Lines through the points, or between the squares. @param {GameInfo} game */
function lines({ width, height, stones }) {
  const at = stones === "intersections" ? 0 : -0.5, across = width - 1 - 2 * at, down = height - 1 - 2 * at;
  let path = "";
  for (let row = 0; row <= down; row++) path += `M${at} ${at + row}h${across}`;
  for (let column = 0; column <= across; column++) path += `M${at + column} ${at}v${down}`;
  return path;
}

/**
 * @param {GameInfo} game
 * @param {(number | null)[]} cells
 * @param {number | null} last the cell of the last stone
 */
export function miniBoard(game, cells, last) {
  const { seen } = geometryOf(game), { look } = game, margin = game.stones === "intersections" ? 1 : 0.75;
  const box = { x: -margin, y: -margin, width: game.width - 1 + 2 * margin, height: game.height - 1 + 2 * margin };
  /** @param {number | null} occupant @param {string} name */
  const stones = (occupant, name) => s("path", { class: `d-${name}`, d: cells.map((each, cell) => (each === occupant ? `M${seen(cell).column} ${seen(cell).row}${SHAPES[name] ?? "h0"}` : "")).join("") });
  const ring = last === null || look === "paper" ? null : s("circle", { class: stoneOf(look, cells[last] ?? 0).dark ? "nh" : "nw", cx: seen(last).column, cy: seen(last).row, r: 0.26 });
  return s("svg", { class: `mini ${look}`, viewBox: Object.values(box).join(" "), "aria-hidden": "true" }, s("rect", { class: "bg", ...box }),
    look === "frame" ? stones(null, "hole") : s("path", { class: "ln", d: lines(game) }), ...[0, 1].map((seat) => stones(seat, stoneOf(look, seat).name)), ring);
}
