// Requests to the engine and its replies, in JSON.

import { Link } from "./link.js";

/**
 * Schemas of the results by action.
 * @typedef {{
 *   analyze: "floe/analyze/1", solve: "floe/solve/1", catalog: "floe/catalog/1", deal: "floe/new/1", board: "floe/board/1",
 *   outcomes: "floe/outcomes/1", picture: "floe/picture/1", explain: "floe/explain/1", rules: "floe/rules/1", edit: "floe/edit/1", puzzles: "floe/puzzles/1", defence: "floe/defence/1", rate: "floe/rate/1", sheet: "floe/sheet/1", read: "floe/games/1",
 *   write: "floe/game/1", page: "floe/page/1", forfeit: "floe/forfeit/1", review: "floe/review/1", threat: "floe/threat/1", refusal: "floe/refusal/1", refute: "floe/refutation/1", graph: "floe/graph/1", hint: "floe/hint/1"
 * }} Schemas
 */

/** @typedef {import("./types").QueryRequest | import("./types").PageRequest} AnyRequest */
/** @typedef {import("./types").BoardAnswer} AnyResult */

/**
 * Fields of the request for an action.
 * @template {keyof Schemas} A
 * @typedef {Omit<Extract<AnyRequest, { action?: A }>, "action" | "id">} Fields
 */

/**
 * Request for an action, which gets its id when it is sent.
 * @template {keyof Schemas} A
 * @typedef {{ action: A } & Fields<A>} Request
 */

/**
 * Result of an action.
 * @template {keyof Schemas} A
 * @typedef {Extract<AnyResult, { schema: Schemas[A] }>} Result
 */

/**
 * Request under way, with the result `R`, which is null where it was cancelled before it began.
 * @template [R=AnyResult]
 * @typedef {{ done: Promise<R | null>, cancel: () => void }} Query
 */

/**
 * @typedef {Omit<import("./types").QueryError, "kind" | "line"> & { kind: string }} QueryError
 * @typedef {{ line: string, isSent: boolean, isWaiting: boolean, losses: number, whole: boolean, onPartial: (result: any) => void, onWait: (() => void) | null, resolve: (result: any) => void, reject: (error: Error) => void }} Pending
 */

/** Number of times that the connection may be lost with the same request: it may be the reason. */
const LOSSES = 2;

/** Refusal of a request. */
export class EngineError extends Error {
  /** @param {QueryError} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/** Connection to the engine. What is not answered when the link is lost is asked again when it is back, once. */
export class Engine {
  /** @type {Map<string, Pending>} */
  pending = new Map();
  number = 0;
  /** Receives whether a request waits for other searches. @type {(isWaiting: boolean) => void} */
  onWait = () => {};

  /** @param {(isOpen: boolean) => void} onChange */
  constructor(onChange) {
    this.link = new Link(
      (line) => this.receive(JSON.parse(line)),
      (isOpen) => {
        if (isOpen) for (const pending of this.pending.values()) this.transmit(pending);
        else this.lose();
        onChange(isOpen);
      },
    );
  }

  /** @param {import("./types").QueryReply} reply */
  receive(reply) {
    const id = reply.id ?? "";
    const pending = this.pending.get(id);
    if (!pending) return;
    const isWaiting = reply.status === "running" && reply.result.schema === "floe/waiting/1";
    if (!pending.onWait && isWaiting !== pending.isWaiting) this.onWait(isWaiting);
    pending.isWaiting = isWaiting;
    if (isWaiting) return pending.onWait?.();
    if (reply.status === "running") return pending.onPartial(reply.result);
    this.pending.delete(id);
    if (reply.status === "error") pending.reject(new EngineError(reply.error));
    else if (reply.status === "cancelled" && pending.whole) pending.reject(new Error("This took too long, as the computer is busy: try again."));
    else pending.resolve(reply.result);
  }

  /**
   * Sends a request.
   * @template {keyof Schemas} A
   * @param {Request<A>} request
   * @param {(result: Result<A>) => void} [onPartial]
   * @param {(() => void) | null} [onWait] receives that the search waits for another one, in place of the page
   * @param {boolean} [whole] whether a part is no answer
   * @returns {Query<Result<A>>}
   */
  query(request, onPartial = () => {}, onWait = null, whole = false) {
    const id = String(++this.number);
    const line = JSON.stringify({ id, ...request });
    const size = new TextEncoder().encode(line).length;
    if (size > this.link.maxBytes) return { done: Promise.reject(tooLong(size, this.link.maxBytes)), cancel() {} };
    const done = new Promise((resolve, reject) => {
      const pending = { line, isSent: false, isWaiting: false, losses: 0, whole, onPartial, onWait, resolve, reject };
      this.pending.set(id, pending);
      this.transmit(pending);
    });
    return { done, cancel: () => this.cancel(id) };
  }

  /**
   * Asks what is answered at once.
   * @template {keyof Schemas} A
   * @param {Request<A>} request
   * @returns {Promise<Result<A>>}
   */
  async ask(request) {
    return /** @type {Result<A>} */ (await this.query(request, void 0, void 0, true).done);
  }

  /** @param {string} id */
  cancel(id) {
    const pending = this.pending.get(id);
    if (!pending) return;
    pending.onPartial = () => {};
    if (this.link.isOpen) {
      this.link.send(JSON.stringify({ id: String(++this.number), action: "cancel", target: id }));
    } else {
      this.pending.delete(id);
      pending.resolve(null);
    }
  }

  /** @param {Pending} pending */
  transmit(pending) {
    if (!this.link.isOpen) return;
    pending.isSent = true;
    this.link.send(pending.line);
  }

  /** Gives up the requests with which the link has been lost too often. */
  lose() {
    for (const [id, pending] of this.pending) {
      if (!pending.isSent) continue;
      pending.isSent = false;
      if (++pending.losses < LOSSES) continue;
      this.pending.delete(id);
      const message = "The connection was lost twice before the answer came; the page does not ask again";
      pending.reject(new EngineError({ kind: "lost", field: null, message }));
    }
  }
}

/** Reads a file, unless it is too large for the engine. @param {File} file @param {Engine} engine */
export async function textOf(file, engine) {
  if (file.size > engine.link.maxBytes) throw tooLong(file.size, engine.link.maxBytes);
  return file.text();
}

/** @param {number} size in bytes @param {number} most in bytes */
function tooLong(size, most) {
  const kibibytes = (/** @type {number} */ bytes) => Math.ceil(bytes / 1024);
  const message = `This has ${kibibytes(size)} KiB, and the server takes at most ${kibibytes(most)} KiB at a time: divide the file, or leave out variations and comments`;
  return new EngineError({ kind: "field", field: null, message });
}
