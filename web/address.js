// The address of the page: the position, the line, the view, and a tree that is small enough.

import { Tree } from "./tree.js";

/** Maximum length of a tree in an address, in characters: longer addresses are cut by some programs that pass them on. */
const MAX_TREE = 4000;

/** Maximum number of moves of a tree that is tried. */
const MAX_MOVES = 3000;

/** Maximum length of the text of a tree in an address, so that a short address cannot fill the memory. */
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

/**
 * Text of a tree for an address, without its position: JSON that is compressed, in Base64 for addresses; null if it is too long.
 * @param {Tree} tree
 */
export async function writeTree(tree) {
  if (tree.size > MAX_MOVES) return null;
  const { headers, comments, arrows, nodes } = tree.toJSON();
  // Most moves follow the one before them.
  const rows = nodes.map(({ parent, move, marks, comments, arrows, clock, value, review }, index) => shorten([index - parent, move, marks, comments, arrows, clock, value, review]));
  const packed = new Blob([JSON.stringify(shorten([headers, comments, rows, arrows]))]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  if ((4 / 3) * bytes.length > MAX_TREE) return null;
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/**
 * Reads the tree of an address.
 * @param {string} text
 * @param {string} position before the first move
 * @throws {Error} where it is none
 */
export async function readTree(text, position) {
  const bytes = Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
  const unpacked = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).pipeThrough(new TextDecoderStream());
  let json = "";
  const reader = unpacked.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    json += part.value;
    if (json.length > MAX_TEXT) {
      await reader.cancel();
      throw new Error("the tree of the address is too long");
    }
  }
  const [headers, comments, rows, arrows] = JSON.parse(json);
  const nodes = rows.map((/** @type {any[]} */ [back, move, marks, comments, arrows, clock, value, review], /** @type {number} */ index) => ({
    parent: index - back,
    move,
    marks: marks ?? "",
    comments: comments ?? [],
    arrows: arrows ?? [],
    clock: clock ?? null,
    value: value ?? null,
    review: review ?? null,
  }));
  return Tree.fromJSON({ position, headers, comments, arrows, nodes });
}

/**
 * Drops what is missing at the end of a list.
 * @param {unknown[]} list
 */
function shorten(list) {
  const end = list.findLastIndex((entry) => entry !== undefined);
  return list.slice(0, end + 1);
}
