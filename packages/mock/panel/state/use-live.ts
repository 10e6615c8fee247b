import { useEffect, useMemo, useState } from 'preact/hooks';
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

const nothing = { key: null, data: undefined, error: undefined };

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

/** Calls a method now and after each change of `topics`; `null` calls nothing. */
export function useLive<Result>(call: Call | null, ...topics: readonly ChangeTopic[]): Live<Result> {
  const panel = usePanel();
  const [state, setState] = useState<Live<Result> & { readonly key: string | null }>(nothing);
  const key = call && JSON.stringify(call);
  const watched = topics.join();

  useEffect(() => {
    if (key === null) {
      setState(nothing);
      return;
    }
    let isCurrent = true;
    let isCalling = false;
    let isStale = false;
    async function update() {
      // A change during a call causes one more call.
      isStale = true;
      if (isCalling) return;
      isCalling = true;
      while (isStale && isCurrent) {
        isStale = false;
        try {
          const data = await panel.call<Result>(...(JSON.parse(key ?? '') as Call));
          if (isCurrent) setState({ key, data, error: undefined });
        } catch (error) {
          const text = error instanceof Error ? error.message : String(error);
          if (isCurrent)
            setState((before) => ({ key, data: before.key === key ? before.data : undefined, error: text }));
        }
      }
      isCalling = false;
    }
    const stop = panel.onChange((topic) => {
      if (topic === 'all' || watched.split(',').includes(topic)) void update();
    });
    void update();
    return () => {
      isCurrent = false;
      stop();
    };
  }, [panel, key, watched]);

  return state;
}
