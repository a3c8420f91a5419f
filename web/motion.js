// Motion on the board: a penguin slides, and its tile sinks.

import { middle } from "./picture.js";

/** @typedef {import("./picture.js").PictureFrame} PictureFrame */

/**
 * Notes how a move begins. What is returned shows it in the picture after it, and takes the letter of its player.
 * @param {PictureFrame} picture
 * @param {string} move
 */
export function motionOf(picture, move) {
  const path = hexesOf(move);
  const [from = ""] = path;
  const before = picture.centre(from);
  const tile = /** @type {SVGElement | undefined} */ (picture.space(from)?.cloneNode(true));
  return (/** @type {string} */ owner) => {
    if (before) slide(picture, path, before);
    if (tile && picture.space(from)?.querySelector(".fp-water")) sink(picture, tile, owner);
  };
}

/** Lets the penguin of a move slide to its hex. @param {PictureFrame} picture @param {string[]} path @param {{ x: number, y: number }} before */
function slide(picture, path, before) {
  const to = picture.space(path[1] ?? path[0]);
  if (!to || path.length < 2 || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const pieces = [...to.querySelectorAll("use")].filter((use) => !use.getAttribute("href")?.includes("fish"));
  const after = middle(to);
  const svg = /** @type {SVGSVGElement | null} */ (picture.element.firstElementChild);
  const scale = svg?.getScreenCTM()?.a ?? 1;
  // Copies slide above all other hexes: the hexes keep their order, in which they are read.
  const sliding = document.createElementNS("http://www.w3.org/2000/svg", "g");
  sliding.setAttribute("class", `to-${to.getAttribute("data-hex")}`);
  sliding.append(...pieces.map((piece) => piece.cloneNode(true)));
  to.parentElement?.insertBefore(sliding, picture.element.querySelector(".fp-marks"));
  const timing = { duration: 260, easing: "ease-out" };
  for (const piece of pieces) piece.animate({ visibility: ["hidden", "hidden"] }, timing);
  const [x, y] = [(before.x - after.x) / scale, (before.y - after.y) / scale];
  sliding.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], timing).onfinish = () => sliding.remove();
}

/** Lets a tile that was taken sink, and fly to its owner. @param {PictureFrame} picture @param {SVGElement} tile a copy as it was @param {string} owner */
function sink(picture, tile, owner) {
  const svg = /** @type {SVGSVGElement | null} */ (picture.element.firstElementChild);
  const seat = document.querySelector(`#stage .seat.${owner} .result`)?.getBoundingClientRect();
  const scale = svg?.getScreenCTM()?.a;
  if (!svg || !seat || !scale || matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  for (const piece of tile.querySelectorAll("title, use:not([href*='fish'])")) piece.remove();
  for (const name of tile.getAttributeNames().filter((name) => name !== "transform")) tile.removeAttribute(name);
  const gone = document.createElementNS("http://www.w3.org/2000/svg", "g");
  gone.append(tile);
  gone.setAttribute("class", "gone");
  svg.append(gone);
  const at = middle(gone);
  const way = `${(seat.right - seat.height - at.x) / scale}px, ${(seat.top + seat.height / 2 - at.y) / scale}px`;
  const frames = [{ transform: "none", opacity: 1 }, { transform: "scale(.85)", opacity: 0.8, offset: 0.3 }, { transform: `translate(${way}) scale(.2)`, opacity: 0 }];
  gone.animate(frames, { duration: 200, easing: "ease-in" }).onfinish = () => gone.remove();
}

/** Names of the hexes in a move. @param {string} move */
function hexesOf(move) {
  return move.match(/(?<![A-Za-z])[a-z]\d+|(?<=x)[a-z]\d+/g) ?? [];
}
