// Questions of the engine: what lies on a table outside its spaces.

import { button, choice, el, field, fill, grouped, icon, keyed } from "./dom.js";
import { named } from "./seats.js";
import { narrow } from "./view.js";

/** @typedef {import("./types").TableQuestion} Question */

/**
 * Shows the questions of a group. `answer` receives the name of one, and what a person has answered.
 * @param {HTMLElement} root
 * @param {Question["group"]} group
 * @param {Question[]} all
 * @param {(name: string, value: string) => void} answer
 */
export function showQuestions(root, group, all, answer) {
  const questions = all.filter((question) => question.group === group);
  // The numbers of a player, or of one kind, begin a row.
  const rows = questions.map(({ kind, name }) => kind === "number" && (name.match(/\b[A-D]\b/)?.[0] ?? name.split(".")[0]));
  const most = Math.max(1, ...rows.map((row) => rows.filter((other) => row && other === row).length));
  root.style.setProperty("--numbers", String(most > 4 ? 3 : most));
  const create = (/** @type {Question} */ { name, text: words, kind }) => {
    const text = named(words);
    if (kind === "one") return choice(text, [], "", (value) => answer(name, value));
    const choices = el("div", { class: "row tight" });
    // On a phone one list of cards is open at a time, and the others say what is chosen.
    const isOpen = !narrow.matches || group === "game";
    if (kind === "any") return el("details", { class: kind, name: narrow.matches && "laid", open: isOpen }, el("summary"), choices);
    if (kind === "order") return el("div", { class: kind }, el("p"), choices);
    const input = el("input", { type: "number", "aria-label": text, onchange: () => answer(name, input.value) });
    return field(text, input, "number");
  };
  keyed(root, questions, ({ name, kind, text }) => (["one", "number"].includes(kind) ? name + named(text) : name), create, (element, question) => {
    const { name, text, kind, number, choices, note } = question;
    const index = questions.indexOf(question);
    element.classList.toggle("first", rows[index] !== rows[index - 1]);
    const control = /** @type {HTMLInputElement} */ (element.children[1]);
    if ((element.children[2]?.textContent ?? "") !== note) {
      element.children[2]?.remove();
      if (note) element.append(el("small", { class: "faint" }, note));
    }
    if (kind === "number") control.value = String(number);
    else if (kind === "one") fill(control, grouped(choices, ({ group }) => group, ({ value, words, is_chosen }) => el("option", { value, selected: is_chosen }, named(words))));
    else {
      const chosen = choices.flatMap(({ is_chosen, words }) => (is_chosen ? named(words) : [])).join(", ");
      fill(/** @type {Element} */ (element.firstElementChild), named(text), chosen && el("small", {}, `: ${chosen}`));
      keyed(control, choices, ({ value }) => value, ({ value }) => button("", () => answer(name, value), { class: kind === "order" ? name : "toggle" }), (option, { words: told, is_chosen, icon: svg }) => {
        const words = named(told);
        if (option.lastChild?.textContent !== words) fill(option, svg && icon(svg), el("span", {}, words));
        if (kind === "any") option.setAttribute("aria-pressed", String(is_chosen));
      });
    }
  });
}
