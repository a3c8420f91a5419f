// Folders of the shelf: their names, and what is deleted and taken back.

import { MAX_NAME } from "./about.js";
import { amount, button, el, field, fill } from "./dom.js";

/** @typedef {import("./store.js").Kept} Kept */

/** Changes of the shelf that can be taken back, and the form for those of the folder listed. */
export class FolderTools {
  /** What takes back the last changes, the last one at the end; each returns what it has done. @type {(() => Promise<string>)[]} */
  undos = [];

  /** @param {Pick<import("./main.js").App, "game" | "keeper">} app @param {import("./shelf.js").Shelf} shelf */
  constructor({ game, keeper }, shelf) {
    this.game = game;
    this.keeper = keeper;
    this.shelf = shelf;
    this.newName = el("input", { type: "text", id: "folder-name", maxlength: MAX_NAME, onchange: () => this.rename() });
    this.element = el("div", { class: "row tight" }, field("Its name", this.newName), button("Delete folder", () => this.removeAll(), { id: "delete-folder" }));
  }

  /** Shows the name of the folder listed. @param {string} folder empty for all */
  show(folder) {
    this.element.hidden = folder === "";
    this.newName.value = folder;
  }

  /** Deletes games. @param {Kept[]} games @param {string} name of the game, or of their folder */
  remove(games, name) {
    return this.shelf.alter(async () => {
      const removed = await this.keeper.store.remove(games.map(({ id }) => id));
      const { tree } = this.game;
      // The game on the board stays there, and is kept again when its moves or notes are changed.
      if (games.some(({ id }) => id === this.keeper.kept.get(tree)?.id)) {
        this.keeper.kept.delete(tree);
        this.keeper.saved.set(tree, tree.revision);
        this.keeper.dropped.set(tree, tree.edits);
      }
      for (const { id } of games) this.keeper.channel.postMessage({ id, revision: Infinity });
      this.undos.push(async () => {
        await this.keeper.store.restore(removed);
        const written = JSON.stringify(tree.toJSON());
        const same = removed.find(({ tree }) => JSON.stringify(tree) === written);
        if (same && !this.keeper.kept.has(tree)) this.keeper.adopt(tree, same.kept, tree.revision, same.tree);
        return `${name} is back.`;
      });
      this.offerUndo(`${name} deleted.`);
    });
  }

  /** Deletes the folder that is listed, with its games. */
  removeAll() {
    const { folder, listed } = this.shelf;
    this.remove(listed, `${folder} (${amount(listed.length, "game")})`);
  }

  /** Gives the folder that is listed the name of the form. */
  async rename() {
    const from = this.shelf.folder;
    const to = this.newName.value.trim().slice(0, MAX_NAME);
    const ids = this.shelf.listed.map(({ id }) => id);
    if (to === "" || to === from) return void (this.newName.value = from);
    await this.shelf.alter(async () => {
      await this.move(ids, to);
      this.undos.push(async () => {
        await this.move(ids, from);
        return `The folder is ${from} again.`;
      });
      this.offerUndo(`The folder is ${to} now.`);
    });
  }

  /** @param {string} words */
  offerUndo(words) {
    const undo = this.undos.length > 0 && button("Undo", () => this.takeBack(), { id: "undelete" });
    fill(this.shelf.status, words, " ", undo);
    if (undo) undo.focus();
  }

  /** Takes back the last change of the shelf. */
  takeBack() {
    return this.shelf.alter(async () => {
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

  /** Puts games into a folder, and lists it. @param {number[]} ids @param {string} folder */
  async move(ids, folder) {
    await this.keeper.move(ids, folder);
    this.shelf.folder = folder;
  }
}
