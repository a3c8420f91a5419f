// Files of the shelf: games that are put on it, and all that are listed.

import { MAX_NAME, aboutOf, unplaced } from "./about.js";
import { amount } from "./dom.js";
import { readGames, titleOf } from "./games.js";
import { gameFile } from "./files.js";
import { mergeTree } from "./merge.js";
import { treeFrom } from "./stored.js";
import { ROOT, Tree } from "./tree.js";

/** @typedef {import("./store.js").About} About */
/** @typedef {import("./store.js").Kept} Kept */
/** @typedef {import("./tree.js").StoredTree} StoredTree */
/** @typedef {Pick<import("./main.js").App, "engine" | "game" | "keeper" | "rules">} Page */

/** Text of games for one file. @param {Page} app @param {Kept[]} games @param {(count: number) => void} onRead hears how many have been written */
export async function exportGames({ engine, keeper }, games, onRead) {
  const texts = [];
  for (const { id } of games) {
    const found = await keeper.store.get(id);
    if (!found) continue;
    const { kept, tree } = found;
    /** @type {[string, string][]} */
    const place = [...(kept.isMade ? [] : [/** @type {[string, string]} */ (["Name", kept.name])]), ["Folder", kept.folder]];
    texts.push(await gameFile(engine, { ...tree, headers: [...unplaced(tree.headers), ...place] }));
    onRead(texts.length);
  }
  return texts;
}

/** Puts the games of a file on the shelf; returns in words what has become of them, and their folder. @param {Page} app @param {File} file */
export async function importFile(app, file) {
  const { engine, keeper } = app;
  const known = await keeper.store.all();
  const { games, errors } = await readGames(engine, await file.text(), true);
  const place = file.name.replace(/\.[a-z]+$/, "").slice(0, MAX_NAME);
  /** @type {{ about: About, tree: StoredTree }[]} */
  const added = [];
  const folders = new Set();
  const merged = [];
  for (const [index, game] of games.entries()) {
    const tree = treeFrom({ ...game, headers: unplaced(game.headers) });
    const same = known.find(({ tree: stored }) => isSameGame(stored, tree));
    if (same) {
      folders.add(same.kept.folder);
      merged.push(await mergeInto(app, same, tree));
      continue;
    }
    const named = new Map(game.headers.map(([name, value]) => [name, value.slice(0, MAX_NAME)]));
    const own = named.get("Name");
    const name = own || titleOf(tree.headers) || `${place} ${index + 1}`;
    const folder = named.get("Folder") ?? place;
    folders.add(folder);
    added.push({ about: { ...aboutOf(app, tree, undefined, game.outcome), name, isMade: !own, folder }, tree: tree.toJSON() });
  }
  await keeper.store.add(added);
  const changed = merged.filter(Boolean).length;
  const words = [
    (added.length > 0 || merged.length === 0) && amount(added.length, "game"),
    merged.length > 0 && `${amount(merged.length, "game")} already on the shelf${changed > 0 ? `, ${changed} of them with new moves or notes` : ""}`,
    errors.length > 0 && `${amount(errors.length, "game")} could not be read: ${errors[0]}`,
  ].filter(Boolean).join("; ");
  return { words, folder: folders.size === 1 ? [...folders][0] : "" };
}

/**
 * Merges a game of a file into the same game of the shelf; returns whether that changes it.
 * @param {Page} app
 * @param {{ kept: Kept, tree: StoredTree }} same
 * @param {Tree} tree
 */
async function mergeInto({ game, keeper }, { kept, tree: stored }, tree) {
  const own = treeFrom(stored);
  mergeTree(own, tree);
  if (own.edits === 0) return false;
  if (keeper.current?.id === kept.id) {
    await game.edit((shown) => mergeTree(shown, tree));
    await keeper.save();
  } else {
    await keeper.store.change(kept, {}, own.toJSON());
  }
  return true;
}

/**
 * Whether two games are one: position, main line and headers are the same, but for those that the program writes into files.
 * @param {StoredTree} stored
 * @param {Tree} tree
 */
function isSameGame(stored, tree) {
  if (stored.position !== tree.position) return false;
  return keyOf(treeFrom(stored)) === keyOf(tree);
}

/** Main line and headers of a game, but for those that the program writes into files. @param {Tree} tree */
function keyOf(tree) {
  const headers = unplaced(tree.headers).filter(([name]) => name !== "Rules" && name !== "Result");
  return JSON.stringify([tree.movesTo(tree.mainLine.at(-1) ?? ROOT), headers.sort()]);
}
