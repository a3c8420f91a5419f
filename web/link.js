// The link to the engine of a server: text messages over a WebSocket that comes back when it is lost.

/** First wait before a lost connection is tried again, in milliseconds. */
const WAIT = 250;

/** Link whose messages are lines of JSON. */
export class Link {
  /** @type {WebSocket | null} */
  socket = null;

  /** @param {(line: string) => void} onLine @param {(isOpen: boolean) => void} onChange */
  constructor(onLine, onChange) {
    this.onLine = onLine;
    this.onChange = onChange;
    /** Time before the next try to connect, in milliseconds; short again when a reply has come. */
    this.wait = WAIT;
    /** Size of the longest message that the server takes, in bytes. */
    this.maxBytes = 1024 * 1024;
    this.connect();
    // A page that returns to sight, or a network that is back, need not wait for the next try.
    addEventListener("online", () => this.retry());
    // A page that is left may stay in memory, and its searches would go on.
    addEventListener("pagehide", () => this.socket?.close());
    document.addEventListener("visibilitychange", () => document.hidden || this.retry());
  }

  get isOpen() {
    return this.socket?.readyState === WebSocket.OPEN;
  }

  /** @param {string} line */
  send(line) {
    this.socket?.send(line);
  }

  connect() {
    const url = new URL("session", location.href);
    url.protocol = url.protocol === "https:" ? "wss:" : "ws:";
    url.hash = "";
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onopen = () => this.onChange(true);
    socket.onmessage = (event) => {
      this.wait = WAIT;
      this.onLine(event.data);
    };
    socket.onclose = () => {
      if (this.socket !== socket) return;
      this.socket = null;
      this.onChange(false);
      this.timer = setTimeout(() => this.retry(), this.wait);
      this.wait = Math.min(2 * this.wait, 5000);
    };
  }

  retry() {
    if (this.socket) return;
    clearTimeout(this.timer);
    this.connect();
  }
}
