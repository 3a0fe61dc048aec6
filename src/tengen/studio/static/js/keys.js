// Shortcuts. Single letters only while nothing is typed into, and arrows only outside board and tables.

const HEATS = /** @type {const} */ (["win_rate", "visits", "prior"]);

/** @type {AbortController | null} */
let listening = null;

/**
 * @param {App} app
 * @param {Controls} controls
 */
export function listenToKeys(app, controls) {
  listening?.abort();
  listening = new AbortController();
  const actions = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => controls.walk("back"), ArrowRight: () => controls.walk("forward"),
    ArrowUp: () => controls.branch(-1), ArrowDown: () => controls.branch(1),
    Home: () => controls.walk("first"), End: () => controls.walk("last"),
    u: () => controls.undo.click(), r: () => controls.redo.click(), h: () => controls.hint.click(),
    e: () => app.goToMistake(1), E: () => app.goToMistake(-1),
    a: () => void app.toggleAnalysis(),
    n: () => app.open("new"), m: () => controls.input.focus(), "?": () => app.open("help"),
    v: () => { app.choose({ heat: HEATS[(HEATS.indexOf(app.preferences.heat) + 1) % HEATS.length] ?? "win_rate" }); app.changed("analysis"); },
    Escape: () => app.open("main"),
  });
  document.addEventListener("keydown", (event) => {
    const target = event.target instanceof Element ? event.target : null;
    const isTyping = target?.closest("input, select, textarea") !== null && target !== null;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (isTyping && event.key !== "Escape") return;
    if (app.room !== "play" && app.room !== "review") return;
    // Arrows scroll the panel where it has the focus: they walk from everywhere else.
    if (/^Arrow(Up|Down)$/.test(event.key) && target?.matches(".panel, .moves")) return;
    const act = actions[event.key] ?? actions[event.key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  }, { signal: listening.signal });
}
