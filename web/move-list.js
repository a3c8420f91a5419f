// The list of the moves, in which only what has changed is written.

import { blocksOf } from "./blocks.js";
import { el, fill, keyed } from "./dom.js";
import { isOfReview } from "./notes.js";
import { named } from "./seats.js";
import { ROOT } from "./tree.js";

/** @typedef {import("./blocks.js").Block} Block */

/** List of the moves of a tree, or of a line. */
export class MoveList {
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
  /** What each entry of the list shows, so that only what has changed is written. @type {WeakMap<Element, unknown[]>} */
  written = new WeakMap();
  shown = [0, 0, 0];
  element = el("div", { id: "moves", role: "group", dir: "ltr", "aria-label": "Moves", onclick: (/** @type {Event} */ event) => this.click(event) });

  /** @param {Pick<import("./main.js").App, "game" | "review">} app @param {import("./moves.js").MoveTree} box */
  constructor(app, box) {
    this.app = app;
    this.box = box;
    this.element.onscroll = () => (this.isSeen = this.distance === 0);
    new ResizeObserver(() => this.isSeen && this.current && this.reveal()).observe(this.element);
  }

  /** Shows nothing. */
  clear() {
    fill(this.element);
    this.listed = [];
    this.current = null;
  }

  /** Shows the moves, in views of the tree with all variations, and else the line alone. */
  update() {
    const { app: { game }, box } = this;
    const { tree, viewer, tellings, state } = game;
    const hasFocus = this.element.contains(document.activeElement);
    // Moves in words need the whole width.
    const columns = state?.has_floe ? state.players : 1;
    const listed = [tree, tree.shape, viewer, columns, box.isOpen ? box.secrets.join() : game.line.join(), box.opening.join("\n")];
    const shown = [tree.revision, tellings, this.app.review.search.moves.length];
    const isListed = isEqual(listed, this.listed);
    if (!isListed) this.arrange(columns);
    if (!isListed || !isEqual(shown, this.shown)) this.writeAll(columns);
    Object.assign(this, { listed, shown });
    this.markCurrent(hasFocus);
  }

  /** Makes an entry for each move, in blocks. @param {number} columns */
  arrange(columns) {
    const { game } = this.app;
    const first = this.box.opening.length > 0 ? [{ depth: 0, isBranch: false, ids: [ROOT] }] : [];
    const blocks = this.box.isOpen ? [...first, ...blocksOf(game.tree, this.box.secrets)] : [{ depth: 0, isBranch: false, ids: game.line }];
    this.blocks = blocks.filter(({ ids }) => ids.length > 0);
    this.entries.clear();
    this.element.style.setProperty("--columns", String(columns));
    this.element.style.setProperty("--rows", String(this.blocks.reduce((rows, { ids }) => rows + Math.ceil(ids.length / columns), 0)));
    keyed(this.element, this.blocks, ({ ids }) => ids[0], () => el("ol", { class: "block" }), (block, { depth, isBranch, ids }) => {
      const number = game.numberOf(ids[0]);
      const shown = [depth, isBranch, number];
      if (!isEqual(shown, this.written.get(block) ?? [])) {
        this.written.set(block, shown);
        block.classList.toggle("variation", depth > 0);
        block.classList.toggle("branch", isBranch);
        /** @type {HTMLElement} */ (block).style.setProperty("--depth", String(Math.min(depth, 8)));
        if (depth > 0) block.setAttribute("aria-label", `Variation at move ${number}`);
        else block.removeAttribute("aria-label");
      }
      keyed(block, ids, (id) => id, () => el("li"), (entry, id) => void this.entries.set(id, entry));
    });
  }

  /** Writes the entries that have changed: one column for each player, and comments between the rows. @param {number} columns */
  writeAll(columns) {
    const { hasRounds, told, tree } = this.app.game;
    for (const { ids } of this.blocks) {
      let last = columns;
      for (const id of ids) {
        const turn = told.get(id)?.turn;
        const column = columns > 1 && turn ? turn.charCodeAt(0) - 65 : (last + 1) % columns;
        this.write(/** @type {Element} */ (this.entries.get(id)), id, !hasRounds || column <= last);
        last = this.box.isOpen && tree.node(id).comments.length > 0 ? columns : column;
      }
    }
  }

