// The menu of a move: what is asked for, and the parts that are chosen by their words.

import { button, el, fill, icon } from "./dom.js";
import { named } from "./seats.js";

/** Whether the page is that of a phone, where the board does not depend on the room of the menu. */
const phone = matchMedia("(max-width: 30rem), (max-height: 34rem) and (orientation: landscape)");

/** Menu below the board. */
export class MoveMenu {
  /** Sentence and options that are shown, and whether a step can be taken back. */
  question = "";
  isBegun = false;
  /** @type {import("./types").StepOption[]} */
  offered = [];
  /** Height of the largest menu of a game, in pixels, and its rules and window. */
  room = 0;
  roomOf = "";
  /** Sentence that asks for the next part of a move. */
  asking = el("p", { class: "asking", id: "asking", spoken: true });
  element = el("div", { class: "menu", role: "group", "aria-label": "Moves to choose from", hidden: true });

  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    addEventListener("resize", () => this.reserve());
  }

  /** Asks for the next part of the move, and offers the parts that are chosen by words. */
  show() {
    const { board } = this;
    const { composer, isActive } = board;
    const found = isActive ? composer.worded : [];
    const question = isActive ? composer.question : "";
    const isBegun = isActive && (!composer.isNew || board.onTaken !== null);
    const isSame = question === this.question && isBegun === this.isBegun && found.length === this.offered.length && found.every((option, index) => option === this.offered[index]);
    // What has not changed stays as it is, with the focus.
    if (isSame) return;
    Object.assign(this, { question, isBegun, offered: found });
    board.root.dispatchEvent(new CustomEvent("asked"));
    this.element.hidden = found.length === 0;
    this.element.classList.toggle("pictured", found.some(({ icon, odds }) => icon && odds));
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, found.map((option) => this.wordedButton(option)));
    this.reserve();
    // Who chooses by keys goes on with the next question.
    if (hadFocus && found.length > 0) this.element.querySelector("button")?.focus();
    else if (hadFocus) board.picture.focus();
    fill(this.asking, named(question), isBegun && button("Back", () => board.stepBack(), { title: "Take back the last step (Esc)" }));
  }

  /** Keeps the room of the largest menu of this game, so that the board stays where it is when the menu goes. */
  reserve() {
    const { game, isActive, legal, onHex, shown } = this.board;
    const { rules = "" } = game.state ?? {};
    const of = `${rules} ${innerWidth} ${innerHeight}`;
    if (of !== this.roomOf) Object.assign(this, { roomOf: of, room: 0 });
    this.element.style.minHeight = "";
    // Cards and lakes have the same room for all questions.
    this.board.root.classList.toggle("no-floe", game.state?.has_floe === false);
    if (game.state?.has_floe === false) return;
    // Held upright the page scrolls, held sideways the menu is beside the board.
    if (phone.matches) return;
    if (isActive) this.room = Math.max(this.room, this.element.offsetHeight);
    this.element.style.minHeight = shown && !onHex && legal.length > 0 ? `${this.room}px` : "";
  }

  /**
   * Button for a part of a move that is chosen by its words, and is shown on the board while it is looked at.
   * @param {import("./types").StepOption} option
   */
  wordedButton(option) {
    const { board } = this;
    // The button outlives a composer whose position is shown again.
    const look = (/** @type {import("./types").StepOption | null} */ hovered) => () => { board.composer.hovered = hovered; board.drawParts(); };
    const take = () => { board.composer.choose(option); board.proceed(); };
    const { words, odds, left } = option;
    const chances = odds && left !== undefined ? `${odds} · ${left} left` : odds ?? (left && ` ×${left}`);
    const label = [option.icon && icon(option.icon), el("span", {}, named(words)), chances && el("small", {}, odds && !option.icon ? ` · ${chances}` : chances)];
    // What ends a choice of spaces stands aside of the words of such a choice, where it is the only one.
    const { options } = board.composer;
    const isEnd = option.move && options.length > 1 && options.every((other) => other === option || other.spaces) && !option.spaces;
    return button(label, take, { class: isEnd ? "apart" : null, title: option.move, onpointerenter: look(option), onpointerleave: look(null), onfocus: look(option), onblur: look(null) });
  }
}
