// Editor: any position of any rules, by clicks or as text.

import { announce, button, choice, el, fill } from "./dom.js";
import { randomSeed } from "./game.js";
import { rulesName } from "./words.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./transport.js").Result} Result */
/** @typedef {{ hex: string, token: string }} Cell */

/** Tools of the palette: token and name. @type {[string, string][]} */
const TOOLS = [["1", "1 fish"], ["2", "2 fish"], ["3", "3 fish"], [".", "Water"], ["A", "Penguin A"], ["B", "Penguin B"], ["C", "Penguin C"], ["D", "Penguin D"], ["?", "Other"]];

/** View to set up positions. */
export class Editor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "edit";
    this.title = "Editor";
    this.tool = "1";
    /** @type {Result | null} */
    this.edited = null;
    /** Position on the board when a draft had a mistake. */
    this.draftOf = "";
    this.rules = "base";
    this.players = 2;
    this.palette = el("div", { class: "row palette", role: "radiogroup", "aria-label": "Tool" });
    this.other = el("input", { type: "text", id: "token", size: "5", "aria-label": "Token of the tool Other", placeholder: "t2" });
    this.message = el("p", { id: "mistake", role: "alert" });
    this.turn = el("div");
    this.fields = el("input", { type: "text", id: "fields", spellcheck: "false", onchange: () => this.edit({ fields: this.fields.value }) });
    this.text = el("textarea", { id: "position", rows: "4", spellcheck: "false", onchange: () => this.paste() });
    this.dealing = el("div");
    this.copying = button("Copy link", () => this.copy());
    this.analysing = button("Analyse", () => this.app.go("analyze"));
    this.element = el(
      "div",
      { class: "view" },
      el("p", { class: "faint" }, "Choose a tool, then click on hexes."),
      this.palette,
      this.message,
      this.turn,
      el("label", { class: "field tall" }, el("span", {}, "Turn, taken, hand and keys"), this.fields),
      el("label", { class: "field tall" }, el("span", {}, "Position as text"), this.text),
      el("div", { class: "row" }, button("Clear the floe", () => this.clear()), this.copying, this.analysing),
      el("h2", {}, "Begin with a new floe"),
      this.dealing,
    );
  }

  enter() {
    this.app.board.onHex = (hex) => this.paint(hex);
    const position = this.app.game.state?.position ?? "";
    // A draft with a mistake stays until another position is opened.
    if (!this.edited?.error || this.draftOf !== position) this.text.value = position;
    this.showPalette();
    this.showDealing();
    this.paste();
  }

  leave() {
    this.app.board.mistake(null);
  }

  canMove() {
    return false;
  }

  update() {
    this.showDealing();
    const position = this.app.game.state?.position;
    if (position && this.edited && !this.edited.error && position !== this.edited.position) this.check({ position });
  }

  showPalette() {
    const tool = ([token, name] = ["", ""]) =>
      button(name, () => { this.tool = token; this.showPalette(); }, { role: "radio", "aria-checked": String(token === this.tool), "data-tool": token, class: "tool" });
    fill(this.palette, TOOLS.map(tool), this.tool === "?" && this.other);
  }

  showDealing() {
    const offered = this.app.rules.find(({ name }) => name === this.rules);
    const counts = offered?.has_teams ? [4] : [1, 2, 3, 4].filter((count) => count >= (offered?.min_players ?? 2));
    if (!counts.includes(this.players)) this.players = counts[0];
    fill(
      this.dealing,
      choice("Rules", this.app.rules.map(({ name }) => [name, rulesName(name)]), this.rules, (value) => { this.rules = value; this.showDealing(); }),
      choice("Players", counts.map((count) => [String(count), String(count)]), String(this.players), (value) => (this.players = Number(value))),
      button("Deal", () => this.deal(), { id: "deal" }),
    );
  }

  async deal() {
    const { position } = await this.app.engine.ask({ action: "deal", rules: this.rules, players: this.players, seed: randomSeed() });
    this.text.value = position;
    await this.paste();
  }

  async clear() {
    const cells = Object.fromEntries((this.edited?.cells ?? []).map((/** @type {Cell} */ { hex, token }) => [hex, /^(o|0|m2)$/.test(token) ? token : "."]));
    await this.edit({ cells, fields: this.withoutHands() });
  }

  /**
   * Sets the hex to the chosen tool.
   * @param {string} hex
   */
  paint(hex) {
    const cell = /** @type {Cell | undefined} */ (this.edited?.cells.find((/** @type {Cell} */ cell) => cell.hex === hex));
    if (!cell) return true;
    const fish = cell.token.match(/(m?\d)$/)?.[1] ?? "1";
    const token = this.tool === "?" ? this.other.value.trim() || "." : /[A-D]/.test(this.tool) ? this.tool + fish : this.tool;
    // Penguins come from the hands: a floe that is set up by hand has none left there.
    this.edit({ cells: { [hex]: token }, ...(/[A-D]/.test(token) ? { fields: this.withoutHands() } : {}) });
    return true;
  }

  /** The fields after the rows, without penguins in hand. */
  withoutHands() {
    const fields = this.edited?.fields ?? "";
    return fields.replace(/^([A-D] \S+) \d+(,\d+)+/, "$1");
  }

  async paste() {
    await this.check({ position: this.text.value });
  }

  /** @param {Record<string, any>} change */
  async edit(change) {
    await this.check({ position: this.edited?.position ?? this.text.value, ...change });
  }

  /** @param {Record<string, any>} request */
  async check(request) {
    const { engine, game, board } = this.app;
    const edited = await engine.ask({ action: "edit", ...request });
    this.edited = edited;
    this.text.value = edited.position;
    this.fields.value = edited.fields;
    this.showTurn();
    const error = edited.error;
    this.copying.disabled = this.analysing.disabled = Boolean(error);
    fill(this.message, error ? error.message : "");
    this.message.className = error ? "error" : "";
    if (!error) {
      if (game.state?.position !== edited.position) await game.load(edited.position);
      board.mistake(null);
      return board.overlay({ values: [] });
    }
    this.draftOf = game.state?.position ?? "";
    announce(error.message);
    board.mistake(error.hex);
    // The board keeps the last position; what differs from it is written on the hexes.
    const before = await engine.ask({ action: "edit", position: game.start });
    const tokens = new Map(before.cells.map((/** @type {Cell} */ { hex, token }) => [hex, token]));
    const changed = edited.cells.filter((/** @type {Cell} */ { hex, token }) => tokens.has(hex) && tokens.get(hex) !== token);
    await board.overlay({ values: changed.map((/** @type {Cell} */ { hex, token }) => ({ space: hex, text: token, is_best: hex === error.hex })) });
    board.mistake(error.hex);
  }

  showTurn() {
    const [turn, ...rest] = (this.edited?.fields ?? "A").split(/\s+/);
    const players = (rest[0] ?? "").split(",").length;
    const letters = [..."ABCD"].slice(0, Math.max(players, 2));
    fill(this.turn, choice("To move", letters.map((letter) => [letter, letter]), turn, (value) => this.edit({ fields: [value, ...rest].join(" ") })));
  }

  async copy() {
    await navigator.clipboard?.writeText(location.href);
    announce("Link copied");
  }
}
