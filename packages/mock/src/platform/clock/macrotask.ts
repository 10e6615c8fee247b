import { unfaked } from './unfaked.ts';

// Looked up when the module loads: fake timers replace them, and a clock that waits for theirs would hang.
const immediate = unfaked('setImmediate');
const timeout = unfaked('setTimeout');
/** In Cloudflare Workers a message arrives before promises are done. */
const Channel = isWorkerd() ? undefined : (globalThis.MessageChannel as typeof MessageChannel | undefined);

/** Calls back in the next macrotask. `node:test` fakes `setImmediate` by a bound function, which never calls. */
const queueMacrotask: (callback: () => void) => void =
  immediate && !immediate.name.startsWith('bound ')
    ? (callback) => immediate(callback)
    : Channel
      ? macrotasksByMessage(Channel)
      : // As in jsdom under Jest, and in Workers. It takes a millisecond, in a page four.
        (callback) => timeout(callback, 0);

/** Resolves in the next macrotask, when everything that promises alone can do has been done. */
export function nextMacrotask(): Promise<void> {
  return new Promise((resolve) => queueMacrotask(resolve));
}

function isWorkerd(): boolean {
  return globalThis.navigator?.userAgent === 'Cloudflare-Workers';
}

/** Node and Deno have these; in a page nothing has to be kept going. */
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
      // A port that listens would keep the process going.
      if (waiting.length === 0) opened.port1.unref?.();
    };
    return opened;
  }

  return (callback) => {
    // Opened lazily: an import must not leave a port behind.
    channel ??= open();
    if (waiting.push(callback) === 1) channel.port1.ref?.();
    channel.port2.postMessage(null);
  };
}
