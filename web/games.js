// Games of files: read in pieces, as trees, and listed in a table.

import { button, el, fill, messageOf } from "./dom.js";
import { namesIn, withNames } from "./seats.js";

/** @typedef {import("./transport.js").Engine} Engine */
/** @typedef {Extract<import("./types").ReadGame, { position: string }>} ReadGame */
/** Game as a table lists it, its tooltip, other words that a search finds, asked for only then, and what opens it. @typedef {{ name: string, result: string, length: number, note?: string, about?: string, words?: () => string, tools?: HTMLElement[], isOpen?: boolean, open: () => void }} Row */

/** Part of the size of a message that a piece of a file may have: JSON writes some characters with two. */
const SHARE = 0.6;

/**
 * Reads the games of a text, a large one in pieces that the engine takes.
 * @param {Engine} engine
 * @param {string} text
 * @param {boolean} [whole] whether a game with an illegal move is left out
 * @returns {Promise<{ games: ReadGame[], errors: string[] }>} games, and what is wrong with others
 */
export async function readGames(engine, text, whole = false) {
  const games = [];
  const errors = [];
  const pieces = piecesOf(text, SHARE * engine.link.maxBytes);
  for (const piece of pieces) {
    try {
      const reply = await engine.ask({ action: "read", text: piece });
      for (const game of reply.games) {
        if ("position" in game && !(whole && game.error)) games.push(game);
        else errors.push(game.error ?? "");
      }
    } catch (error) {
      if (pieces.length === 1) throw error;
      errors.push(messageOf(error));
    }
  }
  return { games, errors };
}

/**
 * Cuts a file where games begin, with headers or with a position after an empty line, into pieces of at most this length where that is
 * possible.
 * @param {string} text
 * @param {number} most
 */
function piecesOf(text, most) {
  // Comments above a position belong to it. Its rows have slashes, and moves have none.
  const games = text.split(/(?<=\n\s*\n)(?=\[|(?:#.*\n\s*)*\S*\/\S+ +\S)/);
  const pieces = [""];
  for (const game of games) {
    const last = pieces.length - 1;
    if (pieces[last] !== "" && pieces[last].length + game.length > most) pieces.push(game);
    else pieces[last] += game;
  }
  return pieces;
}

/** Names of the players of a game, or its event. @param {readonly (readonly string[])[]} headers */
export function titleOf(headers) {
  const named = new Map(headers.map(([name, value]) => [name, value]));
  const players = [..."ABCD"].map((letter) => named.get(letter)).filter(Boolean).join(" – ");
  const title = [players, named.get("Event")].filter(Boolean).join(", ");
  return title || (named.get("Date") ?? "");
}

/**
 * Outcome of a game in words, as the engine has told it, or else as its headers say, with the names of the players.
 * @param {readonly (readonly string[])[]} headers
 * @param {string | null} [told]
 */
export function outcomeOf(headers, told) {
  const named = new Map(headers.map(([name, value]) => [name, value]));
  return withNames(told ?? named.get("Termination") ?? named.get("Result")?.replace("*", "") ?? "", namesIn(headers));
}

/**
 * Lists games in a table, with a box to search names, notes and other words of many: for all that is typed, or else for each word of it.
 * @param {string} caption
 * @param {Row[]} rows
 * @param {string} [wanted] text of the box to begin with
 */
export function gameTable(caption, rows, wanted = "") {
  const body = el("tbody");
  const count = el("caption");
  const show = (/** @type {string} */ wanted) => {
    const phrase = wanted.toLowerCase().trim();
    const having = (/** @type {string[]} */ parts) => rows.filter(({ name, note, words }) => {
      const text = [name, note, words?.()].join(" ").toLowerCase();
      return parts.every((part) => text.includes(part));
    });
    const exact = phrase === "" ? rows : having([phrase]);
    const found = exact.length > 0 ? exact : having(phrase.split(/\s+/));
    fill(count, found.length < rows.length ? `${found.length} of ${caption}` : caption);
    fill(body, found.map(rowOf), found.length === 0 && el("tr", {}, el("td", {}, "None has these words.")));
  };
  const search = el("input", { type: "search", class: "search", placeholder: `Search ${rows.length} games`, "aria-label": `Search: ${caption}`, value: wanted, oninput: () => show(search.value) });
  show(wanted);
  return el(
    "div",
    { class: "games" },
    rows.length > 8 && search,
    el("div", { class: "scroll", tabindex: rows.length > 8 ? "0" : null, role: "group", "aria-label": caption }, el("table", {}, count, el("thead", {}, el("tr", {}, ["Game", "Moves"].map((name) => el("th", { scope: "col" }, name)), rows.some(({ tools }) => tools) && el("td"))), body)),
  );
}

/** @param {Row} row */
function rowOf({ name, result, length, note, about, tools, isOpen, open }) {
  const choose = () => {
    for (const old of link.closest("tbody")?.querySelectorAll("[aria-current]") ?? []) old.removeAttribute("aria-current");
    link.setAttribute("aria-current", "true");
    open();
  };
  const link = button(name, choose, { class: "game", "aria-current": isOpen ? "true" : null });
  const notes = [result && el("b", {}, result), result && note && " · ", note];
  return el("tr", {}, el("td", {}, link, (result || note) && el("span", { class: "faint", title: about }, notes)), el("td", {}, length), tools && el("td", {}, tools));
}
