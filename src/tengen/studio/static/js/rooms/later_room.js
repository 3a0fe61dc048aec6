// The place of a room that comes with a later version.
import { h } from "../dom.js";
import { icon } from "../icons.js";

/**
 * @param {"microscope"} room
 * @param {Texts} texts
 */
export function laterRoom(room, texts) {
  return h("main", { class: "later", id: "main", tabindex: "-1" }, icon(room), h("h1", {}, texts.say(room)), h("p", {}, texts.say(`later ${room}`)));
}
