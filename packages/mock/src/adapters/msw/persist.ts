import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';

/**
 * Loads the records of the last visit into the mock, and stores them at each change and when the page is hidden. With `local`,
 * changes show in other tabs; of two changes within a quarter of a second, all tabs get the records of the later one. Returns a
 * function that stops storing.
 */
export function persistRecords(mock: Mock, persist: 'session' | 'local'): () => void {
  const storage = persist === 'local' ? localStorage : sessionStorage;
  const key = `issue-tracking-mock:${mock.baseUrl}`;
  const internals = internalsOf(mock);
  let kept: string | null = null;

  const take = (text: string) => {
    try {
      internals.load(JSON.parse(text));
      kept = text;
    } catch (error) {
      // The text may come from another version or be edited by hand. Continue with the mock's own records.
      warn(`The mock's records in ${persist}Storage under "${key}" were not loaded: ${String(error)}`);
    }
  };
  const keep = () => {
    const text = JSON.stringify(mock.exportWorld());
    if (text === kept) return;
    kept = text;
    try {
      storage.setItem(key, text);
    } catch (error) {
      warn(
        `The mock's records were not stored: ${persist}Storage rejected ${text.length} characters. ${String(error)}`,
      );
    }
  };

  const found = storage.getItem(key);
  if (found !== null) take(found);
  const unsubscribe = internals.service.changes.subscribe((changed) => {
    if (changed === 'records' || changed === 'credentials' || changed === 'all') keep();
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

function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: no caller could catch it.
  console.warn(text);
}
