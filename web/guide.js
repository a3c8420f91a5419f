// The first game: five moves that a flipper points at.

import { el, icon } from "./dom.js";

/** What is said of each move: two placements, and three slides. */
const WORDS = {
  placing: ["Put a penguin on a tile with one fish, where it has many ways to go: here, for example.", "One more, away from your others."],
  sliding: [
    "Slide along a straight line. The tile you leave sinks, and its fish are yours.",
    "Three fish are better than one, but do not shut yourself in.",
    "Shut the others out: ice that only you can reach is yours to the last fish.",
  ],
};

const FLIPPER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 60" width="40" height="60" aria-hidden="true"><path d="M20 2C34 14 36 40 26 58H12C4 40 8 14 20 2Z" fill="#22303c" stroke="#fff" stroke-width="2"/></svg>`;

/** Points at good moves of a first game, and says why. */
export class Guide {
  isOn = false;
  /** Number of moves that have been shown. */
  shown = { placing: 0, sliding: 0 };

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.flipper = el("div", { class: "flipper" }, icon(FLIPPER));
  }

  begin() {
    Object.assign(this, { isOn: true, shown: { placing: 0, sliding: 0 } });
    this.show();
  }

  /** Notes that a person has moved. */
  moved() {
    const { state } = this.app.game;
    if (this.isOn && state) this.shown[state.is_placing ? "placing" : "sliding"]++;
    this.isOn &&= this.shown.sliding < WORDS.sliding.length;
    this.flipper.remove();
  }

  /** Points at a move in the position shown. */
  async show() {
    const { board, engine, game } = this.app;
    this.flipper.remove();
    const { state } = game;
    if (!this.isOn || !state?.has_floe || !this.app.view.canMove()) return;
    const kind = state.is_placing ? "placing" : "sliding";
    const words = WORDS[kind][this.shown[kind]];
    if (!words) return;
    const isHere = game.stay();
    const hint = await engine.ask({ action: "hint", ...game.fields }).catch(() => null);
    if (!hint || !isHere() || !this.app.view.canMove()) return;
    this.app.tip(words, "good");
    await board.overlay({ arrows: [{ move: hint.move }] });
    const [first] = state.legal.find(({ move }) => move === hint.move)?.path ?? [];
    const tile = first && board.picture.space(first)?.querySelector(".fp-tile")?.getBoundingClientRect();
    if (!tile || !isHere()) return;
    const box = board.root.getBoundingClientRect();
    // Its tip is in the middle.
    Object.assign(this.flipper.style, { left: `${tile.left + tile.width / 2 - box.left - 20}px`, top: `${tile.top + tile.height / 2 - box.top}px` });
    board.root.append(this.flipper);
  }
}
