// The first game: moves that a flipper points at.

import { el, icon } from "./dom.js";
import { addressed, named } from "./seats.js";
import { recall, remember } from "./storage.js";

/** What is said of the placements, and of the first slide. Of other slides the computer says why they are good. */
const PLACING = [
  "Put a penguin on a tile with one fish, where it has many ways to go: here, for example.",
  "One more, where it has room.",
  "Penguins that stand close together take each other’s ways.",
  "Think of the slides to come: more ways are better than fewer.",
];
const SLIDING = "Slide along a straight line. The tile you leave sinks, and its fish are yours.";
/** Number of slides that are shown. */
const SLIDES = 3;
const END = "You have seen all that it takes. Play on: the most fish win, and Hint helps when you ask.";

const FLIPPER = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 60" width="40" height="60" aria-hidden="true"><path d="M20 2C34 14 36 40 26 58H12C4 40 8 14 20 2Z" fill="#22303c" stroke="#fff" stroke-width="2"/></svg>`;

/** Points at good moves of a first game, and says why. */
export class Guide {
  isOn = false;
  /** Number of moves that a person has made with it, and of slides among them. */
  steps = 0;
  slides = 0;
  /** What is said of the move pointed at. */
  words = "";
  /** Its spaces. @type {string[]} */
  path = [];

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.flipper = el("div", { class: "flipper" }, icon(FLIPPER));
    app.board.root.addEventListener("path", () => this.point());
    addEventListener("resize", () => this.point());
  }

  begin() {
    Object.assign(this, { isOn: true, steps: 0, slides: 0 });
    this.app.showState("show");
  }

  /** Notes that a person has moved. */
  moved() {
    this.steps++;
    if (!this.app.game.state?.is_placing) this.slides++;
  }

  /** Shows the next step in the position shown: a move, or that the others are to move, or that it was the last one. */
  async show() {
    const { app: { board, engine, game, play, view }, slides, steps } = this;
    const { state } = game;
    this.stop();
    if (!this.isOn || !state?.has_floe || !play.underWay.isPlaying || !game.isLast) return;
    if (slides >= SLIDES) {
      this.isOn = !view.canMove();
      remember("tips", `${recall("tips") ?? ""} ${state.rules}`);
      return this.app.tip(END, "good");
    }
    if (!view.canMove()) return this.app.tip(steps > 0 ? `Step ${steps} is done. Wait until the others have moved…` : "");
    const isHere = game.stay();
    const hint = await engine.ask({ action: "hint", ...game.fields }).catch(() => null);
    const found = hint && slides > 0 ? await engine.ask({ action: "explain", ...game.fields, line: [hint.move] }).catch(() => null) : null;
    if (!hint || !isHere() || !view.canMove()) return;
    const words = state.is_placing ? PLACING[Math.min(steps, PLACING.length - 1)] : addressed(named(found?.reasons[0] ?? SLIDING), play.underWay.you);
    this.words = `Step ${steps + 1}. ${words}`;
    this.path = state.legal.find(({ move }) => move === hint.move)?.path ?? [];
    this.point();
    await board.overlay({ arrows: [{ move: hint.move }] });
  }

  /** Points at the space that goes on with the move, also once its penguin is chosen. */
  point() {
    const { app: { board }, flipper, path } = this;
    const chosen = board.path.filter((space, index) => space === path[index]).length;
    const tile = board.picture.space(path[chosen] ?? "")?.querySelector(".fp-tile")?.getBoundingClientRect();
    if (!tile) return flipper.remove();
    this.app.tip(this.words, "good");
    const box = board.root.getBoundingClientRect();
    // Its tip is in the middle.
    Object.assign(flipper.style, { left: `${tile.left + tile.width / 2 - box.left - 20}px`, top: `${tile.top + tile.height / 2 - box.top}px` });
    board.root.append(flipper);
  }

  /** Points at nothing. */
  stop() {
    this.path = [];
    this.flipper.remove();
  }
}
