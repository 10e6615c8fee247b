/** @jsxImportSource preact */
import { useEffect, useState } from 'preact/hooks';
import type { Settings } from '../transport/answers.ts';

/** The mock's time: a system clock goes on by itself, a virtual one stands until it is moved. */
export function useNow(clock: Settings['clock'] | undefined): number | undefined {
  const [now, setNow] = useState<number>();
  const { kind, now: told } = clock ?? {};
  useEffect(() => {
    if (told === undefined) return;
    const ahead = Date.parse(told) - Date.now();
    const read = () => setNow(kind === 'system' ? Date.now() + ahead : Date.parse(told));
    read();
    if (kind !== 'system') return;
    const timer = setInterval(read, 1000);
    return () => clearInterval(timer);
  }, [kind, told]);
  return now;
}
