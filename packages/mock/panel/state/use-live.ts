import { useEffect, useMemo, useReducer, useState } from 'preact/hooks';
import type { ChangeTopic } from '../../src/control/types.ts';
import type { Found } from '../transport/responses.ts';
import { type Call, usePanel } from './panel.ts';
import type { RawRecord } from './read-record.ts';

/** The result of a method, kept up to date. */
export interface Live<Result> {
  /** Absent before the first result; it stays while the method is called again. */
  readonly data: Result | undefined;
  readonly error: string | undefined;
}

/** Returns all records of a kind that have these values, kept up to date. `readRecord` must be the same function in each render. */
export function useRecords<Item>(
  kind: string,
  readRecord: (raw: RawRecord) => Item,
  where = {},
): Live<readonly Item[]> {
  const { data, error } = useLive<Found<RawRecord>>(
    [`world.${kind}.find`, { where, take: Number.MAX_SAFE_INTEGER }],
    'records',
  );
  return { data: useMemo(() => data?.data.map(readRecord), [data, readRecord]), error };
}

/**
 * Calls a method now and after each change of `topics`; `null` calls nothing. Shows the last known result until then.
 *
 * @throws Error without a connection, if nothing is known: the view must not show that as nothing there.
 */
export function useLive<Result>(call: Call | null, ...topics: readonly ChangeTopic[]): Live<Result> {
  const panel = usePanel();
  const key = call && JSON.stringify(call);
  const [failure, setFailure] = useState<{ readonly key: string; readonly error: string }>();
  const [, showKnown] = useReducer((shown: number) => shown + 1, 0);
  const watched = topics.join();

  useEffect(() => {
    if (key === null) return;
    let isCurrent = true;
    let isCalling = false;
    let isStale = false;
    async function update(called: string) {
      // A change during a call causes one more call.
      isStale = true;
      if (isCalling) return;
      isCalling = true;
      while (isStale && isCurrent) {
        isStale = false;
        try {
          panel.learn(called, await panel.call(...(JSON.parse(called) as Call)));
          if (isCurrent) setFailure(undefined);
        } catch (error) {
          if (isCurrent) setFailure({ key: called, error: error instanceof Error ? error.message : String(error) });
        }
        if (isCurrent) showKnown(undefined);
      }
      isCalling = false;
    }
    const stop = panel.onChange((topic) => {
      if (topic === 'all' || watched.split(',').includes(topic)) void update(key);
    });
    void update(key);
    return () => {
      isCurrent = false;
      stop();
    };
  }, [panel, key, watched]);

  // A key has the results of its own method.
  const data = key === null ? undefined : (panel.known.get(key) as Result | undefined);
  const error = failure?.key === key ? failure?.error : undefined;
  if (data === undefined && error !== undefined && panel.isLost.value) throw new Error(error);
  return { data, error };
}
