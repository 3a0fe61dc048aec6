// What lies under the stones: wood with lines, felt, a plate with holes, or paper.
import { s } from "../dom.js";
import { starPoints } from "./geometry.js";

/** A few quiet grain lines, spread over the width. @param {number} width @param {number} height */
function grain(width, height) {
  const bends = [[0.1, 10, -6, 4], [0.27, 12, -4, -5], [0.45, -6, -10, 8], [0.58, -9, -5, 9], [0.81, -10, -4, 6], [0.93, 7, -8, -3]];
  const path = bends.map(([at = 0, a = 0, b = 0, c = 0]) => {
    const x = at * width;
    return `M${x} 0C${x + a} ${height * 0.3} ${x + b} ${height * 0.7} ${x + c} ${height}`;
  });
  return s("path", { class: "grain", d: path.join("") });
}

/**
 * Letters below and numbers at the left, as moves are written.
 * @param {GameInfo} game
 * @param {Geometry} geometry
 * @param {string} kind
 */
function coordinates(game, geometry, kind) {
  const group = s("g", { class: `coord ${kind}`.trim(), "aria-hidden": "true" });
  const isPoints = game.stones === "intersections", middle = geometry.corner.y / 2;
  const below = geometry.viewHeight - (isPoints ? 15 : middle), left = isPoints ? 15 : middle;
  game.column_names.forEach((name, column) => group.append(s("text", { x: geometry.centre(column).x, y: below }, name)));
  game.row_names.forEach((name, row) => group.append(s("text", { x: left, y: geometry.centre(row * game.width).y }, name)));
  return group;
}

/** Lines through the middle of cells. @param {GameInfo} game @param {Geometry} geometry */
function intersections(game, geometry) {
  const first = geometry.corner.x + geometry.unit / 2, top = geometry.corner.y + geometry.unit / 2;
  const across = (game.width - 1) * geometry.unit, down = (game.height - 1) * geometry.unit;
  let path = "";
  for (let row = 1; row < game.height - 1; row++) path += `M${first} ${top + row * geometry.unit}h${across}`;
  for (let column = 1; column < game.width - 1; column++) path += `M${first + column * geometry.unit} ${top}v${down}`;
  const stars = starPoints(game.width, game.height).map(([row, column]) => s("circle", { cx: first + column * geometry.unit, cy: top + row * geometry.unit, r: 3.6 }));
  return [s("path", { class: "lines", d: path }), s("rect", { class: "edge", x: first, y: top, width: across, height: down }), s("g", { class: "star" }, ...stars)];
}

/** Lines between cells; paper has no frame. @param {GameInfo} game @param {Geometry} geometry @param {string} kind */
function squares(game, geometry, kind) {
  const { x, y } = geometry.corner, unit = geometry.unit, open = game.look === "paper" ? 1 : 0;
  let path = "";
  for (let row = open; row <= game.height - open; row++) path += `M${x} ${y + row * unit}h${game.width * unit}`;
  for (let column = open; column <= game.width - open; column++) path += `M${x + column * unit} ${y}v${game.height * unit}`;
  return s("path", { class: kind, d: path });
}

/** @param {GameInfo} game @param {Geometry} geometry */
function plate(game, geometry) {
  const { x, y } = geometry.corner, width = game.width * geometry.unit, height = game.height * geometry.unit;
  const names = s("g", { class: "out", "aria-hidden": "true" });
  game.column_names.forEach((name, column) => names.append(s("text", { x: geometry.centre(column).x, y: 14 }, name)));
  const holes = s("g");
  for (let cell = 0; cell < game.width * game.height; cell++) {
    const centre = geometry.centre(cell);
    holes.append(s("use", { href: "#hole", x: centre.x, y: centre.y }));
  }
  const body = s("g", { class: "plate" },
    s("rect", { class: "foot", x: x - 26, y: y + height + 4, width: width + 52, height: 14, rx: 4 }),
    s("rect", { class: "walnut", x: x - 10, y: y - 8, width: width + 20, height: height + 20, rx: 14 }));
  return [names, body, holes];
}

/** @param {GameInfo} game @param {Geometry} geometry */
function felt(game, geometry) {
  const { x, y } = geometry.corner, unit = geometry.unit;
  const dots = game.width < 8 ? [] : [2, game.width - 2].flatMap((column) => [2, game.height - 2].map((row) => s("circle", { cx: x + column * unit, cy: y + row * unit, r: 3.4 })));
  return [
    s("rect", { class: "wood", width: geometry.viewWidth, height: geometry.viewHeight }),
    s("rect", { class: "felt", x, y, width: game.width * unit, height: game.height * unit }),
    squares(game, geometry, "felt-lines"), s("g", { class: "fstar" }, ...dots), coordinates(game, geometry, "")];
}

/**
 * @param {GameInfo} game
 * @param {Geometry} geometry
 * @returns {SVGGElement}
 */
export function groundOf(game, geometry) {
  const group = s("g", { class: "ground", "aria-hidden": "true" });
  if (game.look === "frame") group.append(...plate(game, geometry));
  else if (game.look === "felt") group.append(...felt(game, geometry));
  else if (game.look !== "wood")
    group.append(s("rect", { class: "paper", width: geometry.viewWidth, height: geometry.viewHeight, rx: 8 }),
      squares(game, geometry, "paper-lines"), coordinates(game, geometry, "plain"));
  else
    group.append(s("rect", { class: "wood", width: geometry.viewWidth, height: geometry.viewHeight }), grain(geometry.viewWidth, geometry.viewHeight),
      ...(game.stones === "intersections" ? intersections(game, geometry) : [squares(game, geometry, "lines")]), coordinates(game, geometry, ""));
  return group;
}
