// Mouse, finger and keys on the board.

import { middle } from "./picture.js";

/** Events that end a drag. */
const ENDS = /** @type {const} */ (["pointerup", "pointercancel"]);

/** Turns clicks, drags and keys on a board into spaces that are chosen. */
export class Pointer {
  /** Whether a penguin is held that can move. */
  isDragging = false;
  /** Whether the focus came by mouse or finger: keys but Enter then belong to the page, until Tab is pressed. */
  isPointed = false;

  /** @param {import("./board.js").BoardView} board */
  constructor(board) {
    this.board = board;
    const { frame } = board;
    frame.addEventListener("click", (event) => this.click(event));
    frame.addEventListener("keydown", (event) => this.key(event));
    frame.addEventListener("pointerdown", (event) => this.drag(event));
    // A finger that drags a penguin does not move the page: browsers heed `touch-action` for a whole picture only.
    frame.addEventListener("touchmove", (event) => this.isDragging && event.preventDefault(), { passive: false });
    frame.addEventListener("contextmenu", (event) => board.canDraw && event.preventDefault());
    addEventListener("pointerdown", () => (this.isPointed = true), { capture: true });
    addEventListener("keydown", (event) => event.key === "Tab" && (this.isPointed = false), { capture: true });
    addEventListener("keydown", (event) => event.key === "Escape" && !document.querySelector(":modal") && board.stepBack() && event.preventDefault());
  }

  /** @param {MouseEvent} event */
  click(event) {
    const hex = /** @type {Element} */ (event.target).closest("[data-hex]")?.getAttribute("data-hex");
    if (hex) this.board.pick(hex);
  }

  /** Drags a penguin to a hex, or a tool of the editor over hexes. @param {PointerEvent} event */
  drag(event) {
    const from = /** @type {Element} */ (event.target).closest("[data-hex]")?.getAttribute("data-hex");
    const { board } = this;
    const isDrawing = board.canDraw && (event.button === 2 || board.drawing.isOn);
    if (!from || (event.button !== 0 && !isDrawing)) return;
    if (board.onHex) return this.sweep(from, board.onHex);
    this.isDragging = board.path[0] === from || board.composer.next.has(from);
    const end = (/** @type {PointerEvent} */ up) => {
      for (const name of ENDS) removeEventListener(name, end);
      this.isDragging = false;
      const to = up.type === "pointerup" ? hexAt(up) : null;
      // A click of the first button draws by itself.
      if (to && isDrawing && (to !== from || event.button === 2)) board.drawing.add(from, to);
      if (!to || to === from || isDrawing || board.path.length > 1) return;
      if (board.path[0] !== from) {
        board.composer.clear();
        board.pick(from);
      }
      if (board.path[0] === from && board.composer.next.has(to)) board.pick(to);
    };
    for (const name of ENDS) addEventListener(name, end);
  }

  /**
   * Reports the hexes that a drag crosses; one that stays on its hex is a click.
   * @param {string} from
   * @param {(hex: string, isContinued?: boolean) => void} report
   */
  sweep(from, report) {
    let last = from;
    const move = (/** @type {PointerEvent} */ event) => {
      const hex = hexAt(event);
      if (!hex || hex === last) return;
      if (last === from) report(from);
      last = hex;
      report(hex, true);
    };
    addEventListener("pointermove", move);
    for (const name of ENDS) addEventListener(name, () => removeEventListener("pointermove", move), { once: true });
  }

  /** Moves the focus from hex to hex by arrow keys, and chooses by Enter and the space bar. @param {KeyboardEvent} event */
  key(event) {
    const space = /** @type {Element} */ (event.target).closest("[data-hex]");
    if (!space || (this.isPointed && event.key !== "Enter")) return;
    const directions = /** @type {Record<string, [number, number]>} */ ({ ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] });
    const direction = directions[event.key];
    if (direction) this.moveFocus(space, direction);
    else if (event.key === "Enter" || event.key === " ") this.board.pick(space.getAttribute("data-hex") ?? "");
    else if (event.key !== "Escape") return;
    // Without a step to take back the keys are those of the game again.
    else if (!this.board.stepBack()) this.isPointed = true;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {Element} space @param {[number, number]} direction */
  moveFocus(space, [right, down]) {
    const from = middle(space);
    const cost = (/** @type {Element} */ other) => {
      const at = middle(other);
      const along = (at.x - from.x) * right + (at.y - from.y) * down;
      const across = Math.abs((at.x - from.x) * down) + Math.abs((at.y - from.y) * right);
      // The nearest one within 45 degrees, the left one of two: up and down go to the next row.
      return along > 1 && across <= along ? Math.round(Math.hypot(along, across)) : Infinity;
    };
    const best = this.board.picture.spaces().map((other) => ({ other, cost: cost(other) })).sort((a, b) => a.cost - b.cost)[0];
    if (!best || best.cost === Infinity) return;
    space.setAttribute("tabindex", "-1");
    best.other.setAttribute("tabindex", "0");
    best.other.focus();
  }
}

/** Hex below a pointer. @param {PointerEvent} event */
function hexAt({ clientX, clientY }) {
  return document.elementFromPoint(clientX, clientY)?.closest("[data-hex]")?.getAttribute("data-hex");
}
