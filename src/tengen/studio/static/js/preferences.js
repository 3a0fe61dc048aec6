// What a person has chosen, kept in the browser. A browser that forbids storage keeps it until the page closes.

const KEY = "tengen-studio";

/**
 * @typedef {object} Preferences
 * @property {"en" | "zh" | ""} language empty: as the browser or the server says
 * @property {"system" | "light" | "dark"} theme
 * @property {boolean} sound
 * @property {"win_rate" | "visits" | "prior"} heat what the marks on the board show
 * @property {number} lines candidates in a table
 * @property {string} gameId the game in view
 * @property {string} server the beginning of the token of the server that this page last spoke to
 * @property {string | null} net of the analysis; null: the best one for the game
 * @property {string | null} secondNet beside it; "" is none
 * @property {Record<string, number | boolean | string | null>} settings of the search that differ from the usual ones
 * @property {number} simulations of an analysis; 0: until stopped
 * @property {number} reviewSimulations for each position of a review
 * @property {Record<string, import("./messages.js").NewGame["seats"]>} players of games whose both sides a person plays for a review
 */

/** @type {Preferences} */
const USUAL = { language: "", theme: "system", sound: false, heat: "win_rate", lines: 7, gameId: "", server: "", net: null, secondNet: "", settings: {}, simulations: 0, reviewSimulations: 200, players: {} };

/** @returns {Preferences} */
export function loadPreferences() {
  try {
    return { ...USUAL, ...JSON.parse(localStorage.getItem(KEY) ?? "{}") };
  } catch {
    return { ...USUAL };
  }
}

/** @param {Preferences} preferences */
export function savePreferences(preferences) {
  try {
    localStorage.setItem(KEY, JSON.stringify(preferences));
  } catch {
    // Without storage the choice holds for this page.
  }
}

/** Light, dark or as the system says. @param {Preferences} preferences */
export function applyTheme({ theme }) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
