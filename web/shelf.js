// The shelf: games that the browser keeps, in folders, and the game on the board among them.

import { writeLesson } from "./address.js";
import { amount, announce, button, choice, download, el, field, fill, messageOf, openDialog } from "./dom.js";
import { gameTable, outcomeOf, readGames, titleOf, treeOf } from "./games.js";
import { askSheet, lessonOf } from "./print.js";
import { BAD } from "./review.js";
import { recall, recallValue, remember } from "./storage.js";
import { Conflict, Store } from "./store.js";
import { ROOT, Tree, isOfReview } from "./tree.js";
import { View } from "./view.js";

/** @typedef {import("./main.js").App} App */
/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").About} About */
/** @typedef {import("./tree.js").StoredTree} StoredTree */

/** Folder of games that the page keeps on its own. */
const RECENT = "Recent";

/** Number of games that stay in the folder of recent ones. */
const MAX_RECENT = 30;

/** Time after a change until it is saved, in milliseconds. */
const DELAY = 700;

/** Longest name of a game or a folder, in characters. */
const MAX_NAME = 200;

/** Most moves of the answer to an exercise, as the program reads them. */
const MAX_ANSWER = 3;

/** How exercises are solved. */
const ANSWERS = "Where best play is soon proved, it is the answer, to the end. Else the moves of the answer are asked for, and a move that a review would not mark solves the exercise, too.";

/** Characters of the headers and comments of a game that a search looks at. */
const MAX_WORDS = 4000;

/** View of the games that the browser keeps; saves the game on the board in all views of it. */
export class Shelf extends View {
  name = "shelf";
  title = "Shelf";
  /** Tree that may have to be saved. @type {Tree | null} */
  pending = null;
  /** @type {Kept[]} */
  games = [];
  /** Folder that is listed; empty for all. */
  folder = "";
  /** Games listed whose exercises were counted last, with their changes. */
  counted = "";
  /** What takes back the last changes of the shelf, the last one at the end; each returns what it has done. @type {(() => Promise<string>)[]} */
  undos = [];
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  /** Tree that the notice is about. @type {Tree | null} */
  noticeOf = null;

  /** @param {App} app */
  constructor(app) {
    super();
    this.app = app;
    this.store = new Store();
    /** Games of the shelf for trees that have been on the board, as this page knows them. @type {WeakMap<Tree, Kept>} */
    this.kept = new WeakMap();
    /** Changes of each tree that are on the shelf. @type {WeakMap<Tree, number>} */
    this.saved = new WeakMap();
    /** What the shelf has of each tree, as this page has read or written it last. @type {WeakMap<Tree, StoredTree>} */
    this.common = new WeakMap();
    /** Finished games that trees have become studies of, and the studies. @type {WeakMap<Tree, { known: Kept, common: StoredTree, study: Kept }>} */
    this.origins = new WeakMap();
    /** Changes of each tree whose game has been deleted, when it was. @type {WeakMap<Tree, number>} */
    this.dropped = new WeakMap();
    /** Trees that another page has changed, too. @type {WeakSet<Tree>} */
    this.contested = new WeakSet();
    /** Saving under way, so that one waits for the other. */
    this.saving = Promise.resolve();
    this.channel = new BroadcastChannel("floe-shelf");
    this.channel.onmessage = ({ data }) => this.hear(data);
    this.label = el("input", { type: "text", id: "kept-name", maxlength: MAX_NAME, onchange: () => this.rename() });
    this.place = el("input", { type: "text", id: "kept-folder", maxlength: MAX_NAME, list: "folders", onchange: () => this.rename() });
    this.folders = el("datalist", { id: "folders" });
    this.about = el("div", { id: "kept" });
    this.choice = el("select", { id: "folder", onchange: () => this.choose(this.choice.value) });
    this.analyse = button("Analyse this game", () => app.go("analyze"), { class: "primary", id: "analyse-game" });
    this.newName = el("input", { type: "text", id: "folder-name", maxlength: MAX_NAME, onchange: () => this.renameFolder() });
    this.folderTools = el("div", { class: "row tight" }, field("Its name", this.newName), button("Delete folder", () => this.removeFolder(), { id: "delete-folder" }));
    this.status = el("p", { spoken: true, id: "shelf-status" });
    this.table = el("div", { id: "shelf-games" });
    this.solve = button("", () => this.solveLesson(), { id: "solve-lesson", title: "Solve the commented positions of these games one after the other" });
    this.isTest = el("input", { type: "checkbox", id: "is-test" });
    this.input = el("input", { type: "file", id: "import", multiple: true, accept: ".txt,.game,text/plain", onchange: () => this.importFiles() });
    this.element = el(
      "div",
      { class: "view" },
      this.status,
      field("Folder", this.choice),
      this.folderTools,
      el("div", { class: "row tight" }, button("Export these games", () => this.exportAll(), { id: "export" }), this.solve, button("Print a lesson", () => this.printLesson(), { id: "print-lesson" }), button("Copy link to the lesson", () => this.copyLesson(), { id: "copy-lesson", title: "Copy an address that opens these exercises to be solved" }), el("label", { class: "check row", title: "Who opens the link gets neither hints nor solutions" }, this.isTest, "as a test")),
      this.table,
      this.about,
      field("Import files", this.input),
      this.folders,
    );
    // Shown in all views of the tree.
    this.notice = el("div", { id: "keep-notice", role: "alert" });
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
  }

