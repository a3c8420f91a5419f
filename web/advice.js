// Advice at the table: the best move of the person who asks, and why.

import { bringIntoSight, button, el, fill, isBusy, setBusy } from "./dom.js";
import { named } from "./seats.js";
import { announce } from "./speech.js";

/** Advice on the move to be made. */
export class Advice {
  /** Turn of several steps that has been advised, after a number of moves. @type {{ tree: import("./tree.js").Tree, turn: string, ply: number, steps: string[] } | null} */
  plan = null;
  /** Search for advice. @type {import("./transport.js").Query | null} */
  query = null;
  button = button("Advise me", () => this.give(), { id: "advise", title: "a" });
  element = el("div", { id: "advice" });

  /** @param {Pick<import("./main.js").App, "board" | "engine" | "game">} app @param {import("./follow.js").Follow} follow */
  constructor(app, follow) {
    this.app = app;
    this.follow = follow;
  }

  /** Shows the best move of the person at the table, and why; or in its place why there is none. */
  async give() {
    if (this.button.disabled || isBusy(this.button)) return;
    setBusy(this.button, true);
    announce("Thinking…");
    // What only another player knows is no mistake.
    await this.showBest().catch(({ error, message }) => fill(this.element, error?.kind === "position" ? el("p", { class: "faint", spoken: true }, `${sentence(named(message))}.`) : el("p", { class: "error", role: "alert" }, message)));
    setBusy(this.button, false);
    bringIntoSight(this.element);
  }

  async showBest() {
    const { engine, game } = this.app;
    const { state } = game;
    // At a shared screen the computer knows as much as the person there.
    const fields = this.follow.isSecret && state ? { position: state.position } : game.fields;
    fill(this.element);
    const query = engine.query({ action: "analyze", ...fields, lines: 2, limits: { time: "3s" } });
    this.query = query;
    const found = await query.done;
    this.query = null;
    if (!found?.best || state !== game.state) return;
    const { best, pv, value_words, comparison, turn: steps = pv } = found;
    const words = state?.legal.find(({ move }) => move === best)?.words ?? best;
    const { reasons } = await engine.ask({ action: "explain", ...fields, line: pv });
    if (state !== game.state) return;
    // Without a floe the first reason is the whole turn, which says all.
    const turn = state?.has_floe ? "" : (reasons.shift() ?? "").replace(/^It plays: |\.$/g, "");
    if (comparison) reasons.push(comparison);
    const whole = turn || told(words);
    // What the whale does belongs to the words of the move.
    const others = reasons.filter((reason) => !whole.includes(reason.slice(1, -1)));
    fill(this.element, el("p", {}, el("b", { title: best }, `${sentence(named(whole))}.`), ` ${sentence(named(value_words))}.`), others.length > 0 && el("ul", {}, others.map((reason) => el("li", {}, named(reason)))));
    announce(named(`${words}. ${value_words}`));
    this.plan = state && !state.has_floe ? { tree: game.tree, turn: state.turn, ply: game.ply, steps } : null;
    this.draw(best);
  }

  /**
   * Draws a move that is advised, without its value, which would hide where it ends. What has been chosen of another one is put back; of this one, the next space is marked.
   * @param {string} move
   */
  draw(move) {
    const { board, game } = this.app;
    const [first, ...others] = board.path;
    const path = game.state?.legal.find((legal) => legal.move === move)?.path ?? [];
    const isBegun = [first, ...others].every((space, index) => space === path[index]);
    const next = path[others.length + 1];
    if (isBegun && others.length > 0 && next) {
      board.overlay({ parts: [{ outlined: [next] }] });
      return;
    }
    if (board.goingOn && !board.onTaken && !(isBegun && first && others.length === 0)) {
      board.putBack();
      this.element.append(el("p", { class: "faint" }, "What you had chosen is put back."));
    }
    board.overlay({ arrows: [{ move }] });
  }

  /** Keeps the advice while its turn goes on as advised, and draws the next step. */
  showPlan() {
    const { game } = this.app;
    const { plan } = this;
    const next = plan && plan.tree === game.tree && plan.turn === game.state?.turn && game.ply >= plan.ply ? stepAfter(plan.steps, game.moves.slice(plan.ply, game.ply)) : null;
    if (plan && next) {
      const words = game.state?.legal.find(({ move }) => move === next)?.words;
      // The whole turn is told until it goes on.
      if (words && game.ply > plan.ply) fill(this.element, el("p", {}, el("b", { title: next }, `${sentence(named(told(words)))}.`)));
      this.draw(next);
    } else {
      this.plan = null;
      fill(this.element);
    }
  }
}

/** Words of a move as advice: with a capital the article would be a player. @param {string} words */
function told(words) {
  return words.replace(/^a(?=\s)/, "place a");
}

/** Words as the beginning of a sentence; a name of a hex stays as it is. @param {string} words */
function sentence(words) {
  return /^[a-z](?!\d)/.test(words) ? words[0].toUpperCase() + words.slice(1) : words;
}

/**
 * Next step of a turn of which some steps have been played, in any order; null if it is over, or another one was played.
 * @param {string[]} steps
 * @param {string[]} played
 */
function stepAfter(steps, played) {
  const left = [...steps];
  for (const move of played) {
    // What is drawn is for chance to say.
    const at = left.findIndex((step) => step === move || (step.startsWith("draw:") && move.startsWith("draw:")));
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left[0] ?? null;
}
