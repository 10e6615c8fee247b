import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';
import type { ServiceClock } from '../../platform/clock/service-clock.ts';

/**
 * Loads the state of the last visit into the mock, and stores it at each change and when the page is hidden. With `local`,
 * changes show in other tabs; of two changes within a quarter of a second, all tabs get the state of the later one. Returns a
 * function that stops storing.
 */
export function persistState(mock: Mock, persist: 'session' | 'local'): () => void {
  const storage = persist === 'local' ? localStorage : sessionStorage;
  const key = `issue-tracking-mock:${mock.baseUrl}`;
  const internals = internalsOf(mock);
  const { clock, history, changes } = internals.service;
  let kept: string | null = null;
  let keptMark = '';
  let keptPosition = 0;

  /** Returns the state, and what of it differs between two states: without the time, which passes by itself. */
  const present = () => {
    const { now, ...rest } = internals.kept();
    return { text: JSON.stringify({ ...rest, now }), mark: JSON.stringify(rest), position: positionOf(clock) };
  };
  const remember = ({ mark, position }: ReturnType<typeof present>, text: string) => {
    kept = text;
    keptMark = mark;
    keptPosition = position;
  };
  const take = (text: string) => {
    try {
      history.quietly(() => internals.load(JSON.parse(text)));
      remember(present(), text);
    } catch (error) {
      // The text may come from another version or be edited by hand. Continue with the mock's own state.
      warn(`The mock's state in ${persist}Storage under "${key}" was not loaded: ${String(error)}`);
    }
  };
  const keep = () => {
    const state = present();
    if (state.mark === keptMark && Math.abs(state.position - keptPosition) < sameTime) return;
    remember(state, state.text);
    try {
      storage.setItem(key, state.text);
    } catch (error) {
      warn(
        `The mock's state was not stored: ${persist}Storage rejected ${state.text.length} characters. ${String(error)}`,
      );
    }
  };

  const found = storage.getItem(key);
  if (found !== null) take(found);
  // Requests and what is read of them aren't stored.
  const unsubscribe = changes.subscribe((changed) => {
    if (changed !== 'requests' && changed !== 'changes' && changed !== 'snapshots') keep();
  });
  const ended = new AbortController();
  const { signal } = ended;
  window.addEventListener('pagehide', keep, { signal });
  // The event reaches other tabs only, and never for `sessionStorage`. This tab may have written since: with the event's own
  // value, two tabs that write at once would swap their records.
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea !== storage || event.key !== key) return;
    const latest = storage.getItem(key);
    if (latest !== null && latest !== kept) take(latest);
  };
  window.addEventListener('storage', onStorage, { signal });
  return () => {
    // The last changes may not have been announced yet.
    keep();
    unsubscribe();
    ended.abort();
  };
}

/** Difference of two positions of a clock that were read one after the other, in milliseconds. */
const sameTime = 1000;

/** Returns where a clock was moved to: its time, or how far it is ahead if it runs by itself. */
function positionOf(clock: ServiceClock): number {
  if (!clock.isMoved()) return 0;
  return clock.kind === 'virtual' ? clock.now() : clock.now() - Date.now();
}

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: no caller could catch it.
  console.warn(text);
}
