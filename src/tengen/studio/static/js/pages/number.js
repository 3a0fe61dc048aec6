// A number that is typed: out of its range it is marked, the range is said below, and nothing is taken.
import { h, set } from "../dom.js";

/**
 * @typedef {object} Range
 * @property {number} [low]
 * @property {number} [high]
 * @property {number | "any"} [step] 1: whole numbers
 * @property {boolean} [isAbove] whether `low` itself is too low
 * @property {boolean} [mayBeEmpty] the empty field means null
 */

/**
 * @template {boolean} [E=false]
 * @param {Texts} texts
 * @param {number | null} value
 * @param {Range & { mayBeEmpty?: E }} range
 * @param {(value: E extends true ? number | null : number) => void} act
 */
export function numberInput(texts, value, range, act) {
  const { low, high, step = 1 } = range;
  const input = h("input", { class: "input", type: "number", value, min: low, max: high, step, inputmode: step === 1 ? "numeric" : "decimal" });
  const fault = h("small", { class: "fault", id: `fault-${Math.random().toString(36).slice(2)}` }, sentence(texts, range));
  const mark = () => {
    const isRight = fits(input, range);
    set(input, { "aria-invalid": isRight ? null : "true", "aria-describedby": isRight ? null : fault.id });
    if (isRight) fault.remove();
    else input.after(fault);
    return isRight;
  };
  input.addEventListener("change", () => { if (mark()) act(/** @type {any} */ (input.value === "" ? null : Number(input.value))); });
  // While it is being corrected it is judged with every key; before, only when it is done.
  input.addEventListener("input", () => { if (input.hasAttribute("aria-invalid")) mark(); });
  return input;
}

/**
 * @param {HTMLInputElement} input
 * @param {Range} range
 */
function fits(input, { low, isAbove = false, mayBeEmpty = false }) {
  if (!input.validity.valid) return false;
  return input.value === "" ? mayBeEmpty : !isAbove || low === undefined || Number(input.value) > low;
}

/**
 * @param {Texts} texts
 * @param {Range} range
 */
function sentence(texts, { low, high, step = 1, isAbove = false }) {
  const kind = texts.say(step === 1 ? "whole number" : "any number");
  const least = isAbove ? "number above" : "number from";
  const range = low === undefined ? (high === undefined ? "" : texts.say("number to", { high })) : high === undefined ? texts.say(least, { low }) : texts.say(isAbove ? "number above to" : "number from to", { low, high });
  return texts.say("enter number", { kind, range });
}

/** The first field with a wrong number that is in view gets the focus; whether there is one. @param {Element} form */
export function refuseWrongNumbers(form) {
  const wrong = [...form.querySelectorAll('input[aria-invalid="true"]')].find((input) => input.checkVisibility());
  if (wrong instanceof HTMLElement) wrong.focus();
  return wrong !== undefined;
}
