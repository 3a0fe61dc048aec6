// Line icons on a grid of 24: drawn here so that nothing is loaded.
import { s } from "./dom.js";

/** Paths; what follows a "|" is filled. @type {Record<string, string>} */
const PATHS = {
  brand: "M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17zM12 1v22M1 12h22|M12 9.4a2.6 2.6 0 100 5.2 2.6 2.6 0 000-5.2z",
  play: "M3 8h18M3 16h18M8 3v18M16 3v18|M8 12.6a3.4 3.4 0 100 6.8 3.4 3.4 0 000-6.8z",
  review: "M3 17l5-6 4 3 4-7 5 4M3 21h18|M16 4.8a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4z",
  microscope: "M10.5 3.5a7 7 0 100 14 7 7 0 000-14zM15.5 15.5L21 21M10.5 7.5v6M7.5 10.5h6",
  training: "M4 20V10M10 20V5M16 20v-8M22 20H2",
  theme: "M12 4a8 8 0 100 16 8 8 0 000-16z|M12 4a8 8 0 010 16z",
  help: "M12 3a9 9 0 100 18 9 9 0 000-18zM9.5 9.5a2.5 2.5 0 113.6 2.3c-.8.4-1.1.9-1.1 1.7M12 17v.1",
  link: "M10 14a4 4 0 006 0l3-3a4 4 0 00-6-6l-1 1M14 10a4 4 0 00-6 0l-3 3a4 4 0 006 6l1-1",
  files: "M12 4v11M7 11l5 5 5-5M5 20h14",
  settings: "M4 7h9M17 7h3M4 17h3M11 17h9M15 4.8a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4zM9 14.8a2.2 2.2 0 100 4.4 2.2 2.2 0 000-4.4z",
  first: "M6 5v14M19 5l-9 7 9 7",
  back: "M15 5l-8 7 8 7",
  forward: "M9 5l8 7-8 7",
  last: "M18 5v14M5 5l9 7-9 7",
  undo: "M8 5L4 9l4 4M4 9h10a6 6 0 010 12h-3",
  redo: "M16 5l4 4-4 4M20 9H10a6 6 0 000 12h3",
  hint: "M9 18h6M10 21h4M12 3a6 6 0 00-3.5 10.9V15h7v-1.1A6 6 0 0012 3z",
  resign: "M6 21V4h11l-2 4 2 4H6",
  swap: "M4 8h14M14 4l4 4-4 4M20 16H6M10 12l-4 4 4 4",
  new: "M12 5v14M5 12h14",
  stop: "|M7.5 6h9A1.5 1.5 0 0118 7.5v9a1.5 1.5 0 01-1.5 1.5h-9A1.5 1.5 0 016 16.5v-9A1.5 1.5 0 017.5 6z",
  start: "|M7 4.5v15L20 12z",
  pause: "|M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  close: "M6 6l12 12M18 6L6 18",
  sound: "M4 10v4h3l4 4V6L7 10zM15 9.5a4 4 0 010 5M17.5 7a7.5 7.5 0 010 10",
};

/**
 * @param {keyof typeof PATHS} name
 * @returns {SVGSVGElement}
 */
export function icon(name) {
  const [lines, solid] = (PATHS[name] ?? "").split("|");
  return s("svg", { class: "i", viewBox: "0 0 24 24", "aria-hidden": "true" }, lines ? s("path", { d: lines }) : null, solid ? s("path", { class: "solid", d: solid }) : null);
}
