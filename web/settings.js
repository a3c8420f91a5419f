// The engine of the analysis as a person sets it: a text that the engine reads. The browser keeps it.

import { el, fill } from "./dom.js";
import { recallValue, remember } from "./storage.js";

/** Sheet with the settings of the engine. */
export class EngineSheet {
  /** @param {import("./main.js").App} app @param {() => void} onChange */
  constructor(app, onChange) {
    this.onChange = onChange;
    /** Texts by the names of settings. @type {Record<string, string>} */
    this.chosen = recallValue("engine", (value) => Object.values(value).every((text) => typeof text === "string")) ?? {};
    this.fault = el("p", { class: "bad", role: "alert" });
    const fields = el("div");
    const show = () => fields.firstChild ?? fill(fields, app.catalog?.settings.map((setting) => this.field(setting)));
    this.element = el("details", { id: "engine", ontoggle: show }, el("summary", {}, "Engine settings"), this.fault, fields);
  }

  /** @param {import("./types").EngineSetting} setting */
  field({ name, label, hint, is_fixed, options }) {
    const input = el("input", { type: "text", name, placeholder: hint, disabled: is_fixed, list: `${name}-list`, onchange: () => {
      this.chosen[name] = input.value.trim();
      remember("engine", JSON.stringify(this.chosen));
      this.onChange();
    } });
    input.value = this.chosen[name] ?? "";
    return el("label", { class: "field" }, el("span", {}, label), input, el("datalist", { id: `${name}-list` }, options.map(({ value, title }) => el("option", { value }, title))));
  }

  /** Fields of a request. @param {string} time of a search without a limit */
  request(time) {
    const { engine = "", ...others } = this.chosen;
    const options = Object.entries(others).filter(([, text]) => text).map((pair) => pair.join("="));
    const text = (engine || "default") + options.map((option, index) => (index > 0 || engine.includes(":") ? "," : ":") + option).join("");
    fill(this.fault);
    return { engine: text === "default" ? null : text, limits: /(time|nodes|depth)=/.test(text) ? null : { time } };
  }

  /** @param {string} message what is wrong with the settings */
  refuse(message) {
    fill(this.fault, message);
    this.element.open = true;
  }
}
