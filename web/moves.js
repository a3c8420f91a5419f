// The moves of the game: the tree with its variations, and what can be done to the move shown.

import { amount, button, el, fill } from "./dom.js";
import { askExercise } from "./exercise.js";
import { moreMenu } from "./menus.js";
import { MoveList } from "./move-list.js";
import { isOfReview } from "./notes.js";
import { saveGame } from "./save.js";
import { announce } from "./speech.js";
import { recall, remember } from "./storage.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./tree.js").Tree} Tree */

/** Signs of moves, with their meaning. */
const MARKS = /** @type {const} */ ([["!", "Good move"], ["?", "Mistake"], ["!!", "Very good move"], ["??", "Blunder"], ["!?", "Interesting move"], ["?!", "Doubtful move"]]);

/** List of the moves with tools for the one shown. */
export class MoveTree {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = new MoveList(app, this);
    this.undo = button("↶", () => app.game.undo(), { id: "undo-tree", class: "quiet", title: "Undo (Ctrl+Z)", "aria-label": "Undo" });
    this.redo = button("↷", () => app.game.redo(), { id: "redo-tree", class: "quiet", title: "Redo (Ctrl+Shift+Z)", "aria-label": "Redo" });
    this.marks = MARKS.map(([sign, title]) => button(sign, () => this.mark(sign), { class: "sign", title, "aria-label": title, "data-sign": sign }));
    this.promote = button("Promote", () => this.edit((tree, id) => tree.promote(id)), { id: "promote", title: "Let this variation take the place of the line above it" });
    this.main = button("Main line", () => this.edit((tree, id) => tree.makeMain(id)), { id: "make-main", title: "Make the line up to here the main one" });
    this.remove = button("Delete", () => this.deleteMove(), { id: "delete-move", title: "Delete this move and all that follow it (Delete)" });
    this.comment = el("textarea", { id: "comment", rows: "3", placeholder: "Comment on this position", "aria-label": "Comment on this position", onchange: () => this.keepComment(), onkeydown: (/** @type {KeyboardEvent} */ { key }) => key === "Escape" && this.comment.blur() });
    /** Node that the text of the comment belongs to. */
    this.commented = ROOT;
    this.commenting = button("✎", () => this.openComment(this.comment.hidden), { id: "commenting", class: "quiet toggle", title: "Comment on this position (c)", "aria-label": "Comment on this position" });
    this.openComment(recall("commenting") === "true");
    this.lesson = button("To a lesson", () => askExercise(app), { id: "to-lesson", title: "Add this position to a lesson" });
    const copy = button("Copy link", () => app.links.copy(), { title: "Copy the address of the page, which holds the game" });
    const save = button("Save as file", () => saveGame(app), { id: "save-tree" });
    this.more = el("div");
    const more = moreMenu("move-more", "More for this move", "…", el("div", { class: "row", role: "group", "aria-label": "Sign of the move" }, this.marks), this.promote, this.main, this.remove, this.lesson, copy, save, this.more);
    this.tools = el("div", { id: "move-tools", class: "row" }, this.undo, this.redo, this.commenting, more);
    /** What is to be known about the tree. */
    this.note = el("p", { class: "faint", id: "tree-note", spoken: true });
    /** Whether the note still holds. */
    this.isNews = () => true;
    this.element = el("div", { class: "move-box" }, el("div", { class: "row heading" }, el("h2", { title: "Where two move in turn on a floe, a number is that of a round, and else of a move" }, "Moves"), this.tools), this.list.element, this.comment, this.note);
  }

  /** Opens or closes the comment on the position shown; it stays so. @param {boolean} isOpened */
  openComment(isOpened) {
    this.comment.hidden = !isOpened;
    this.commenting.setAttribute("aria-pressed", String(isOpened));
    remember("commenting", String(isOpened));
    if (isOpened && this.comment.isConnected) this.comment.focus();
  }

  /** Whether a person may change the tree in this view. */
  get isOpen() {
    return this.app.view.isTree && !this.app.game.viewer;
  }

  /** Comments of a person on the first position: the first row of the list. */
  get opening() {
    return this.app.game.tree.node(ROOT).comments.filter((words) => !isOfReview(words));
  }

  /** Moves that begin variations and are not shown yet. */
  get secrets() {
    return this.app.review.lesson.secrets;
  }

  /**
   * Says something about the tree, and offers what can be done about it.
   * @param {string} text
   * @param {HTMLElement | null} [action]
   * @param {() => boolean} [isNews] whether it still holds; default: as long as the game is on the board
   */
  say(text, action = null, isNews) {
    const { game } = this.app;
    const { tree } = game;
    this.isNews = isNews ?? (() => tree === game.tree);
    if (action || this.note.textContent !== text) fill(this.note, text, action && " ", action);
  }

  /** Says what has been done to the game, until the next thing is done. @param {string} text @param {HTMLElement | null} [action] */
  tell(text, action = null) {
    const { game } = this.app;
    const { revision } = game.tree;
    const isHere = game.stay();
    this.say(text, action, () => isHere() && revision === game.tree.revision);
  }

  /** Shows nothing of the game. */
  clear() {
    this.list.clear();
    this.tools.hidden = this.comment.hidden = true;
  }

  /** Shows the moves, in views of the tree with all variations, and else the line alone. */
  update() {
    if (!this.isNews()) this.say("");
    this.list.update();
    this.showTools();
  }

  showTools() {
    const { game } = this.app;
    const { tree, node } = game;
    this.tools.hidden = !this.isOpen;
    this.comment.hidden = !this.isOpen || this.commenting.ariaPressed !== "true";
    if (!this.isOpen) return;
    this.undo.disabled = !game.undoable.undo;
    this.redo.disabled = !game.undoable.redo;
    const { marks, comments } = tree.node(node);
    for (const sign of this.marks) {
      sign.setAttribute("aria-pressed", String(sign.dataset.sign === marks));
      sign.disabled = node === ROOT;
    }
    this.promote.disabled = this.main.disabled = tree.branch(node) === null;
    this.remove.disabled = node === ROOT;
    const text = comments.join("\n\n");
    if (this.commented === node && document.activeElement === this.comment) return;
    this.keepComment();
    this.commented = node;
    this.comment.value = text;
    this.comment.defaultValue = text;
  }

  /** Writes the comment into the tree, if it has been changed. */
  keepComment() {
    const { game } = this.app;
    const { value, defaultValue } = this.comment;
    if (value === defaultValue || !game.tree.has(this.commented)) return;
    this.comment.defaultValue = value;
    const comments = value.split(/\n{2,}/).map((text) => text.trim()).filter((text) => text !== "");
    const id = this.commented;
    game.edit((tree) => tree.annotate(id, { comments }));
  }

  /** Changes the tree at the node shown. @param {(tree: Tree, id: number) => void} change */
  edit(change) {
    const { game } = this.app;
    const { node } = game;
    return game.edit((tree) => change(tree, node));
  }

  /** Gives the move shown a sign, or takes this one away. @param {string} sign */
  mark(sign) {
    this.edit((tree, id) => tree.annotate(id, { marks: tree.node(id).marks === sign ? "" : sign }));
  }

  /** Gives the move shown the next of these signs, after the last one none. @param {string[]} signs */
  nextMark(signs) {
    this.edit((tree, id) => id !== ROOT && tree.annotate(id, { marks: signs[signs.indexOf(tree.node(id).marks) + 1] ?? "" }));
  }

  /** Deletes the move shown with all that follow it. */
  async deleteMove() {
    const { game } = this.app;
    const { tree, node } = game;
    const count = tree.below(node).length;
    if (!this.isOpen || node === ROOT) return;
    await this.edit((changed, id) => changed.delete(id));
    if (tree !== game.tree) return;
    const words = `${amount(count, "move")} deleted.`;
    this.tell(words, button("Undo", () => game.undo(), { id: "undelete-moves" }));
    announce(`${words} Ctrl+Z brings back what was there.`);
  }

  /**
   * Shows the next variation at the move shown, or else at the nearest one before it that has variations; returns whether there is one.
   * @param {1 | -1} step
   */
  nextVariation(step) {
    const { game } = this.app;
    const { tree } = game;
    for (const id of tree.path(game.node).reverse()) {
      const children = tree.node(tree.node(id).parent).children.filter((other) => !this.secrets.includes(other));
      if (children.length < 2) continue;
      const index = children.indexOf(id) + step;
      game.goTo(children[(index + children.length) % children.length]);
      return true;
    }
    return false;
  }
}
