// Keeping: saves the game on the board, in all views of it, and knows which game of the shelf it is.

import { MAX_NAME, RECENT, aboutOf, beginsWith, leavesGame, ownComments, unnamed } from "./about.js";
import { ConflictNotice } from "./conflicts.js";
import { titleOf } from "./games.js";
import { recallValue, remember } from "./storage.js";
import { Conflict, Store } from "./store.js";
import { treeFrom } from "./stored.js";
import { ROOT, Tree } from "./tree.js";

/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./store.js").About} About */
/** @typedef {import("./tree.js").StoredTree} StoredTree */

/** Number of games that stay in the folder of recent ones. */
const MAX_RECENT = 30;

/** Time after a change until it is saved, in milliseconds. */
const DELAY = 700;

/** Keeps the game on the board on the shelf. */
export class Keeper {
  /** Tree that may have to be saved. @type {Tree | null} */
  pending = null;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
  store = new Store();
  /** Games of the shelf for trees that have been on the board, as this page knows them. @type {WeakMap<Tree, Kept>} */
  kept = new WeakMap();
  /** Changes of each tree that are on the shelf. @type {WeakMap<Tree, number>} */
  saved = new WeakMap();
  /** What the shelf has of each tree, as this page has read or written it last. @type {WeakMap<Tree, StoredTree>} */
  common = new WeakMap();
  /** Finished games that trees have become studies of, and the studies. @type {WeakMap<Tree, { known: Kept, common: StoredTree, study: Kept }>} */
  origins = new WeakMap();
  /** Changes of each tree whose game has been deleted, when it was. @type {WeakMap<Tree, number>} */
  dropped = new WeakMap();
  /** Saving under way, so that one waits for the other. */
  saving = Promise.resolve();
  channel = new BroadcastChannel("floe-shelf");
  /** Hears that the games of the shelf have changed. @type {() => Promise<void> | void} */
  onChange = () => {};

  /** @param {Pick<import("./main.js").App, "game" | "links" | "moves" | "rules" | "view">} page */
  constructor(page) {
    this.page = page;
    this.conflicts = new ConflictNotice(this, page);
    this.channel.onmessage = ({ data }) => this.hear(data);
    addEventListener("pagehide", () => this.save());
    document.addEventListener("visibilitychange", () => document.hidden && this.save());
  }

  /** The game on the board, if it is on the shelf. */
  get current() {
    return this.kept.get(this.page.game.tree);
  }

  /** Name that a person has given to the game on the board; empty without one. */
  get ownName() {
    const kept = this.current;
    return !kept || kept.isMade ? "" : kept.name;
  }

  /** Whether the game on the board is an exercise: a commented position in a folder of a person. */
  get isExercise() {
    const { current } = this;
    return current !== undefined && current.folder !== RECENT && ownComments(this.page.game.tree.node(ROOT).comments).length > 0;
  }

  /** Whether the game on the board may be kept: one with hidden tiles is not before it is over, and puzzles are none. */
  get isKeepable() {
    const { view, game } = this.page;
    return view.isGame && !view.screen.isSecret && !game.viewer && game.state !== null && (game.tree.size > 0 || game.tree.isNoted);
  }

  /** Notices a change of the game on the board, which is saved a little later, or as soon as another game takes its place. */
  changed() {
    this.conflicts.show();
    clearTimeout(this.timer);
    const { tree } = this.page.game;
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
    if (this.conflicts.contested.has(tree)) return;
    const { revision } = tree;
    await this.rejoin(tree);
    const known = this.kept.get(tree);
    // What has only been looked at is not kept, and what was deleted is not kept again for a name.
    const isTouched = tree.done.length > 0 && tree.edits !== this.dropped.get(tree);
    if (this.saved.get(tree) === revision || !(known || isTouched)) return;
    try {
      const about = aboutOf(this.page, tree, this.kept.get(tree)?.result);
      const stored = tree.toJSON();
      const isStudy = known !== undefined && leavesGame(tree, known, this.common.get(tree));
      const name = isStudy ? `Study of ${known.name}`.slice(0, MAX_NAME) : undefined;
      const isNew = !known || isStudy;
      const common = this.common.get(tree);
      const kept = isNew ? await this.create(tree, about, name, known?.folder) : await this.store.change(known, about, stored);
      if (isStudy && common) this.origins.set(tree, { known, common, study: kept });
      this.adopt(tree, kept, revision, stored);
      if (isNew) await this.prune();
      if (isStudy && tree === this.page.game.tree) this.page.moves.tell(`The played game stays on the shelf as it was; this is “${kept.name}” now.`);
      this.conflicts.fault("");
    } catch (error) {
      this.conflicts.take(tree, error);
    }
    await this.onChange();
  }

  /** Lets a tree be the finished game again, whose main line has come back, as by an undo: its study goes. @param {Tree} tree */
  async rejoin(tree) {
    const origin = this.origins.get(tree);
    if (!origin || origin.study.id !== this.kept.get(tree)?.id || !beginsWith(tree, treeFrom(origin.common))) return;
    this.origins.delete(tree);
    await this.store.remove([origin.study.id]);
    this.kept.set(tree, origin.known);
    this.common.set(tree, origin.common);
  }

  /** Puts a tree on the shelf. @param {Tree} tree @param {Pick<About, "length" | "result">} about @param {string} [name] @param {string} [folder] */
  async create(tree, about, name = "", folder = RECENT) {
    const named = { name: name || titleOf(tree.headers) || unnamed(this.page), isMade: name === "" };
    const [kept] = await this.store.add([{ about: { ...about, ...named, folder }, tree: tree.toJSON() }]);
    return kept;
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
    const { tree } = this.page.game;
    const kept = this.current;
    const isShown = kept && !this.page.view.screen.isSecret;
    document.title = [isShown && this.ownName, "floe"].filter(Boolean).join(" – ");
    const isSaved = this.saved.get(tree) === tree.revision;
    remember("kept", JSON.stringify(isShown ? { id: kept.id, hash: this.page.links.hash, isSaved } : null), sessionStorage);
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
      const tree = newer ?? treeFrom(found.tree);
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
    const { tree } = this.page.game;
    const kept = this.kept.get(tree);
    if (kept?.id === id && kept.revision < revision) this.conflicts.begin(tree, new Conflict(revision === Infinity));
    this.onChange();
  }

  /** Brings a game of the shelf to the board. @param {{ kept: Kept, tree: StoredTree }} found @param {string[]} [moves] to the position to show */
  async show({ kept, tree: stored }, moves = []) {
    const tree = treeFrom(stored);
    this.kept.set(tree, kept);
    this.common.set(tree, stored);
    this.saved.set(tree, tree.revision);
    await this.page.game.loadTree(tree, moves);
    this.mark();
    await this.onChange();
  }

  /** Puts games into a folder. @param {number[]} ids @param {string} folder */
  async move(ids, folder) {
    const { tree } = this.page.game;
    for (const kept of await this.store.move(ids, folder)) {
      if (kept.id === this.kept.get(tree)?.id) this.adopt(tree, kept, this.saved.get(tree) ?? 0);
      else this.channel.postMessage({ id: kept.id, revision: kept.revision });
    }
  }
}
