// A worker with floe in WebAssembly: a program that reads a request from standard input and writes replies to standard output.

/** @type {WebAssembly.Module} */
let module;

/** Result codes of the system interface (WASI, preview 1). */
const [SUCCESS, BAD_FILE, NOT_SUPPORTED] = [0, 8, 58];

self.onmessage = ({ data }) => {
  if (data.module) module = data.module;
  else run(data.line);
};

/** Runs the program on one request. @param {string} line */
function run(line) {
  const input = new TextEncoder().encode(`${line}\n`);
  const decoder = new TextDecoder();
  let read = 0;
  let output = "";
  /** @type {WebAssembly.Memory} */
  let memory;
  const view = () => new DataView(memory.buffer);
  /** Parts of memory that a call reads or writes. */
  const parts = (/** @type {number} */ start, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, index) => new Uint8Array(memory.buffer, view().getUint32(start + 8 * index, true), view().getUint32(start + 8 * index + 4, true)));
  const system = {
    fd_read(/** @type {number} */ file, /** @type {number} */ start, /** @type {number} */ count, /** @type {number} */ result) {
      if (file !== 0) return BAD_FILE;
      const before = read;
      for (const part of parts(start, count)) {
        const piece = input.subarray(read, read + part.length);
        part.set(piece);
        read += piece.length;
      }
      view().setUint32(result, read - before, true);
      return SUCCESS;
    },
    fd_write(/** @type {number} */ file, /** @type {number} */ start, /** @type {number} */ count, /** @type {number} */ result) {
      let written = 0;
      for (const part of parts(start, count)) {
        const text = decoder.decode(part, { stream: true });
        if (file === 1) output += text;
        else console.warn(text);
        written += part.length;
      }
      const lines = output.split("\n");
      output = lines.pop() ?? "";
      for (const line of lines) self.postMessage(line);
      view().setUint32(result, written, true);
      return SUCCESS;
    },
    clock_time_get(/** @type {number} */ clock, /** @type {bigint} */ _precision, /** @type {number} */ result) {
      const milliseconds = clock === 0 ? Date.now() : performance.now();
      view().setBigUint64(result, BigInt(Math.round(milliseconds * 1e6)), true);
      return SUCCESS;
    },
    random_get(/** @type {number} */ start, /** @type {number} */ length) {
      crypto.getRandomValues(new Uint8Array(memory.buffer, start, length));
      return SUCCESS;
    },
    environ_sizes_get(/** @type {number} */ count, /** @type {number} */ size) {
      view().setUint32(count, 0, true);
      view().setUint32(size, 0, true);
      return SUCCESS;
    },
    environ_get: () => SUCCESS,
    sched_yield: () => SUCCESS,
    proc_exit(/** @type {number} */ status) {
      throw new Error(`the engine has ended with status ${status}`);
    },
  };
  // Whatever else the program may call, files for one, is not there.
  const others = WebAssembly.Module.imports(module).map(({ name }) => [name, () => NOT_SUPPORTED]);
  const instance = new WebAssembly.Instance(module, { wasi_snapshot_preview1: { ...Object.fromEntries(others), ...system } });
  const exports = /** @type {{ memory: WebAssembly.Memory, _start: () => void }} */ (/** @type {unknown} */ (instance.exports));
  memory = exports.memory;
  try {
    exports._start();
  } catch (error) {
    const { id } = JSON.parse(line);
    const message = error instanceof Error ? error.message : String(error);
    self.postMessage(JSON.stringify({ schema: "floe/query/1", id, status: "error", error: { kind: "internal", field: null, message } }));
  }
}
