// Editor: any position of any rules, by clicks or as text.

import { amount, button, byId, el, field, fill } from "./dom.js";
import { askExercise } from "./exercise.js";
import { markMistake } from "./marks.js";
import { moreMenu } from "./menus.js";
import { Palette } from "./palette.js";
import { showQuestions } from "./questions.js";
import { named } from "./seats.js";
import { randomSeed } from "./shown.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./types").EditedText} EditedText */
/** @typedef {import("./transport.js").Fields<"edit">} EditFields */

/** Time without another key after which typed text is checked, in milliseconds. */
const PATIENCE = 250;

/** View to set up positions. */
export class Editor extends View {
  name = "edit";
  title = "Editor";
  hasUndo = true;
  /** @type {EditedText | null} */
  edited = null;
  /** Position on the board when a draft had a mistake. */
  draftOf = "";
  /** Texts before the changes. @type {string[]} */
  before = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  typing = undefined;
  /** Changes of cells that wait for the check of those before. @type {Record<string, string>} */
  painted = {};
  isChecking = false;
  /** Hears whether the text is a position. @type {(isRight: boolean) => void} */
  onChecked = () => {};
  /** Seat of the person who is advised; empty for none. */
  seat = "";
  /** Whether tokens can be typed. */
  hasOther = true;
  /** Whether anything has been laid since the table was begun. */
  isLaid = false;

  /** @param {App} app */
  constructor(app) {
    super(app);
    /** Sentence about what was laid last. */
    this.told = el("p", { id: "told", spoken: true });
    /** Says whether a question with this name may be answered. @type {(name: string) => Promise<boolean>} */
    this.mayAnswer = async () => true;
    /** Ends with the last change that was asked for. @type {Promise<void>} */
    this.last = Promise.resolve();
    this.palette = new Palette(this);
    this.message = el("p", { id: "mistake", spoken: true });
    /** Tiles counted, and notes on the position. */
    this.notes = el("div", { id: "stock" });
    /** Which game it is, in short. */
    this.which = el("summary");
    /** Questions about the game, and about its table. */
    this.gameForm = el("div", { class: "questions" });
    this.form = el("div", { class: "questions" });
    this.moreForm = el("div", { class: "questions" });
    /** Questions about a game that is under way. */
    this.more = el("details", { open: true }, el("summary", {}, "Under way already, or unusual"), this.moreForm);
    this.guide = el("p", { class: "faint" });
    /** What is shown of a text beside the board. */
    this.setting = el("div", {}, this.guide, this.message, this.notes, this.gameForm, this.form, this.more);
    this.fields = el("input", { type: "text", id: "fields", spellcheck: "false", placeholder: "A 0:0,0:0 4,4", onchange: () => this.edit({ fields: this.fields.value }) });
    this.text = el("textarea", { id: "position", rows: "4", spellcheck: "false", onfocus: () => this.keep(), oninput: () => this.type() });
    this.undoing = button("Undo", () => this.undo(), { id: "undo" });
    this.linked = el("select", { id: "link-to", "aria-label": "The link leads to" }, [["analyze", "to analyse"], ["play", "to play"], ["puzzles", "to solve"]].map(([view, words]) => el("option", { value: view }, words)));
    this.copying = button("Copy link", () => this.app.links.copy(this.linked.value), { id: "copy-link" });
    this.adding = button("Add to a lesson", () => askExercise(this.app), { id: "add-to-lesson" });
    this.analysing = button("Analyse", () => this.app.go("analyze"));
    this.playing = button("Play from here", () => this.app.playFromHere(), { id: "play-from-here" });
    this.element = el(
      "div",
      { class: "view", id: "editing" },
      this.setting,
      el("div", { class: "row ways" }, this.analysing, this.playing, moreMenu("edit-more", "More for this position", "…", el("div", { class: "row" }, this.copying, this.linked), this.adding)),
      el(
        "details",
        {},
        el("summary", {}, "As text"),
        field("Position", this.text, "tall"),
        field("Turn, fish:tiles taken, penguins to place, and what the rules add", this.fields, "tall"),
      ),
    );
  }

  async enter() {
    this.app.board.onHex = (hex, isContinued) => this.paint(hex, isContinued);
    this.app.board.frame.classList.add("painting");
    // Before the board, so that a tool is reached before the hexes.
    fill(byId("tools"), this.palette.element, this.palette.other, this.undoing, this.told);
    const position = this.app.game.state?.position ?? "";
    // A draft with a mistake stays until another position is opened.
    if (!this.edited?.error || this.draftOf !== position) this.text.value = position;
    this.palette.show();
    await this.paste();
  }

