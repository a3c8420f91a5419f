// Who is advised at the table: a player, all who share the screen, or nobody.

import { confirmed } from "./dialogs.js";
import { choice, el, fill, keyed } from "./dom.js";
import { named, nameOf, seatName } from "./seats.js";
import { recall, remember } from "./storage.js";

/** Seat of all who share the screen. */
const ALL = "all";

/** Seat of the person who is advised. */
export class AdvisedSeat {
  /** Letter of the person who is advised; empty for nobody. */
  me = recall("me") ?? (haveNames() ? ALL : "A");
  element = el("div", { id: "you-are" });

  /** @param {Pick<import("./main.js").App, "game" | "showState" | "table">} app @param {import("./follow.js").Follow} follow */
  constructor(app, follow) {
    this.app = app;
    this.follow = follow;
  }

  /** Whether all players look at this screen, each in turn. */
  get isShared() {
    return this.me === ALL;
  }

  /** Whether a person who is advised is to move; where all play together, anyone is. */
  get isMine() {
    const { state } = this.app.game;
    return state?.is_over === false && (state.sides === 1 || this.isShared || state.turn === this.me);
  }

  /** Reason why the person at this screen is not advised now; empty if it is. */
  get noAdvice() {
    const { state } = this.app.game;
    if (!state || this.isMine || state.is_over) return "";
    if (!this.me) return "You watch: choose a seat below to be advised.";
    // Of a lake that the table does not know, nobody can advise its fish.
    const isKnown = state.rules !== "angling" || state.has_secrets;
    return named(`Advice is for ${this.me}; it is the turn of ${state.turn}. ${isKnown ? "Choose “all of us” below to advise everyone." : "Only the fish knows its tiles."}`);
  }

  /** Asks before all that a shared screen hides is shown. */
  async mayShow() {
    return !this.follow.isSecret || confirmed("Show all tiles?", "Who looks at the screen now would see all tiles.", "Show all tiles", "Keep them hidden");
  }

  /** @param {string} me letter of a seat, or who else looks at the screen @param {boolean} [isChosen] whether a person has chosen it */
  async sit(me, isChosen = true) {
    if (!(await this.mayShow())) {
      fill(this.element);
      return this.show();
    }
    this.me = this.follow.editor.seat = me;
    Object.assign(this.follow, { holder: "", next: "" });
    if (isChosen) remember("me", me);
    if (this.follow.isSetUp) return this.app.showState("show");
    const isNew = !this.follow.editor.isLaid && this.follow.laying.paused === null;
    await this.follow.editor.edit(isNew ? { answers: { blank: me } } : {});
  }

  /** Offers the seats of this game. */
  show() {
    const { state } = this.app.game;
    const letters = [..."ABCD"].slice(0, state?.players ?? 2);
    const roles = state?.rules === "angling" ? [", the angler", ", the fish"] : [];
    /** @type {[string, string][]} */
    const seats = [...letters.map((letter, index) => /** @type {[string, string]} */ ([letter, `${seatName(letter)}${roles[index] ?? ""}`])), [ALL, "all of us, at this screen"], ["", "nobody: you watch"]];
    if (seats.every(([seat]) => seat !== this.me)) this.me = this.follow.editor.seat = "A";
    // What nobody has chosen says why it is so.
    const isMade = this.me === ALL && recall("me") === null;
    const why = isMade && el("small", { class: "faint" }, "Several of you have names: each is advised in turn.");
    keyed(this.element, [JSON.stringify([seats, this.me, isMade])], String, () => el("div", {}, choice("You are", seats, this.me, (me) => this.sit(me)), why), () => {});
  }

  /** Shows a name that has been changed. Several named people share this screen, until one of them is chosen. @param {string} letter */
  renamed(letter) {
    this.app.table.rename(letter);
    if (!this.follow.isSetUp && haveNames() && recall("me") === null && this.me !== ALL) this.sit(ALL, false);
    this.follow.showNames();
  }
}

/** Whether several players of this table have names. */
function haveNames() {
  return [..."ABCD"].filter(nameOf).length > 1;
}
