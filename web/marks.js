// Marks on the spaces of a board: what can be chosen, what is chosen, and mistakes.

import { named } from "./seats.js";

/** Marks the hexes that can be clicked, and makes them reachable by keys. @param {import("./board.js").BoardView} board */
export function markSpaces(board) {
  const { composer, drawing, frame, game, isActive, isPreview, legal, picture } = board;
  const next = isActive && !isPreview ? composer.next : new Set();
  // Where one click is a move, all of them are marked at once.
  const { path } = composer;
  const left = new Set(isActive ? composer.marks.map(({ ghost }) => ghost?.[0]) : []);
  const isMarked = !composer.isNew || legal.every(({ path }) => path.length === 1);
  const isFloe = game.state?.has_floe === true;
  for (const space of picture.spaces()) {
    const hex = space.getAttribute("data-hex") ?? "";
    const title = space.querySelector("title")?.textContent ?? hex;
    const isChosen = path.includes(hex) || hex === drawing.from;
    space.classList.toggle("next", next.has(hex) && isMarked);
    space.classList.toggle("movable", next.has(hex) && composer.isNew);
    space.classList.toggle("chosen", isChosen);
    space.classList.toggle("left", left.has(hex));
    space.setAttribute("role", "button");
    space.setAttribute("aria-label", `${isFloe ? named(title) : title}${isChosen ? ", chosen" : next.has(hex) ? ", can be chosen" : ""}`);
    if (!space.hasAttribute("tabindex")) space.setAttribute("tabindex", "-1");
  }
  if (!frame.querySelector('[data-hex][tabindex="0"]')) picture.spaces()[0]?.setAttribute("tabindex", "0");
}

/** Marks the hex of a mistake. @param {import("./picture.js").PictureFrame} picture @param {string | null} hex */
export function markMistake(picture, hex) {
  for (const space of picture.spaces()) space.classList.toggle("wrong", space.getAttribute("data-hex") === hex);
}
