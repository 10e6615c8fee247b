import type { CapturedList } from '@issue-tracking/model';
import type { RawRecord } from '../../src/control/types.ts';

/** A list of what was captured with an issue. */
export interface CapturedPart {
  readonly text: string;
  /** Members that tell its entries apart. */
  readonly summary: readonly string[];
  /** Returns an entry to start from; the mock has defaults for the rest. */
  readonly entryAt: (now: string, index: number) => RawRecord;
}

const parts: { readonly [List in CapturedList]: CapturedPart } = {
  consoleLogs: {
    text: 'Console',
    summary: ['level', 'message'],
    entryAt: (timestamp) => ({ level: 'error', message: "TypeError: can't access property 'total'", timestamp }),
  },
  networkLogs: {
    text: 'Network',
    summary: ['method', 'status', 'url'],
    entryAt: (timestamp) => ({ method: 'POST', status: 500, duration: 184, timestamp }),
  },
  userActions: {
    text: 'Actions',
    summary: ['type', 'target', 'text'],
    entryAt: (timestamp) => ({ target: 'button.checkout', text: 'Pay now', timestamp }),
  },
  screenshots: {
    text: 'Screenshots',
    summary: ['id', 'width', 'height'],
    entryAt: (createdAt, index) => ({
      id: `shot-${index + 1}`,
      url: `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="640" height="360"><rect width="640" height="360" fill="#cdd3e0"/><rect x="40" y="40" width="560" height="280" fill="#fff"/></svg>')}`,
      createdAt,
    }),
  },
};

/** The captured lists of an issue, by their names. */
export const captured: ReadonlyMap<string, CapturedPart> = new Map(Object.entries(parts));
