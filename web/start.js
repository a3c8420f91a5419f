// Start: the name of the game, three doors, and what can be continued.

import { button, el, fill } from "./dom.js";
import { recallFollowed } from "./followed.js";
import { rulesButton } from "./rules.js";
import { recall } from "./storage.js";
import { View } from "./view.js";

/** Views to begin with, their picture, and what they are for. @type {[string, string, string, string][]} */
const DOORS = [
  ["play", "play.svg", "Play", "against the computer, or with others at this screen"],
  ["follow", "table.svg", "At the table", "the game lies in front of you: ask what to do"],
  ["analyze", "study.svg", "Study", "puzzles, lessons, and any game with the computer"],
];

/** View to begin with. */
export class Start extends View {
  name = "start";
  title = "Start";
  isPlain = true;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app);
    this.resuming = el("div", { class: "row" });
    const door = (/** @type {string[]} */ [view, picture, title, words]) => {
      const go = () => app.choose(app.views.find(({ name }) => name === view) ?? app.play);
      return button([el("img", { src: picture, alt: "", width: "240", height: "120" }), el("b", {}, title), el("span", {}, words)], go, { class: "card", "data-go": view });
    };
    this.element = el("div", { class: "view" }, el("h2", {}, "Hey, That’s My Fish!"), el("p", {}, "Lead your penguins to the most fish before the ice is gone."), this.resuming, el("div", { class: "cards" }, DOORS.map(door)), el("div", { class: "row" }, button("Learn to play", () => app.play.learn(), { id: "learn-to-play" }), rulesButton(app, () => app.game.state?.rules ?? "base")));
  }

  /** Offers the games that have not ended. */
  enter() {
    const { app } = this;
    const followed = recallFollowed();
    const { played } = app.play.underWay;
    const isPlayed = played && !played.end && recall("played") !== "null";
    const resume = () => app.go("follow").then(() => app.follow.resume());
    fill(this.resuming,
      isPlayed && button("Continue your game", () => app.go("play"), { class: "primary", id: "continue-played" }),
      followed && button(`Continue the game of ${followed.title}`, resume, { class: isPlayed ? "" : "primary", id: "continue-followed" }),
    );
  }
}
