// Keys and the wheel, and the help that lists them.

import { openDialog } from "./dialogs.js";
import { byId, el, folded } from "./dom.js";
import { rulesOf } from "./rules.js";

/** How others come to the page, in Help. */
const OTHERS = "Start the page with floe board --host 0.0.0.0: others open the address that it prints, and links that are copied there lead them on. Each address has a shelf of its own.";

/** Keys of the page and of the view shown. */
export class Keyboard {
  /** Way that a wheel over the board has been turned since the last step, in pixels. */
  wheeled = 0;

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    addEventListener("keydown", (event) => this.key(event));
    byId("board").addEventListener("wheel", (event) => this.wheel(event), { passive: false });
    byId("help-button").onclick = () => this.help();
  }

  /** Keys of the view shown. */
  get keys() {
    const { app } = this;
    const { game, moves } = app;
    const isTree = () => moves.isOpen;
    return [
      { key: "ArrowLeft", words: "one move back", run: () => game.show(game.ply - 1) },
      { key: "ArrowRight", words: "one move forth", run: () => game.show(game.ply + 1) },
      { key: "ArrowUp", words: "previous variation", run: () => moves.nextVariation(-1), isRight: isTree },
      { key: "ArrowDown", words: "next variation", run: () => moves.nextVariation(1), isRight: isTree },
      { key: "Home", words: "first position", run: () => game.show(0) },
      { key: "End", words: "last position", run: () => game.show(game.line.length) },
      { key: "c", words: "write a comment", run: () => moves.openComment(true), isRight: isTree },
      { key: "Delete", words: "delete the move shown and all that follow it", run: () => moves.deleteMove(), isRight: isTree },
      { key: "+", words: "good move: !, !!, !?, no sign", run: () => moves.nextMark(["!", "!!", "!?"]), isRight: isTree },
      { key: "-", words: "bad move: ?, ??, ?!, no sign", run: () => moves.nextMark(["?", "??", "?!"]), isRight: isTree },
      { key: "<", words: "previous view", run: () => app.tabs.next(-1) },
      { key: ">", words: "next view", run: () => app.tabs.next(1) },
      { key: "f", words: "turn the board to the other side", run: () => app.look.turn({ turned: !game.turned }) },
      { key: "F", words: "swap left and right", run: () => app.look.turn({ mirrored: !game.mirrored }) },
      ...app.view.keys.map((key) => (key.button ? { ...key, ...useOf(key.button) } : key)),
      { key: "?", words: "this help", run: () => this.help() },
    ];
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {Element} */ (event.target);
    // The board has taken back a step.
    if (event.defaultPrevented || document.querySelector(":modal")) return;
    if (target.closest("input:not([type=checkbox]), select, textarea")) return;
    const { game, moves, view } = this.app;
    const isCommand = event.ctrlKey || event.metaKey;
    const { undo, redo } = view.hasUndo ? { undo: () => view.undo(), redo: () => {} } : { undo: () => game.undo(), redo: () => game.redo() };
    if (isCommand && event.key.toLowerCase() === "z" && (view.hasUndo || moves.isOpen)) {
      event.preventDefault();
      return void (event.shiftKey ? redo() : undo());
    }
    if (isCommand || event.altKey) return;
    if (event.key === " " && !this.app.isPointed && target.closest("button, summary, label, input")) return;
    const found = this.keys.find(({ key, isRight }) => key === event.key && isRight?.() !== false);
    if (!found?.run || !this.app.isOpen) return;
    event.preventDefault();
    found.run();
  }

  /** Goes back and forth in the game, where the page has nothing to scroll. @param {WheelEvent} event */
  wheel(event) {
    const { scrollHeight, clientHeight } = document.documentElement;
    const { board, game, moves } = this.app;
    const isFree = moves.isOpen && board.composer.isNew && scrollHeight <= clientHeight;
    if (!isFree || event.ctrlKey || event.shiftKey || event.deltaY === 0) return;
    event.preventDefault();
    const way = Math.sign(event.deltaY);
    // Fine wheels and touch pads report many small steps.
    this.wheeled = (way === Math.sign(this.wheeled) ? this.wheeled : 0) + (event.deltaMode === 0 ? event.deltaY : 100 * way);
    if (Math.abs(this.wheeled) < 60) return;
    this.wheeled = 0;
    game.show(game.ply + way);
  }

  /** Shows the rules of the game on the board, and the keys of the view. */
  help() {
    const { game, moves, view } = this.app;
    const names = /** @type {Record<string, string>} */ ({ ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space" });
    const keys = this.keys.filter(({ isRight }) => isRight?.() !== false);
    const undo = moves.isOpen ? [["Ctrl+Z", "undo"], ["Ctrl+Shift+Z", "redo"], ["Wheel", "over the board: one move back or forth"]] : [];
    const board = [["Tab, then ← ↑ → ↓", "on the board: from space to space"], ["Enter, Space", "on the board: choose the space"], ["Esc", "take back the last step of a move"]];
    const rows = [...keys.map(({ key, words }) => [names[key] ?? key, words]), ...undo, ...board];
    const table = el("table", {}, rows.map(([key, words]) => el("tr", {}, el("th", { scope: "row" }, el("kbd", { dir: "ltr" }, key)), el("td", {}, words))));
    // A tablet has no keys.
    const isTouch = matchMedia("(pointer: coarse)").matches;
    const rules = folded("rules", true, el("summary", {}, "How to play"), rulesOf(this.app, view.rulesName ?? game.state?.rules ?? "base"));
    openDialog("help", "Help", rules, folded("keys", !isTouch, el("summary", {}, "Keys"), table), folded("others", false, el("summary", {}, "For others in the room"), el("p", { class: "faint" }, OTHERS)));
  }
}

/** Use of a key that presses a button. @param {HTMLButtonElement} button */
function useOf(button) {
  return { run: () => button.click(), isRight: () => !button.disabled && (button.offsetParent ?? button.closest(".more-menu")) !== null };
}
