// Sheets of exercises, printed in place of the page.

import { el } from "./dom.js";

/**
 * @param {import("./transport.js").Engine} engine
 * @param {import("./transport.js").Fields<"sheet">} sheet
 */
export async function print(engine, sheet) {
  const { html } = await engine.ask({ action: "sheet", ...sheet });
  const { body, head } = new DOMParser().parseFromString(html, "text/html");
  // A strict policy refuses styles inside a page.
  const styles = [head, ...body.querySelectorAll("svg")].map((part) => part.querySelector("style")?.textContent);
  for (const style of body.querySelectorAll("style")) style.remove();
  const style = new CSSStyleSheet();
  style.replaceSync([...new Set(styles)].join("\n"));
  const paper = el("div", { id: "sheet" }, ...document.adoptNode(body).childNodes);
  const before = document.adoptedStyleSheets;
  document.body.append(paper);
  document.adoptedStyleSheets = [...before, style];
  addEventListener("afterprint", () => {
    paper.remove();
    document.adoptedStyleSheets = before;
  }, { once: true });
  window.print();
}
