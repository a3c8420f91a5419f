// Three small animations of the rules: a slide, the tile that is left, and what stops a penguin.

import { el } from "./dom.js";

const ICE = "M0-24L21-12V12L0 24L-21 12V-12Z";
const FISH = "M-9 0Q0-8 8 0L12-5V5L8 0Q0 8-9 0Z";
const PENGUIN = `<ellipse cy="1" rx="10" ry="14" fill="#f0803c"/><ellipse cy="5" rx="6" ry="9" fill="#fff"/><circle cx="-3" cy="-7" r="2.5" fill="#fff"/><circle cx="3" cy="-7" r="2.5" fill="#fff"/><circle cx="-3" cy="-7" r="1.2"/><circle cx="3" cy="-7" r="1.2"/><path d="M-2-4h4l-2 3z" fill="#f0a020"/>`;
/** All of a scene takes this time, and begins again. */
const TIME = "3.2s";

/** Place of the tile with this number in its row. @param {number} index */
const at = (index) => 26 + 44 * index;

/** @param {number} index @param {string} [inside] */
function tile(index, inside = "") {
  return `<g transform="translate(${at(index)} 34)"><g><path d="${ICE}" fill="#fdfefe" stroke="#9cbccd"/><path d="${FISH}" fill="#3e7396"/>${inside}</g></g>`;
}

/** Values of an attribute over the time of a scene. @param {string} name @param {string} values @param {string} times */
function change(name, values, times) {
  const timing = `values="${values}" keyTimes="${times}" dur="${TIME}" repeatCount="indefinite"`;
  return name === "opacity" ? `<animate attributeName="opacity" ${timing}/>` : `<animateTransform attributeName="transform" type="translate" ${timing}/>`;
}

/** @param {number} index @param {string} path */
function penguin(index, path) {
  return `<g transform="translate(${at(index)} 34)"><g>${PENGUIN}${path}</g></g>`;
}

const sunk = change("opacity", "1;1;0;0", "0;.45;.65;1") + change("transform", "0 0;0 0;88 -12;88 -12", "0;.45;.65;1");
/** Content of each scene, and its caption. */
const SCENES = [
  [[0, 1, 2, 3].map((index) => tile(index)).join("") + penguin(0, change("transform", "0;0;132;132", "0;.25;.6;1")), "Slide straight, as far as you like."],
  [tile(0, sunk) + tile(1) + penguin(0, change("transform", "0;0;44;44", "0;.2;.4;1")), "The tile you leave sinks, and its fish are yours."],
  [tile(0) + tile(1) + tile(3) + penguin(0, change("transform", "0;0;44;58;44;44", "0;.2;.45;.52;.6;1")), "Water and penguins stop you."],
];

/** The animations with their captions; whoever wants no motion gets the captions. */
export function scenes() {
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const picture = (/** @type {string} */ content) => `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 184 68"><rect width="184" height="68" rx="8" fill="#90c3da"/>${content}</svg>`)}`;
  return el("div", { class: "scenes" }, SCENES.map(([content, words]) => el("figure", {}, !isStill && el("img", { src: picture(content), alt: "" }), el("figcaption", {}, words))));
}
