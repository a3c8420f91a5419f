// Requests to the engine and its replies, in JSON.

import { Link } from "./link.js";

/**
 * @typedef {Record<string, any>} Result
 * @typedef {{ kind: string, field: string | null, message: string, column?: number }} QueryError
 * @typedef {{ line: string, onPartial: (result: Result) => void, resolve: (result: Result | null) => void, reject: (error: EngineError) => void }} Pending
 * @typedef {{ done: Promise<Result | null>, cancel: () => void }} Query
 */

/** Refusal of a request. */
export class EngineError extends Error {
  /** @param {QueryError} error */
  constructor(error) {
    super(error.message);
    this.error = error;
  }
}

/** Connection to the engine. What is not answered when the link is lost is asked again when it is back. */
export class Engine {
  /** @param {(isOpen: boolean) => void} onChange */
  constructor(onChange) {
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    this.number = 0;
    this.link = new Link(
      (line) => this.receive(JSON.parse(line)),
      (isOpen) => {
        if (isOpen) for (const { line } of this.pending.values()) this.link.send(line);
        onChange(isOpen);
      },
    );
  }

  /** @param {Record<string, any>} reply */
  receive(reply) {
    const pending = this.pending.get(reply.id);
    if (!pending) return;
    if (reply.status === "running") return pending.onPartial(reply.result);
    this.pending.delete(reply.id);
    if (reply.status === "error") pending.reject(new EngineError(reply.error));
    else pending.resolve(reply.result);
  }

  /**
   * Sends a request. Its promise has the final result, or null if it was cancelled before it began.
   * @param {Record<string, any>} request
   * @param {(result: Result) => void} [onPartial]
   * @returns {Query}
   */
  query(request, onPartial = () => {}) {
    const id = String(++this.number);
    const line = JSON.stringify({ id, ...request });
    const done = new Promise((resolve, reject) => this.pending.set(id, { line, onPartial, resolve, reject }));
    this.send(line);
    return { done, cancel: () => this.cancel(id) };
  }

  /**
   * Asks what is answered at once.
   * @param {Record<string, any>} request
   * @returns {Promise<Result>}
   */
  async ask(request) {
    return /** @type {Result} */ (await this.query(request).done);
  }

  /** @param {string} id */
  cancel(id) {
    const pending = this.pending.get(id);
    if (!pending) return;
    pending.onPartial = () => {};
    if (this.link.isOpen) {
      this.send(JSON.stringify({ id: String(++this.number), action: "cancel", target: id }));
    } else {
      this.pending.delete(id);
      pending.resolve(null);
    }
  }

  /** @param {string} line */
  send(line) {
    if (this.link.isOpen) this.link.send(line);
  }
}
