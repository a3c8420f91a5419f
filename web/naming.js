// The game on the board as one of the shelf: its name and its folder.

import { MAX_NAME, aboutOf } from "./about.js";
import { button, el, field, fill } from "./dom.js";

/** Form for the name and the folder of the game on the board. */
export class OpenGame {
  /** @param {Pick<import("./main.js").App, "game" | "go" | "keeper" | "rules">} page @param {import("./shelf.js").Shelf} shelf */
  constructor(page, shelf) {
    this.page = page;
    this.keeper = page.keeper;
    this.shelf = shelf;
    this.label = el("input", { type: "text", id: "kept-name", maxlength: MAX_NAME, onchange: () => this.rename() });
    this.place = el("input", { type: "text", id: "kept-folder", maxlength: MAX_NAME, list: "folders", onchange: () => this.rename() });
    this.analyse = button("Analyse this game", () => page.go("analyze"), { class: "primary", id: "analyse-game" });
    this.element = el("div", { id: "kept" });
  }

  /** Shows the name and the folder of the game on the board. */
  show() {
    const { current: kept } = this.keeper;
    this.analyse.hidden = !kept;
    const isWriting = document.activeElement === this.label || document.activeElement === this.place;
    if (kept && isWriting) return;
    this.label.value = kept?.name ?? "";
    this.place.value = kept?.folder ?? "";
    if (!kept && this.keeper.isKeepable) return fill(this.element, button("Keep on the shelf", () => this.keep(), { id: "keep", title: "Keep the game on the board" }));
    if (!kept) return fill(this.element, el("p", { class: "faint" }, "The game on the board is kept as soon as it has a move."));
    if (this.element.contains(this.label)) return;
    fill(this.element, field("This game", this.label), field("in the folder", this.place));
  }

  /** Puts the game on the board on the shelf, as one of a link that has only been looked at. */
  keep() {
    return this.shelf.alter(async () => {
      const { tree } = this.page.game;
      if (this.keeper.kept.has(tree)) return;
      const { revision } = tree;
      const stored = tree.toJSON();
      this.keeper.adopt(tree, await this.keeper.create(tree, aboutOf(this.page, tree)), revision, stored);
    });
  }

  /** Gives the game on the board the name and the folder of the form. */
  async rename() {
    const { tree } = this.page.game;
    await this.keeper.save();
    const known = this.keeper.kept.get(tree);
    if (!known) return;
    const name = this.label.value.trim().slice(0, MAX_NAME) || known.name;
    const folder = this.place.value.trim().slice(0, MAX_NAME);
    try {
      const kept = await this.keeper.store.change(known, { name, folder, isMade: known.isMade && name === known.name });
      this.keeper.adopt(tree, kept, this.keeper.saved.get(tree) ?? 0);
      await this.shelf.refresh();
    } catch (error) {
      this.keeper.conflicts.take(tree, error);
    }
  }
}
