import { useEffect, useReducer } from 'preact/hooks';
import type { Described } from '../transport/responses.ts';
import { type Call, usePanel } from './panel.ts';

/** Calls a method now and after each change of what it reads; `null` calls nothing. @returns the last known result. */
export function useLive<Result>(call: Call | null): Result | undefined {
  const { live } = usePanel();
  const key = call && JSON.stringify(call);
  const [, show] = useReducer((shown: number) => shown + 1, 0);
  useEffect(() => {
    if (key === null) return;
    // The key is the text of a call.
    return live.watch(key, JSON.parse(key) as Call, () => show(undefined));
  }, [live, key]);
  // The types of results are those of the methods.
  return key === null ? undefined : (live.get(key) as Result | undefined);
}

/** Returns all methods of the control API, with the schemas of their inputs and of records. */
export const useDescribed = (): Described | undefined => useLive(['describe']);
