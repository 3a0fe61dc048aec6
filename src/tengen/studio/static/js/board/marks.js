// From an analysis to marks: which moves get a circle, a square or a dot, and what is written in it.

const MOST_CIRCLES = 12, MOST_DOTS = 16;
/** Shares of the best move's visits: from here a move is close to it, or worth a number at all. */
const CLOSE = 0.4, NOTABLE = 0.015, NOTABLE_PRIOR = 0.01;

/**
 * The number on a mark, as the person has chosen.
 * @param {App} app
 * @param {{ visits: number, win_rate: number | null, prior: number }} move
 */
function valueText(app, move) {
  const { heat } = app.preferences;
  if (heat === "visits") return app.texts.short(move.visits);
  if (heat === "prior") return String(Math.round(100 * move.prior));
  return move.win_rate === null ? "" : String(Math.round(100 * move.win_rate));
}

/**
 * @param {App} app
 * @param {MoveAnalysis} move
 */
function proofText(app, move) {
  const plies = move.plies;
  if (move.proof === "win") return app.texts.say("short win", { plies });
  return move.proof === "loss" ? app.texts.say("short loss", { plies }) : app.texts.say("short draw");
}

/** What the heat of a move goes by. @param {App} app @param {{ visits: number, prior: number }} move */
const weightOf = (app, move) => (app.preferences.heat === "prior" ? move.prior : move.visits);

/**
 * @param {App} app
 * @param {Analysis} analysis
 * @returns {Mark[]}
 */
export function gridMarks(app, analysis) {
  const most = Math.max(...analysis.moves.map((move) => weightOf(app, move)), 1e-9);
  /** @type {Mark[]} */
  const marks = [];
  const marked = new Set();
  let circles = 0;
  for (const move of analysis.moves) {
    const share = weightOf(app, move) / most;
    if (move.cell === null) continue;
    const isNotable = move.proof !== null || (share >= NOTABLE && circles < MOST_CIRCLES && move.win_rate !== null);
    if (!isNotable) continue;
    circles += move.proof === null ? 1 : 0;
    marked.add(move.cell);
    const heat = move.order === 0 ? 4 : share >= CLOSE ? 3 : 2;
    marks.push({ cell: move.cell, kind: move.proof ?? "estimate", heat, share, text: move.proof ? proofText(app, move) : valueText(app, move) });
  }
  return [...marks, ...dots(app, analysis, marked)];
}

/**
 * What two nets say: where both have a mark, the number of the second stands below.
 * @param {App} app
 * @param {Analysis} first
 * @param {Analysis} second
 * @returns {Mark[]}
 */
export function comparedMarks(app, first, second) {
  const marks = new Map(gridMarks(app, first).map((mark) => [mark.cell, mark]));
  for (const mark of gridMarks(app, second)) {
    const known = marks.get(mark.cell);
    if (mark.kind === "few") continue;
    const isFirst = !known || known.kind === "few";
    marks.set(mark.cell, { ...(isFirst ? { ...mark, text: "" } : known), second: mark.text, isSecondBest: mark.heat === 4 });
  }
  return [...marks.values()];
}

/**
 * Moves that the search has hardly looked at, or, by prior, that the net hardly thinks of.
 * @param {App} app
 * @param {Analysis} analysis
 * @param {Set<number>} marked
 * @returns {Mark[]}
 */
function dots(app, analysis, marked) {
  const { heat } = analysis;
  if (!heat) return [];
  const byPrior = app.preferences.heat === "prior";
  const found = heat.cells.flatMap((cell, index) => {
    const weight = (byPrior ? heat.priors[index] : heat.visits[index]) ?? 0;
    return cell === null || marked.has(cell) || weight < (byPrior ? NOTABLE_PRIOR : 1) ? [] : [{ cell, weight }];
  });
  found.sort((first, second) => second.weight - first.weight);
  return found.slice(0, MOST_DOTS).map(({ cell }) => ({ cell, kind: "few", heat: 1, share: 0, text: "" }));
}

/**
 * @param {App} app
 * @param {Analysis[]} analyses
 * @param {ExactScore[]} exact
 * @returns {ColumnMark[]}
 */
export function columnMarks(app, analyses, exact) {
  const { state } = app;
  if (!state || (analyses.length === 0 && exact.length === 0)) return [];
  const { width, column_names } = state.game;
  return column_names.map((_, column) => {
    /** @param {{ cell: number | null }} each */
    const isHere = ({ cell }) => cell !== null && cell % width === column;
    const score = exact.find(isHere);
    return {
      column,
      exact: score ? app.texts.signed(score.score) : null,
      sign: score?.value ?? "draw",
      best: score?.is_best ?? false,
      opinions: analyses.map((analysis) => opinion(app, analysis, analysis.moves.find(isHere))),
      note: state.legal.some(isHere) || state.result ? "" : app.texts.say("full"),
    };
  });
}

/**
 * What a search thinks of a column.
 * @param {App} app
 * @param {Analysis} analysis
 * @param {MoveAnalysis | undefined} move
 */
function opinion(app, analysis, move) {
  const most = Math.max(...analysis.moves.map((each) => weightOf(app, each)), 1e-9);
  const share = move ? weightOf(app, move) / most : 0;
  return {
    share,
    text: move ? (move.proof ? proofText(app, move) : valueText(app, move)) : "",
    proven: move?.proof != null,
    heat: move?.order === 0 ? 4 : share >= CLOSE ? 3 : share >= NOTABLE ? 2 : 1,
  };
}