  /**
   * Writes an entry, if what it shows has changed.
   * @param {Element} entry
   * @param {number} id
   * @param {boolean} isNumbered whether its number stands before it
   */
  write(entry, id, isNumbered) {
    if (id === ROOT) return fill(entry, this.box.opening.map((words) => el("span", { class: "comment" }, words)));
    const { game } = this.app;
    const node = game.tree.node(id);
    const told = game.told.get(id);
    const sign = node.marks || this.app.review.signOf(id);
    const number = game.numberOf(id);
    const shown = [node, told, number, isNumbered, this.box.isOpen, game.viewer, sign];
    if (isEqual(shown, this.written.get(entry) ?? [])) return;
    this.written.set(entry, shown);
    const { move, comments, value } = node;
    const { viewer } = game;
    const observed = viewer ? (told?.seen ?? "…") : move;
    // On a floe the hexes say enough: words would fill the columns.
    const isBrief = game.state?.has_floe === true;
    const text = isBrief || !told?.words ? observed : named(told.words);
    const notes = this.box.isOpen ? comments : [];
    // Cards that are drawn and laid belong to the step before them.
    const isDealt = !isBrief && /^(draw|lay)\b/.test(move);
    entry.className = `${told?.turn ?? ""}${isDealt ? " dealt" : ""}`;
    const worth = viewer || value === null ? "" : `value ${value} for ${told?.turn ?? "its player"}`;
    let words = isBrief ? told?.words : null;
    if (!viewer) words ??= told?.words ? move : told?.title;
    const title = named([[number, words].filter(Boolean).join(" "), worth, isBrief && told?.news].filter(Boolean).join(", "));
    const marked = text + (this.box.isOpen ? sign : "");
    // A notation is broken after commas alone.
    const parts = isBrief ? marked.split(/(?<=,)/).map((part) => el("span", { class: "part" }, part)) : marked;
    const hasFocus = entry.contains(document.activeElement);
    const step = el("button", { type: "button", class: "move", "data-id": id, "data-number": isNumbered ? number : "", tabindex: "-1", translate: text === observed ? "no" : null, dir: text === observed ? null : "auto", title }, el("span", {}, parts));
    if (told?.news && isBrief) step.append(el("span", { class: "strike" }, "×"));
    fill(entry, step, told?.news && !isBrief && el("span", { class: "comment" }, named(told.news)), notes.map((note) => el("span", { class: "comment", dir: "auto" }, isOfReview(note) ? named(note) : note)));
    if (hasFocus) step.focus();
  }

  /**
   * Marks the move that leads to the position shown, and brings it into sight.
   * @param {boolean} hasFocus whether the focus was in the list, and goes with the mark
   */
  markCurrent(hasFocus) {
    const { game } = this.app;
    const current = this.entries.get(game.node)?.querySelector("[data-id]") ?? null;
    const stop = current ?? this.element.querySelector(".move");
    if (stop !== this.stop) {
      this.stop?.setAttribute("tabindex", "-1");
      stop?.setAttribute("tabindex", "0");
      this.stop = stop;
    }
    if (hasFocus && document.activeElement !== stop && (current || !this.element.contains(document.activeElement))) /** @type {HTMLElement | null} */ (stop)?.focus();
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
    const box = this.element.getBoundingClientRect();
    const at = this.current?.getBoundingClientRect();
    if (!at) return null;
    return at.top < box.top || at.bottom > box.bottom ? at.top - box.top - 60 : 0;
  }

  /** Moves the list in the page, where an element that is moved would lose its place, or takes it out. @param {() => void} move */
  keepPlace(move) {
    const { element: list } = this;
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
    const { distance, element: list } = this;
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

  /** @param {Event} event */
  click(event) {
    const id = /** @type {Element} */ (event.target).closest("[data-id]")?.getAttribute("data-id");
    if (id) this.app.game.goTo(Number(id));
  }
}

/** @param {unknown[]} one @param {unknown[]} other */
function isEqual(one, other) {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}