  get isTree() {
    return true;
  }

  enter() {
    this.app.board.onMove = (move) => this.app.game.play(move);
    this.app.board.onHex = null;
    // The board does not wait for the storage.
    this.save().then(() => this.refresh());
  }

  leave() {
    // What was said of the last change is old when the shelf is opened again.
    fill(this.status);
  }

  canMove() {
    return !this.app.game.state?.is_over;
  }

  update() {
    this.showOpen();
  }

  showTree() {
    this.showOpen();
  }

  /** Whether the game on the board may be kept: one with hidden tiles is not before it is over, and puzzles are none. */
  get isKeepable() {
    const { view, game } = this.app;
    return view.isGame && !view.isSecret && !game.viewer && game.state !== null && (game.tree.size > 0 || game.tree.isNoted);
  }

  /** Notices a change of the game on the board, which is saved a little later, or as soon as another game takes its place. */
  changed() {
    this.showNotice();
    clearTimeout(this.timer);
    const { tree } = this.app.game;
    if (this.pending !== tree) this.save();
    this.pending = this.isKeepable ? tree : null;
    this.timer = setTimeout(() => this.save(), DELAY);
  }

  /** Saves the game on the board, if it has changed. */
  save() {
    clearTimeout(this.timer);
    const { pending } = this;
    if (pending) this.saving = this.saving.then(() => this.saveNow(pending));
    return this.saving;
  }

  /** @param {Tree} tree */
  async saveNow(tree) {
    if (this.contested.has(tree)) return;
    const { revision } = tree;
    await this.rejoin(tree);
    const known = this.kept.get(tree);
    // What has only been looked at is not kept, and what was deleted is not kept again for a name.
    const isTouched = tree.done.length > 0 && tree.edits !== this.dropped.get(tree);
    if (this.saved.get(tree) === revision || !(known || isTouched)) return;
    try {
      const about = this.aboutOf(tree);
      const stored = tree.toJSON();
      const isStudy = known !== undefined && this.leavesGame(tree, known);
      const name = isStudy ? `Study of ${known.name}`.slice(0, MAX_NAME) : undefined;
      const isNew = !known || isStudy;
      const common = this.common.get(tree);
      const kept = isNew ? await this.create(tree, about, name, known?.folder) : await this.store.change(known, about, stored);
      if (isStudy && common) this.origins.set(tree, { known, common, study: kept });
      this.adopt(tree, kept, revision, stored);
      if (isNew) await this.prune();
      if (isStudy && tree === this.app.game.tree) this.app.moves.tell(`The played game stays on the shelf as it was; this is “${kept.name}” now.`);
      this.fault("");
    } catch (error) {
      if (error instanceof Conflict) this.contest(tree, error);
      else this.fault(error);
    }
    if (this.element.isConnected) await this.refresh();
  }

  /**
   * Length of the main line, the game, and its outcome: as the engine has told it of the last move, or as the headers have it.
   * @param {Tree} tree
   * @param {string | null} [outcome] of a game that has not been on the board
   */
  aboutOf(tree, outcome = null) {
    const { mainLine, headers } = tree;
    const { game } = this.app;
    const last = game.tree === tree ? game.told.get(mainLine.at(-1) ?? ROOT) : undefined;
    const known = this.kept.get(tree)?.result;
    const result = known && !last ? known : outcomeOf(headers, last?.outcome ?? outcome);
    // Rules and result are named beside.
    const others = headers.filter(([name]) => !["Rules", "Result"].includes(name));
    const words = [...others.map(([, value]) => value), ...[...tree.nodes.values()].flatMap(({ comments }) => comments)].join(" ").slice(0, MAX_WORDS);
    const about = { length: mainLine.length, result, words };
    const title = this.rulesTitle(game.tree === tree ? game.state?.rules : headers.find(([name]) => name === "Rules")?.[1]);
    return title ? { ...about, game: title } : about;
  }

