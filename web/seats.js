// Names of the players and the colours of their penguins, as on the table; this browser keeps them.

import { openDialog } from "./dialogs.js";
import { choice, el, icon } from "./dom.js";
import { recallValue, remember } from "./storage.js";

/** Colours of the penguins of the game, and of its pictures; letters and shapes stay. @type {Record<string, string>} */
const COLOURS = { red: "#e0483e", blue: "#4c9be8", green: "#3fb56b", yellow: "#f0c419", orange: "#f0803c", pink: "#e59bcb" };
const LETTERS = [..."ABCD"];
/** Colours of the players in pictures, where none has been chosen. @type {Record<string, string>} */
const DRAWN = { A: "orange", B: "blue", C: "green", D: "pink" };
const sheet = new CSSStyleSheet();
document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];

/** Name of each player at the table, its name in games that are played on the page, and its colour, by letter; empty where none has been chosen. @typedef {Record<string, { name: string, player?: string, colour: string }>} Seats */

/** Penguins that play the levels: their names, and their temper. @type {[string, string][]} */
export const PENGUINS = [["Nod", "sleepy"], ["Pip", "dreamy"], ["Dot", "curious"], ["Tuck", "playful"], ["Olga", "careful"], ["Sly", "cunning"], ["Gale", "bold"], ["Rex", "merciless"]];

/** Which of the names are shown. @type {"name" | "player"} */
let shown = "name";

/** @type {Seats} */
let seats = {};

/** Names in the game shown, which count more than those of this table. @type {Record<string, string>} */
let names = {};

/**
 * Takes the names of a game for its players; where it is not played on this table, those of the table are none of it.
 * @param {[string, string][]} headers
 * @param {boolean} isTable
 */
export function takeNames(headers, isTable) {
  const own = isTable ? [] : LETTERS.map((letter) => [letter, letter]);
  names = { ...Object.fromEntries(own), ...namesIn(headers) };
}

/**
 * Names of the players in the headers of a game, or their letters; a computer without a name has the name of its penguin, if it is the only one
 * of its level.
 * @param {readonly (readonly string[])[]} headers
 * @returns {Record<string, string>}
 */
export function namesIn(headers) {
  const players = headers.filter(([letter]) => LETTERS.includes(letter));
  const isOne = (/** @type {string} */ name) => name.startsWith("floe, level ") && players.filter(([, other]) => other === name).length === 1;
  return Object.fromEntries(players.map(([letter, name]) => [letter, isOne(name) ? penguinOf(name) : name.replace(/(^|, )floe, level \d$|^person$/, "") || letter]));
}

/**
 * A sentence with names in place of the letters of the players.
 * @param {string} words a letter that stands alone is a player
 * @param {Record<string, string>} names
 */
export function withNames(words, names) {
  return words.replace(/(?<![\p{L}\d-])[A-D](?![\p{L}\d-])/gu, (letter) => names[letter] ?? letter);
}

/** Chooses the names to be shown: who plays on the page is not who sits at a table that is followed. @param {boolean} isPlay */
export function chooseNames(isPlay) {
  shown = isPlay ? "player" : "name";
}

/** Recalls what was chosen before. */
export function recallSeats() {
  const isText = (/** @type {any} */ seat) => typeof seat.name === "string" && typeof seat.colour === "string";
  seats = recallValue("seats", (value) => LETTERS.every((letter) => isText(value[letter]))) ?? {};
  paint();
}

/** Name of a player on this table; empty if it has none. @param {string} letter */
export function nameOf(letter) {
  return seats[letter]?.[shown] ?? "";
}

/**
 * A sentence with the names of the game, or of this table, in place of the letters of the players.
 * @param {string} words a letter that stands alone is a player
 * @param {string} [you] letter of the person who reads it
 */
export function named(words, you = "") {
  return withNames(words, Object.fromEntries(LETTERS.map((letter) => [letter, (names[letter] || nameOf(letter) || letter) + (letter === you ? " (you)" : "")])));
}

/** Verbs that follow a name, as they follow "you". */
const VERBS = new Map(Object.entries({ catches: "catch", gets: "get", has: "have", is: "are", plays: "play", takes: "take", wins: "win" }));

/**
 * A sentence that speaks to one person: `Your turn.`, `Nod gave up: you win`.
 * @param {string} words with the letter of that person, who has no name
 * @param {string} you the letter; empty for no one
 */
export function addressed(words, you) {
  if (!you) return words;
  const owning = words.replaceAll(`${you}: your`, "your").replaceAll(`${you}'s`, "your");
  // A verb belongs to who is named before it in its clause.
  const told = withNames(owning, { [you]: "you" }).replace(/(?<=\byou\b[^.:;]*)\b\w+\b/g, (word) => VERBS.get(word) ?? word);
  return told.replace(/(?<=^|[.] )you/g, "You");
}

/** Name and colour of a player: `Ben (red)`. @param {string} letter */
export function seatName(letter) {
  const { colour = "" } = seats[letter] ?? {};
  return (nameOf(letter) || letter) + (colour && ` (${colour})`);
}

/** Gives the name and colour of each of this number of players to the one before it, and those of the first to the last. @param {number} players */
export function passSeats(players) {
  const letters = LETTERS.slice(0, players);
  const next = (/** @type {number} */ index) => letters[index + 1] ?? "A";
  const passed = letters.map((_, index) => ({ [shown]: nameOf(next(index)), colour: seats[next(index)]?.colour ?? "" }));
  letters.forEach((letter, index) => changeSeat(letter, passed[index]));
}

/**
 * Changes the colour of a player, or its name among those shown.
 * @param {string} letter
 * @param {{ name?: string, player?: string, colour?: string }} seat
 */
