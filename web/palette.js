// The palette of the editor: the tools for what lies on a hex.

import { button, el, fill, icon, keyed } from "./dom.js";
import { named } from "./seats.js";
import { announce } from "./speech.js";

/** Tools to lay penguins, tiles and cards, one of which is chosen. */
export class Palette {
  tool = "1";
  element = el("div", { class: "row palette", role: "radiogroup", "aria-label": "Tool" });
  other = el("input", { type: "text", id: "token", size: "5", "aria-label": "Token of the tool Other", placeholder: "(AAB)3" });

  /** @param {import("./edit.js").Editor} editor */
  constructor(editor) {
    this.editor = editor;
  }

  get tools() {
    const { tools = [], has_floe } = this.editor.edited ?? {};
    const other = { tool: "?", words: "Other", key: null, icon: null, left: null };
    return has_floe && this.editor.hasOther ? [...tools, other] : tools;
  }

  show() {
    this.other.hidden = this.tool !== "?";
    const one = (/** @type {{ tool: string }} */ { tool }) => button("", () => this.choose(tool), { role: "radio", "data-tool": tool, class: "tool" });
    keyed(this.element, this.tools, ({ tool }) => tool, one, (element, { tool, words: told, key, icon: svg, left }) => {
      const words = named(told);
      const isCounted = svg !== null && left !== null;
      const name = el("span", { class: isCounted ? "unseen" : "" }, words);
      if (element.querySelector("span")?.textContent !== words) fill(element, svg && icon(svg), name, isCounted && el("span", { "aria-hidden": "true" }, left));
      element.classList.toggle("pictured", Boolean(svg));
      element.setAttribute("aria-checked", String(tool === this.tool));
      // One that is chosen still turns the cards that lie there.
      element.toggleAttribute("disabled", left === 0 && tool !== this.tool);
      element.setAttribute("title", key ? `${words}: key ${key}` : words);
    });
  }

  /** @param {string} tool */
  choose(tool) {
    this.tool = tool;
    this.show();
  }

  /** Keys that choose a tool. @returns {import("./view.js").Key[]} */
  get keys() {
    const choose = (/** @type {import("./types").EditTool} */ { tool, words }) => () => {
      this.choose(tool);
      announce(named(words));
    };
    return this.tools.flatMap((tool) => (tool.key ? [{ key: tool.key, words: named(`tool: ${tool.words}`), run: choose(tool) }] : []));
  }
}