  /** Shows a text that is no position, to be corrected. @param {string} position */
  async correct(position) {
    /** @type {HTMLDetailsElement} */ (this.text.closest("details")).open = true;
    this.text.value = position;
    this.text.focus();
    await this.paste();
  }

  leave() {
    const { board } = this.app;
    board.frame.classList.remove("painting");
    fill(byId("tools"));
    markMistake(board.picture, null);
    board.draw();
  }

  update() {
    const position = this.app.game.state?.position;
    if (position && this.edited && !this.edited.error && position !== this.edited.state?.position) this.check({ position });
  }

  /** Shows how many tiles are on the floe, and what the rules do with the position. */
  showNotes() {
    const { stock, notes = [] } = this.edited ?? {};
    fill(this.notes, stock && el("p", { class: stock.is_complete ? "good" : "" }, named(stock.words)), notes.map((note) => el("p", { class: "missing" }, named(note))));
  }

  get keys() {
    return this.palette.keys;
  }

  /**
   * Uses the chosen tool on a hex. All hexes of a drag are one change to undo.
   * @param {string} hex
   * @param {boolean} [isContinued] whether the hex belongs to the drag of the one before
   */
  async paint(hex, isContinued = false) {
    if (this.edited?.cells.every((cell) => cell.hex !== hex)) return;
    if (!isContinued) this.keep();
    this.isLaid = true;
    this.painted[hex] = this.palette.tool;
    if (this.isChecking) return;
    this.isChecking = true;
    while (Object.keys(this.painted).length > 0) {
      const all = Object.entries(this.painted);
      this.painted = {};
      const cells = Object.fromEntries(all.filter(([, tool]) => tool === "?").map(([hex]) => [hex, this.palette.other.value.trim() || "."]));
      const paint = Object.fromEntries(all.filter(([hex]) => !(hex in cells)));
      await this.check({ position: this.edited?.position ?? this.text.value, cells, paint });
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

  paste() {
    return this.check({ position: this.text.value });
  }

  /** Changes the text after the changes before it: of two quick clicks both count. @param {Partial<EditFields>} change */
  edit(change) {
    const made = this.last.then(() => this.change({ position: this.edited?.position ?? this.text.value, ...change }));
    this.last = made.catch(() => {});
    return made;
  }

  /** Checks a change, which can be undone. @param {EditFields} request */
  async change(request) {
    this.keep();
    await this.check(request);
  }

  /** Answers a question of the table, if nothing speaks against it. @param {string} name @param {string} value */
  async answer(name, value) {
    if (!(await this.mayAnswer(name))) return this.showForm();
    this.isLaid = !["rules", "layout", "spaces"].includes(name) || value === "deal";
    await this.edit({ answers: { [name]: value }, seed: randomSeed() });
  }

  showForm() {
    const { questions = [], guide = "" } = this.edited ?? {};
    const answer = (/** @type {string} */ name, /** @type {string} */ value) => this.answer(name, value);
    const chosen = (/** @type {string} */ name) => questions.find((question) => question.name === name)?.choices.find(({ is_chosen }) => is_chosen)?.words;
    fill(this.which, `${chosen("rules")}, ${amount(Number(chosen("players") ?? 2), "player")}`);
    showQuestions(this.gameForm, "game", questions, answer);
    showQuestions(this.form, "table", questions, answer);
    showQuestions(this.moreForm, "more", questions, answer);
    if (this.guide.textContent !== guide) fill(this.guide, guide);
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
    const edited = await engine.ask({ action: "edit", ...game.look, seat: this.seat, ...request });
    this.edited = edited;
    // Text that is typed stays as it is, with the cursor.
    if (document.activeElement !== this.text) this.text.value = edited.position;
    this.fields.value = edited.fields;
    this.undoing.disabled = this.before.length === 0;
    this.palette.show();
    this.showNotes();
    this.showForm();
    const { error, notice } = edited;
    for (const button of [this.copying, this.analysing, this.playing, this.adding]) button.disabled = Boolean(error);
    this.onChecked(!error);
    fill(this.told, named(notice || (error && !error.is_draft && request.paint ? error.message : "")));
    fill(this.message, error ? named(error.message) : "");
    this.message.className = error && !error.is_draft ? "error" : "";
    if (!error || edited.state) {
      const settled = edited.state?.position ?? edited.position;
      if (game.state?.position !== settled) await game.setUp(settled);
      else await board.draw();
      if (edited !== this.edited) return;
      // No rule acts here: penguins that could not move stay where they are set.
      if (edited.svg) board.sketch(edited.svg);
      return markMistake(board.picture, null);
    }
    this.draftOf = game.state?.position ?? "";
    if (edited.svg) board.sketch(edited.svg);
    markMistake(board.picture, error.is_draft ? null : error.hex);
  }
}
