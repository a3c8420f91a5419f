// How the page looks: its colours, and the side from which the board is seen.

import { colour } from "./picture.js";
import { byId } from "./dom.js";
import { recall, remember } from "./storage.js";

/** Colours of the page. */
const THEMES = /** @type {const} */ (["auto", "light", "dark"]);

/** Colours and side of the board. */
export class Look {
  /** @param {Pick<import("./main.js").App, "board" | "game">} app @param {() => void} onTurned hears that the board is turned */
  constructor({ board, game }, onTurned) {
    this.board = board;
    this.game = game;
    this.onTurned = onTurned;
  }

  /** Shows what was chosen before. */
  begin() {
    this.setTheme(THEMES.find((theme) => theme === recall("theme")) ?? "auto");
    byId("theme").onclick = () => this.nextTheme();
    byId("turn").onclick = () => this.turn({ turned: !this.game.turned });
    Object.assign(this.game, { turned: recall("turned") === "true", mirrored: recall("mirrored") === "true" });
  }

  /** Changes the colours: from those of the system first to the other ones. */
  nextTheme() {
    const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
    const order = isDark ? THEMES : /** @type {const} */ (["auto", "dark", "light"]);
    this.setTheme(order[(order.findIndex((theme) => theme === this.game.theme) + 1) % order.length]);
  }

  /** Turns the board to the chair of the viewer. @param {{ turned?: boolean, mirrored?: boolean }} side */
  turn(side) {
    const { game, board } = this;
    Object.assign(game, side);
    remember("turned", String(game.turned));
    remember("mirrored", String(game.mirrored));
    this.onTurned();
    board.draw();
  }

  /** @param {import("./types").ThemeName} theme */
  setTheme(theme) {
    this.game.theme = theme;
    remember("theme", theme);
    document.documentElement.dataset.theme = theme;
    colour();
    const names = { auto: "as the system", light: "light", dark: "dark" };
    byId("theme").setAttribute("aria-label", `Colours: ${names[theme]}`);
    byId("theme").textContent = { auto: "◐", light: "☀", dark: "☾" }[theme];
  }
}