  /**
   * Whether the main line of a tree is no longer that of the finished game that the shelf has of it: the game stays, and the tree is a study
   * of it.
   * @param {Tree} tree
   * @param {Kept} known
   */
  leavesGame(tree, known) {
    const common = this.common.get(tree);
    const isFinished = known.result !== "" && known.result !== "*";
    // Where a last move was taken back and the game has gone on, it had not ended.
    if (tree.played === tree.shape) return false;
    if (!common || !isFinished || known.name.startsWith("Study of ")) return false;
    return !beginsWith(tree, Tree.fromJSON(common));
  }

  /** Lets a tree be the finished game again, whose main line has come back, as by an undo: its study goes. @param {Tree} tree */
  async rejoin(tree) {
    const origin = this.origins.get(tree);
    if (!origin || origin.study.id !== this.kept.get(tree)?.id || !beginsWith(tree, Tree.fromJSON(origin.common))) return;
    this.origins.delete(tree);
    await this.store.remove([origin.study.id]);
    this.kept.set(tree, origin.known);
    this.common.set(tree, origin.common);
  }

  /**
   * Puts a tree on the shelf.
   * @param {Tree} tree
   * @param {Pick<About, "length" | "result">} about
   * @param {string} [name]
   * @param {string} [folder]
   */
  async create(tree, about, name = "", folder = RECENT) {
    const named = { name: name || titleOf(tree.headers) || this.unnamed(), isMade: name === "" };
    const [kept] = await this.store.add([{ about: { ...about, ...named, folder }, tree: tree.toJSON() }]);
    return kept;
  }

  /** Name of a game that has none. */
  unnamed() {
    const time = new Date().toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    return `${this.rules}, ${time}`;
  }

  /** The game on the board, if it is on the shelf. */
  get current() {
    return this.kept.get(this.app.game.tree);
  }

  /** Name that a person has given to the game on the board; empty without one. */
  get ownName() {
    const kept = this.current;
    return !kept || kept.isMade ? "" : kept.name;
  }

  /** Name of the game on the board for files: its own, those of its players, or that of its rules. */
  get gameTitle() {
    return this.ownName || titleOf(this.app.game.tree.headers) || this.rules;
  }

  /** The game on the board for a file, with its own name. @returns {StoredTree} */
  get written() {
    const { ownName } = this;
    const stored = this.app.game.tree.toJSON();
    return ownName ? { ...stored, headers: [...stored.headers.filter(([name]) => name !== "Name"), ["Name", ownName]] } : stored;
  }

  /** Title of the rules of the game on the board. */
  get rules() {
    return this.rulesTitle(this.app.game.state?.rules) ?? "game";
  }

  /** Title of rules by their name. @param {string | undefined} rules */
  rulesTitle(rules) {
    return this.app.rules.find(({ name }) => name === rules)?.title;
  }

  /**
   * Remembers that a tree is this game of the shelf, also when the page is loaded again.
   * @param {Tree} tree
   * @param {Kept} kept
   * @param {number} revision of the tree
   * @param {StoredTree} [stored] what has been written
   */
  adopt(tree, kept, revision, stored) {
    this.kept.set(tree, kept);
    this.saved.set(tree, revision);
    if (stored) this.common.set(tree, stored);
    this.channel.postMessage({ id: kept.id, revision: kept.revision });
    this.mark();
  }

  /** Remembers which game of the shelf the address of the page stands for. */
  mark() {
    const { tree } = this.app.game;
    const kept = this.current;
    const isShown = kept && !this.app.view.isSecret;
    document.title = [isShown && this.ownName, "floe"].filter(Boolean).join(" – ");
    const isSaved = this.saved.get(tree) === tree.revision;
    remember("kept", JSON.stringify(isShown ? { id: kept.id, hash: this.app.hash, isSaved } : null), sessionStorage);
  }

  /**
   * Tree of the game of the shelf that an address stood for when the page was left, with all that the address has no room for; null if there
   * is none.
   * @param {string} hash
   * @param {string} position before the first move
   * @param {Tree | null} linked tree of the address, which has changes that had not been saved
   */
  async recall(hash, position, linked) {
    const marked = recallValue("kept", ({ id, hash }) => Number.isInteger(id) && typeof hash === "string", sessionStorage);
    if (marked?.hash !== hash) return null;
    return this.treeOf(marked.id, position, marked.isSaved === true ? null : linked);
  }

  /**
   * Tree of a game of the shelf, which is changed together with it; null if there is none from this position.
   * @param {number} id
   * @param {string} position before the first move
   * @param {Tree | null} [newer] tree in its place, which has changes that had not been saved
   */
  async treeOf(id, position, newer = null) {
    try {
      const found = await this.store.get(id);
      if (!found || found.tree.position !== position) return null;
      const tree = newer ?? Tree.fromJSON(found.tree);
      this.kept.set(tree, found.kept);
      this.common.set(tree, found.tree);
      if (!newer) this.saved.set(tree, tree.revision);
      return tree;
    } catch {
      return null;
    }
  }

