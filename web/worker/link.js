// The link to an engine in this browser: workers that run floe in WebAssembly. It takes the place of `link.js` in the static site.

/** @typedef {{ worker: Worker, id: string | null, partial: unknown }} Slot */

const SEARCHES = ["analyze", "solve", "review", "refute", "hint", "threat"];

/** Link whose messages are lines of JSON. */
export class Link {
  /** @param {(line: string) => void} onLine @param {(isOpen: boolean) => void} onChange */
  constructor(onLine, onChange) {
    this.onLine = onLine;
    this.isOpen = false;
    /** Size of the longest message in bytes: any that the browser holds. */
    this.maxBytes = Infinity;
    /** Worker for what is answered at once. @type {Slot | null} */
    this.clerk = null;
    /** Workers that search, or are ready to. @type {Slot[]} */
    this.searchers = [];
    /** Searches that wait. @type {{ id: string, line: string }[]} */
    this.waiting = [];
    this.load().then(() => {
      this.isOpen = true;
      onChange(true);
    });
  }

  async load() {
    this.module = await WebAssembly.compileStreaming(watched(await fetch("floe.wasm")));
    install().catch(() => {});
    this.clerk = this.hire();
    // The second one is ready when the first has been ended.
    this.searchers = [this.hire(), this.hire()];
  }

  /** @returns {Slot} */
  hire() {
    const worker = new Worker("worker.js", { type: "module" });
    const slot = { worker, id: null, partial: null };
    worker.onmessage = ({ data }) => this.hear(slot, data);
    worker.postMessage({ module: this.module });
    return slot;
  }

  /** @param {string} line */
  send(line) {
    const request = JSON.parse(line);
    const action = request.action ?? "analyze";
    if (action === "cancel") this.cancel(request);
    else if (SEARCHES.includes(action)) {
      if (this.searchers.some((slot) => slot.id !== null)) this.reply(request.id, "running", { schema: "floe/waiting/1" });
      this.waiting.push({ id: request.id, line });
      this.next();
    } else this.clerk?.worker.postMessage({ line });
  }

  /** Gives the next search to a free worker; one searches at a time, as the processor is shared. */
  next() {
    if (this.searchers.some(({ id }) => id !== null)) return;
    const next = this.waiting.shift();
    const slot = this.searchers[0];
    if (!next || !slot) return;
    slot.id = next.id;
    slot.partial = null;
    slot.worker.postMessage({ line: next.line });
  }

  /** @param {Slot} slot @param {string} line */
  hear(slot, line) {
    const reply = JSON.parse(line);
    if (slot.id !== null && reply.status === "running") slot.partial = reply.result;
    else slot.id = null;
    this.onLine(line);
    this.next();
  }

  /** Ends a search by ending its worker, since a worker that searches hears nothing. @param {{ id: string, target: string }} request */
  cancel({ id, target }) {
    const isTarget = (/** @type {{ id: string | null }} */ other) => other.id === target;
    const running = this.searchers.find(isTarget);
    const found = running ?? this.waiting.find(isTarget);
    this.waiting = this.waiting.filter((other) => !isTarget(other));
    if (running) {
      running.worker.terminate();
      this.searchers = [...this.searchers.filter((slot) => slot !== running), this.hire()];
    }
    if (found) this.reply(target, "cancelled", running?.partial ?? null);
    this.reply(id, "done", { schema: "floe/cancelled/1", cancelled: found ? [target] : [] });
    this.next();
  }

  /**
   * @param {string} id
   * @param {string} status
   * @param {unknown} result
   */
  reply(id, status, result) {
    this.onLine(JSON.stringify({ schema: "floe/query/1", id, status, result }));
  }
}

/** A file while it loads, with a bar on the page that says how much of it is there. @param {Response} response */
function watched(response) {
  const { body, headers, status } = response;
  const total = Number(headers.get("Content-Length"));
  const bar = document.createElement("progress");
  bar.id = "loading";
  bar.setAttribute("aria-label", "The engine loads");
  document.body.prepend(bar);
  let read = 0;
  const counted = new TransformStream({
    transform(part, out) {
      read += part.byteLength;
      // What comes compressed is longer than its header says.
      if (total > 0) bar.value = Math.min(1, read / total);
      out.enqueue(part);
    },
    flush: () => bar.remove(),
  });
  return new Response(body?.pipeThrough(counted), { status, headers });
}

/** Lets the site be installed, and work without a network; where the browser allows neither, it is a page as any other. */
async function install() {
  const manifest = document.createElement("link");
  manifest.rel = "manifest";
  manifest.href = "manifest.webmanifest";
  document.head.append(manifest);
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.register("offline.js");
  const cache = await caches.open("floe");
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name).filter((name) => name.startsWith(location.origin));
  await cache.addAll([location.href.split("#")[0], ...new Set(loaded)]);
}
