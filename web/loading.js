// Games of a file or a text, brought to the board.

import { button, el, field, fill, messageOf } from "./dom.js";
import { gameTable, outcomeOf, readGames, titleOf } from "./games.js";
import { treeFrom } from "./stored.js";
import { textOf } from "./transport.js";

/** @typedef {import("./games.js").ReadGame} ReadGame */

/** Form that loads games. */
export class Loading {
  input = el("input", { type: "file", id: "file", accept: ".txt,.game,text/plain", onchange: () => this.read() });
  text = el("textarea", { id: "game-text", rows: "3", spellcheck: "false", placeholder: "Or paste a game here:\n1. d2 f4 2. b5 e5 …", "aria-label": "Game as text" });
  games = el("div");
  message = el("p", { role: "alert" });
  element = el("details", {}, el("summary", {}, "Load a game"), field("Game file", this.input), this.text, button("Load the text", () => this.load(this.text.value), { id: "load-text" }));

  /** @param {Pick<import("./main.js").App, "engine" | "game" | "go" | "links">} app */
  constructor(app) {
    this.app = app;
    addEventListener("dragover", (event) => event.preventDefault());
    addEventListener("drop", (event) => this.drop(event));
  }

  /** Loads a game file that is dropped on the page. @param {DragEvent} event */
  async drop(event) {
    const file = event.dataTransfer?.files[0];
    event.preventDefault();
    if (!file) return;
    await this.app.go("review");
    await this.load(await textOf(file, this.app.engine).catch(messageOf));
  }

  async read() {
    const file = this.input.files?.[0];
    if (file) await this.load(await file.text());
  }

  /** Loads the games of a text; the first one goes to the board. @param {string} text */
  async load(text) {
    try {
      const { engine, game } = this.app;
      // Moves alone are those of the floe shown.
      const whole = /^\s*1\./.test(text) ? `${game.start}\n${text}` : text;
      const { games, errors } = await readGames(engine, whole);
      if (games.length === 0) throw new Error(errors[0]);
      this.listGames(games, games[0]);
      await this.open(games[0]);
      if (errors.length > 0) this.fail(`${errors.length === 1 ? "One game" : `${errors.length} games`} could not be read: ${errors[0]}`);
    } catch (error) {
      this.fail(messageOf(error));
    }
  }

  /** Lists the games of a file, if it has more than one. @param {ReadGame[]} games @param {ReadGame} shown */
  listGames(games, shown) {
    const row = (/** @type {ReadGame} */ game, /** @type {number} */ index) => ({
      name: `${index + 1}. ${titleOf(game.headers) || "game"}`,
      result: outcomeOf(game.headers, game.outcome),
      length: game.moves.length,
      isOpen: game === shown,
      open: () => this.open(game),
    });
    fill(this.games, games.length > 1 && gameTable(`${games.length} games`, games.map(row)));
  }

  /** @param {ReadGame} game */
  async open(game) {
    this.app.links.step();
    await this.app.game.loadTree(treeFrom(game));
    this.fail(game.error ?? "");
  }

  /** @param {string} message */
  fail(message) {
    fill(this.message, message);
    this.message.className = message ? "error" : "";
  }
}
