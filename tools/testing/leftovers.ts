/** Mocks that clients of a base URL belong to: see `packages/mock/src/mock/generations.ts`. */
const publishedKey: unique symbol = Symbol.for('@issue-tracking/generations');
const timersKey: unique symbol = Symbol.for('@issue-tracking/testing/timers');
const global: typeof globalThis & {
  readonly [publishedKey]?: ReadonlyMap<string, unknown>;
  [timersKey]?: ReadonlyMap<unknown, number>;
} = globalThis;
// Once: modules keep the functions that they found when they were loaded.
global[timersKey] ??= watchTimers();
const running = global[timersKey];

/** Timers up to this end by themselves; packages set them where no test can reach them. */
const shortMs = 3_000;

/**
 * Notes what is there now. The function that it returns lists what has been added or changed since, which the next file of the
 * process or frame would meet.
 */
export function watchLeftovers(): () => string[] {
  const before = { timers: timers(), globals: globals(), listeners: listeners() };
  return () => {
    const now = globals();
    const changed = [...now.keys(), ...before.globals.keys()].filter(
      (name) => !Object.is(now.get(name), before.globals.get(name)),
    );
    const newTimers = [...timers()].filter(([timer]) => !before.timers.has(timer));
    const added = [...listeners()].filter(([name, count]) => count > (before.listeners.get(name) ?? 0));
    return [
      ...[...(global[publishedKey]?.keys() ?? [])].map((baseUrl) => `a mock at ${baseUrl}`),
      ...[...new Set(changed)].map((name) => `another ${name}`),
      ...newTimers.map(([, ms]) => `a timer of ${ms} ms`),
      ...added.map(([name]) => `a listener of the process for ${String(name)}`),
    ];
  };
}

/**
 * Ends the short timers that don't keep the process running, such as that before a warning of a clock that nobody moves: the
 * next file would read it.
 */
export function endIdleTimers(): void {
  for (const [timer, ms] of running) {
    const isIdle = (timer as Partial<NodeJS.Timeout>).hasRef?.() === false;
    if (isIdle && ms <= shortMs) clearTimeout(timer as NodeJS.Timeout);
  }
}

/** Globals that packages define when they are loaded, which is once for all files. */
const ofPackages = /^(__|axe$|STORYBOOK_|\w+ProjectAnnotations$)/;

function globals(): Map<string, unknown> {
  const { debug, info, log, warn, error } = console;
  const parts = {
    console: { debug, info, log, warn, error },
    performance: { now: performance.now },
    Math: { random: Math.random },
  };
  return new Map([
    ...Object.entries(Object.getOwnPropertyDescriptors(globalThis)).flatMap(([name, { value }]) =>
      value === undefined || ofPackages.test(name) ? [] : [[name, value as unknown] as const],
    ),
    ...Object.entries(parts).flatMap(([of, members]) =>
      Object.entries(members).map(([name, value]) => [`${of}.${name}`, value] as const),
    ),
  ]);
}

/** The number of listeners for each event of the process, in Node. A listener for its end disturbs no file. */
function listeners(): Map<string | symbol, number> {
  const names = globalThis.process?.eventNames?.() ?? [];
  return new Map(names.filter((name) => name !== 'exit').map((name) => [name, process.listenerCount(name)]));
}

/** The long timers that keep the process running. In a page no timer does. */
function timers(): Map<unknown, number> {
  const isKept = (timer: unknown) => (timer as Partial<NodeJS.Timeout>).hasRef?.() ?? false;
  return new Map([...running].filter(([timer, ms]) => ms > shortMs && isKept(timer)));
}

/** Notes the timers of everyone who sets them by the globals, which the platform and Vitest don't. */
function watchTimers(): ReadonlyMap<unknown, number> {
  const all = new Map<unknown, number>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  type Callback = (...values: unknown[]) => void;
  const noted = (timer: unknown, ms: number) => {
    all.set(timer, ms);
    return timer;
  };
  const ending = (clear: (timer: number | undefined) => void) => (timer?: number) => {
    all.delete(timer);
    clear(timer);
  };
  Object.assign(globalThis, {
    setTimeout: Object.assign((callback: Callback, ms = 0, ...values: unknown[]) => {
      const end = () => {
        all.delete(timer);
        callback(...values);
      };
      const timer: unknown = setTimeout(end, ms);
      return noted(timer, ms);
    }, setTimeout),
    setInterval: (callback: Callback, ms = 0, ...values: unknown[]) =>
      noted(setInterval(callback, ms, ...values), Number.POSITIVE_INFINITY),
    clearTimeout: ending(clearTimeout),
    clearInterval: ending(clearInterval),
  });
  return all;
}
