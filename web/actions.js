// What can be done in a game, and after it: the buttons below its status.

import { button, el, fill } from "./dom.js";
import { rulesButton } from "./rules.js";
import { saveGame } from "./save.js";

/** Buttons of a game between people and engines. */
export class Actions {
  element = el("div", { class: "row" });

  /** @param {import("./main.js").App} app @param {import("./play.js").Play} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
    /** Button to give up, or the question whether to do so in its place. */
    this.surrender = el("div", { class: "row apart", role: "group", "aria-label": "Give up", onkeydown: (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.askToGiveUp(false) });
    this.askToGiveUp(false);
    play.underWay.onPrepared = () => this.askToGiveUp(false);
  }

  /** Asks whether to give up, or offers it. @param {boolean} isAsked */
  askToGiveUp(isAsked) {
    const { surrender } = this;
    const hadFocus = surrender.contains(document.activeElement);
    const answers = [el("b", {}, "Give up?"), button("Yes", () => this.giveUp(), { id: "give-up-yes" }), button("No", () => this.askToGiveUp(false), { id: "give-up-no" })];
    fill(surrender, isAsked ? answers : button("Give up", () => this.askToGiveUp(true), { id: "give-up" }));
    // Enter pressed twice gives nothing up.
    if (hadFocus) /** @type {HTMLElement} */ (surrender.lastElementChild).focus();
  }

  /** Gives up for the only person, or else for the one at the screen. */
  giveUp() {
    this.askToGiveUp(false);
    const player = this.play.underWay.viewer();
    if (player) this.play.end(player, "gave-up");
  }

  show() {
    const { app, play } = this;
    const { played, isPlaying, seats, isOffered } = play.underWay;
    // Players and moves would take the room of the form.
    document.body.classList.toggle("laying", play.form.isFresh);
    const { game } = app;
    const hasPerson = seats.slice(0, played?.players ?? 2).includes("person");
    const hasMoves = game.moves.length > 0;
    if (played?.next) return fill(this.element);
    // What is put into the page anew loses the focus.
    const focused = this.surrender.contains(document.activeElement) && /** @type {HTMLElement} */ (document.activeElement);
    fill(
      this.element,
      // First, so that it stays where it is when the others come and go.
      isPlaying && button(played?.isPaused ? "Resume" : "Pause", () => play.pause(), { id: "pause" }),
      isPlaying && !play.isRushed && play.underWay.isAlone && button("Play to the end", () => play.rush(), { id: "to-end" }),
      play.canMove() && button("Hint", () => play.advise(), { id: "ask-hint" }),
      isPlaying && hasMoves && play.underWay.lastChoice >= 0 && button("Take back", () => play.takeBack(), { id: "take-back" }),
      played && !isPlaying && [
        game.state && game.state.players > 1 && button("Rematch, seats swapped", () => play.form.rematch(1), { id: "rematch-swapped" }),
        played.end && game.state?.is_over === false && button("Play on", () => play.playOn(), { id: "play-on" }),
        hasMoves && button("Look for mistakes", () => app.review.begin(), { id: "review-game" }),
      ],
      !played && !isOffered && game.state?.is_over === false && !play.form.isFresh && button("Continue this game", () => play.underWay.continueGame(), { id: "continue-game" }),
      rulesButton(app, () => play.rulesName),
      played && button("Try out moves", () => app.go("analyze")),
      // A file would show what is hidden.
      hasMoves && !play.underWay.isSecret && button("Save game", () => saveGame(app), { id: "save" }),
      isPlaying && hasPerson && this.surrender,
    );
    if (focused) focused.focus();
  }
}
