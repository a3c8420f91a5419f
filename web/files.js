// Files of games: their text, their names, and how they come to the person.

import { el } from "./dom.js";

/** Text of a game file. @param {import("./transport.js").Engine} engine @param {import("./tree.js").StoredTree} stored */
export async function gameFile(engine, stored) {
  const { text } = await engine.ask({ action: "write", ...stored });
  return text;
}

/** Name of a file, with the time. @param {string} about @param {string} [ending] */
export function fileName(about, ending = "txt") {
  const now = new Date();
  const two = (/** @type {number} */ number) => String(number).padStart(2, "0");
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const name = about.replace(/[^\p{L}\p{N}+-]+/gu, "-");
  return `floe-${name}-${date}-${two(now.getHours())}${two(now.getMinutes())}.${ending}`;
}

/** Downloads a file. @param {string | Blob} content @param {string} name */
export function download(content, name) {
  const link = el("a", { href: URL.createObjectURL(new Blob([content])), download: name });
  link.click();
  URL.revokeObjectURL(link.href);
}
