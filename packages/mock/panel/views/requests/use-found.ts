import { useMemo } from 'preact/hooks';
import { useLive } from '../../state/use-live.ts';
import type { LogEntry } from '../../transport/responses.ts';
import { credentialIn, passes } from './filter.ts';

/** Returns the requests that pass a filter. The mock finds those that came with a typed credential: the log shows none whole. */
export function useFound(all: readonly LogEntry[], text: string): readonly LogEntry[] {
  const credential = credentialIn(text);
  const { data: sent } = useLive<readonly LogEntry[]>(
    credential === undefined ? null : ['requests.find', { apiKey: credential }],
    'requests',
    'credentials',
  );
  return useMemo(() => {
    const sentWith = new Set(sent?.map(({ number }) => number));
    return all.filter((entry) => passes(text, entry, sentWith));
  }, [all, text, sent]);
}
