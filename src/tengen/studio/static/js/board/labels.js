// What a screen reader says about a cell.
import { NET_LETTERS } from "../app.js";
import { MARK_NAMES } from "./board.js";

/**
 * @param {GameInfo} game
 * @param {number} cell
 */
export function cellName(game, cell) {
  const column = game.column_names[cell % game.width] ?? "";
  return `${column}${game.row_names[Math.floor(cell / game.width)] ?? ""}`;
}

/**
 * @param {App} app
 * @param {Board} board
 * @param {number} cell
 */
export function cellLabel(app, board, cell) {
  const { texts } = app, { game, now } = board;
  const column = game.column_names[cell % game.width] ?? "", row = Math.floor(cell / game.width);
  const name = game.stones === "columns" ? texts.say("column cell", { column, row: row + 1 }) : cellName(game, cell);
  const seat = now.cells[cell] ?? null;
  const parts = [seat === null ? texts.say("empty", { cell: name }) : texts.say("occupied", { cell: name, seat: texts.of(game.seat_names[seat === 1 ? 1 : 0]) })];
  if (now.last === cell) parts.push(texts.say("last move"), ...(now.mark ? [texts.say(MARK_NAMES[now.mark])] : []));
  if (now.better === cell) parts.push(texts.say("better"));
  if (now.won.includes(cell)) parts.push(texts.say("win line"));
  parts.push(...opinionOf(app, cell));
  return parts.join(texts.language === "zh" ? "，" : ", ");
}

/**
 * @param {App} app
 * @param {number} cell
 */
function opinionOf(app, cell) {
  return app.analyses.flatMap((analysis, side) => {
    const move = analysis?.moves.find((each) => each.cell === cell);
    if (!move || (move.win_rate === null && !move.proof_text)) return [];
    const net = app.isCompared ? `${NET_LETTERS[side]} ` : "";
    return net + (move.proof_text ? app.texts.of(move.proof_text) : app.texts.say(move.order === 0 ? "best move" : "candidate move", { rate: Math.round(100 * (move.win_rate ?? 0)) }));
  });
}
