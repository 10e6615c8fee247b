import type { AddedFault, Fault } from '../../transport/answers.ts';

/** What can become of a request. */
export interface Effect {
  readonly name: string;
  readonly about: string;
  readonly fault: Fault;
}

/** The failures that one meets most. */
export const effects: readonly Effect[] = [
  { name: '503', about: 'Answered 503 Service Unavailable', fault: { status: 503 } },
  { name: '500', about: 'Answered 500 Internal Server Error', fault: { status: 500 } },
  {
    name: '429',
    about: 'Answered 429, to come back in 2 seconds',
    fault: { status: 429, headers: { 'retry-after': '2' } },
  },
  { name: '404', about: 'Answered 404 Not Found', fault: { status: 404 } },
  { name: '403', about: 'Answered 403 Forbidden', fault: { status: 403 } },
  { name: '401', about: 'Answered 401 Unauthorized', fault: { status: 401 } },
  { name: 'slow', about: 'Answered 3 seconds late', fault: { delayMs: 3000 } },
  { name: 'drop', about: 'The connection ends before anything is done', fault: { drop: true } },
  { name: 'lost', about: 'Done, but the connection ends before the answer', fault: { drop: true, when: 'after' } },
  { name: 'cut', about: 'The body ends after 20 bytes', fault: { truncate: 20 } },
];

/** A fault's effect and nothing of where and how often, as one text to compare. */
function effectKey({ status, headers, body, delayMs, drop, truncate, when = 'before', probability }: Fault): string {
  return JSON.stringify([status, headers, body, delayMs, drop, truncate, when, probability]);
}

/** The faults in place that have this effect at this endpoint (`''` for all), and nothing besides. */
export function faultsOf(faults: readonly AddedFault[], endpoint: string, effect: Effect): AddedFault[] {
  return faults.filter(
    ({ fault, left }) =>
      left !== 0 &&
      (fault.endpoint ?? '') === endpoint &&
      fault.path === undefined &&
      fault.projectId === undefined &&
      fault.apiKey === undefined &&
      effectKey(fault) === effectKey(effect.fault),
  );
}

/** What a fault does, in words. */
export function effectText(fault: Fault): string {
  const parts: string[] = [];
  if (fault.status !== undefined) parts.push(`answers ${fault.status}`);
  else if (fault.body !== undefined) parts.push('answers another body');
  if (fault.headers) parts.push(`with ${Object.keys(fault.headers).join(', ')}`);
  if (fault.delayMs !== undefined)
    parts.push(`waits ${typeof fault.delayMs === 'number' ? `${fault.delayMs} ms` : JSON.stringify(fault.delayMs)}`);
  if (fault.drop) parts.push(fault.when === 'after' ? 'drops the connection once it is done' : 'drops the connection');
  if (fault.truncate !== undefined) parts.push(`cuts the body after ${fault.truncate} bytes`);
  if (fault.probability !== undefined) parts.push(`with a probability of ${fault.probability}`);
  return parts.join(', ');
}

/** Which requests a fault is for, in words. */
export function targetText(fault: Fault): string {
  const parts = [fault.endpoint ?? fault.path ?? 'every endpoint'];
  if (fault.projectId) parts.push(fault.projectId);
  if (fault.issueNumber) parts.push(`#${fault.issueNumber}`);
  return parts.join(' · ');
}
