// What can be done in a game, and after it: the buttons below its status.

import { button, el, fill, keyed } from "./dom.js";
import { rulesButton } from "./rules.js";
import { saveGame } from "./save.js";

/** Buttons of a game between people and engines. Those of a game under way keep their places, so that nothing slides under a finger. */
export class Actions {
  /** What can be done while a game goes on, and below it what follows its end. */
  row = el("div", { class: "row" });
  after = el("div", { class: "row" });
  element = el("div", { class: "actions" }, this.row, this.after);

  /** @param {import("./main.js").App} app @param {import("./play.js").Play} play */
  constructor(app, play) {
    this.app = app;
    this.play = play;
    this.pause = button("Pause", () => play.pause(), { id: "pause" });
    this.hint = button("Hint", () => play.advise(), { id: "ask-hint" });
    this.takeBack = button("Take back", () => play.takeBack(), { id: "take-back" });
    this.toEnd = button("Play to the end", () => play.rush(), { id: "to-end", title: "Once a single player is left" });
    this.rules = rulesButton(app, () => play.rulesName);
    this.tryOut = button("Try out moves", () => app.go("analyze"));
    this.save = button("Save", () => saveGame(app), { id: "save", title: "Save the game as a file" });
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
    const { app, pause, hint, play, takeBack, toEnd, save } = this;
    const { underWay } = play;
    const { played, isPlaying, people, isOffered } = underWay;
    // Players and moves would take the room of the form.
    document.body.classList.toggle("laying", play.form.isFresh);
    const { game } = app;
    const { state } = game;
    const hasMoves = game.moves.length > 0;
    this.element.hidden = Boolean(played?.next);
    pause.textContent = played?.isPaused ? "Resume" : "Pause";
    pause.disabled = !isPlaying;
    hint.disabled = !play.canMove();
    takeBack.disabled = !isPlaying || !hasMoves || underWay.lastChoice < 0;
    toEnd.disabled = !isPlaying || play.isRushed || !underWay.isAlone;
    // A file would show what is hidden.
    save.disabled = !hasMoves || underWay.isSecret;
    const own = played && people.length > 0;
    const buttons = [played && pause, own && hint, own && takeBack, this.rules, played && state?.has_floe && state.players > 1 && toEnd, played && this.tryOut, (played || hasMoves) && save, isPlaying && own && this.surrender];
    keyed(this.row, buttons.flatMap((part) => part || []), (part) => part, (part) => part, () => {});
    fill(this.after,
      played && !isPlaying && [
        state && state.players > 1 && button("Rematch, seats swapped", () => play.form.rematch(1), { id: "rematch-swapped" }),
        played.end && state?.is_over === false && button("Play on", () => play.playOn(), { id: "play-on" }),
        hasMoves && button("Look for mistakes", () => app.review.begin(), { id: "review-game" }),
      ],
      !played && !isOffered && state?.is_over === false && !play.form.isFresh && button("Continue this game", () => underWay.continueGame(), { id: "continue-game" }),
    );
  }
}
