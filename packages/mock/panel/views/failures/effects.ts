import type { AddedFault, ShownFault } from '../../transport/responses.ts';

/** A failure to choose, and the fault that causes it. */
export interface Effect {
  readonly name: string;
  readonly about: string;
  readonly fault: ShownFault;
}

/** The most common failures. */
export const effects: readonly Effect[] = [
  { name: '503', about: 'Responds with 503 Service Unavailable', fault: { status: 503 } },
  { name: '500', about: 'Responds with 500 Internal Server Error', fault: { status: 500 } },
  {
    name: '429',
    about: 'Responds with 429, Retry-After: 2',
    fault: { status: 429, headers: { 'retry-after': '2' } },
  },
  { name: '400', about: 'Responds with 400 Bad Request', fault: { status: 400 } },
  { name: '422', about: 'Responds with 422 Unprocessable Content', fault: { status: 422 } },
  { name: '404', about: 'Responds with 404 Not Found', fault: { status: 404 } },
  { name: '403', about: 'Responds with 403 Forbidden', fault: { status: 403 } },
  { name: '401', about: 'Responds with 401 Unauthorized', fault: { status: 401 } },
  { name: 'slow', about: 'Slow: responds 3 seconds late', fault: { delayMs: 3000 } },
  { name: 'drop', about: 'Drop: ends the connection, without an effect', fault: { drop: true } },
  {
    name: 'lost',
    about: 'Lost: has its effect, then ends the connection',
    fault: { drop: true, when: 'after' },
  },
  { name: 'cut', about: 'Cut: ends the body after 20 bytes', fault: { truncate: 20 } },
];

/** Returns the active faults that have exactly this effect on an endpoint (`''` for every endpoint). */
export function faultsOf(faults: readonly AddedFault[], endpoint: string, effect: Effect): AddedFault[] {
  const wanted = comparable({ ...effect.fault, ...(endpoint && { endpoint }) } as ShownFault);
  return faults.filter(({ fault, remaining }) => remaining !== 0 && comparable(fault) === wanted);
}

/** Values of members that have no effect. */
const defaults: ShownFault = { when: 'before', skip: 0, every: 1, probability: 1, drop: false };

/** Returns a fault without its `times` as one text, to compare it. */
function comparable({ times: _times, ...fault }: ShownFault): string {
  const members = Object.entries(fault).filter(
    ([member, value]) => value !== undefined && value !== Reflect.get(defaults, member),
  );
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