function changeSeat(letter, seat) {
  seats = Object.fromEntries(LETTERS.map((other) => [other, { ...(seats[other] ?? { name: "", colour: "" }), ...(other === letter && seat) }]));
  remember("seats", JSON.stringify(seats));
  paint();
}

/** @param {string} letter @param {string} name */
export function setName(letter, name) {
  changeSeat(letter, { [shown]: name.trim() });
}

/** Rules of the chosen colours, for pictures that leave the page. */
export function seatRules() {
  return [...sheet.cssRules].map(({ cssText }) => cssText).filter((rule) => rule.startsWith(".fp-")).join("");
}

/**
 * Name of a player in a game file: that on this table, and the engine that plays for it.
 * @param {string} letter
 * @param {string} seat `person`, or the level of an engine
 */
export function headerOf(letter, seat) {
  return [nameOf(letter), seat !== "person" && `floe, level ${seat}`].filter(Boolean).join(", ") || seat;
}

/** Name of the penguin that plays for a computer. @param {string} header name of the player in a game file, which ends with the level */
function penguinOf(header) {
  return PENGUINS[Number(header.at(-1)) - 1][0];
}

/** Name of a player in the headers of a game as people read it: `Dot, level 3`. @param {string} header */
export function headerWords(header) {
  return seatOf(header) === "person" ? header : header.replace("floe", penguinOf(header));
}

/** Face of the penguin of a level, from 1: the sleepy one hardly opens its eyes, the merciless one frowns. @param {number} level */
export function face(level) {
  const lid = 9 - level;
  const eye = (/** @type {number} */ x, /** @type {number} */ way) =>
    `<circle cx="${x}" cy="17" r="4.5" fill="#fff"/><circle cx="${x + way}" cy="18" r="2" fill="#17232d"/><path d="M${x - 5} 12h10v${lid * 0.8 - 0.5 + (level > 5 ? 0 : 1)}h-10z" fill="#22303c"/>` +
    (level > 4 ? `<path d="M${x - 5 * way} ${15 - level}L${x + 5 * way} ${7 + level * 0.9}" stroke="#22303c" stroke-width="3"/>` : "");
  return icon(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40" width="36" height="36" aria-hidden="true"><path d="M4 40V20a16 16 0 0 1 32 0v20z" fill="#22303c"/><ellipse cx="20" cy="34" rx="12" ry="14" fill="#eef4f8"/>${eye(14, 1)}${eye(26, -1)}<path d="M16 23h8l-4 6z" fill="#f0a020"/></svg>`);
}

/** Who sits in a seat, by its name in a game file. @param {string} [header] */
export function seatOf(header) {
  return header?.match(/floe, level ([1-8])$/)?.[1] ?? "person";
}

/** Headers of a game with these seats. @param {string[]} seats @returns {[string, string][]} */
export function headersOf(seats) {
  const names = seats.map((seat, index) => [LETTERS[index], headerOf(LETTERS[index], seat)]);
  return /** @type {[string, string][]} */ ([["Date", new Date().toISOString().slice(0, 10)], ...names]);
}

/** Gives the players of the page and of its pictures their colours. */
function paint() {
  const rules = LETTERS.map((letter) => {
    const colour = COLOURS[seats[letter]?.colour ?? ""];
    if (!colour) return "";
    // Copies of a symbol have no elements above them for a rule: the class alone, and more of it than in the picture.
    const own = `.fp-${letter}`.repeat(3);
    return `:root:root { --${letter}: ${colour}; } #moves .${letter} { --side: ${colour}; } .player.${letter} { background: ${colour}; } ${own} { fill: ${colour}; }`;
  });
  sheet.replaceSync(rules.join("\n"));
}

/**
 * Gives a player a colour; another one who had it takes the colour of this player, and is returned.
 * @param {string[]} letters players of the game
 * @param {string} letter
 * @param {string} colour
 */
function paintSeat(letters, letter, colour) {
  const [before, own] = [seats[letter]?.colour, colour].map((chosen) => chosen || DRAWN[letter]);
  changeSeat(letter, { colour });
  const other = letters.find((other) => other !== letter && (seats[other].colour || DRAWN[other]) === own);
  if (other) changeSeat(other, { colour: before });
  return other;
}

/**
 * Asks for the names and colours of this number of players; `onChange` is called after each choice, with the letter of a player whose name has changed, or none.
 * @param {number} players
 * @param {(letter: string) => void} onChange
 */
export function askSeats(players, onChange) {
  const rename = (/** @type {string} */ letter, /** @type {string} */ name) => {
    setName(letter, name);
    onChange(letter);
  };
  const recolour = (/** @type {string} */ letter, /** @type {string} */ colour) => {
    const other = paintSeat(letters, letter, colour);
    const select = other && rows[letters.indexOf(other)].querySelector("select");
    if (other && select) select.value = seats[other].colour;
    onChange("");
  };
  const letters = LETTERS.slice(0, players);
  const colours = /** @type {[string, string][]} */ ([["", "as drawn"], ...Object.keys(COLOURS).map((colour) => [colour, colour])]);
  const rows = letters.map((letter) => {
    const input = el("input", { type: "text", value: nameOf(letter), maxlength: "40", "aria-label": `Name of ${letter}`, oninput: () => rename(letter, input.value) });
    return el("div", { class: "row seat-row" }, el("b", { class: `player ${letter}` }, letter), input, choice("Colour", colours, seats[letter]?.colour ?? "", (colour) => recolour(letter, colour)));
  });
  openDialog("seats", "Players", rows);
}
