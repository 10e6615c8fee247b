import type { ShownFault } from '../../src/control/types.ts';

/** A failure in the making, as `faults.add` takes it; of its key, the name. */
export type Draft = { readonly [Member in keyof ShownFault]?: ShownFault[Member] | undefined };

/** An effect to choose. */
export interface Effect {
  readonly text: string;
  readonly fault: Draft;
  /** Whether it is offered for the next requests like one of the log. */
  readonly isCommon?: true;
}

export const effects: readonly Effect[] = [
  { text: '503 Unavailable', fault: { status: 503 }, isCommon: true },
  { text: '500 Internal error', fault: { status: 500 }, isCommon: true },
  { text: '502 Bad gateway', fault: { status: 502 } },
  { text: '429 with Retry-After', fault: { status: 429, headers: { 'retry-after': '2' } }, isCommon: true },
  { text: '400 Invalid input', fault: { status: 400 } },
  { text: '401 Unauthorized', fault: { status: 401 } },
  { text: '403 Forbidden', fault: { status: 403 } },
  { text: '404 Not found', fault: { status: 404 }, isCommon: true },
  { text: '422 Unprocessable', fault: { status: 422 } },
  { text: '3 s late', fault: { delayMs: 3000 }, isCommon: true },
  { text: 'No connection', fault: { drop: true }, isCommon: true },
  { text: 'Response lost after the effect', fault: { drop: true, when: 'after' }, isCommon: true },
  { text: 'Body cut after 20 bytes', fault: { truncate: 20 } },
];

const members = ['status', 'headers', 'body', 'delayMs', 'drop', 'truncate', 'when'] as const;

/** Returns the effect of a draft; `undefined` for one of its own. */
export function effectOf(draft: Draft): Effect | undefined {
  const own = JSON.stringify(members.map((member) => draft[member]));
  return effects.find(({ fault }) => JSON.stringify(members.map((member) => fault[member])) === own);
}

/** Whether a draft says what happens, and not only how often. */
export const isEffect = (draft: Draft) => members.some((member) => draft[member] !== undefined);

/** Replaces the effect of a draft. */
export function withEffect(draft: Draft, effect: Draft): Draft {
  const kept = Object.entries(draft).filter(([name]) => !(members as readonly string[]).includes(name));
  return { ...Object.fromEntries(kept), ...effect };
}

/** Common failures. */
export const templates: readonly { readonly text: string; readonly fault: Draft }[] = [
  { text: 'Once 503, then normal', fault: { times: 1, status: 503 } },
  { text: 'Three in a row', fault: { times: 3 } },
  { text: '10 % fail', fault: { times: null, probability: 0.1, status: 503 } },
  { text: 'Slow network', fault: { times: null, delayMs: [500, 3000] } },
  { text: 'Write done, response lost', fault: { times: 1, drop: true, when: 'after' } },
  { text: 'Proxy error page', fault: { times: 1, when: 'arrival', status: 502, body: '<h1>Bad Gateway</h1>' } },
  { text: 'Offline', fault: { times: null, when: 'arrival', drop: true } },
];
