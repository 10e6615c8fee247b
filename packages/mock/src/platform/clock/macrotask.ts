import { unfaked } from './unfaked.ts';

// Read when the module loads: a clock that waits for fake timers, installed later, would hang.
const immediate = unfaked('setImmediate');
const timeout = unfaked('setTimeout');

/** Calls back in the next macrotask. The fake `setImmediate` of `node:test`, a bound function, never calls back. */
const queueMacrotask: (callback: () => void) => void =
  immediate && !immediate.name.startsWith('bound ')
    ? (callback) => immediate(callback)
    : globalThis.MessageChannel && !isWorkerd()
      ? macrotasksByMessage(MessageChannel)
      : // In jsdom under Jest, and in Workers. Takes 1 ms, in pages 4 ms.
        (callback) => timeout(callback, 0);

/** Resolves in the next macrotask, after all pending promise callbacks. */
export function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => queueMacrotask(resolve));
}

/** In Cloudflare Workers, messages arrive before pending promise callbacks run. */
function isWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** Node and Deno have these; pages need neither. */
interface Port extends MessagePort {
  ref?(): void;
  unref?(): void;
}

function macrotasksByMessage(MessageChannel: new () => { port1: Port; port2: Port }): typeof queueMacrotask {
  const waiting: (() => void)[] = [];
  let channel: { port1: Port; port2: Port } | undefined;

  function open() {
    const opened = new MessageChannel();
    opened.port1.onmessage = () => {
      waiting.shift()?.();
      // A listening port would keep the process running.
      if (waiting.length === 0) opened.port1.unref?.();
    };
    return opened;
  }

  return (callback) => {
    // Opened lazily: an import must not open a port.
    channel ??= open();
    if (waiting.push(callback) === 1) channel.port1.ref?.();
    channel.port2.postMessage(null);
  };
}
