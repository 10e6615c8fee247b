import { internalsOf } from '../../mock/internals.ts';
import type { Mock } from '../../mock/mock.ts';

/**
 * Gives the mock the records of the last visit, and keeps them from now on, at each change and when the page goes. With
 * `local`, what one tab changes shows in the others; of two that change something at the same moment, the later wins.
 * Returns a function that ends it.
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
      // Of another version perhaps, or written by hand: the page begins as it would have.
      warn(`The mock's records in ${persist}Storage under "${key}" are not used: ${String(error)}`);
    }
  };
  const keep = () => {
    const text = JSON.stringify(mock.exportWorld());
    if (text === kept) return;
    kept = text;
    try {
      storage.setItem(key, text);
    } catch (error) {
      warn(`The mock's records are not kept: ${persist}Storage took no ${text.length} characters. ${String(error)}`);
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
  // Only other tabs hear of it, and of `sessionStorage` none does.
  const onStorage = (event: StorageEvent) => {
    if (event.storageArea === storage && event.key === key && event.newValue !== null) take(event.newValue);
  };
  window.addEventListener('storage', onStorage, { signal });
  return () => {
    // Changes are announced a little later.
    keep();
    unsubscribe();
    ended.abort();
  };
}

/** Warns the developer in the console: a page has no caller to tell. */
function warn(text: string): void {
  // biome-ignore lint/suspicious/noConsole: a page has no other place for what concerns its developer.
  console.warn(text);
}
