// Elements from code: text is always set as text, and lengths that vary are SVG attributes, so that
// a strict Content-Security-Policy holds.

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Attributes} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * @template {Element} T
 * @param {T} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 * @returns {T}
 */
function filled(element, attributes, children) {
  set(element, attributes);
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child instanceof Node ? child : String(child));
  return element;
}

/**
 * An HTML element; functions among the attributes listen to the event of that name.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[K]}
 */
export function h(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

/**
 * An SVG element.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag
 * @param {Attributes} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[K]}
 */
export function s(tag, attributes = {}, ...children) {
  return /** @type {SVGElementTagNameMap[K]} */ (filled(document.createElementNS(SVG, tag), attributes, children));
}

/**
 * Sets the text only where it differs: an unchanged node costs no layout.
 * @param {Node} node
 * @param {string} text
 */
export function say(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/**
 * A button that shows an icon, a text or both; a button without a visible text gets its label read.
 * @param {{ icon?: SVGElement, text?: string, label?: string, kind?: string, key?: string }} what
 * @param {(event: MouseEvent) => void} act
 * @returns {HTMLButtonElement}
 */
export function button({ icon, text, label, kind = "", key }, act) {
  const name = label ?? text ?? "";
  const spoken = key ? `${name} (${key})` : name;
  const attributes = { type: "button", class: `btn ${kind}`.trim(), click: act, title: label || key ? spoken : null, "aria-label": !text || label ? spoken : null };
  return h("button", attributes, icon, text ? h("span", {}, text) : null);
}
