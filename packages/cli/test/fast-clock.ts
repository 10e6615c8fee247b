/** Preloaded into a process: its clocks and timers run a hundred times as fast, but the timeout of a request is real. */
const speed = 100;
const timeoutMs = 30_000;
const { setTimeout: realTimeout } = globalThis;
const now = performance.now.bind(performance);
const start = Date.now();
performance.now = () => now() * speed;
Date.now = () => start + now() * speed;
globalThis.setTimeout = Object.assign(
  (callback: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
    realTimeout(callback, ms === timeoutMs ? ms : ms / speed, ...args),
  realTimeout,
);
