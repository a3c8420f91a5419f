// The doors to the views, and the tabs of the studies.

import { button, byId, keyed, walk } from "./dom.js";

/** @typedef {import("./view.js").View} View */

/** Tabs that lead to the views. */
export class Tabs {
  /** @param {Pick<import("./main.js").App, "choose" | "follow" | "isPointed" | "play" | "view" | "views">} app */
  constructor(app) {
    this.app = app;
    /** Views behind one door, and the one that it opens. */
    this.studies = app.views.slice(2);
    this.studied = app.view;
    for (const tabs of [byId("tabs"), byId("studies")]) tabs.addEventListener("keydown", (event) => app.isPointed || walk(event, /** @type {HTMLElement[]} */ ([...tabs.children]), true));
  }

  /** Shows the doors, and behind that of the studies which of them is open. */
  show() {
    const { app } = this;
    const isStudy = this.studies.includes(app.view);
    if (isStudy) this.studied = app.view;
    byId("studies").hidden = !isStudy;
    this.showList(byId("studies"), this.studies.map((view) => ({ view, title: view.title })));
    const doors = [app.play, app.follow].map((view) => ({ view, title: view.title }));
    this.showList(byId("tabs"), [...doors, { view: this.studied, title: "Study" }]);
  }

  /**
   * Shows tabs that lead to views; the one that is open, or else the first one, is reached by the Tab key.
   * @param {HTMLElement} list
   * @param {{ view: View, title: string }[]} tabs
   */
  showList(list, tabs) {
    const reached = tabs.find(({ view }) => view === this.app.view) ?? tabs[0];
    const create = (/** @type {{ view: View, title: string }} */ { view, title }) => button(title, () => {}, { role: "tab", "aria-controls": "panel", [title === view.title ? "data-view" : "data-door"]: view.name });
    keyed(list, tabs, ({ title }) => title, create, (element, tab) => {
      element.setAttribute("aria-selected", String(tab.view === this.app.view));
      element.setAttribute("tabindex", tab === reached ? "0" : "-1");
      /** @type {HTMLElement} */ (element).onclick = () => this.app.choose(tab.view);
    });
  }

  /** @param {1 | -1} step to the view after the one shown, or before it */
  next(step) {
    const { app } = this;
    const views = this.studies.includes(app.view) ? this.studies : [app.play, app.follow, this.studied];
    app.choose(views[(Math.max(views.indexOf(app.view), 0) + step + views.length) % views.length]);
  }
}