  /** Deletes the oldest of the recent games, where there are too many. */
  async prune() {
    const recent = (await this.store.list()).filter(({ folder }) => folder === RECENT);
    await this.store.remove(recent.slice(MAX_RECENT).map(({ id }) => id));
  }

  /** Hears that another page has changed a game. @param {{ id: number, revision: number }} change */
  hear({ id, revision }) {
    const { tree } = this.app.game;
    const kept = this.kept.get(tree);
    if (kept?.id === id && kept.revision < revision) this.contest(tree, new Conflict(revision === Infinity));
    if (this.element.isConnected) this.refresh();
  }

  /**
   * Says that another page has changed or deleted the game of a tree, which is not saved until a person has decided.
   * @param {Tree} tree
   * @param {Conflict} conflict
   */
  contest(tree, conflict) {
    this.contested.add(tree);
    const choices = [
      !conflict.isDeleted && button("Merge both", () => this.settle(tree, "merge"), { id: "merge" }),
      !conflict.isDeleted && button("Load the other", () => this.settle(tree, "load"), { id: "load-other" }),
      button("Save this as a copy", () => this.settle(tree, "copy"), { id: "save-copy" }),
    ];
    this.noticeOf = tree;
    fill(this.notice, el("div", { class: "error" }, el("p", {}, `${conflict.message} What you change here is not saved yet.`), el("div", { class: "row tight" }, choices)));
    this.showNotice();
  }

  /**
   * Ends a conflict as a person has decided.
   * @param {Tree} tree
   * @param {"merge" | "load" | "copy"} way
   */
  async settle(tree, way) {
    const { game } = this.app;
    const known = this.kept.get(tree);
    const found = known && way !== "copy" ? await this.store.get(known.id).catch(() => null) : null;
    this.contested.delete(tree);
    fill(this.notice);
    if (found && way === "load") return this.show(found, game.played);
    try {
      if (found) {
        this.kept.set(tree, found.kept);
        this.saved.delete(tree);
        const other = Tree.fromJSON(found.tree);
        const common = this.common.get(tree);
        this.common.set(tree, found.tree);
        await game.edit((own) => own.merge(other, common && Tree.fromJSON(common)));
        await this.save();
      } else {
        const name = known ? `${known.name} (copy)` : undefined;
        this.adopt(tree, await this.create(tree, this.aboutOf(tree), name, known?.folder), tree.revision, tree.toJSON());
        await this.refresh();
      }
    } catch (error) {
      this.fault(error);
    }
  }

  /** Shows the notice in the views of the tree that it is about. */
  showNotice() {
    this.notice.hidden = this.noticeOf !== this.app.game.tree || !this.app.moves.isOpen;
  }

  /** Says what is wrong with the storage, in all views. @param {unknown} error or empty if all is well */
  fault(error) {
    const message = messageOf(error);
    if (message === "") {
      if (this.noticeOf === this.app.game.tree && !this.contested.has(this.app.game.tree)) fill(this.notice);
      return;
    }
    this.noticeOf = this.app.game.tree;
    fill(this.notice, el("p", { class: "error" }, message));
    this.showNotice();
  }

