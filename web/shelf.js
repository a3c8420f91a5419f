// The shelf: games that the browser keeps, in folders, and the game on the board among them.

import { RECENT } from "./about.js";
import { amount, button, el, field, fill, messageOf } from "./dom.js";
import { download, fileName } from "./files.js";
import { FolderTools } from "./folders.js";
import { gameTable } from "./games.js";
import { exportGames, importFile } from "./importing.js";
import { LessonTools, exerciseLink } from "./lessons.js";
import { moreMenu } from "./menus.js";
import { OpenGame } from "./naming.js";
import { recallValue, remember } from "./storage.js";
import { View } from "./view.js";

/** @typedef {import("./store.js").Kept} Kept */

/** View of the games that the browser keeps. */
export class Shelf extends View {
  name = "shelf";
  title = "Shelf";
  isTree = true;
  /** @type {Kept[]} */
  games = [];
  /** Folder that is listed; empty for all. */
  folder = "";

  /** @param {import("./main.js").App} app */
  constructor(app) {
    super(app);
    this.keeper = app.keeper;
    this.keeper.onChange = () => (this.element.isConnected ? this.refresh() : undefined);
    this.changes = new FolderTools(app, this);
    this.lesson = new LessonTools(app, this);
    this.open = new OpenGame(app, this);
    this.folders = el("datalist", { id: "folders" });
    this.choice = el("select", { id: "folder", onchange: () => this.choose(this.choice.value) });
    this.status = el("p", { spoken: true, id: "shelf-status" });
    this.table = el("div", { id: "shelf-games" });
    this.input = el("input", { type: "file", id: "import", multiple: true, accept: ".txt,.game,text/plain", onchange: () => this.importFiles() });
    const exporting = button("Export these games", () => this.exportAll(), { id: "export" });
    /** What can be done with the games listed, if there are any. */
    this.tools = el("div", {}, field("Folder", this.choice), this.changes.element, el("div", { class: "row tight" }, this.open.analyse, exporting, moreMenu("lesson-more", "As a lesson", "…", this.lesson.elements)));
    this.element = el("div", { class: "view" },
      this.status,
      this.tools,
      this.table,
      this.open.element,
      field("Import files", this.input),
      this.folders,
    );
  }

  enter() {
    // The board does not wait for the storage.
    this.keeper.save().then(() => this.refresh());
  }

  leave() {
    // What was said of the last change is old when the shelf is opened again.
    fill(this.status);
  }

  update() {
    this.open.show();
  }

  showTree() {
    this.open.show();
  }

  /** Lists the games anew. */
  async refresh() {
    try {
      this.games = await this.keeper.store.list();
    } catch (error) {
      this.games = [];
      fill(this.status, messageOf(error));
    }
    const folders = [...new Set(this.games.map(({ folder }) => folder))].filter(Boolean).sort();
    const folder = folders.includes(this.folder) ? this.folder : "";
    const count = (/** @type {string} */ name) => this.games.filter((game) => game.folder === name).length;
    fill(this.choice, el("option", { value: "" }, `All (${this.games.length})`), folders.map((name) => el("option", { value: name, selected: name === folder }, `${name} (${count(name)})`)));
    fill(this.folders, folders.map((value) => el("option", { value })));
    this.choose(folder);
    this.open.show();
  }

  /** @param {string} folder */
  choose(folder) {
    this.folder = folder;
    this.changes.show(folder);
    this.showTable();
  }

  /** Games of the folder that is listed. */
  get listed() {
    return this.games.filter(({ folder }) => this.folder === "" || folder === this.folder);
  }

  /** Games that are listed, in the order of a lesson: as a person has put them, and else as they came to the shelf, the new ones last. */
  get inOrder() {
    const order = orderOfLessons();
    const rank = (/** @type {Kept} */ { id }) => order.indexOf(id) + 1 || Infinity;
    return [...this.listed].sort((one, other) => (rank(one) === rank(other) ? one.id - other.id : rank(one) - rank(other)));
  }

