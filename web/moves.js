// The moves of the game: the tree with its variations, and what can be done to the move shown.

import { amount, button, el, fill, keyed } from "./dom.js";
import { askExercise } from "./exercise.js";
import { moreMenu } from "./menus.js";
import { isOfReview } from "./notes.js";
import { saveGame } from "./save.js";
import { named } from "./seats.js";
import { announce } from "./speech.js";
import { recall, remember } from "./storage.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./tree.js").Tree} Tree */
/** Move as the list shows it; `isFirst` says whether it begins a row. @typedef {{ id: number, number: number, isFirst?: boolean }} Item */
/** Moves of a line between two places where others branch off. @typedef {{ depth: number, isBranch: boolean, items: Item[] }} Block */

/** Signs of moves, with their meaning. */
const MARKS = /** @type {const} */ ([["!", "Good move"], ["?", "Mistake"], ["!!", "Very good move"], ["??", "Blunder"], ["!?", "Interesting move"], ["?!", "Doubtful move"]]);

/** List of the moves with tools for the one shown. */
export class MoveTree {
  /** Order of the list and what it shows, so that it is not gone through where nothing has changed. @type {unknown[]} */
  listed = [];
  /** @type {Block[]} */
  blocks = [];
  /** Entries by the ids of their moves. @type {Map<number, Element>} */
  entries = new Map();
  /** Move that leads to the position shown, and the one that the Tab key reaches. @type {Element | null} */
  current = null;
  /** @type {Element | null} */
  stop = null;
  /** Place of the list when it was last in the page, and whether it has been moved there since a move was marked. */
  top = 0;
  isMoved = false;
  /** Whether the move that leads to the position shown is in sight, and stays so when the list gets another size. */
  isSeen = false;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.list = el("div", { id: "moves", role: "group", translate: "no", dir: "ltr", "aria-label": "Moves", onclick: (/** @type {Event} */ event) => this.click(event) });
    /** What each entry of the list shows, so that only what has changed is written. @type {WeakMap<Element, unknown[]>} */
    this.written = new WeakMap();
    this.shown = [0, 0, 0];
    this.list.onscroll = () => (this.isSeen = this.distance === 0);
    new ResizeObserver(() => this.isSeen && this.current && this.reveal()).observe(this.list);
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
    this.element = el("div", { class: "move-box" }, el("div", { class: "row heading" }, el("h2", { title: "Each move of a player has a number of its own" }, "Moves"), this.tools), this.list, this.comment, this.note);
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
   * @param {() => boolean} [isNews] whether it still holds
   */
  say(text, action = null, isNews = () => true) {
    this.isNews = isNews;
    if (action || this.note.textContent !== text) fill(this.note, text, action && " ", action);
  }

  /**
   * Says what has been done to the game, until the next thing is done.
   * @param {string} text
   * @param {HTMLElement | null} [action]
   */
  tell(text, action = null) {
    const { game } = this.app;
    const { node, tree } = game;
    const { revision } = tree;
    this.say(text, action, () => tree === game.tree && node === game.node && revision === tree.revision);
  }

  /** Shows nothing of the game. */
  clear() {
    fill(this.list);
    this.listed = [];
    this.tools.hidden = this.comment.hidden = true;
    this.current = null;
  }

  /** Shows the moves, in views of the tree with all variations, and else the line alone. */
  update() {
    const { game } = this.app;
    const { tree, viewer, tellings, state } = game;
    if (!this.isNews()) this.say("");
    const hasFocus = this.list.contains(document.activeElement);
    // Moves in words need the whole width.
    const columns = state?.has_floe ? state.players : 1;
    const listed = [tree, tree.shape, viewer, columns, this.isOpen ? this.secrets.join() : game.line.join(), this.opening.join("\n")];
    const shown = [tree.revision, tellings, this.app.review.search.moves.length];
    const isListed = isEqual(listed, this.listed);
    if (!isListed) this.arrange(columns);
    if (!isListed || !isEqual(shown, this.shown)) this.writeAll(columns);
    Object.assign(this, { listed, shown });
    this.markCurrent(hasFocus);
    this.showTools();
  }

