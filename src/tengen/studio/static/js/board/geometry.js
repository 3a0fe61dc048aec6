// Where cells lie on each kind of board, in units of the board's own viewBox.

export const UNIT = 40;
export const PLATE_UNIT = 80;
/** Room left of a plate for the names of the rows below it, and above for falling stones. */
const PLATE_LEFT = 90, PLATE_TOP = 74;

/** The frame around squares; small boards are drawn large, so that theirs is narrow. */
const MARGINS = { tiny: 14, small: 26, large: 36 };

/**
 * How large the cells of a board appear: what is written on it must not grow with them.
 * @param {GameInfo} game
 * @returns {"tiny" | "small" | "large"}
 */
export function sizeOf(game) {
  const side = Math.max(game.width, game.height);
  return side <= 5 ? "tiny" : side <= 10 ? "small" : "large";
}

/**
 * @param {GameInfo} game
 * @returns {Geometry}
 */
export function geometryOf(game) {
  const { width, height } = game;
  const plate = game.look === "frame";
  const unit = plate ? PLATE_UNIT : UNIT;
  const margin = game.stones === "intersections" ? UNIT / 2 : MARGINS[sizeOf(game)];
  const corner = plate ? { x: PLATE_LEFT, y: PLATE_TOP } : { x: margin, y: margin };
  const upsideDown = !game.first_row_on_top;
  /** @param {number} row */
  const turned = (row) => (upsideDown ? height - 1 - row : row);
  /** @param {number} cell */
  const seen = (cell) => ({ row: turned(Math.floor(cell / width)), column: cell % width });
  return {
    unit,
    viewWidth: width * unit + 2 * corner.x,
    viewHeight: plate ? height * unit + PLATE_TOP + 30 : height * unit + 2 * margin,
    corner,
    seen,
    centre: (cell) => {
      const { row, column } = seen(cell);
      return { x: corner.x + (column + 0.5) * unit, y: corner.y + (row + 0.5) * unit };
    },
    cellAt: (row, column) => turned(row) * width + column,
  };
}

/**
 * Star points of larger boards, as rows and columns: near the corners, and the centre.
 * @param {number} width
 * @param {number} height
 * @returns {[number, number][]}
 */
export function starPoints(width, height) {
  if (Math.min(width, height) < 8) return [];
  const inset = Math.min(width, height) >= 13 ? 3 : 2;
  /** @type {[number, number][]} */
  const points = [];
  for (const row of [inset, height - 1 - inset]) for (const column of [inset, width - 1 - inset]) points.push([row, column]);
  if (width % 2 && height % 2) points.push([(height - 1) / 2, (width - 1) / 2]);
  return points;
}
