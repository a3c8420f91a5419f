// What the page shows beside the board: each view extends this class.

import { el } from "./dom.js";

/** Key with what it does; `isRight` says where it does it. One of a button does what the button does, which names it. @typedef {{ key: string, words: string, isRight?: () => boolean } & ({ run: () => void, button?: undefined } | { run?: undefined, button: HTMLButtonElement })} Key */

/** Screen that persons may share. @typedef {Pick<View, "isSecret" | "waiting" | "viewer" | "curtain" | "handOver" | "takeScreen" | "conceal">} Screen */

/** Whether the board is above the panel. */
export const narrow = matchMedia("(max-width: 56rem) and (orientation: portrait)");

/** View of the game on the board. */
export class View {
  /** Name in addresses, and title. */
  name = "";
  title = "";
  /** Whether a person may change the tree of moves here. */
  isTree = false;
  /** Whether the line ends with the position shown, whatever follows in the tree. */
  isCut = false;
  /** Whether it is shown without a board. */
  isPlain = false;
  /** Whether it takes back its own steps, in place of those of the tree. */
  hasUndo = false;
  /** Its part of the panel. */
  element = el("div", { class: "view" });

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Whether what is on the board is a game that may be kept. */
  get isGame() {
    return this.isTree;
  }

  /** What decides who may see the board: the view itself, or the game that it plays. @returns {Screen} */
  get screen() {
    return this;
  }

  /** Whether it hides tiles from somebody. */
  get isSecret() {
    return false;
  }

  /** Name of the rules that a person reads about here; null for those of the game on the board. @returns {string | null} */
  get rulesName() {
    return null;
  }

  /** @returns {Key[]} */
  get keys() {
    return [];
  }

  /** Begins; `isOpened` says whether the address of the page led to the position. @param {boolean} isOpened @returns {void | Promise<void>} */
  enter(isOpened) {
    void isOpened;
  }

  leave() {}

  /** Forgets what it has said of a game, when another one is on the board. */
  forget() {}

  /** Shows the state of the game, after every change. */
  update() {}

  /** Shows a change of the tree that leaves the position as it is. */
  showTree() {}

  /** Shows whose turn it is, in the middle of a move as well. */
  showTurn() {}

  /** Shows names that have been changed. */
  showNames() {}

  /** Whether a person may move in the position shown. */
  canMove() {
    return this.isTree && !this.app.game.state?.is_over;
  }

  /** Takes back its last step. @returns {void | Promise<void>} */
  undo() {}

  /** Letter of the player whose view is shown; null for all. @returns {string | null} */
  viewer() {
    return null;
  }

  /** Letter of the person to whom the screen is to be handed before anything is shown; null for none. @returns {string | null} */
  curtain() {
    return null;
  }

  /** Letter of the person who is to have the screen once its holder has seen the board; empty for none. */
  get waiting() {
    return "";
  }

  /** Hides the board until the person who waits for the screen takes it. */
  handOver() {}

  /** Gives the screen to the person that is to have it next. */
  async takeScreen() {}

  /** Takes from the board what the next view may not show. */
  async conceal() {}

  /** Address for others, where it is not that of the page. @returns {Promise<string | null>} */
  async ownLink() {
    return null;
  }
}