  /** Lists the games anew. */
  async refresh() {
    try {
      this.games = await this.store.list();
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
    this.showOpen();
  }

  /** @param {string} folder */
  choose(folder) {
    this.folder = folder;
    this.folderTools.hidden = folder === "";
    this.newName.value = folder;
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
    const open = this.current;
    const focused = this.table.querySelector(":focus")?.getAttribute("data-do");
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
      tools: [...(isLesson ? [step(kept, "↑", "Earlier", -1), step(kept, "↓", "Later", 1)] : []), button("✕", () => this.remove([kept], kept.name), { class: "quiet", title: "Delete", "aria-label": `Delete ${kept.name}`, "data-do": `${kept.id} delete` })],
      open: () => this.open(kept.id),
    });
    fill(this.table, listed.length === 0 ? el("p", { class: "faint" }, "No games yet. Games with a move are kept here as you play and analyse.") : gameTable(amount(listed.length, "game"), listed.map(row), search));
    if (focused) /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-do="${focused}"]`))?.focus();
    this.countExercises();
  }

  /** Says how many exercises the games listed have; they are read again only where one has changed. */
  async countExercises() {
    const listed = JSON.stringify(this.inOrder.map(({ id, saved }) => [id, saved]));
    if (listed === this.counted) return;
    this.counted = listed;
    const asked = this.lessons().then((lessons) => this.app.engine.ask({ action: "puzzles", lessons }));
    const count = await asked.then(({ puzzles }) => puzzles.length, () => 0);
    if (listed === this.counted) fill(this.solve, `Solve as a lesson: ${count}`);
  }

  /**
   * Puts a game of the folder listed into another place of its lesson.
   * @param {number} id
   * @param {number} by number of places
   */
  reorder(id, by) {
    const ids = this.inOrder.map((kept) => kept.id);
    const to = ids.indexOf(id) + by;
    if (!(to in ids)) return;
    ids.splice(to - by, 1);
    ids.splice(to, 0, id);
    remember("lesson", JSON.stringify([...orderOfLessons().filter((other) => !ids.includes(other)), ...ids]));
    this.showTable();
  }

  /** Shows the name and the folder of the game on the board. */
  showOpen() {
    const kept = this.current;
    const isWriting = document.activeElement === this.label || document.activeElement === this.place;
    if (kept && isWriting) return;
    this.label.value = kept?.name ?? "";
    this.place.value = kept?.folder ?? "";
    if (!kept && this.isKeepable) return fill(this.about, button("Keep on the shelf", () => this.keep(), { id: "keep", title: "Keep the game on the board" }));
    if (!kept) return fill(this.about, el("p", { class: "faint" }, "The game on the board is kept as soon as it has a move."));
    if (this.about.contains(this.label)) return;
    fill(this.about, this.analyse, field("This game", this.label), field("in the folder", this.place));
  }

  /** Puts the game on the board on the shelf, as one of a link that has only been looked at. */
  keep() {
    return this.alter(async () => {
      const { tree } = this.app.game;
      if (this.kept.has(tree)) return;
      const { revision } = tree;
      const stored = tree.toJSON();
      this.adopt(tree, await this.create(tree, this.aboutOf(tree)), revision, stored);
    });
  }

  /** Gives the game on the board the name and the folder of the form. */
  async rename() {
    const { tree } = this.app.game;
    await this.save();
    const known = this.kept.get(tree);
    if (!known) return;
    const name = this.label.value.trim().slice(0, MAX_NAME) || known.name;
    const folder = this.place.value.trim().slice(0, MAX_NAME);
    try {
      const kept = await this.store.change(known, { name, folder, isMade: known.isMade && name === known.name });
      this.adopt(tree, kept, this.saved.get(tree) ?? 0);
      await this.refresh();
    } catch (error) {
      if (error instanceof Conflict) this.contest(tree, error);
      else this.fault(error);
    }
  }

  /** @param {number} id */
  async open(id) {
    await this.alter(async () => {
      const found = await this.store.get(id);
      if (!found) throw new Error("This game was deleted in another tab.");
      await this.show(found);
    });
  }

  /**
   * Brings a game of the shelf to the board.
   * @param {{ kept: Kept, tree: import("./tree.js").StoredTree }} found
   * @param {string[]} [moves] to the position to show
   */
  async show({ kept, tree: stored }, moves = []) {
    const tree = Tree.fromJSON(stored);
    this.kept.set(tree, kept);
    this.common.set(tree, stored);
    this.saved.set(tree, tree.revision);
    await this.app.game.loadTree(tree, moves);
    this.mark();
    if (this.element.isConnected) this.showTable();
  }

  /** Runs a change of the shelf, says what is wrong if it fails, and lists the games anew. @param {() => Promise<void>} change */
  async alter(change) {
    try {
      await this.save();
      await change();
    } catch (error) {
      fill(this.status, messageOf(error));
    }
    await this.refresh();
  }

  /**
   * Deletes games.
   * @param {Kept[]} games
   * @param {string} name of the game, or of their folder
   */
  remove(games, name) {
    return this.alter(async () => {
      const removed = await this.store.remove(games.map(({ id }) => id));
      const { tree } = this.app.game;
      // The game on the board stays there, and is kept again when its moves or notes are changed.
      if (games.some(({ id }) => id === this.kept.get(tree)?.id)) {
        this.kept.delete(tree);
        this.saved.set(tree, tree.revision);
        this.dropped.set(tree, tree.edits);
      }
      for (const { id } of games) this.channel.postMessage({ id, revision: Infinity });
      this.undos.push(async () => {
        await this.store.restore(removed);
        const written = JSON.stringify(tree.toJSON());
        const same = removed.find(({ tree }) => JSON.stringify(tree) === written);
        if (same && !this.kept.has(tree)) this.adopt(tree, same.kept, tree.revision, same.tree);
        return `${name} is back.`;
      });
      this.offerUndo(`${name} deleted.`);
    });
  }

  /** Deletes the folder that is listed, with its games. */
  removeFolder() {
    const { folder, listed } = this;
    this.remove(listed, `${folder} (${amount(listed.length, "game")})`);
  }

  /** Gives the folder that is listed the name of the form. */
  async renameFolder() {
    const from = this.folder;
    const to = this.newName.value.trim().slice(0, MAX_NAME);
    const ids = this.listed.map(({ id }) => id);
    if (to === "" || to === from) return void (this.newName.value = from);
    await this.alter(async () => {
      await this.move(ids, to);
      this.undos.push(async () => {
        await this.move(ids, from);
        return `The folder is ${from} again.`;
      });
      this.offerUndo(`The folder is ${to} now.`);
    });
  }

  /**
   * Puts games into a folder, and lists it.
   * @param {number[]} ids
   * @param {string} folder
   */
  async move(ids, folder) {
    const { tree } = this.app.game;
    for (const kept of await this.store.move(ids, folder)) {
      if (kept.id === this.kept.get(tree)?.id) this.adopt(tree, kept, this.saved.get(tree) ?? 0);
      else this.channel.postMessage({ id: kept.id, revision: kept.revision });
    }
    this.folder = folder;
  }

  /**
   * Games listed that have comments, in the order of a lesson: positions with comments of a person are exercises, and the main moves after
   * them the answers.
   */
  async lessons() {
    const lessons = [];
    for (const { id, name, isMade } of this.inOrder) {
      const found = await this.store.get(id);
      if (!found) continue;
      const { comments, nodes, headers } = found.tree;
      // Beside a move that a review has blamed, the comments are its reasons.
      const blamed = nodes.filter((node) => node.comments?.some(isOfReview));
      const isReason = (/** @type {typeof nodes[number]} */ node) => !blamed.includes(node) && blamed.some(({ parent }) => parent === node.parent);
      const own = { ...found.tree, comments: ownComments(comments), nodes: nodes.map((node) => ({ ...node, comments: isReason(node) ? [] : ownComments(node.comments ?? []) })) };
      if (own.comments.length > 0 || own.nodes.some((node) => node.comments.length > 0)) lessons.push(lessonOf(own, isMade ? titleOf(headers) : name));
    }
    if (lessons.length === 0) throw new Error("No position of these games has a comment: a lesson is made of those that have.");
    return lessons;
  }

  /**
   * Does something with the games listed as a lesson; where that fails the view says why.
   * @param {(name: string, lessons: import("./print.js").Lesson[]) => Promise<void> | void} use
   */
  useLesson(use) {
    return this.alter(async () => use(this.folder || "Lesson", await this.lessons()));
  }

  /** Opens the exercises of the games listed as puzzles. */
  solveLesson() {
    return this.useLesson((name, lessons) => this.app.puzzles.openLesson(name, lessons));
  }

  /** Copies an address that opens the exercises of the games listed as puzzles. */
  copyLesson() {
    return this.useLesson(async (name, lessons) => {
      const link = await this.linkOf(name, lessons);
      if (link) await this.app.copyHash(link + (this.isTest.checked ? "&test=1" : ""));
      else fill(this.status, "This lesson is too large for a link: use Export, and open the file in Puzzles.");
    });
  }

  /**
   * Address of exercises to be solved; null if it is too long.
   * @param {string} set name of the lesson
   * @param {import("./print.js").Lesson[]} lessons
   */
  async linkOf(set, lessons) {
    const { puzzles } = await this.app.engine.ask({ action: "puzzles", lessons });
    const lesson = await writeLesson(set, puzzles);
    return lesson && `view=puzzles&lesson=${lesson}`;
  }

  /** Whether the game on the board is an exercise: a commented position in a folder of a person. */
  get isExercise() {
    const { current } = this;
    return current !== undefined && current.folder !== RECENT && ownComments(this.app.game.tree.node(ROOT).comments).length > 0;
  }

  /** Address of the game on the board if it is an exercise, else null. */
  async ownLink() {
    const kept = this.current;
    if (!kept || !this.isExercise) return null;
    return this.linkOf(kept.folder, [lessonOf(this.app.game.tree.toJSON(), kept.isMade ? "" : kept.name)]);
  }

  /** Asks for a sheet made of the games listed. */
  printLesson() {
    return this.useLesson((title, lessons) => askSheet(this.app.engine, { title, order: "as listed here", lessons }));
  }

  /**
   * Asks for a lesson and a task, and puts the position shown into its folder, with the moves that follow as the answer. After a bad move it is
   * the position before it.
   */
  async addToLesson() {
    const { game } = this.app;
    const { state, tree, node } = game;
    if (!state) return;
    const games = await this.store.list().catch(() => []);
    const folders = [...new Set(games.map(({ folder }) => folder))].filter((folder) => folder && folder !== RECENT);
    const place = el("input", { type: "text", name: "lesson", required: true, maxlength: MAX_NAME, value: recall("lesson-folder") ?? "Lesson", list: "lessons" });
    const { move, marks } = tree.node(node);
    const parent = BAD.includes(marks) ? tree.node(node).parent : node;
    let from = parent;
    const own = ownComments(tree.node(from).comments);
    const asked = this.app.view === this.app.puzzles && this.app.puzzles.tasks.get(node);
    const task = el("textarea", { name: "task", rows: "3", required: true }, own.join("\n") || asked || "Find the best move.");
    /** Moves of the answer. @type {string[]} */
    let moves = [];
    const answer = el("div", { id: "exercise-answer" });
    const offerAnswer = () => {
      const all = answerIn(tree, from);
      moves = isReviewed(tree, from) ? all.slice(0, 1) : all;
      const options = [...new Set([1, all.length])].map((count) => /** @type {[string, string]} */ ([String(count), all.slice(0, count).join(" ")]));
      fill(answer, all.length > 0 && choice("Answer", options, String(moves.length), (count) => (moves = all.slice(0, Number(count)))));
    };
    const take = (/** @type {string} */ value) => {
      from = value ? node : parent;
      offerAnswer();
    };
    const which = parent !== node && choice("Position", [["", `before ${move}${marks}`], ["shown", "as shown"]], "", take);
    offerAnswer();
    const title = el("input", { type: "text", name: "title", maxlength: MAX_NAME, placeholder: "by its number" });
    const note = el("p", { spoken: true });
    const add = async () => {
      const folder = place.value.trim();
      const { length } = games.filter((game) => game.folder === folder);
      try {
        const { position } = from === node ? state : await this.app.engine.ask({ action: "board", position: tree.position, moves: tree.movesTo(from) });
        const exercise = new Tree(position);
        exercise.annotate(ROOT, { comments: task.value.trim().split(/\s*\n\s*/), arrows: tree.node(from).arrows });
        exercise.insertLine(ROOT, moves);
        await this.store.add([{ about: { length: moves.length, result: "", words: task.value.trim(), name: title.value.trim() || `Exercise ${length + 1}`, isMade: title.value.trim() === "", folder }, tree: exercise.toJSON() }]);
        remember("lesson-folder", folder);
        dialog.close();
        this.app.tip(`Exercise ${length + 1} is in ${folder}: solve or print it on the shelf`, "good");
        if (this.element.isConnected) await this.refresh();
      } catch (error) {
        fill(note, messageOf(error));
      }
    };
    const lists = el("datalist", { id: "lessons" }, folders.map((folder) => el("option", { value: folder })));
    const form = el("form", { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), add()) }, field("Lesson: a folder of the shelf", place, "tall"), which, field("Title", title, "tall"), field("Task", task, "tall"), answer, el("p", { class: "faint" }, ANSWERS), el("button", { class: "primary", id: "add-exercise" }, "Add"), note, lists);
    const dialog = openDialog("lesson-options", "Add this position to a lesson", form);
  }

  /** @param {string} words */
  offerUndo(words) {
    announce(words);
    const undo = this.undos.length > 0 && button("Undo", () => this.takeBack(), { id: "undelete" });
    fill(this.status, words, " ", undo);
    if (undo) undo.focus();
  }

  /** Takes back the last change of the shelf. */
  takeBack() {
    return this.alter(async () => {
      const undo = this.undos.pop();
      if (!undo) return;
      try {
        this.offerUndo(await undo());
      } catch (error) {
        this.undos.push(undo);
        throw error;
      }
    });
  }

  /** Downloads the games that are listed as one game file. */
  exportAll() {
    return this.alter(async () => {
      const texts = [];
      for (const { id } of this.inOrder) {
        const found = await this.store.get(id);
        if (!found) continue;
        const { kept, tree } = found;
        texts.push(await this.app.textOf({ ...tree, headers: [...unplaced(tree.headers), ...(kept.isMade ? [] : [/** @type {[string, string]} */ (["Name", kept.name])]), ["Folder", kept.folder]] }));
        fill(this.status, `${texts.length} of ${this.listed.length} games…`);
      }
      download(texts.join("\n"), this.app.fileName(this.folder || "shelf"));
      fill(this.status, `${amount(texts.length, "game")} exported`);
    });
  }

  /** Puts the games of files on the shelf, those that name no folder into one with the name of the file; one that is there already is merged. */
  importFiles() {
    return this.alter(async () => {
      const words = [];
      for (const file of this.input.files ?? []) {
        const told = await this.importFile(file).catch(messageOf);
        words.push(`${file.name}: ${told}`);
      }
      this.input.value = "";
      fill(this.status, words.join(". "));
    });
  }

  /** Puts the games of a file on the shelf; returns in words what has become of them. @param {File} file */
  async importFile(file) {
    const known = await this.store.all();
    const { games, errors } = await readGames(this.app.engine, await file.text(), true);
    const place = file.name.replace(/\.[a-z]+$/, "").slice(0, MAX_NAME);
    /** @type {{ about: About, tree: StoredTree }[]} */
    const added = [];
    const folders = new Set();
    const merged = [];
    for (const [index, game] of games.entries()) {
      const tree = treeOf({ ...game, headers: unplaced(game.headers) });
      const same = known.find(({ tree: stored }) => isSameGame(stored, tree));
      if (same) {
        folders.add(same.kept.folder);
        merged.push(await this.mergeInto(same, tree));
        continue;
      }
      const named = new Map(game.headers.map(([name, value]) => [name, value.slice(0, MAX_NAME)]));
      const own = named.get("Name");
      const name = own || titleOf(tree.headers) || `${place} ${index + 1}`;
      const folder = named.get("Folder") ?? place;
      folders.add(folder);
      added.push({ about: { ...this.aboutOf(tree, game.outcome), name, isMade: !own, folder }, tree: tree.toJSON() });
    }
    await this.store.add(added);
    this.folder = folders.size === 1 ? [...folders][0] : "";
    const changed = merged.filter(Boolean).length;
    return [
      (added.length > 0 || merged.length === 0) && amount(added.length, "game"),
      merged.length > 0 && `${amount(merged.length, "game")} already on the shelf${changed > 0 ? `, ${changed} of them with new moves or notes` : ""}`,
      errors.length > 0 && `${amount(errors.length, "game")} could not be read: ${errors[0]}`,
    ].filter(Boolean).join("; ");
  }

  /**
   * Merges a game of a file into the same game of the shelf; returns whether that changes it.
   * @param {{ kept: Kept, tree: StoredTree }} same
   * @param {Tree} tree
   */
  async mergeInto({ kept, tree: stored }, tree) {
    const { game } = this.app;
    const own = Tree.fromJSON(stored);
    own.merge(tree);
    if (own.edits === 0) return false;
    if (this.kept.get(game.tree)?.id === kept.id) {
      await game.edit((shown) => shown.merge(tree));
      await this.save();
    } else {
      await this.store.change(kept, {}, own.toJSON());
    }
    return true;
  }
}

/** Whether the main line of a tree begins with that of another one. @param {Tree} tree @param {Tree} before */
function beginsWith(tree, before) {
  const { mainLine } = tree;
  return before.mainLine.every((id, index) => before.node(id).move === (mainLine[index] && tree.node(mainLine[index]).move));
}

/** Comments that no review has written. @param {readonly string[]} comments */
function ownComments(comments) {
  return comments.filter((words) => !isOfReview(words));
}

/**
 * Whether two games are one: position, main line and headers are the same, but for those that the program writes into files.
 * @param {StoredTree} stored
 * @param {Tree} tree
 */
function isSameGame(stored, tree) {
  if (stored.position !== tree.position) return false;
  return keyOf(Tree.fromJSON(stored)) === keyOf(tree);
}

/** Main line and headers of a game, but for those that the program writes into files. @param {Tree} tree */
function keyOf(tree) {
  const headers = unplaced(tree.headers).filter(([name]) => name !== "Rules" && name !== "Result");
  return JSON.stringify([tree.movesTo(tree.mainLine.at(-1) ?? ROOT), headers.sort()]);
}

/**
 * Moves that answer a position in a tree: the first ones that have no sign of a bad move.
 * @param {Tree} tree
 * @param {number} node
 */
function answerIn(tree, node) {
  const moves = [];
  let at = node;
  while (moves.length < MAX_ANSWER) {
    const next = tree.node(at).children.find((id) => !BAD.includes(tree.node(id).marks));
    if (next === undefined) break;
    moves.push(tree.node(next).move);
    at = next;
  }
  return moves;
}

/**
 * Whether a review has judged a move in a position: then its best move is the answer, and no line of an author.
 * @param {Tree} tree
 * @param {number} node
 */
function isReviewed(tree, node) {
  return tree.node(node).children.some((id) => BAD.includes(tree.node(id).marks) || tree.node(id).review !== null);
}

/** Games of the shelf that a person has put into an order, by their ids. @returns {number[]} */
function orderOfLessons() {
  return recallValue("lesson", (ids) => ids.every(Number.isInteger)) ?? [];
}

/**
 * Headers without the place of a game on a shelf.
 * @param {readonly [string, string][]} headers
 * @returns {[string, string][]}
 */
function unplaced(headers) {
  return headers.filter(([name]) => name !== "Name" && name !== "Folder");
}
