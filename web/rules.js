// The rules of a game on a screen, and tips for a first game.

import { openDialog } from "./dialogs.js";
import { button, choice, el, fill, folded, keyed } from "./dom.js";
import { scenes } from "./scenes.js";
import { recall, remember } from "./storage.js";

/** @typedef {import("./main.js").App} App */

/** Button that shows the rules with this name. @param {App} app @param {() => string} name */
export function rulesButton(app, name) {
  return button("Rules", () => openDialog("rules", "Rules", rulesOf(app, name())), { class: "rules-button" });
}

/** Rules with a choice of others. @param {App} app @param {string} rules */
export function rulesOf(app, rules) {
  const text = el("div", { class: "rules" });
  const show = async (/** @type {string} */ rules) => {
    const { title, blocks } = await app.engine.ask({ action: "rules", rules });
    // After the game in short come the chapters, for whom it is not enough.
    const chapter = blocks.findIndex(({ element }, index) => index > 0 && /^h\d$/.test(element));
    const [short, long] = chapter < 0 ? [blocks, []] : [blocks.slice(0, chapter), blocks.slice(chapter)];
    const hasFloe = app.rules.find(({ name }) => name === rules)?.has_floe;
    fill(text, el("h2", {}, title), hasFloe && scenes(), short.map(block), long.length > 0 && folded("all-rules", false, el("summary", {}, "All the rules"), ...long.map(block)));
  };
  show(rules);
  const options = rulesOptions(app);
  // Rules of a position may be none of those that are offered.
  if (!options.some(([name]) => name === rules)) options.unshift([rules, rules]);
  return el("div", {}, choice("Game", options, rules, show), text);
}

/** All rules as options of a list, in their groups. @param {App} app @returns {[string, string, (string | null)?][]} */
export function rulesOptions(app) {
  return app.rules.map(({ name, title, group }) => [name, title, group]);
}

/** @param {import("./types").RulesBlock} block */
function block({ element, runs, rows, svg }) {
  if (svg) return el("img", { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: runs[0].text });
  const words = (/** @type {import("./types").TextRun[]} */ cell) => cell.map(({ style, text }) => (style === "span" ? text : el(style, {}, text)));
  const cell = element === "ul" ? "li" : "td";
  const lines = rows.map((row) => row.map((text) => el(cell, {}, words(text))));
  return el(element, element === "pre" ? { tabindex: "0" } : {}, words(runs), element === "table" ? lines.map((cells) => el("tr", {}, cells)) : lines.flat());
}

/**
 * Shows what a person should know in a first game by these rules, until it is read.
 * @param {App} app
 * @param {Element} place
 * @param {string} name of the rules; empty for none
 * @param {import("./guide.js").Guide} guide that can show the first moves
 */
export function showTips(app, place, name, guide) {
  const read = (recall("tips") ?? "").split(" ");
  const { has_floe = false, tips = [] } = app.rules.find((rules) => rules.name === name) ?? {};
  const close = () => {
    remember("tips", [...read, name].join(" "));
    showTips(app, place, name, guide);
  };
  const box = () => el("div", { class: "tips" }, el("b", {}, "Your first game"), el("ul", {}, tips.map((tip) => el("li", {}, tip))), el("div", { class: "row" }, has_floe && button("Show me the first moves", () => (close(), guide.begin()), { id: "guide", class: "primary" }), button("Got it", close, { id: "tips-read" })));
  keyed(place, tips.length > 0 && !read.includes(name) ? [name] : [], String, box, () => {});
}