  /** Makes an entry for each move, in blocks. @param {number} columns */
  arrange(columns) {
    const { game } = this.app;
    const first = this.opening.length > 0 ? [{ depth: 0, isBranch: false, items: [{ id: ROOT, number: 0 }] }] : [];
    this.blocks = this.isOpen ? [...first, ...blocksOf(game.tree, this.secrets)] : lineOf(game.line);
    this.entries.clear();
    this.list.style.setProperty("--columns", String(columns));
    this.list.style.setProperty("--rows", String(this.blocks.reduce((rows, { items }) => rows + Math.ceil(items.length / columns), 0)));
    const keys = (/** @type {Block} */ { items }) => items[0].id;
    keyed(this.list, this.blocks, keys, () => el("ol", { class: "block" }), (block, { depth, isBranch, items }) => {
      const shown = [depth, isBranch, items[0].number];
      if (!isEqual(shown, this.written.get(block) ?? [])) {
        this.written.set(block, shown);
        block.classList.toggle("variation", depth > 0);
        block.classList.toggle("branch", isBranch);
        /** @type {HTMLElement} */ (block).style.setProperty("--depth", String(Math.min(depth, 8)));
        if (depth > 0) block.setAttribute("aria-label", `Variation at move ${items[0].number}`);
        else block.removeAttribute("aria-label");
      }
      keyed(block, items, ({ id }) => id, () => el("li"), (entry, { id }) => void this.entries.set(id, entry));
    });
  }

  /** Writes the entries that have changed. @param {number} columns */
  writeAll(columns) {
    for (const { items } of this.blocks) {
      this.divide(items, columns);
      for (const item of items) this.write(/** @type {Element} */ (this.entries.get(item.id)), item);
    }
  }

  /**
   * Finds the moves that begin rows: one column for each player, and comments between the rows.
   * @param {Item[]} items
   * @param {number} columns
   */
  divide(items, columns) {
    const { told, tree } = this.app.game;
    let last = columns;
    for (const item of items) {
      const turn = told.get(item.id)?.turn;
      const column = columns > 1 && turn ? turn.charCodeAt(0) - 65 : (last + 1) % columns;
      item.isFirst = column <= last;
      last = this.isOpen && tree.node(item.id).comments.length > 0 ? columns : column;
    }
  }

  /**
   * Writes an entry, if what it shows has changed.
   * @param {Element} entry
   * @param {Item} item
   */
  write(entry, { id, number, isFirst }) {
    if (id === ROOT) return fill(entry, this.opening.map((words) => el("span", { class: "comment" }, words)));
    const { game } = this.app;
    const node = game.tree.node(id);
    const told = game.told.get(id);
    const sign = node.marks || this.app.review.signOf(id);
    const shown = [node, told, number, isFirst, this.isOpen, game.viewer, sign];
    if (isEqual(shown, this.written.get(entry) ?? [])) return;
    this.written.set(entry, shown);
    const { move, comments, value } = node;
    const { viewer } = game;
    const observed = viewer ? (told?.seen ?? "…") : move;
    // On a floe the hexes say enough: words would fill the columns.
    const isBrief = game.state?.has_floe === true;
    const text = isBrief ? observed : (told?.words ?? observed);
    const notes = this.isOpen ? comments : [];
    entry.className = told?.turn ?? "";
    const worth = viewer || value === null ? "" : `value ${value} for ${told?.turn ?? "its player"}`;
    let words = isBrief ? told?.words : null;
    if (!viewer) words ??= told?.words ? move : told?.title;
    const title = named([`Move ${number}`, words, worth, isBrief && told?.news].filter(Boolean).join(", "));
    const marked = text + (this.isOpen ? sign : "");
    // A notation is broken after commas alone.
    const parts = isBrief ? marked.split(/(?<=,)/).map((part) => el("span", { class: "part" }, part)) : marked;
    const hasFocus = entry.contains(document.activeElement);
    const step = el("button", { type: "button", class: "move", "data-id": id, "data-number": isFirst ? `${number}.` : "", tabindex: "-1", title }, el("span", {}, parts));
    if (told?.news && isBrief) step.append(el("span", { class: "strike" }, "×"));
    fill(entry, step, told?.news && !isBrief && el("span", { class: "comment" }, named(told.news)), notes.map((note) => el("span", { class: "comment" }, isOfReview(note) ? named(note) : note)));
    if (hasFocus) step.focus();
  }

