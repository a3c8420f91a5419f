// Conflicts: two pages have changed one game of the shelf; and what is wrong with the storage.

import { aboutOf } from "./about.js";
import { button, el, fill, messageOf } from "./dom.js";
import { mergeTree } from "./merge.js";
import { Conflict } from "./store.js";
import { treeFrom } from "./stored.js";
import { Tree } from "./tree.js";

/** Notice in all views of a tree that it is not saved, with what can be done about it. */
export class ConflictNotice {
  /** Tree that the notice is about. @type {Tree | null} */
  of = null;
  /** Trees that another page has changed, too. @type {WeakSet<Tree>} */
  contested = new WeakSet();
  element = el("div", { id: "keep-notice", role: "alert" });

  /** @param {import("./keeping.js").Keeper} keeper @param {import("./keeping.js").Keeper["page"]} page */
  constructor(keeper, page) {
    this.keeper = keeper;
    this.page = page;
  }

  /**
   * Says that another page has changed or deleted the game of a tree, which is not saved until a person has decided.
   * @param {Tree} tree
   * @param {Conflict} conflict
   */
  begin(tree, conflict) {
    this.contested.add(tree);
    const choices = [
      !conflict.isDeleted && button("Merge both", () => this.settle(tree, "merge"), { id: "merge" }),
      !conflict.isDeleted && button("Load the other", () => this.settle(tree, "load"), { id: "load-other" }),
      button("Save this as a copy", () => this.settle(tree, "copy"), { id: "save-copy" }),
    ];
    this.of = tree;
    fill(this.element, el("div", { class: "error" }, el("p", {}, `${conflict.message} What you change here is not saved yet.`), el("div", { class: "row tight" }, choices)));
    this.show();
  }

  /** Ends a conflict as a person has decided. @param {Tree} tree @param {"merge" | "load" | "copy"} way */
  async settle(tree, way) {
    const { game } = this.page;
    const known = this.keeper.kept.get(tree);
    const found = known && way !== "copy" ? await this.keeper.store.get(known.id).catch(() => null) : null;
    this.contested.delete(tree);
    fill(this.element);
    if (found && way === "load") return this.keeper.show(found, game.played);
    try {
      if (found) {
        this.keeper.kept.set(tree, found.kept);
        this.keeper.saved.delete(tree);
        const other = treeFrom(found.tree);
        const common = this.keeper.common.get(tree);
        this.keeper.common.set(tree, found.tree);
        await game.edit((own) => mergeTree(own, other, common && treeFrom(common)));
        await this.keeper.save();
      } else {
        const name = known ? `${known.name} (copy)` : undefined;
        const kept = await this.keeper.create(tree, aboutOf(this.page, tree, known?.result), name, known?.folder);
        this.keeper.adopt(tree, kept, tree.revision, tree.toJSON());
        await this.keeper.onChange();
      }
    } catch (error) {
      this.fault(error);
    }
  }

  /** Says why a change of a tree has not been saved. @param {Tree} tree @param {unknown} error */
  take(tree, error) {
    if (error instanceof Conflict) this.begin(tree, error);
    else this.fault(error);
  }

  /** Shows the notice in the views of the tree that it is about. */
  show() {
    this.element.hidden = this.of !== this.page.game.tree || !this.page.moves.isOpen;
  }

  /** Says what is wrong with the storage, in all views. @param {unknown} error or empty if all is well */
  fault(error) {
    const message = messageOf(error);
    if (message === "") {
      if (this.of === this.page.game.tree && !this.contested.has(this.page.game.tree)) fill(this.element);
      return;
    }
    this.of = this.page.game.tree;
    fill(this.element, el("p", { class: "error" }, message));
    this.show();
  }
}
