// Games that the browser keeps, in IndexedDB: what each is about in one list, and the trees apart.

/** @typedef {import("./tree.js").StoredTree} StoredTree */
/**
 * What is known about a game without its tree. `revision` grows with every change, so that a page sees what another one has written;
 * `saved` is the time in milliseconds. `isMade` says whether the page has made up the name, and `words` are those of its headers and comments.
 * @typedef {{ id: number, name: string, isMade?: boolean, folder: string, revision: number, saved: number, length: number, result: string, game?: string, words?: string }} Kept
 */
/** What a page decides about a game. @typedef {Omit<Kept, "id" | "revision" | "saved">} About */

const NAME = "floe";
const VERSION = 1;

/** Change that is not made, because the game is no longer the one that the page knows. */
export class Conflict extends Error {
  /** @param {boolean} isDeleted whether the game is gone */
  constructor(isDeleted) {
    super(isDeleted ? "This game was deleted in another tab." : "This game was changed in another tab.");
    this.isDeleted = isDeleted;
  }
}

/** Games of the browser, for all pages of this address. */
export class Store {
  /** @type {Promise<IDBDatabase> | null} */
  database = null;

  constructor() {
  }

  /** @returns {Promise<IDBDatabase>} */
  open() {
    this.database ??= new Promise((resolve, reject) => {
      const request = indexedDB.open(NAME, VERSION);
      request.onupgradeneeded = () => {
        request.result.createObjectStore("games", { keyPath: "id", autoIncrement: true });
        request.result.createObjectStore("trees", { keyPath: "id" });
      };
      request.onsuccess = () => {
        // A later version of the page is not held up by this one.
        request.result.onversionchange = () => request.result.close();
        request.result.onclose = () => (this.database = null);
        resolve(request.result);
      };
      request.onerror = () => reject(request.error);
      request.onblocked = () => reject(new Error("the storage is held by another tab"));
    });
    // What fails now may work later.
    this.database.catch(() => (this.database = null));
    return this.database;
  }

  /**
   * Runs requests in one transaction, and returns the result when it is complete.
   * @template T
   * @param {IDBTransactionMode} mode
   * @param {(games: IDBObjectStore, trees: IDBObjectStore) => Promise<T>} run
   * @returns {Promise<T>}
   */
  async transact(mode, run) {
    try {
      const transaction = (await this.open()).transaction(["games", "trees"], mode);
      const done = new Promise((resolve, reject) => {
        transaction.oncomplete = () => resolve(undefined);
        transaction.onabort = () => reject(transaction.error ?? new Error("the browser gave up"));
      });
      // It is looked at below, or its reason is thrown by the requests.
      done.catch(() => {});
      const result = await run(transaction.objectStore("games"), transaction.objectStore("trees")).catch((error) => {
        abort(transaction);
        throw error;
      });
      await done;
      return result;
    } catch (error) {
      throw error instanceof Conflict ? error : new Error(reason(error));
    }
  }

  /** All games without their trees, the one saved last first. @returns {Promise<Kept[]>} */
  async list() {
    const games = /** @type {Kept[]} */ (await this.transact("readonly", (games) => answer(games.getAll())));
    return games.sort((a, b) => b.saved - a.saved);
  }

  /** All games with their trees. @returns {Promise<{ kept: Kept, tree: StoredTree }[]>} */
  async all() {
    return this.transact("readonly", async (games, trees) => {
      const [kept, stored] = await Promise.all([answer(games.getAll()), answer(trees.getAll())]);
      const found = new Map(stored.map((/** @type {{ id: number, tree: StoredTree }} */ { id, tree }) => [id, tree]));
      return kept.flatMap((/** @type {Kept} */ one) => (found.has(one.id) ? [{ kept: one, tree: found.get(one.id) }] : []));
    });
  }