  /** Lists the games; the focus stays on the button of a game that has it. */
  showTable() {
    this.tools.hidden = this.games.length === 0;
    const open = this.keeper.current;
    const search = this.table.querySelector("input")?.value ?? "";
    const date = (/** @type {Kept} */ { saved }, /** @type {Intl.DateTimeFormatOptions} */ style) => new Date(saved).toLocaleDateString([], style);
    // A folder of a person has the order of a lesson.
    const isLesson = this.folder !== "" && this.folder !== RECENT;
    const listed = isLesson ? this.inOrder : this.listed;
    const step = (/** @type {Kept} */ kept, /** @type {string} */ sign, /** @type {string} */ way, /** @type {number} */ by) =>
      // Not disabled: a button that is loses the focus.
      button(sign, () => this.reorder(kept.id, by), { class: "quiet", title: way, "aria-label": `${way}: ${kept.name}`, "aria-disabled": !(listed.indexOf(kept) + by in listed) && "true", "data-do": `${kept.id} ${by}` });
    const row = (/** @type {Kept} */ kept) => ({
      name: kept.name,
      note: [kept.game ?? kept.words?.replace(/^(.{50}\S*) .*$/s, "$1 …"), date(kept, { day: "numeric", month: "short" }), this.folder === "" && kept.folder].filter(Boolean).join(" · "),
      about: kept.game ? undefined : kept.words,
      words: () => [kept.words, kept.result, date(kept, { dateStyle: "long" }), date(kept, { dateStyle: "short" }), new Date(kept.saved).toISOString().slice(0, 10)].join(" "),
      result: kept.result,
      length: kept.length,
      isOpen: kept.id === open?.id,
      tools: [...(isLesson ? [step(kept, "↑", "Earlier", -1), step(kept, "↓", "Later", 1)] : []), button("✕", () => this.changes.remove([kept], kept.name), { class: "quiet", title: "Delete", "aria-label": `Delete ${kept.name}`, "data-do": `${kept.id} delete` })],
      open: () => this.openGame(kept.id),
    });
    fill(this.table, listed.length === 0 ? el("p", { class: "faint" }, "No games yet. Games with a move are kept here as you play and analyse.") : gameTable(amount(listed.length, "game"), listed.map(row), search));
    this.lesson.count();
  }

  /** Puts a game of the folder listed into another place of its lesson. @param {number} id @param {number} by number of places */
  reorder(id, by) {
    const ids = this.inOrder.map((kept) => kept.id);
    const to = ids.indexOf(id) + by;
    if (!(to in ids)) return;
    ids.splice(to - by, 1);
    ids.splice(to, 0, id);
    remember("lesson", JSON.stringify([...orderOfLessons().filter((other) => !ids.includes(other)), ...ids]));
    this.showTable();
  }

  /** @param {number} id */
  async openGame(id) {
    await this.alter(async () => {
      const found = await this.keeper.store.get(id);
      if (!found) throw new Error("This game was deleted in another tab.");
      this.app.links.step();
      await this.keeper.show(found);
    });
  }

  /** Runs a change of the shelf, says what is wrong if it fails, and lists the games anew. @param {() => Promise<void>} change */
  async alter(change) {
    try {
      await this.keeper.save();
      await change();
    } catch (error) {
      fill(this.status, messageOf(error));
    }
    await this.refresh();
  }

  /** Address of the game on the board if it is an exercise, else null. */
  ownLink() {
    return exerciseLink(this.app);
  }

  /** Downloads the games that are listed as one game file. */
  exportAll() {
    return this.alter(async () => {
      const told = (/** @type {number} */ count) => fill(this.status, `${count} of ${this.listed.length} games…`);
      const texts = await exportGames(this.app, this.inOrder, told);
      download(texts.join("\n"), fileName(this.folder || "shelf"));
      fill(this.status, `${amount(texts.length, "game")} exported`);
    });
  }

  /** Puts the games of files on the shelf, and lists their folder: those that name no folder into one with the name of the file; one that is there already is merged. */
  importFiles() {
    return this.alter(async () => {
      const words = [];
      for (const file of this.input.files ?? []) {
        const found = await importFile(this.app, file).catch((error) => ({ words: messageOf(error), folder: this.folder }));
        words.push(`${file.name}: ${found.words}`);
        this.folder = found.folder;
      }
      this.input.value = "";
      fill(this.status, words.join(". "));
    });
  }
}

/** Games of the shelf that a person has put into an order, by their ids. @returns {number[]} */
function orderOfLessons() {
  return recallValue("lesson", (ids) => ids.every(Number.isInteger)) ?? [];
}
