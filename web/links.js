// The address of the page: what it opens, and what is written into it and copied.

import { readAddress, readLesson, readTree, writeTree } from "./address.js";
import { copyText } from "./dialogs.js";
import { button, byId, el, fill } from "./dom.js";
import { randomSeed } from "./shown.js";
import { DEALT } from "./under-way.js";
import { ROOT } from "./tree.js";

/** Address of the page, and those that are passed on. */
export class Links {
  hash = "";
  /** Tree that has been written for the address, with the number of its changes; `text` is null while it is not known, or too long. @type {{ tree: import("./tree.js").Tree | null, revision: number, text: string | null }} */
  written = { tree: null, revision: 0, text: null };

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
  }

  /** Opens the address of a position; without one, deals a floe. @param {string} hash */
  async open(hash) {
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
    await app.enter(chosen, (link.has("position") || link.has("lesson")) && chosen === view);
    if (isCut) list.say("The variations of this address cannot be read: it has been cut or changed. Its line is shown.");
  }

  /** Writes the position, its moves and the view into the address, where they can be copied and reloaded. */
  write() {
    const { game, keeper, moves, play, view } = this.app;
    if (view.isPlain) return;
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
    history.replaceState(play.underWay.isOffered ? null : DEALT, "", this.hash);
    keeper.mark();
  }

  /** Adds the tree to an address, at once if it has been written before, and else later. @param {URLSearchParams} link */
  addTree(link) {
    const { game, moves } = this.app;
    const { tree } = game;
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
      if (text === null) moves.say("The link holds the line shown alone; a file and the shelf hold the whole game.", null, () => this.written.text === null);
      else if (game.tree === tree) this.write();
      moves.update();
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
    await this.copyHash(view ? `view=${view}&position=${position}` : location.hash.slice(1).replace(/view=(shelf|edit)/, "view=analyze"));
  }

  /** Copies an address of the page. @param {string} hash what follows the sign # */
  async copyHash(hash) {
    const isLocal = ["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
    if (!(await copyText("Copy this link", `${location.href.split("#")[0]}#${hash}`))) return;
    const words = isLocal ? "Link copied, for this machine alone: see Help (?)" : "Link copied";
    this.app.tip(words, "good");
  }
}
