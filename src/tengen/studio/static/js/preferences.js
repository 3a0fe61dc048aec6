// What a person has chosen, kept in the browser. A browser that forbids storage keeps it until the page closes.

const KEY = "tengen-studio";

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
