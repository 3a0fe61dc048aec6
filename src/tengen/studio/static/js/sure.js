// A button for what cannot be taken back: the second press within a few seconds acts.
import { button, say, set } from "./dom.js";

const SURE_MILLISECONDS = 3000;

export class SureButton {
  /**
   * @param {{ icon?: SVGElement, text: string, kind: string }} what
   * @param {string} question shown after the first press
   * @param {() => void} act
   */
  constructor(what, question, act) {
    this.text = what.text;
    this.question = question;
    this.isSure = false;
    this.element = button(what, () => this.press(act));
  }

  /** @param {() => void} act */
  press(act) {
    if (this.isSure) act();
    this.ask(!this.isSure);
    if (this.isSure) setTimeout(() => this.ask(false), SURE_MILLISECONDS);
  }

  /** @param {boolean} isSure */
  ask(isSure) {
    this.isSure = isSure;
    const name = isSure ? this.question : this.text;
    say(this.element.querySelector("span") ?? this.element, name);
    set(this.element, { "aria-label": isSure ? name : null, title: name });
    this.element.classList.toggle("danger", isSure);
  }
}
