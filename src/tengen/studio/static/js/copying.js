// The clipboard. Browsers may refuse it; then the text is shown instead.

/**
 * @param {App} app
 * @param {string} text
 * @param {string} said when it was copied
 */
export async function copyText(app, text, said) {
  try {
    await navigator.clipboard.writeText(text);
    app.tell(said);
  } catch {
    app.tell(app.texts.say("not copied", { text }));
  }
}
