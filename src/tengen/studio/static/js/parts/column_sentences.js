// What the exact scores of columns mean, in words, and where the net is wrong about them.

/**
 * @param {App} app
 * @param {Analysis} analysis
 * @returns {string[]}
 */
export function columnSentences(app, analysis) {
  const best = analysis.exact.filter(({ is_best }) => is_best);
  if (best.length === 0 || analysis.exact.length < 2) return [];
  const joined = best.map(({ move }) => move).join(app.texts.say("and"));
  const sentences = [app.texts.say(bestKey(analysis.exact, best), { columns: joined })];
  const liked = analysis.moves.reduce((most, move) => (move.prior > (most?.prior ?? 0) ? move : most), analysis.moves[0]);
  const truth = analysis.exact.find(({ move }) => move === liked?.move);
  const isWorse = truth && best[0] && truth.value !== best[0].value;
  if (isWorse && liked) sentences.push(app.texts.say(truth.value === "loss" ? "net loses" : "net draws", { column: liked.move }));
  return [sentences.join(app.texts.language === "zh" ? "" : " ")];
}

/**
 * @param {ExactScore[]} all
 * @param {ExactScore[]} best
 */
function bestKey(all, best) {
  const value = best[0]?.value, isOne = best.length === 1;
  const isOnly = all.filter((score) => score.value === value).length === 1;
  if (value === "win") return isOnly ? "one wins" : isOne ? "one is best" : "many win";
  if (value === "draw") return isOne ? "one draws" : "many draw";
  return isOne ? "one lasts" : "many last";
}