  /**
   * Marks the move that leads to the position shown, and brings it into sight.
   * @param {boolean} hasFocus whether the focus was in the list, and goes with the mark
   */
  markCurrent(hasFocus) {
    const { game } = this.app;
    const current = this.entries.get(game.node)?.querySelector("[data-id]") ?? null;
    const stop = current ?? this.list.querySelector(".move");
    if (stop !== this.stop) {
      this.stop?.setAttribute("tabindex", "-1");
      stop?.setAttribute("tabindex", "0");
      this.stop = stop;
    }
    if (hasFocus && document.activeElement !== stop && (current || !this.list.contains(document.activeElement))) /** @type {HTMLElement | null} */ (stop)?.focus();
    const { isMoved } = this;
    this.isMoved = false;
    if (current === this.current && !isMoved) return;
    this.current?.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "step");
    this.current = current;
    // Without a move, a list that was moved stays where it was.
    if (current || !isMoved) this.revealSoon();
  }

  /** How far the move that leads to the position shown is from sight; 0 where it is seen, null where there is none. */
  get distance() {
    const box = this.list.getBoundingClientRect();
    const at = this.current?.getBoundingClientRect();
    if (!at) return null;
    return at.top < box.top || at.bottom > box.bottom ? at.top - box.top - 60 : 0;
  }

  /** Moves the list in the page, where an element that is moved would lose its place, or takes it out. @param {() => void} move */
  keepPlace(move) {
    const { list } = this;
    if (list.isConnected) this.top = list.scrollTop;
    move();
    this.isMoved = true;
    if (list.isConnected) requestAnimationFrame(() => (list.scrollTop = this.top));
  }

  /** Brings that move into sight with the next picture, when all is laid out, and once more when blocks that were out of sight are. */
  revealSoon() {
    requestAnimationFrame(() => {
      this.reveal();
      requestAnimationFrame(() => this.reveal());
    });
  }

  /** Brings that move into sight. */
  reveal() {
    const { distance, list } = this;
    list.scrollTop = distance === null ? 0 : list.scrollTop + distance;
    this.isSeen = true;
  }

  /** Brings moves that have been inserted into sight, and marks them for a moment. @param {number[]} ids */
  point(ids) {
    const entries = ids.flatMap((id) => this.entries.get(id) ?? []);
    entries[0]?.scrollIntoView({ block: "nearest" });
    for (const entry of entries) entry.classList.add("fresh");
    setTimeout(() => entries.forEach((entry) => entry.classList.remove("fresh")), 3000);
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

  /** @param {Event} event */
  click(event) {
    const id = /** @type {Element} */ (event.target).closest("[data-id]")?.getAttribute("data-id");
    if (id) this.app.game.goTo(Number(id));
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

/** @param {unknown[]} one @param {unknown[]} other */
function isEqual(one, other) {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

/**
 * The line as one block.
 * @param {number[]} line
 * @returns {Block[]}
 */
function lineOf(line) {
  return line.length === 0 ? [] : [{ depth: 0, isBranch: false, items: line.map((id, index) => ({ id, number: index + 1 })) }];
}

/**
 * Blocks of a tree in the order of reading: variations stand after the move that they replace.
 * @param {Tree} tree
 * @param {number[]} secrets moves that begin variations to leave out
 * @returns {Block[]}
 */
function blocksOf(tree, secrets) {
  /** @type {Block[]} */
  const blocks = [];
  /** Moves at which blocks begin, the next one last. @type {(Item & { depth: number, isBranch: boolean })[]} */
  const open = tree.node(ROOT).children.slice(0, 1).map((id) => ({ id, number: 1, depth: 0, isBranch: false }));
  for (let first = open.pop(); first; first = open.pop()) {
    const { depth } = first;
    const items = [];
    let { isBranch, number } = first;
    for (let id = first.id; id !== undefined; id = tree.node(id).children[0]) {
      items.push({ id, number });
      number++;
      const { parent, children } = tree.node(id);
      const others = isBranch ? [] : tree.node(parent).children.slice(1).filter((other) => !secrets.includes(other));
      isBranch = false;
      if (others.length === 0) continue;
      open.push(...children.slice(0, 1).map((main) => ({ id: main, number, depth, isBranch: false })));
      open.push(...others.reverse().map((other) => ({ id: other, number: number - 1, depth: depth + 1, isBranch: true })));
      break;
    }
    blocks.push({ depth, isBranch: first.isBranch, items });
  }
  return blocks;
}
