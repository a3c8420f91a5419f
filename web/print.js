// Sheets of exercises: what they hold is asked in a dialog, and they are printed in place of the page.

import { openDialog } from "./dialogs.js";
import { button, el, field, fill, messageOf } from "./dom.js";
import { recallValue, remember } from "./storage.js";

/** @typedef {import("./transport.js").Fields<"sheet">} Sheet */
/** @typedef {NonNullable<Sheet["lessons"]>[number]} Lesson */
/**
 * Exercises to choose from: `order` names the one in which they are given, `levels` the difficulties from 1 to 5, if they have any.
 * @typedef {Pick<Sheet, "title" | "exercises" | "lessons"> & { order: string, levels?: string[], themes?: string[], theme?: string }} Offer
 */

/** Settings until the browser keeps others. @type {Record<string, string>} */
const SETTINGS = { count: "12", difficulty: "1", max_difficulty: "5", order: "file", seed: "1", answers: "end", names: "on", lines: "on" };

/**
 * Game as a lesson has it, with the name of its exercises; an empty one calls them by their numbers.
 * @param {Omit<Lesson, "title">} game
 * @param {string} title
 * @returns {Lesson}
 */
export function lessonOf({ position, comments, arrows, nodes }, title) {
  return { title, position, comments, arrows, nodes };
}

/** Asks for the settings of a sheet, and prints it. @param {import("./transport.js").Engine} engine @param {Offer} offer */
export function askSheet(engine, { title, order, levels = [], themes = [], theme = "", ...content }) {
  const kept = recallValue("sheet", (value) => Object.values(value).every((text) => typeof text === "string")) ?? SETTINGS;
  const number = (/** @type {string} */ name, /** @type {object} */ limits) => el("input", { type: "number", name, required: true, value: kept[name] ?? SETTINGS[name], ...limits });
  const pick = (/** @type {string} */ name, /** @type {[string, string][]} */ options, chosen = kept[name]) => el("select", { name }, options.map(([value, text]) => el("option", { value, selected: value === chosen }, text)));
  const check = (/** @type {string} */ name, /** @type {string} */ label) => el("label", { class: "field check" }, el("input", { type: "checkbox", name, checked: kept[name] === "on" }), el("span", {}, label));
  const level = (/** @type {string} */ name) => pick(name, levels.map((words, index) => [String(index + 1), `${index + 1}: ${words}`]));
  const seed = field("Seed", number("seed", { min: 0, max: 999_999_999 }));
  const orders = pick("order", [["file", order], ...(levels.length > 0 ? [/** @type {[string, string]} */ (["difficulty", "easy ones first"])] : []), ["random", "shuffled by a seed"]]);
  const note = el("p", { spoken: true });
  const submit = el("button", { class: "primary", id: "print-sheet" }, "Print");
  const form = el("form", { onsubmit: (/** @type {Event} */ event) => (event.preventDefault(), make()) },
    field("Title", el("input", { type: "text", name: "title", maxlength: 100, value: title })),
    field("Number at most", number("count", { min: 1, max: 120 })),
    levels.length > 0 && [field("Difficulty from", level("difficulty")), field("to", level("max_difficulty"))],
    themes.length > 0 && field("Theme", pick("theme", ["", ...themes].map((name) => [name, name || "all"]), theme)),
    field("Order", orders),
    seed,
    field("Answers", pick("answers", [["end", "at the end"], ["below", "below each picture"], ["none", "none"]])),
    check("names", "Lines for a name and a date"),
    check("lines", "Lines to write on"),
    submit,
    note,
  );
  const showSeed = () => (seed.hidden = orders.value !== "random");
  orders.onchange = showSeed;
  showSeed();
  /** @type {import("./transport.js").Query<import("./transport.js").Result<"sheet">> | null} */
  let query = null;
  const dialog = openDialog("sheet-options", "Print a sheet", form);
  dialog.addEventListener("close", () => query?.cancel());

  async function make() {
    const data = new FormData(form);
    const text = (/** @type {string} */ name) => String(data.get(name) ?? "");
    const { title: _, theme: __, ...settings } = Object.fromEntries(data);
    remember("sheet", JSON.stringify({ names: "", lines: "", ...settings }));
    const chosen = { title: text("title"), count: Number(text("count")), order: text("order"), seed: Number(text("seed")), answers: text("answers"), names: data.has("names"), lines: data.has("lines"), theme: text("theme") || null };
    const range = levels.length > 0 ? { difficulty: Number(text("difficulty")), max_difficulty: Number(text("max_difficulty")) } : {};
    submit.disabled = true;
    fill(note, "The answers are proved… ", button("Stop", () => dialog.close()));
    try {
      query = engine.query(/** @type {import("./transport.js").Request<"sheet">} */ ({ action: "sheet", ...content, ...chosen, ...range }));
      const sheet = await query.done;
      query = null;
      if (!sheet || !dialog.open) return;
      dialog.close();
      print(sheet.html);
    } catch (error) {
      fill(note, el("span", { class: "bad" }, messageOf(error)));
      submit.disabled = false;
    }
  }
}

/** Prints a document in place of the page. @param {string} html */
function print(html) {
  const { body, head } = new DOMParser().parseFromString(html, "text/html");
  // A strict policy refuses styles inside a page.
  const styles = [head, ...body.querySelectorAll("svg")].map((part) => part.querySelector("style")?.textContent);
  for (const style of body.querySelectorAll("style")) style.remove();
  const style = new CSSStyleSheet();
  style.replaceSync([...new Set(styles)].join("\n"));
  const paper = el("div", { id: "sheet" });
  // Styles of the page do not reach a sheet, nor those of a sheet the page.
  const shadow = paper.attachShadow({ mode: "open" });
  shadow.adoptedStyleSheets = [style];
  shadow.append(...document.adoptNode(body).childNodes);
  document.body.append(paper);
  addEventListener("afterprint", () => paper.remove(), { once: true });
  window.print();
}
