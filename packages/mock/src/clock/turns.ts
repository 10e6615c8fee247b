// Taken when the module loads: fake timers replace `setImmediate`, and a clock that waits for it would stand still.
const immediate = globalThis.setImmediate as typeof setImmediate | undefined;

/**
 * Resolves in the next macrotask, when everything that promises alone can do has been done. `setTimeout` would too,
 * but a turn of it takes a millisecond (four in a page).
 */
export const nextTurn: () => Promise<void> = immediate
  ? () => new Promise((resolve) => immediate(resolve))
  : turnsByMessage();

function turnsByMessage(): () => Promise<void> {
  const waiting: (() => void)[] = [];
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      port2.postMessage(null);
    });
}
