// Buttons that go back and forth in the game.

import { button, byId, fill } from "./dom.js";
import { named } from "./seats.js";
import { announce } from "./speech.js";

/** Offers to go back and forth in a game, and says where one comes. @param {import("./game.js").Game} game */
export function offerSteps(game) {
  let isThere = game.stay();
  game.addEventListener("change", (event) => {
    const { detail } = /** @type {CustomEvent<string>} */ (event);
    const isStep = (detail === "show" || detail === "forth") && !isThere();
    isThere = game.stay();
    const at = game.ply - 1;
    // What is hidden is told by its game alone.
    if (isStep && !game.tree.hiddenBy) announce(at < 0 ? "First position" : `Move ${parseInt(game.numberOf(game.node))}, ${named(`${game.turns[at]}: ${game.words[at] ?? game.observed[at]}`)}`);
  });
  fill(
    byId("steps"),
    button("«", () => game.show(0), { "aria-label": "First position", "data-back": "1" }),
    button("‹", () => game.show(game.ply - 1), { "aria-label": "One move back", "data-back": "1" }),
    button("›", () => game.show(game.ply + 1), { "aria-label": "One move forth" }),
    button("»", () => game.show(game.line.length), { "aria-label": "Last position" }),
  );
}

/** Shows which steps there are; none without a game. @param {import("./game.js").Game | null} game */
export function showSteps(game) {
  for (const step of byId("steps").querySelectorAll("button")) step.disabled = !game || (step.dataset.back ? game.ply === 0 : game.isLast);
}
