import { type Endpoint, endpoints, parsePath, type Scope } from '@issue-tracking/model';
import type { Entry } from '../log/entry.ts';
import type { Remedy } from '../log/trace.ts';
import { timeText, wholeSecond } from '../platform/clock/time-text.ts';
import type { RejectionReason } from '../platform/http/http-error.ts';
import { decodedSegment } from '../platform/http/sent.ts';
import { waitIn } from '../rate-window.ts';
import type { ProjectRecord } from '../records/records.ts';
import type { Caller, Service } from '../state.ts';
import { failureRate } from './authenticate.ts';
import { identify } from './identify.ts';
import { shownSources } from './shown-sources.ts';

/** Returns what would let a failed request succeed, as the mock is now. */
export function remediesOf(entry: Entry, service: Service): readonly Remedy[] {
  const found = (entry.reason && byReason[entry.reason]?.(entry, service)) ?? [];
  const canReplay = typeof entry.toReplay() !== 'string';
  return found.filter((remedy) => remedy !== undefined).filter(({ method }) => canReplay || method !== replay);
}

type Found = readonly (Remedy | undefined)[];

const replay = 'requests.replay';

const byReason: { readonly [Reason in RejectionReason]?: (entry: Entry, service: Service) => Found } = {
  'no key': (...failed) => [sendWithAnother(...failed)],
  'wrong key': (...failed) => [sendWithAnother(...failed)],
  'expired key': (...failed) => [
    sendWithAnother(...failed),
    update(...failed, 'Never let it expire', { expiresAt: null }),
  ],
  'revoked key': (...failed) => [sendWithAnother(...failed), update(...failed, 'Restore it', { revoked: false })],
  'locked out': ({ source = '', number }, service) => {
    const now = service.clock.now();
    const wait = waitIn(service.state.failures, source, failureRate, now);
    const shown = shownSources(service)(source);
    return wait > 0
      ? [
          { text: `Lift the lockout of ${shown}`, method: 'lockouts.lift', input: { source: shown } },
          waitFor(wait, now),
        ]
      : [sendAgain(number)];
  },
  'rate limit': ({ credential = '', number }, { state: { settings, admitted }, clock }) => {
    const { rate } = settings;
    const now = clock.now();
    const wait = rate && rate.requests > 0 ? waitFor(waitIn(admitted, credential, rate, now), now) : undefined;
    const off = { text: 'Switch the rate limit off', method: 'settings.change', input: { rateLimit: false } };
    // Of no places, none comes free.
    return wait || (rate && rate.requests === 0) ? [wait, off] : [sendAgain(number)];
  },
  scope: (...failed) => [sendWithAnother(...failed), giveScope(...failed)],
  'no such path': (entry) => [sendToNearest(entry)],
  'not found': (...failed) => [createTarget(...failed)],
  fault: ({ faultId = '', number }, { state }) => [
    sendAgain(number),
    state.faults.active.some(({ id, remaining, isOff }) => id === faultId && remaining > 0 && !isOff)
      ? { text: `Switch ${faultId} off`, method: 'faults.switch', input: { id: faultId, on: false } }
      : undefined,
  ],
  scenario: (_, { state }) => [
    state.settings.scenario === 'normal'
      ? undefined
      : { text: 'Return to the scenario normal', method: 'settings.change', input: { scenario: 'normal' } },
  ],
};

function sendAgain(number: number): Remedy {
  return { text: 'Send it again', method: replay, input: { number } };
}

/** Sends it with the first other credential that is valid, has the scope, and sees the project. */
function sendWithAnother({ number, endpoint, credentialName, params }: Entry, service: Service): Remedy | undefined {
  const project = projectOf(service, params);
  const scope = endpoint && endpoints[endpoint].scope;
  const other = credentialsOf(service).find(({ name, value }) => {
    const caller = name === credentialName ? undefined : callerWith(service, value);
    return caller && (!scope || caller.scopes.includes(scope)) && (!project || sees(caller, project));
  });
  return other && { text: `Send it with ${other.name}`, method: replay, input: { number, credential: other.name } };
}

function giveScope(entry: Entry, service: Service): Remedy | undefined {
  const own = service.store.credential(entry.credential ?? '');
  const scope: Scope | undefined = entry.endpoint && endpoints[entry.endpoint].scope;
  if (!own || !scope || own.scopes.includes(scope)) return undefined;
  return update(entry, service, `Give ${own.name} the scope ${scope}`, { scopes: [...own.scopes, scope] });
}

/** Changes the request's own credential. */
function update(entry: Entry, service: Service, text: string, changes: object): Remedy | undefined {
  const own = credentialsOf(service).find(({ name }) => name === entry.credentialName);
  return own && { text, method: `world.${own.kind}.update`, input: { where: { name: own.name }, changes } };
}

/** Fills the nearest endpoint with the segments at the same places. */
function sendToNearest({ number, method, path, search, nearest }: Entry): Remedy | undefined {
  const row = Object.values<Endpoint>(endpoints).find((each) => nearest === `${each.method} ${each.path}`);
  if (row?.method !== (method === 'HEAD' ? 'GET' : method)) return undefined;
  const sent = path.split('/');
  const filled = parsePath(row.path).map(({ literal }, at) => literal ?? sent[at] ?? '');
  if (filled.slice(1).includes('')) return undefined;
  const to = filled.join('/');
  return {
    text: `Send it to ${to}`,
    method: replay,
    input: { number, path: search ? `${to}?${search}` : to },
  };
}

/** Creates the project or issue of the path; sends it with another credential if only its own doesn't see the project. */
function createTarget(entry: Entry, service: Service): Remedy | undefined {
  const { credential = '', params } = entry;
  const [projectId, issueNumber] = [decodedSegment(params['projectId'] ?? ''), Number(params['issueNumber'])];
  const project = projectOf(service, params);
  const caller = callerWith(service, credential);
  if (project && caller && !sees(caller, project)) return sendWithAnother(entry, service);
  if (project)
    return {
      text: `Create issue ${issueNumber} in ${projectId}`,
      method: 'world.issues.create',
      input: { projectId, issueNumber },
    };
  const [organization] = caller?.organizations() ?? [];
  return (
    organization && {
      text: `Create project ${projectId} in ${organization.name}`,
      method: 'world.projects.create',
      input: { organizationId: organization.id, id: projectId },
    }
  );
}

/** Moves the clock to the end of a wait, in the words of the rejection. */
function waitFor(wait: number, now: number): Remedy | undefined {
  const at = now + wait;
  return wait > 0
    ? {
        text: `Set the clock to ${timeText(at, now)}`,
        method: 'clock.set',
        input: { date: new Date(wholeSecond(at)).toISOString() },
      }
    : undefined;
}

function projectOf({ store }: Service, params: Entry['params']): ProjectRecord | undefined {
  return store.get('projects', decodedSegment(params['projectId'] ?? ''));
}

function callerWith({ store, clock }: Service, credential: string): Caller | undefined {
  return identify(store, '', credential, clock.now()).caller;
}

function sees(caller: Caller, { organizationId }: ProjectRecord): boolean {
  return caller.organizations().some(({ id }) => id === organizationId);
}

function credentialsOf({ store }: Service) {
  return [
    ...[...store.all('apiKeys')].map(({ name, key }) => ({ kind: 'apiKeys', name, value: key })),
    ...[...store.all('accessTokens')].map(({ name, token }) => ({ kind: 'accessTokens', name, value: token })),
  ];
}
