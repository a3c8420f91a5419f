// The threat: what the opponent would do after a pass.

import { button, el, fill } from "./dom.js";
import { named } from "./seats.js";

/** Shows the threat of the opponent in the analysis. */
export class Threat {
  button = button("Threat", () => this.toggle(), { id: "threat", title: "What the opponent would do if you passed (x)" });
  element = el("p", { id: "threatened", class: "bad", spoken: true });

  /** @param {Pick<import("./main.js").App, "board" | "engine" | "game">} app @param {import("./analysis.js").Analysis} analysis */
  constructor(app, analysis) {
    this.app = app;
    this.analysis = analysis;
  }

  /** Shows what the opponent would do after a pass, or no longer. */
  async toggle() {
    const { analysis, app } = this;
    const { game, board } = app;
    const { node } = game;
    const isShown = board.overlays.parts?.length;
    // In a browser one search runs at a time.
    analysis.stop();
    fill(this.element, isShown ? "" : "…");
    const none = { words: "", drawn: [] };
    const threat = isShown ? none : await app.engine.ask({ action: "threat", ...game.fields }).catch(({ message }) => ({ ...none, words: message }));
    if (node !== game.node || !analysis.element.isConnected) return;
    fill(this.element, named(threat.words));
    // No arrow of a person has this look.
    board.overlay({ parts: (threat.drawn ?? []).map((mark) => (mark.includes("-") ? { arrow: /** @type {[string, string]} */ (mark.split("-")) } : { outlined: [mark] })) });
    if (analysis.isOn && !game.state?.is_over) analysis.search();
  }
}
