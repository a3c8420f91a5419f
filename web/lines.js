// The best lines as a table: each move of them can be looked at, played and inserted.

import { button, el, fill, keyed, walk } from "./dom.js";
import { named } from "./seats.js";
import { announce } from "./speech.js";

/** @typedef {import("./types").LineReport} LineReport */

/** Table of the lines of an analysis. */
export class LineTable {
  /** @type {LineReport[]} */
  lines = [];
  /** Best move. @type {string | null | undefined} */
  best = null;
  /** Move of a line on which the pointer rests, and the time until its position is shown. @type {EventTarget | null} */
  hovered = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  hovering = undefined;
  /** Where the pointer was when it chose a move of a line: what comes below it then is not shown. */
  clicked = { x: NaN, y: NaN };

  /** @param {Pick<import("./main.js").App, "board" | "game" | "moves" | "tip">} app */
  constructor(app) {
    this.app = app;
    this.element = el("div", { class: "lines", id: "lines", dir: "ltr", onclick: this.clickLine, onkeydown: this.keyLine, onmousemove: this.hover, onmouseleave: this.unhover, onfocusin: this.focusLine });
  }

  /** Shows lines; what has the focus keeps it. @param {LineReport[]} lines @param {string | null | undefined} best */
  show(lines, best) {
    Object.assign(this, { lines, best });
    const indices = lines.map((_, index) => index);
    const none = { "data-line": "", tabindex: "-1" };
    const create = () => el("div", { class: "line", role: "toolbar" }, el("b", { class: "value" }), el("small", { class: "visits", title: "Tries: how often the search looked at the move. It plays the one with most." }), el("span", { class: "pv" }), el("span", { class: "ends" }, button("+", () => {}, { ...none, class: "quiet insert", title: "Insert the line into the tree (i: the first line)" }), button("▾", () => {}, { ...none, class: "quiet expand", title: "Show the whole line (e: all lines)" })));
    keyed(this.element, indices, (index) => index, create, (row, index) => {
      const { pv, told = [], tag = "", exact, visits } = lines[index];
      const [value, count, moves, ends] = row.children;
      const isBest = pv[0] === this.best;
      row.setAttribute("aria-label", `Line ${index + 1}, ${tag}${isBest ? ", best move" : ""}`);
      row.classList.toggle("best", isBest);
      value.classList.toggle("exact", exact);
      fill(value, tag);
      fill(count, visits?.toLocaleString("en"));
      const number = (/** @type {string} */ _, /** @type {number} */ step) => step;
      keyed(moves, pv.map(number), (step) => step, () => el("button", { type: "button", class: "move", tabindex: "-1" }), (move, step) => {
        const { text, title } = told[step] ?? { text: pv[step], title: "" };
        // On a floe as in the list of moves: words would fill the row.
        const isBrief = this.app.game.state?.has_floe === true;
        const [shown, other] = isBrief && text !== pv[step] ? [pv[step], text] : [text, title];
        const brief = named(shown);
        if (move.textContent !== brief) move.textContent = brief;
        move.setAttribute("title", isBrief ? named(other) : other);
        move.setAttribute("data-step", String(step));
        move.setAttribute("translate", isBrief ? "no" : "yes");
      });
      if (!row.querySelector('[tabindex="0"]')) row.querySelector("button")?.setAttribute("tabindex", "0");
      const [insert, expand] = ends.children;
      insert.setAttribute("aria-label", `Insert line ${index + 1} into the tree`);
      expand.setAttribute("aria-label", `Show line ${index + 1} whole`);
      expand.setAttribute("aria-expanded", String(row.classList.contains("open")));
    });
  }

  /** Line of the best move, where there are lines. */
  get bestLine() {
    return /** @type {LineReport} */ (this.lines.find(({ pv }) => pv[0] === this.best));
  }

  playBest() {
    return this.follow(this.bestLine.pv.slice(0, 1));
  }

  /** Line of an element of the table, and number of the move in it. @param {EventTarget | null} target */
  lineAt(target) {
    const element = /** @type {Element} */ (target);
    const row = element.closest(".line");
    const line = row && this.lines[[...this.element.children].indexOf(row)];
    const step = element.closest(".move")?.getAttribute("data-step") ?? null;
    return row && line ? { row, line, step: step === null ? null : Number(step) } : null;
  }

