// The players around the board, with their names, results and notes.

import { button, byId, el, fill, folded, icon } from "./dom.js";
import { askSeats, headerOf, headerWords, named, nameOf, seatOf, takeNames } from "./seats.js";
import { hush } from "./speech.js";
import { showSteps } from "./steps.js";

/** @typedef {import("./types").PlayerResult} PlayerResult */

/** What stands around the board. */
export class Table {
  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Shows the players with their results, those at the far side of the table above the board, and notes below it. */
  show() {
    const { editor, game, keeper, moves, puzzles, view } = this.app;
    const { state } = game;
    if (!state) return;
    // Who plays at this table has nothing to do with an exercise.
    const isTable = view !== editor && view !== puzzles && !keeper.isExercise;
    const names = new Map(view === editor ? [] : game.headers);
    // A game under way has the names of this table, where only the computer has none.
    takeNames(game.headers.filter(([, name]) => moves.isOpen || name.startsWith("floe, ")), isTable);
    const people = [...names].filter(([letter, name]) => /^[A-D]$/.test(letter) && seatOf(name) === "person");
    const isYou = (/** @type {PlayerResult} */ { player }) => people.length === 1 && names.get(player) === "person";
    const player = (/** @type {PlayerResult} */ result) => {
      const isTurn = result.player === state.turn && !state.is_over;
      // What a power or a role can do is read by pointing at its name, or by a click.
      const told = (/** @type {import("./dom.js").Child | import("./dom.js").Child[]} */ text, /** @type {string} */ kind) => result.about ? button(text, () => this.app.tip(result.about ?? ""), { class: `${kind} about`, title: result.about, "aria-description": result.about }) : el("span", { class: kind }, text);
      return el(
        "div",
        { class: `seat ${result.player}${isTurn ? " turn" : ""}`, "aria-current": isTurn ? "true" : null },
        button(result.player, () => askSeats(state.players, (letter) => this.renamed(letter)), { class: `player ${result.player}`, title: "Names and colours", "aria-label": `${result.player}: names and colours` }),
        el("span", { class: "name" }, (isYou(result) && "You") || headerWords(names.get(result.player) ?? "") || (isTable ? nameOf(result.player) : "")),
        result.cards.length > 0 ? el("span", { class: "faint" }, standingOf(result)) : told(standingOf(result), "faint"),
        el("span", { class: "clock", id: `clock-${result.player}` }),
        result.cards.length > 0 ? told(result.text, "result") : el("span", { class: "result" }, result.text),
      );
    };
    const seats = state.results.map(player);
    const [near, far] = game.turned ? [seats.slice(1), seats.slice(0, 1)] : [seats.slice(0, 1), seats.slice(1)];
    fill(byId("above"), far);
    const notes = state.caption.map((note) => el("p", { class: "faint caption" }, named(note)));
    const handing = button("Hand over", () => (view.screen.handOver(), this.app.showState("show")), { class: "primary", id: "hand-over" });
    // A long legend would take its room from the board for the whole game.
    fill(byId("below"), view.screen.waiting && el("p", { class: "hand-over" }, handing), near, notes.length > 3 ? el("div", { class: "caption" }, folded("legend", false, el("summary", {}, "Legend"), ...notes)) : notes);
  }

  /** Writes the name of a player into the game. @param {string} letter empty for none */
  rename(letter) {
    const { game, keeper } = this.app;
    const names = new Map(game.headers);
    if (letter) game.headers = [...names.set(letter, headerOf(letter, seatOf(names.get(letter))))];
    this.show();
    keeper.changed();
  }

  /** @param {string} letter of the player whose name has been changed, or none */
  renamed(letter) {
    this.rename(letter);
    this.app.view.showNames();
  }

  /** Hides the game until the person with this letter takes the screen. @param {string} person */
  close(person) {
    const { board, legal, moves, view } = this.app;
    board.clear();
    hush();
    const name = named(person);
    const take = button(`I am ${name}: show the board`, () => view.screen.takeScreen(), { class: "primary", id: "take-screen" });
    fill(byId("above"), el("div", { class: "curtain" }, el("p", {}, `Hand the screen to ${name}`), take));
    showSteps(null);
    fill(byId("below"));
    moves.clear();
    moves.element.hidden = legal.element.hidden = true;
    fill(legal.element);
  }

  /**
   * Penguins that were taken or moved, whose turn it is and what is asked for, also in the middle of a move, or the result.
   * @param {string} [you] letter of the person who reads it
   */
  turnWords(you) {
    const { board, game, view } = this.app;
    const { news, ply, state } = game;
    if (!state) return "";
    const { goingOn } = board;
    // What a move has shown to its player is gone with the screen.
    const { waiting } = view.screen;
    if (waiting) return named([game.moveWords(ply - 1), ...news, `Then hand the screen to ${waiting}.`].join(" "));
    const since = view.screen.isSecret ? game.since : [];
    const told = since.length > 1 ? [`Since your turn: ${since.map((index) => game.words[index] ?? game.observed[index]).join("; ")}.`] : [];
    if (state.is_over) return named([...news, state.words ?? "Game over"].join(" "), you);
    return named(goingOn ? `${state.turn}: your turn. ${goingOn}` : [...told, ...news, state.turn_words].join(" "), you);
  }
}

/** What a player has: its cards as those that are offered to be played, or else in words. @param {PlayerResult} result */
function standingOf({ cards, standing, text }) {
  if (cards.length === 0) return standing !== text && standing;
  return cards.map(({ icon: svg, words }) => el("span", { class: "held", title: words }, icon(svg), el("span", { class: "unseen" }, `${words} `)));
}
