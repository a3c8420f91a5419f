// Buttons that go back and forth in the game.

import { button, byId, fill } from "./dom.js";

/** Offers to go back and forth in a game. @param {import("./game.js").Game} game */
export function offerSteps(game) {
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
