// The doors to the views, and the tabs of the studies.

import { button, byId, keyed, walk } from "./dom.js";
import { recallFollowed } from "./followed.js";
import { recallPlayed } from "./played.js";

/** @typedef {import("./view.js").View} View */

/** Tabs that lead to the views. */
export class Tabs {
  /** Study that was open last. @type {View | null} */
  last = null;
  /** Whether the address or the shelf has a game of the visitor. */
  hasGame = location.hash.includes("position=");

  /** @param {import("./main.js").App} app */
  constructor(app) {
    this.app = app;
    /** Views behind one door. */
    this.studies = app.views.slice(2);
    app.keeper.store.list().then(({ length }) => (this.hasGame ||= length > 0), () => {});
    for (const tabs of [byId("tabs"), byId("studies")]) tabs.addEventListener("keydown", (event) => app.isPointed || walk(event, /** @type {HTMLElement[]} */ ([...tabs.children]), true));
  }

  /** View that the door of the studies opens: without a game of one's own the puzzles. */
  get studied() {
    return this.last ?? (this.hasGame || this.app.keeper.current || recallPlayed() || recallFollowed() ? this.studies[0] : this.app.puzzles);
  }

  /** Shows the doors, and behind that of the studies which of them is open. */
  show() {
    const { app } = this;
    const isStudy = this.studies.includes(app.view);
    if (isStudy && app.view.element.isConnected) this.last = app.view;
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
      /** @type {HTMLElement} */ (element).onclick = () => this.app.choose(tab.title === "Study" ? this.studied : tab.view);
    });
  }

  /** @param {1 | -1} step to the view after the one shown, or before it */
  next(step) {
    const { app } = this;
    const views = this.studies.includes(app.view) ? this.studies : [app.play, app.follow, this.studied];
    app.choose(views[(Math.max(views.indexOf(app.view), 0) + step + views.length) % views.length]);
  }
}
