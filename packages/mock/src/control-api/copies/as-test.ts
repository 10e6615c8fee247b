import { limits } from '@issue-tracking/model';
import { isWhole } from '../../service/settings/unusual-settings.ts';
import { asCall } from './as-call.ts';
import type { CopiedRequest } from './copied-request.ts';
import { lines, literal } from './literal.ts';
import { recordsFor, standIns, type WorldFile } from './records-for.ts';

/** More requests than these are not sent to use up a rate. */
const mostSent = 1000;

/** A test in which it ends as it did, with the records as they are now. */
export function asTest(copied: CopiedRequest, world: WorldFile): string {
  const { entry, credential, wrong } = copied;
  const { method, path, endpoint, status, reason, at } = entry;
  const records = recordsFor(copied, world);
  const hasRecords = (records.organizations ?? []).length > 0;
  const type = records.form ? 'PulledWorld' : 'World';
  const isTimed = credential?.record.expiresAt != null;
  const authorization = credential ? `Bearer ${standIns[credential.kind]}` : wrong;
  const call = isForClient(copied) ? asCall(copied) : undefined;
  const options = [
    hasRecords && 'world',
    isTimed && `clock: virtualClock({ now: ${literal(new Date(at).toISOString())} })`,
    ...settingOptions(copied),
  ].filter(Boolean);
  const title = `${endpoint ?? `${method} ${path}`} is answered ${status ?? 'by nothing'}${reason ? `: ${reason}` : ''}`;
  // What the mock or a function given to it failed at can't be copied: a fault stands in for it.
  const ending = { ...(endpoint && { endpoint }), status, reason: needsStandIn(copied) ? 'fault' : reason };
  return [
    `import { createMock${isTimed ? ', virtualClock' : ''}${hasRecords ? `, type ${type}` : ''} } from '@issue-tracking/mock';`,
    ...(call ? ["import { IssueTrackingClient } from '@issue-tracking/sdk';"] : []),
    "import { expect, test } from 'vitest';",
    '',
    ...(hasRecords ? [`const world: ${type} = ${lines(records)};`, ''] : []),
    `test(${literal(title)}, async () => {`,
    `  const mock = createMock(${options.length > 0 ? `{ ${options.join(', ')} }` : ''});`,
    ...before(copied, authorization).map((line) => `  ${line}`),
    ...(call ? clientLines(copied, call) : fetchLines(copied, authorization)).map((line) => `  ${line}`),
    `  expect(mock.requests.last()).toMatchObject(${literal(ending)});`,
    '});',
    '',
  ].join('\n');
}

function needsStandIn({ entry: { reason, stub } }: Pick<CopiedRequest, 'entry'>): boolean {
  return reason === 'failure' || stub !== undefined;
}

/** Whether the SDK sends it as it was, and returns what comes. */
function isForClient({ entry: { reason, status }, credential, wrong, faults }: CopiedRequest): boolean {
  const hasCredential = credential !== undefined || wrong?.startsWith('Bearer ');
  const isOdd = faults.some(({ truncate, body }) => truncate !== undefined || body !== undefined);
  return Boolean(hasCredential) && !isOdd && !(reason === 'fault' && status !== undefined && status < 400);
}

/** What the mock is made with for it to answer so. */
function settingOptions({ entry: { settings, reason }, rate, credential }: CopiedRequest): string[] {
  const readings = Object.fromEntries(Object.entries(settings?.readings ?? {}).filter(([, choice]) => isWhole(choice)));
  const isLong = rate && rate.requests > mostSent;
  return [
    Object.keys(readings).length > 0 && `readings: ${literal(readings)}`,
    reason === 'rate limit' && rate && `rateLimit: ${literal({ ...rate, ...(isLong && { requests: 0 }) })}`,
    // A valid credential is refused only where somebody else's failures count for it.
    reason === 'locked out' && credential && "source: () => 'everybody'",
  ].filter((option) => typeof option === 'string');
}

/** What goes before the request. */
function before({ entry, faults, asFault, rate }: CopiedRequest, authorization: string | undefined): string[] {
  const { settings, reason } = entry;
  const scenario = settings?.scenario === 'slow' ? undefined : settings?.scenario;
  const headers = authorization ? `, { headers: ${literal({ authorization })} }` : '';
  const wrongHeaders = authorization?.startsWith(`Bearer svc_wrong`)
    ? headers
    : ", { headers: { authorization: 'Bearer svc_wrong' } }";
  const sent = (times: number, init: string) =>
    `for (let sent = 0; sent < ${times}; sent++) await mock.fetch(\`\${mock.baseUrl}/api/v1/projects\`${init});`;
  return [
    scenario && `mock.scenario = ${literal(scenario)};`,
    reason === 'rate limit' && rate && rate.requests > 0 && rate.requests <= mostSent && sent(rate.requests, headers),
    reason === 'locked out' && sent(limits.authenticationFailures, entry.credential ? wrongHeaders : headers),
    needsStandIn({ entry }) && `mock.faults.add(${literal({ ...asFault, path: undefined })});`,
    ...faults.map((fault) => `mock.faults.add(${literal(fault)});`),
  ].filter((line) => typeof line === 'string');
}

function clientLines({ entry: { status }, credential }: CopiedRequest, call: string): string[] {
  const key = credential?.kind === 'accessToken' ? 'accessToken' : 'apiKey';
  const value = credential ? standIns[credential.kind] : 'svc_wrong';
  const client = `new IssueTrackingClient({ baseUrl: mock.baseUrl, fetch: mock.fetch, clock: mock.clock, ${key}: '${value}', retry: false })`;
  const expected = literal(status === undefined ? { name: 'ConnectionError' } : { status });
  return [
    `const client = ${client};`,
    status !== undefined && status < 400
      ? `await ${call};`
      : `await expect(${call}).rejects.toMatchObject(${expected});`,
  ];
}

function fetchLines({ entry, contentType, body, target }: CopiedRequest, authorization: string | undefined): string[] {
  const headers = {
    ...(authorization && { authorization }),
    ...(contentType !== undefined && { 'content-type': contentType }),
  };
  const init = literal({
    ...(entry.method !== 'GET' && { method: entry.method }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(body !== undefined && { body }),
  });
  const request = `mock.fetch(mock.baseUrl + ${literal(target)}${init === '{}' ? '' : `, ${init}`})`;
  return entry.status === undefined
    ? [`await expect(${request}).rejects.toThrow('dropped the connection');`]
    : [`const response = await ${request};`, `expect(response.status).toBe(${entry.status});`];
}