  /** Game with its tree; null if there is none. @param {number} id @returns {Promise<{ kept: Kept, tree: StoredTree } | null>} */
  async get(id) {
    return this.transact("readonly", async (games, trees) => {
      const [kept, stored] = await Promise.all([answer(games.get(id)), answer(trees.get(id))]);
      return kept && stored ? { kept, tree: stored.tree } : null;
    });
  }

  /** Adds games in one step: all of them, or none. @param {{ about: About, tree: StoredTree }[]} added @returns {Promise<Kept[]>} */
  async add(added) {
    return this.transact("readwrite", async (games, trees) => {
      const kept = [];
      for (const { about, tree } of added) {
        const fresh = { ...about, revision: 1, saved: Date.now() };
        const id = /** @type {number} */ (await answer(games.add(fresh)));
        await answer(trees.add({ id, tree }));
        kept.push({ ...fresh, id });
      }
      return kept;
    });
  }

  /**
   * Changes a game, unless another page has changed it since.
   * @param {Kept} known game as this page knows it
   * @param {Partial<About>} about
   * @param {StoredTree} [tree]
   * @returns {Promise<Kept>}
   * @throws {Conflict}
   */
  async change(known, about, tree) {
    // Now that a person has named a game, the browser shall keep all.
    if (about.isMade === false) navigator.storage?.persist?.().catch(() => {});
    return this.transact("readwrite", async (games, trees) => {
      const present = await answer(games.get(known.id));
      if (present?.revision !== known.revision) throw new Conflict(!present);
      const kept = { ...present, ...about, revision: known.revision + 1, saved: Date.now() };
      await answer(games.put(kept));
      if (tree) await answer(trees.put({ id: known.id, tree }));
      return kept;
    });
  }

  /**
   * Puts games into another folder, whatever other pages do to them; those that are gone are left out.
   * @param {readonly number[]} ids
   * @param {string} folder
   * @returns {Promise<Kept[]>}
   */
  async move(ids, folder) {
    return this.transact("readwrite", async (games) => {
      const moved = [];
      for (const id of ids) {
        const present = await answer(games.get(id));
        if (!present) continue;
        const kept = { ...present, folder, revision: present.revision + 1 };
        await answer(games.put(kept));
        moved.push(kept);
      }
      return moved;
    });
  }

  /**
   * Deletes games in one step, and returns those that were there, so that they can be put back.
   * @param {readonly number[]} ids
   * @returns {Promise<{ kept: Kept, tree: StoredTree }[]>}
   */
  async remove(ids) {
    return this.transact("readwrite", async (games, trees) => {
      const removed = [];
      for (const id of ids) {
        const [kept, stored] = await Promise.all([answer(games.get(id)), answer(trees.get(id))]);
        await Promise.all([answer(games.delete(id)), answer(trees.delete(id))]);
        if (kept && stored) removed.push({ kept, tree: stored.tree });
      }
      return removed;
    });
  }

  /** Puts deleted games back, under their old ids. @param {readonly { kept: Kept, tree: StoredTree }[]} removed */
  async restore(removed) {
    await this.transact("readwrite", (games, trees) => Promise.all(removed.flatMap(({ kept, tree }) => [answer(games.put(kept)), answer(trees.put({ id: kept.id, tree }))])));
  }
}

/** Result of a request. @param {IDBRequest} request @returns {Promise<any>} */
function answer(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @param {IDBTransaction} transaction */
function abort(transaction) {
  try {
    transaction.abort();
  } catch {
    // It has ended already.
  }
}

/** Sentence for a failure of the storage that says what to do. @param {unknown} error */
function reason(error) {
  const isFull = error instanceof DOMException && error.name === "QuotaExceededError";
  if (isFull) return "The storage of the browser is full, and the last changes are not on the shelf: export games as a file and delete them here, or save this game as a file.";
  const why = error instanceof Error ? error.message : String(error);
  return `The browser does not keep games for this page (${why}): save them as files. A private window or a setting may forbid it.`;
}
