// Looked up when the module loads: fake timers replace `setImmediate`, and a clock that waits for theirs would hang.
const immediate = globalThis.setImmediate as typeof setImmediate | undefined;

/**
 * Resolves in the next macrotask, when everything that promises alone can do has been done. `setTimeout` would too,
 * but takes a millisecond (four in a page).
 */
export const nextMacrotask: () => Promise<void> = immediate
  ? () => new Promise((resolve) => immediate(resolve))
  : macrotasksByMessage();

function macrotasksByMessage(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
