import { useEffect, useState } from 'preact/hooks';
import { usePanel } from '../state/panel.ts';
import { credentialIn } from './filter.ts';

const none: ReadonlySet<number> = new Set();

/** Returns the numbers of requests that came with the credential in a text: the log shows no credential whole. */
export function useSentWith(text: string): ReadonlySet<number> {
  const panel = usePanel();
  const [found, setFound] = useState(none);
  const apiKey = credentialIn(text);
  const entries = panel.requests.entries.value;
  useEffect(() => {
    if (apiKey === undefined) return setFound(none);
    const timer = setTimeout(async () => {
      const sent = await panel.call('requests.find', { apiKey }).catch(() => []);
      setFound(new Set(sent.map(({ number }) => number)));
    }, 150);
    return () => clearTimeout(timer);
  }, [panel, apiKey, entries]);
  return found;
}
