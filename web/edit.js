// Editor: any position of any rules, by clicks or as text.

import { announce, button, choice, el, fill } from "./dom.js";
import { randomSeed } from "./game.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").EditedText} EditedText */
/** @typedef {import("./transport.js").Fields<"edit">} EditFields */

/** Fields of a position after its rows: texts of one player each in `taken` and `hand`. @typedef {{ turn: string, taken: string[], hand: string[], keys: string[] }} Fields */

const OTHER = "A token as in the text of a position: o, t2, (AAB)3.";
/** Time without another key after which typed text is checked, in milliseconds. */
const PATIENCE = 250;

/** View to set up positions. */
export class Editor {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.name = "edit";
    this.title = "Editor";
    this.tool = "1";
    /** @type {EditedText | null} */
    this.edited = null;
    /** Position on the board when a draft had a mistake. */
    this.draftOf = "";
    /** Texts before the changes. @type {string[]} */
    this.before = [];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.typing = undefined;
    /** Changes of cells that wait for the check of those before. @type {Record<string, string>} */
    this.painted = {};
    this.isChecking = false;
    /** State of the palette when it was written. */
    this.shownPalette = "";
    this.rules = "base";
    this.players = 2;
    this.palette = el("div", { class: "row palette", role: "radiogroup", "aria-label": "Tool" });
    this.other = el("input", { type: "text", id: "token", size: "5", "aria-label": "Token of the tool Other", placeholder: "t2" });
    this.message = el("p", { id: "mistake", role: "alert" });
    /** Tiles counted, and notes on the position. */
    this.notes = el("div", { id: "stock", role: "status" });
    this.form = el("div");
    this.fields = el("input", { type: "text", id: "fields", spellcheck: "false", placeholder: "A 0:0,0:0 4,4", onchange: () => this.edit({ fields: this.fields.value }) });
    this.text = el("textarea", { id: "position", rows: "4", spellcheck: "false", onfocus: () => this.keep(), oninput: () => this.type() });
    this.dealing = el("div");
    this.undoing = button("Undo", () => this.undo(), { id: "undo" });
    this.copying = button("Copy link", () => this.copy());
    this.analysing = button("Analyse", () => this.app.go("analyze"));
    this.playing = button("Play from here", () => this.app.playFromHere(), { id: "play-from-here" });
    this.element = el(
      "div",
      { class: "view" },
      el("p", { class: "faint" }, "Choose a tool, then click on hexes, or drag over them."),
      this.palette,
      this.message,
      this.notes,
      this.form,
      el("div", { class: "row" }, this.undoing, button("Clear the floe", () => this.clear()), this.copying, this.analysing, this.playing),
      el(
        "details",
        {},
        el("summary", {}, "As text"),
        el("label", { class: "field tall" }, el("span", {}, "Position"), this.text),
        el("label", { class: "field tall" }, el("span", {}, "Turn, taken (fish:tiles), in hand, keys"), this.fields),
      ),
      el("h2", {}, "Begin with a new floe"),
      this.dealing,
    );
  }

  async enter() {
    this.app.board.onHex = (hex, isContinued) => this.paint(hex, isContinued);
    this.app.board.frame.classList.add("painting");
    const position = this.app.game.state?.position ?? "";
    // A draft with a mistake stays until another position is opened.
    if (!this.edited?.error || this.draftOf !== position) this.text.value = position;
    this.showPalette();
    this.showDealing();
    await this.paste();
  }

  /**
   * Shows a text that is no position, to be corrected.
   * @param {string} position
   */
  async correct(position) {
    /** @type {HTMLDetailsElement} */ (this.text.closest("details")).open = true;
    this.text.value = position;
    this.text.focus();
    await this.paste();
  }

  leave() {
    this.app.board.frame.classList.remove("painting");
    this.app.board.mistake(null);
    this.app.board.draw();
  }

  canMove() {
    return false;
  }

  update() {
    this.showDealing();
    const position = this.app.game.state?.position;
    if (position && this.edited && !this.edited.error && position !== this.edited.state?.position) this.check({ position });
  }

  showPalette() {
    const other = { tool: "?", words: "Other" };
    const offered = this.edited && this.edited.tools.length > 0 ? [...this.edited.tools, ...(this.edited.has_floe ? [other] : [])] : [];
    // What has not changed stays as it is, with the focus.
    const shown = JSON.stringify([this.tool, offered]);
    if (shown === this.shownPalette) return;
    this.shownPalette = shown;
    const one = (/** @type {import("./types").EditTool} */ { tool, words }) =>
      button(words, () => { this.tool = tool; this.showPalette(); }, { role: "radio", "aria-checked": String(tool === this.tool), "data-tool": tool, class: "tool" });
    fill(this.palette, offered.map(one), this.tool === "?" && [this.other, el("p", { class: "faint" }, OTHER)]);
  }

  /** Shows how many tiles are on the floe, and what the rules do with the position. */
  showNotes() {
    const { stock, notes = [] } = this.edited ?? {};
    const { parts } = this;
    const rest = (/** @type {string} */ entry, /** @type {number} */ index) =>
      button(`The rest to ${"ABCD"[index]}`, () => this.edit({ fields: text({ ...parts, taken: parts.taken.with(index, entry) }) }), { class: "rest" });
    fill(
      this.notes,
      stock && el("p", { class: stock.is_complete ? "faint" : "missing" }, stock.words),
      stock && !stock.is_complete && el("div", { class: "row" }, stock.with_rest.map(rest)),
      notes.map((note) => el("p", { class: "missing" }, note)),
    );
  }

  showDealing() {
    const offered = this.app.rules.find(({ name }) => name === this.rules);
    const counts = offered?.has_teams ? [4] : [1, 2, 3, 4].filter((count) => count >= (offered?.min_players ?? 2));
    if (!counts.includes(this.players)) this.players = counts[0];
    fill(
      this.dealing,
      choice("Rules", this.app.rules.map(({ name, title }) => [name, title]), this.rules, (value) => { this.rules = value; this.showDealing(); }),
      choice("Players", counts.map((count) => [String(count), String(count)]), String(this.players), (value) => (this.players = Number(value))),
      button("Deal", () => this.deal(), { id: "deal" }),
    );
  }

  async deal() {
    const { position } = await this.app.engine.ask({ action: "deal", rules: this.rules, players: this.players, seed: randomSeed() });
    await this.change({ position });
  }

  async clear() {
    if (!this.edited?.has_floe) return this.edit({ paint: Object.fromEntries((this.edited?.cells ?? []).map(({ hex }) => [hex, "."])) });
    const cells = Object.fromEntries((this.edited?.cells ?? []).map(({ hex, token }) => [hex, /^(o|0|m2)$/.test(token) ? token : "."]));
    await this.edit({ cells, fields: text({ ...this.parts, hand: [] }) });
  }

  /**
   * Uses the chosen tool on a hex. All hexes of a drag are one change to undo.
   * @param {string} hex
   * @param {boolean} [isContinued] whether the hex belongs to the drag of the one before
   */
  async paint(hex, isContinued = false) {
    if (this.edited?.cells.every((cell) => cell.hex !== hex)) return;
    if (!isContinued) this.keep();
    this.painted[hex] = this.tool;
    if (this.isChecking) return;
    this.isChecking = true;
    while (Object.keys(this.painted).length > 0) {
      const typed = this.other.value.trim() || ".";
      const all = Object.entries(this.painted);
      this.painted = {};
      const cells = Object.fromEntries(all.filter(([, tool]) => tool === "?").map(([hex]) => [hex, typed]));
      const paint = Object.fromEntries(all.filter(([, tool]) => tool !== "?"));
      // Penguins come from the hands: a floe that is set up by hand has none left there.
      const hasPenguin = this.edited?.has_floe && [...Object.values(paint), ...Object.values(cells)].some((token) => /[A-D]/.test(token));
      await this.check({ position: this.edited?.position ?? this.text.value, cells, paint, ...(hasPenguin ? { fields: text({ ...this.parts, hand: [] }) } : {}) });
    }
    this.isChecking = false;
  }

  /** Remembers the text, so that the next change can be undone. */
  keep() {
    const position = this.edited?.position ?? this.text.value;
    if (this.before[this.before.length - 1] !== position) this.before.push(position);
  }

  /** Checks text that is typed or pasted, once no key has come for a while. */
  type() {
    clearTimeout(this.typing);
    this.typing = setTimeout(() => this.check({ position: this.text.value }), PATIENCE);
  }

  /** The fields after the rows. @returns {Fields} */
  get parts() {
    const [turn = "A", taken = "", ...rest] = (this.edited?.fields ?? "").split(/\s+/);
    const hasHand = /^(\d+(,\d+)*|-)$/.test(rest[0] ?? "");
    const hand = hasHand && rest[0] !== "-" ? rest[0].split(",") : [];
    return { turn, taken: taken.split(","), hand, keys: rest.slice(hasHand ? 1 : 0) };
  }

  paste() {
    return this.check({ position: this.text.value });
  }

  /** @param {Partial<EditFields>} change */
  edit(change) {
    return this.change({ position: this.edited?.position ?? this.text.value, ...change });
  }

  /**
   * Checks a change, which can be undone.
   * @param {EditFields} request
   */
  async change(request) {
    this.keep();
    await this.check(request);
  }

  async undo() {
    const here = this.edited?.position;
    let position = this.before.pop();
    while (position !== undefined && position === here) position = this.before.pop();
    if (position !== undefined) await this.check({ position });
  }

  /** @param {EditFields} request */
  async check(request) {
    const { engine, game, board } = this.app;
    const edited = await engine.ask({ action: "edit", ...game.look, ...request });
    this.edited = edited;
    // Text that is typed stays as it is, with the cursor.
    if (document.activeElement !== this.text) this.text.value = edited.position;
    this.fields.value = edited.fields;
    this.undoing.disabled = this.before.length === 0;
    this.showPalette();
    this.showNotes();
    this.showForm();
    const error = edited.error;
    this.copying.disabled = this.analysing.disabled = this.playing.disabled = Boolean(error);
    fill(this.message, error ? error.message : "");
    this.message.className = error ? "error" : "";
    if (!error) {
      const settled = edited.state?.position ?? edited.position;
      if (game.state?.position !== settled) await game.load(settled);
      else await board.draw();
      if (edited !== this.edited) return;
      // No rule acts here: penguins that could not move stay where they are set.
      if (edited.svg) board.sketch(edited.svg);
      return board.mistake(null);
    }
    this.draftOf = game.state?.position ?? "";
    announce(error.message);
    if (edited.svg) board.sketch(edited.svg);
    board.mistake(error.hex);
  }

  /** Shows the fields after the rows: whose turn it is, and what the players have. */
  showForm() {
    const { parts } = this;
    const { turn, taken, hand, keys } = parts;
    if (!this.edited?.has_floe) return fill(this.form, el("p", { class: "faint" }, "Cards that lie nowhere are in the pile. Hands, powers, piers and catch tiles are set up as text, below."));
    const set = (/** @type {Partial<Fields>} */ change) => this.edit({ fields: text({ ...parts, ...change }) });
    const letters = [..."ABCD"].slice(0, taken.length);
    const number = (/** @type {string} */ label, /** @type {string} */ value, /** @type {(value: string) => void} */ onchange) => {
      const input = el("input", { type: "number", min: "0", max: "99", value, "aria-label": label, onchange: () => onchange(input.value || "0") });
      return el("td", {}, input);
    };
    const row = (/** @type {string} */ letter, /** @type {number} */ index) => {
      const [fish, tiles = "0"] = taken[index].split(":");
      return el(
        "tr",
        {},
        el("th", { scope: "row", class: `player ${letter}` }, letter),
        number(`Fish of ${letter}`, fish, (value) => set({ taken: taken.with(index, `${value}:${tiles}`) })),
        number(`Tiles of ${letter}`, tiles, (value) => set({ taken: taken.with(index, `${fish}:${value}`) })),
        number(`In hand of ${letter}`, hand[index] ?? "0", (value) => set({ hand: letters.map((_, other) => (other === index ? value : (hand[other] ?? "0"))) })),
      );
    };
    const keysInput = el("input", { type: "text", id: "keys", spellcheck: "false", placeholder: "rules=push", value: keys.join(" "), onchange: () => set({ keys: keysInput.value.split(/\s+/).filter(Boolean) }) });
    const resize = (/** @type {string} */ value) => {
      const places = Array.from({ length: Number(value) });
      set({ taken: places.map((_, index) => taken[index] ?? "0:0"), hand: hand.length > 0 ? places.map((_, index) => hand[index] ?? "0") : [], turn: "ABCD".indexOf(turn) < places.length ? turn : "A" });
    };
    const focused = this.form.contains(document.activeElement) ? document.activeElement?.getAttribute("aria-label") : null;
    fill(
      this.form,
      el("div", { class: "row" }, choice("To move", letters.map((letter) => [letter, letter]), turn, (value) => set({ turn: value })), choice("Players", ["2", "3", "4"].map((count) => [count, count]), String(taken.length), resize)),
      el(
        "table",
        { class: "players" },
        el("thead", {}, el("tr", {}, el("td"), el("th", { scope: "col" }, "Fish"), el("th", { scope: "col" }, "Tiles"), el("th", { scope: "col" }, "In hand"))),
        el("tbody", {}, letters.map(row)),
      ),
      this.chooseRules(keys),
      el("details", {}, el("summary", {}, "Keys of the rules"), el("label", { class: "field tall" }, el("span", {}, "Such as rules=whale whale=d5; none for the base game"), keysInput)),
    );
    if (focused) /** @type {HTMLElement | null} */ (this.form.querySelector(`[aria-label="${focused}"]`))?.focus();
  }

  /**
   * Choice of the rules of the floe.
   * @param {string[]} keys
   */
  chooseRules(keys) {
    const rules = keys.find((key) => key.startsWith("rules="))?.slice(6) ?? "base";
    const offered = this.app.rules.filter((one) => one.has_floe);
    return choice("Rules", offered.map(({ name, title }) => [name, title]), rules, (value) => this.edit({ rules: value }));
  }

  async copy() {
    await navigator.clipboard?.writeText(location.href);
    this.app.tip("Link copied");
  }
}

/**
 * Writes the fields after the rows.
 * @param {Fields} fields
 */
function text({ turn, taken, hand, keys }) {
  const inHand = hand.some((count) => Number(count) > 0) ? [hand.join(",")] : [];
  return [turn, taken.join(","), ...inHand, ...keys].join(" ");
}