  clickLine = (/** @type {MouseEvent} */ event) => {
    const found = this.lineAt(event.target);
    const element = /** @type {Element} */ (event.target);
    if (!found) return;
    this.clicked = event;
    if (element.closest(".insert")) this.insert(found.line);
    else if (element.closest(".expand")) this.expand([found.row]);
    else if (found.step !== null) this.follow(found.line.pv.slice(0, found.step + 1));
  };

  /** Moves the focus in a line, which is one stop of the Tab key. */
  keyLine = (/** @type {KeyboardEvent} */ event) => {
    const found = this.lineAt(event.target);
    const buttons = found ? [...found.row.querySelectorAll("button")] : [];
    const next = walk(event, buttons);
    if (!next) return;
    /** @type {Element} */ (event.target).setAttribute("tabindex", "-1");
    next.setAttribute("tabindex", "0");
  };

  /** Shows a line whole when the focus comes to a move that would be out of sight. */
  focusLine = (/** @type {Event} */ event) => {
    const found = this.lineAt(event.target);
    if (!found?.step) return;
    const move = /** @type {HTMLElement} */ (event.target);
    if (move.offsetTop > /** @type {HTMLElement} */ (found.row).offsetTop + 24) found.row.classList.add("open");
    /** @type {Element} */ (move.parentElement).scrollTop = 0;
  };

  /** @param {Element[]} rows lines to show whole, or in one row if they are */
  expand(rows) {
    const isOpen = rows.some((row) => !row.classList.contains("open"));
    for (const row of rows) {
      row.classList.toggle("open", isOpen);
      row.querySelector(".expand")?.setAttribute("aria-expanded", String(isOpen));
    }
  }

  /** Shows the position after a move of a line while the pointer rests on it. What comes below a pointer that does not move is not shown. */
  hover = (/** @type {MouseEvent} */ event) => {
    if ((event.movementX === 0 && event.movementY === 0) || event.target === this.hovered) return;
    if (Math.hypot(event.x - this.clicked.x, event.y - this.clicked.y) < 8) return;
    this.unhover();
    const found = this.lineAt(event.target);
    if (!found || found.step === null) return;
    this.hovered = event.target;
    const moves = found.line.pv.slice(0, found.step + 1);
    this.hovering = setTimeout(() => this.app.board.preview(moves), 150);
  };

  /** Shows the position of the game again. */
  unhover = () => {
    clearTimeout(this.hovering);
    if (!this.hovered) return;
    this.hovered = null;
    this.app.board.endPreview();
  };

  /** @param {LineReport} line */
  async insert({ pv, short }) {
    const { game } = this.app;
    try {
      this.app.moves.list.point(await game.insert(pv, short));
      announce("Line inserted");
    } catch {
      this.app.tip("This line cannot be inserted: chance decides what follows.");
    }
  }

  /** @param {string[]} moves to play */
  async follow(moves) {
    const { game } = this.app;
    const ids = await game.insert(moves).catch(() => null);
    const last = ids?.at(-1);
    if (last !== undefined) return game.goTo(last);
    // Chance decides on the way.
    for (const move of moves) await game.play(move);
  }
}

/**
 * Proved values on the hexes that continue a path, of the best move to each.
 * @param {Map<string, string>} exact values of moves, best first
 * @param {import("./types").LegalMove[]} legal
 * @param {string[]} path
 */
export function provedValues(exact, legal, path) {
  /** @type {Map<string, string>} */
  const best = new Map();
  const paths = new Map(legal.map(({ move, path }) => [move, path]));
  for (const [move, value] of exact) {
    const hexes = paths.get(move) ?? [];
    const hex = path.every((name, index) => hexes[index] === name) ? hexes[path.length] : undefined;
    if (hex && !best.has(hex)) best.set(hex, value);
  }
  const [most] = best.values();
  return [...best].map(([space, text]) => ({ space, text, is_best: text === most }));
}
