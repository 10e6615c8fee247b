import { openEnumerations } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { Drift } from '../hooks.ts';
import { differences } from './differences.ts';

/** Receives each distinct difference of a response. */
export type OnDrift = (drift: Omit<Drift, 'endpoint'>) => void;

/** Maximum number of distinct differences reported for one response. */
const maxReported = 100;
/** Maximum number of differences to read. In a list, most differences are the same in every entry. */
const maxLookedAt = 1_000;

/** Reports how a response differs from version 1, each place and kind once. */
export function reportDrift(schema: z.core.$ZodType, json: unknown, onDrift: OnDrift): void {
  const reported = new Set<string>();
  let lookedAt = 0;
  for (const { kind, path: keys, schema: place, value: found } of differences(schema, json)) {
    const value = kind === 'unknown-value' && openEnumerations.has(place) ? String(found) : undefined;
    let path = '';
    for (const key of keys) path += typeof key === 'number' ? '[]' : `${path && '.'}${key}`;
    const finding = `${kind} ${path} ${value}`;
    if (!reported.has(finding)) onDrift({ kind, path, ...(value !== undefined && { value }) });
    reported.add(finding);
    if (reported.size === maxReported || ++lookedAt === maxLookedAt) return;
  }
}
