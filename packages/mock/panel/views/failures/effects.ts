import type { AddedFault, ShownFault } from '../../transport/answers.ts';

/** A failure that the user can choose, and the fault that causes it. */
export interface Effect {
  readonly name: string;
  readonly about: string;
  readonly fault: ShownFault;
}

/** The most common failures. */
export const effects: readonly Effect[] = [
  { name: '503', about: 'Answered 503 Service Unavailable', fault: { status: 503 } },
  { name: '500', about: 'Answered 500 Internal Server Error', fault: { status: 500 } },
  {
    name: '429',
    about: 'Answered 429, to come back in 2 seconds',
    fault: { status: 429, headers: { 'retry-after': '2' } },
  },
  { name: '400', about: 'Answered 400 Bad Request', fault: { status: 400 } },
  { name: '422', about: 'Answered 422 Unprocessable Content', fault: { status: 422 } },
  { name: '404', about: 'Answered 404 Not Found', fault: { status: 404 } },
  { name: '403', about: 'Answered 403 Forbidden', fault: { status: 403 } },
  { name: '401', about: 'Answered 401 Unauthorized', fault: { status: 401 } },
  { name: 'slow', about: 'Slow: answered 3 seconds late', fault: { delayMs: 3000 } },
  { name: 'drop', about: 'Drop: the connection ends before anything is done', fault: { drop: true } },
  {
    name: 'lost',
    about: 'Lost: done, but the connection ends before the response',
    fault: { drop: true, when: 'after' },
  },
  { name: 'cut', about: 'Cut: the body ends after 20 bytes', fault: { truncate: 20 } },
];

/** The faults in place that do this at this endpoint (`''` for all), and nothing else or less than that. */
export function faultsOf(faults: readonly AddedFault[], endpoint: string, effect: Effect): AddedFault[] {
  const wanted = comparable({ ...effect.fault, ...(endpoint && { endpoint }) } as ShownFault);
  return faults.filter(({ fault, remaining }) => remaining !== 0 && comparable(fault) === wanted);
}

/** The values of members that do nothing. */
const defaults: ShownFault = { when: 'before', skip: 0, every: 1, probability: 1, drop: false };

/** All that a fault is but how many requests it touches, as one text. */
function comparable({ times: _times, ...fault }: ShownFault): string {
  const members = Object.entries(fault).filter(
    ([member, value]) => value !== undefined && value !== Reflect.get(defaults, member),
  );
  return JSON.stringify(members.sort(([one], [other]) => (one < other ? -1 : 1)));
}
