// Requests to the engine and its replies, in JSON.

import { Link } from "./link.js";

/**
 * @typedef {Record<string, any>} Result
 * @typedef {{ kind: string, field: string | null, message: string, column?: number }} QueryError
 * @typedef {{ line: string, isSent: boolean, losses: number, onPartial: (result: Result) => void, resolve: (result: Result | null) => void, reject: (error: EngineError) => void }} Pending
 * @typedef {{ done: Promise<Result | null>, cancel: () => void }} Query
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
  /** @param {(isOpen: boolean) => void} onChange */
  constructor(onChange) {
    /** @type {Map<string, Pending>} */
    this.pending = new Map();
    this.number = 0;
    this.link = new Link(
      (line) => this.receive(JSON.parse(line)),
      (isOpen) => {
        if (isOpen) for (const pending of this.pending.values()) this.transmit(pending);
        else this.lose();
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
    const size = new TextEncoder().encode(line).length;
    if (size > this.link.maxBytes) return { done: Promise.reject(tooLong(size, this.link.maxBytes)), cancel() {} };
    const done = new Promise((resolve, reject) => {
      const pending = { line, isSent: false, losses: 0, onPartial, resolve, reject };
      this.pending.set(id, pending);
      this.transmit(pending);
    });
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

/**
 * Reads a file, unless it is too large for the engine.
 * @param {File} file
 * @param {Engine} engine
 */
export async function textOf(file, engine) {
  if (file.size > engine.link.maxBytes) throw tooLong(file.size, engine.link.maxBytes);
  return file.text();
}

/**
 * @param {number} size in bytes
 * @param {number} most in bytes
 */
function tooLong(size, most) {
  const kibibytes = (/** @type {number} */ bytes) => Math.ceil(bytes / 1024);
  const message = `This is too long for the server: it takes at most ${kibibytes(most)} KiB, and this has ${kibibytes(size)} KiB`;
  return new EngineError({ kind: "field", field: null, message });
}
