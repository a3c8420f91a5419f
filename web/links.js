// The address of the page: what it opens, and what is written into it and copied.

import { readAddress, readLesson, readTree, writeTree } from "./address.js";
import { copyText } from "./dialogs.js";
import { button, byId, el, fill } from "./dom.js";
import { randomSeed } from "./shown.js";
import { ROOT } from "./tree.js";

/** Address of the page, and those that are passed on. */
export class Links {
  hash = "";
  /** Tree that has been written for the address, with the number of its changes; `text` is null while it is not known, or too long. @type {{ tree: import("./tree.js").Tree | null, revision: number, text: string | null }} */
  written = { tree: null, revision: 0, text: null };
  /** Number of the step of the history of the browser that is shown. @type {number} */
  at = history.state?.step ?? 0;
  /** What these steps show, as long as the page is not loaded again. @type {Map<number, { view: import("./view.js").View, tree: import("./tree.js").Tree, moves: string[] }>} */
  steps = new Map();

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Begins a step of the history: another view or another game, no move. The browser leads back to what is shown now. */
  step() {
    this.leave(this.at + 1);
    history.pushState({ step: this.at, isDealt: history.state?.isDealt }, "");
  }

  /** Notes what the step shows that is left for another one. @param {number} step */
  leave(step) {
    const { game, view } = this.app;
    this.steps.set(this.at, { view, tree: game.tree, moves: game.played });
    this.at = step;
  }

  /** Shows the step of the history to which the browser has gone, or an address that was typed. @param {{ step: number } | null} state */
  async travel(state) {
    const { game } = this.app;
    if (!state && location.hash === this.hash) return;
    this.leave(state?.step ?? this.at + 1);
    const found = state && this.steps.get(state.step);
    if (!found) return this.open(location.hash, state !== null);
    const { view, tree, moves } = found;
    // A game with hidden tiles is brought back by its own view alone.
    const bring = () => (tree.hiddenBy || view.isPlain || tree === game.tree ? undefined : game.loadTree(tree, moves));
    await this.app.enter(view, false, bring);
  }

  /**
   * Opens the address of a position; without one, deals a floe.
   * @param {string} hash
   * @param {boolean} [isBack] whether the browser has gone back or forth to it
   */
  async open(hash, isBack = false) {
    const { app } = this;
    const { editor, engine, game, keeper, moves: list, puzzles } = app;
    const link = readAddress(hash);
    const isPlain = !link.has("view") && !link.has("position");
    const view = app.views.find(({ name }) => name === link.get("view")) ?? (isPlain ? app.start : app.view);
    const moves = (link.get("moves") ?? "").split(" ").filter((move) => move !== "");
    const ply = link.has("ply") ? Number(link.get("ply")) : moves.length;
    let isCut = false;
    try {
      const lesson = link.get("lesson");
      const exercises = lesson ? await readLesson(lesson) : [];
      const position = exercises[0]?.position ?? link.get("position") ?? (app.dealt = (await engine.ask({ action: "deal", seed: randomSeed() })).position);
      const text = link.get("tree");
      const linked = text ? await readTree(text, position).catch(() => null) : null;
      const kept = await keeper.recall(hash, position, linked);
      // The last moves before the page was left may not have been saved.
      kept?.insertLine(ROOT, moves);
      const tree = kept ?? linked;
      isCut = text !== null && tree === null;
      if (tree) await game.loadTree(tree, moves.slice(0, ply));
      else await game.load(position, { moves, ply });
      if (lesson) puzzles.source.take(exercises, link.has("test"));
    } catch (error) {
      game.state = null;
      app.board.clear();
      app.fail(error);
      const position = link.get("position");
      const edit = async () => {
        await app.go("edit");
        fill(byId("above"));
        await editor.correct(position ?? "");
      };
      byId("above").append(el("div", { class: "row" }, position && button("Edit this text", edit, { id: "edit-text" }), button("New floe", () => this.open(`#view=${app.view.name}`), { id: "new-floe" })));
    }
    const chosen = app.wanted ?? view;
    app.wanted = null;
    // The position of an address is for its own view: the game under way is not given up for it in another one.
    await app.enter(chosen, !isBack && (link.has("position") || link.has("lesson")) && chosen === view);
    if (isCut) list.say("The variations of this address cannot be read: it has been cut or changed. Its line is shown.");
  }

  /** Writes the position, its moves and the view into the address, where they can be copied and reloaded. */
  write() {
    const { game, keeper, moves, play, view } = this.app;
    const state = { step: this.at, isDealt: !play.underWay.isOffered };
    this.hash = "";
    if (view.isPlain) return history.replaceState(state, "", location.pathname + location.search);
    const link = new URLSearchParams({ view: view.name });
    // A game with hidden tiles is not in its address: the tab keeps it.
    if (!view.screen.isSecret) {
      link.set("position", game.start);
      if (game.moves.length > 0) link.set("moves", game.moves.join(" "));
      if (!game.isLast) link.set("ply", String(game.ply));
      // A study stays in the address while a new game is set up.
      if (moves.isOpen || (view === play && !play.underWay.isPlaying)) this.addTree(link);
    }
    this.hash = `#${String(link).replaceAll("+", "%20")}`;
    history.replaceState(state, "", this.hash);
    keeper.mark();
  }

  /** Adds the tree to an address, at once if it has been written before, and else later. @param {URLSearchParams} link */
  addTree(link) {
    const { game, game: { tree } } = this.app;
    const { written } = this;
    if (written.tree === tree && written.revision === tree.revision) {
      if (written.text) link.set("tree", written.text);
      return;
    }
    this.written = { tree, revision: tree.revision, text: null };
    const { isPlain, revision } = tree;
    if (isPlain) return;
    writeTree(tree).then((text) => {
      // The tree may have changed meanwhile.
      if (this.written.tree !== tree || this.written.revision !== revision) return;
      this.written.text = text;
      if (text !== null && game.tree === tree) this.write();
    });
  }

  /**
   * Copies the address of the page, which holds the game, one of the view for others, or one that leads to the position shown in another view.
   * @param {string} [view]
   */
  async copy(view) {
    const own = view ? null : await this.app.view.ownLink();
    if (own) return this.copyHash(own);
    const position = encodeURIComponent(this.app.game.state?.position ?? "");
    // Who opens it finds the game, not another's shelf or tools.
    if (view) return this.copyHash(`view=${view}&position=${position}`);
    const { tree } = this.app.game;
    const isCut = !tree.isPlain && (await writeTree(tree)) === null;
    await this.copyHash(location.hash.slice(1).replace(/view=(shelf|edit)/, "view=analyze"), isCut ? ". It holds the line shown alone; a file and the shelf hold the whole game" : "");
  }

  /** Copies an address of the page. @param {string} hash what follows the sign # @param {string} [note] what the address lacks */
  async copyHash(hash, note = "") {
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    if (!(await copyText("Copy this link", `${location.href.split("#")[0]}#${hash}`))) return;
    this.app.tip((isLocal ? "Link copied, for this machine alone: see Help (?)" : "Link copied") + note, "good");
  }
}
