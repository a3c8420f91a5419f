// The address of the page: the position, the line, the view, and a tree or a lesson that is small enough.

import { treeFrom } from "./stored.js";
import { Tree } from "./tree.js";

/** Exercise of a lesson in an address. @typedef {Pick<import("./types").ShownPuzzle, "position" | "task" | "lesson" | "drawn" | "answer" | "note">} LinkedExercise */

/** Maximum length of a tree or a lesson in an address, in characters: longer addresses are cut by some programs that pass them on. */
const MAX_PACKED = 4000;

/** Maximum number of moves of a tree that is tried. */
const MAX_MOVES = 3000;

/** Maximum length of the text packed in an address, so that a short address cannot fill the memory. */
const MAX_TEXT = 1_000_000;

/**
 * Reads the address of a position, also one written by hand. A blank is `%20`, and a plus itself; where there is no `%20`, a
 * plus is a blank, but not between two rules.
 * @param {string} hash
 */
export function readAddress(hash) {
  const text = hash.slice(1);
  const link = new URLSearchParams(/%20| /.test(text) ? text.replaceAll("+", "%2B") : text);
  const position = link.get("position");
  const rules = / rules=[^ ]+(?: [a-z][a-z-]*(?= |$))+/;
  if (position) link.set("position", position.replace(rules, (words) => ` ${words.slice(1).replaceAll(" ", "+")}`));
  return link;
}

/** Text of a tree for an address, without its position; null if it is too long. @param {Tree} tree */
export async function writeTree(tree) {
  if (tree.size > MAX_MOVES) return null;
  const { headers, comments, arrows, nodes } = tree.toJSON();
  // Most moves follow the one before them.
  const rows = nodes.map(({ parent, move, marks, comments, arrows, clock, value, review }, index) => shorten([index - parent, move, marks, comments, arrows, clock, value, review]));
  return pack(shorten([headers, comments, rows, arrows]));
}

/** Text of a lesson for an address; null if it is too long. @param {string} set name of the lesson @param {LinkedExercise[]} exercises */
export function writeLesson(set, exercises) {
  return pack([set, ...exercises.map(({ position, task, lesson, drawn, answer, note }) => [position, task, lesson, drawn, answer, note])]);
}

/**
 * Reads the lesson of an address.
 * @param {string} text
 * @returns {Promise<import("./types").ShownPuzzle[]>} exercises whose moves have no values yet
 * @throws {Error} where it is none
 */
export async function readLesson(text) {
  const [set, ...rows] = await unpack(text).catch(() => []);
  const isText = (/** @type {unknown} */ value) => typeof value === "string";
  const isExercise = (/** @type {any[]} */ [position, task, lesson, drawn, answer, note]) => [position, task, lesson, note].every(isText) && [drawn, answer].every((list) => Array.isArray(list) && list.every(isText));
  if (!isText(set) || rows.length === 0 || !rows.every(isExercise)) throw new Error("The lesson of this address cannot be read: it has been cut or changed.");
  const unrated = { set, goal: /** @type {const} */ ("best"), difficulty: null, stars: "", rating: null, themes: [], moves: [], rules: "", rules_name: "", players: 0 };
  return rows.map((/** @type {any[]} */ [position, task, lesson, drawn, answer, note]) => ({ ...unrated, position, task, lesson, drawn, answer, note }));
}

/** Packs a value for an address: as JSON that is compressed, in Base64 for addresses; null if it is too long. @param {unknown} value */
async function pack(value) {
  const packed = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if ((4 / 3) * bytes.length > MAX_PACKED) return null;
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** Unpacks a value of an address. @param {string} text @returns {Promise<any>} @throws {Error} where it is none */
async function unpack(text) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
  let json = "";
  const reader = unpacked.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    json += part.value;
    if (json.length > MAX_TEXT) {
      await reader.cancel();
      throw new Error("the text of the address is too long");
    }
  }
  return JSON.parse(json);
}

/** Reads the tree of an address. @param {string} text @param {string} position before the first move @throws {Error} where it is none */
export async function readTree(text, position) {
  const [headers, comments, rows, arrows] = await unpack(text);
  const nodes = rows.map((/** @type {any[]} */ [back, move, ...notes], /** @type {number} */ index) => {
    // What is missing in the middle of a row is null.
    const [marks, comments, arrows, clock, value, review] = notes.map((note) => note ?? undefined);
    return { parent: index - back, move, marks, comments, arrows, clock, value, review };
  });
  return treeFrom({ position, headers, comments, arrows, nodes });
}

/** Drops what is missing at the end of a list. @param {unknown[]} list */
function shorten(list) {
  const end = list.findLastIndex((entry) => entry !== undefined);
  return list.slice(0, end + 1);
}
