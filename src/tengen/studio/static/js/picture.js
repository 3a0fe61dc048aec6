// The board as a picture. Colours are written into the drawing itself, so that it looks the same in
// every program; the file refers to nothing.

const PAINTED = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline", "stop-color", "stop-opacity"];
const LONG_SIDE = 1600;

/**
 * Writes the computed look of an element and all inside it into attributes of its copy.
 * @param {Element} from
 * @param {Element} to
 */
function paint(from, to) {
  const style = getComputedStyle(from);
  for (const name of PAINTED) {
    const value = style.getPropertyValue(name);
    if (value) to.setAttribute(name, value.replaceAll('url("', "url(").replaceAll('")', ")"));
  }
  for (const name of ["class", "role", "tabindex", "aria-label", "aria-hidden", "data-cell"]) to.removeAttribute(name);
  [...from.children].forEach((child, index) => { const copy = to.children[index]; if (copy) paint(child, copy); });
}

/**
 * @param {SVGSVGElement} board
 * @returns {string}
 */
export function pictureText(board) {
  const copy = /** @type {SVGSVGElement} */ (board.cloneNode(true));
  paint(board, copy);
  const shared = document.querySelector(".defs defs");
  if (shared) {
    const defs = /** @type {Element} */ (shared.cloneNode(true));
    paint(shared, defs);
    copy.prepend(defs);
  }
  const sources = [...board.querySelectorAll("*")], copies = [...copy.querySelectorAll("*")].filter((element) => !element.closest("defs"));
  copies.forEach((element, index) => { const source = sources[index]; if (source && (source.matches(".cell, .ring-box, .ring-box *, .hover-stone, .col-on, .may *") || getComputedStyle(source).display === "none")) element.setAttribute("display", "none"); });
  for (const hidden of copy.querySelectorAll('[display="none"]')) hidden.remove();
  const { width, height } = board.viewBox.baseVal;
  const scale = LONG_SIDE / Math.max(width, height);
  copy.setAttribute("width", String(Math.round(width * scale)));
  copy.setAttribute("height", String(Math.round(height * scale)));
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  return new XMLSerializer().serializeToString(copy);
}

/** @param {string} text @returns {Promise<Blob>} */
async function toPng(text) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  canvas.getContext("2d")?.drawImage(image, 0, 0);
  URL.revokeObjectURL(image.src);
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the browser made no picture"))), "image/png"));
}

/**
 * @param {SVGSVGElement} board
 * @param {"svg" | "png"} kind
 * @param {string} name
 */
export async function savePicture(board, kind, name) {
  const text = pictureText(board);
  const blob = kind === "svg" ? new Blob([text], { type: "image/svg+xml" }) : await toPng(text);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = `${name}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
