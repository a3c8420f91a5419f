// Start: what a person who opens the page for the first time can do here.

import { button, el, fill } from "./dom.js";
import { recallFollowed } from "./follow.js";
import { rulesButton } from "./rules.js";
import { recall } from "./storage.js";

/** Views to begin with, and what they are for. @type {[string, string, string][]} */
const WAYS = [
  ["play", "Play", "against the computer, or with others at this screen"],
  ["follow", "Follow a real game", "the game lies on your table; ask here what to do"],
  ["puzzles", "Puzzles", "find the best move"],
  ["analyze", "Analyse", "look at any position with the computer"],
];

/** View to begin with. */
export class Start {
  name = "start";
  title = "Start";
  isPlain = true;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    this.resuming = el("div");
    const card = (/** @type {[string, string, string]} */ [view, title, words]) => button([el("b", {}, title), el("span", {}, words)], () => app.go(view), { class: "card", "data-go": view });
    this.element = el("div", { class: "view" }, this.resuming, el("h2", {}, "What would you like to do?"), el("div", { class: "cards" }, WAYS.map(card)), el("div", { class: "row" }, rulesButton(app, () => app.game.state?.rules ?? "base")));
  }

  /** Offers the games that have not ended. */
  enter() {
    const { app } = this;
    app.board.onHex = null;
    const followed = recallFollowed();
    const { played } = app.play;
    const ways = [
      played && !played.end && recall("played") !== "null" && button("Continue your game", () => app.go("play"), { class: "primary", id: "continue-played" }),
      followed && button(`Continue the game of ${followed.title}`, () => app.resumeFollowed(), { class: "primary", id: "continue-followed" }),
    ];
    fill(this.resuming, ways);
  }

  leave() {}

  update() {}

  canMove() {
    return false;
  }
}
