import { openEnumerations } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { Drift } from '../hooks.ts';
import { differences } from './differences.ts';

/** Receives each difference of a response. */
export type OnDrift = (drift: Omit<Drift, 'endpoint'>) => void;

/** Maximum number of differences to report. In a list, most differences are the same in every entry. */
const maxReported = 1_000;

/** Reports how a response differs from version 1. */
export function reportDrift(schema: z.core.$ZodType, json: unknown, onDrift: OnDrift): void {
  let reported = 0;
  for (const { kind, path: keys, schema: place, value: found } of differences(schema, json)) {
    const value = kind === 'unknown-value' && openEnumerations.has(place) ? String(found) : undefined;
    let path = '';
    for (const key of keys) path += typeof key === 'number' ? '[]' : `${path && '.'}${key}`;
    onDrift({ kind, path, ...(value !== undefined && { value }) });
    if (++reported === maxReported) return;
  }
}
