import { type EndpointName, endpoints } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { behaviorOptions } from '../behavior/behavior-options.ts';
import { faultSchema } from '../faults/fault.ts';
import type { FaultHandle } from '../faults/fault-state.ts';
import { faultWords } from '../faults/fault-words.ts';
import { switchFault } from '../faults/faults.ts';
import { idOf, type Origin, wordsOf } from '../made-change.ts';
import { tenantSchema } from '../mock/tenant.ts';
import { flag, name, object, text } from '../platform/input/schemas.ts';
import { settingsChange } from '../settings/settings.ts';
import { type Service, shownCredential } from '../state.ts';
import type { MethodName } from './effects.ts';
import { credentialsOf, liftLockout, lockoutsOf } from './limits.ts';
import { type ControlContext, type Method, method } from './method.ts';
import { requestMethods } from './request-methods.ts';
import {
  addedFault,
  behaviorOption,
  clockView,
  done,
  endpoint,
  limits,
  madeChange,
  recordSchema,
  savedSnapshot,
  settingsView,
} from './results.ts';
import { shownFault } from './shown-fault.ts';
import { worldMethods } from './world-methods.ts';

const nothing = object({});
const byId = object({ id: text });

/** Maximum issues of a tenant: more would block a server for minutes. */
const mostIssues = 100_000;
const tenantInput = tenantSchema.check(
  z.refine(({ issues = [] }) => typeof issues !== 'number' || issues <= mostIssues, {
    path: ['issues'],
    error: `must be at most ${mostIssues}`,
  }),
);
const { matches: _matches, ...faultMembers } = faultSchema.def.shape;
const dateMust = 'must be a date such as 2026-04-01T09:30:00.000Z, or milliseconds since 1970';

/** All methods of a mock that other processes can call, by their names in JavaScript. */
export const methods = {
  tenant: method(
    'Creates an organization with a project, a key and `users`, each with a token',
    tenantInput,
    z.strictObject({
      organization: z.lazy(() => recordSchema('organizations')),
      project: z.lazy(() => recordSchema('projects')),
      apiKey: text,
      clientOptions: z.strictObject({ baseUrl: text, apiKey: text }),
      users: z.array(z.strictObject({ id: text, name: text, organizations: z.array(text), token: text })),
    }),
    async ({ mock, url }, input) => {
      const { organization, project, apiKey, users } = await mock.tenant(input);
      return {
        organization,
        project,
        apiKey,
        clientOptions: { baseUrl: url, apiKey },
        users: users.map(({ clientOptions: _, ...user }) => user),
      };
    },
  ),
  ...worldMethods,
  exportWorld: method(
    'Returns all records as a world file',
    nothing,
    z.looseObject({ formatVersion: z.optional(z.int()) }),
    ({ mock }) => ({ ...mock.exportWorld() }),
  ),
  'faults.add': method(
    'Adds a fault. `times` is 1 by default, and `null` for all requests',
    object(faultMembers),
    addedFault,
    ({ mock, internals }, fault) => added(mock.faults.add(fault), internals.service),
  ),
  'faults.all': method(
    'Returns the last consumed faults, then the active ones, each with the requests that it applied to',
    nothing,
    z.array(addedFault),
    ({ mock, internals }) => mock.faults.all().map((handle) => added(handle, internals.service)),
  ),
  'faults.remove': method('Removes a fault', byId, done, ({ mock }, { id }) => {
    const fault = mock.faults.all().find((each) => each.id === id);
    if (!fault) throw new TypeError(`There is no fault "${id}": faults.all lists all.`);
    fault.remove();
  }),
  'faults.switch': method(
    'Switches an active fault off, or on again. It keeps its requests and what is left of it',
    object({ id: text, on: flag }),
    done,
    ({ internals: { service } }, { id, on }) => {
      const fault = service.state.faults.active.find((each) => each.id === id);
      if (!fault) throw new TypeError(`There is no active fault "${id}": faults.all lists all.`);
      switchFault(service, fault, !on);
    },
  ),
  'faults.clear': method('Removes all faults', nothing, done, ({ mock }) => mock.faults.clear()),
  ...requestMethods,
  'clock.now': method('Returns the clock’s time', nothing, clockView, clockOf),
  'clock.advance': method(
    'Moves the clock ahead by milliseconds',
    object({ ms: z.number('must be a number of milliseconds') }),
    clockView,
    async (context, { ms }) => {
      await moving(context, () => context.mock.clock.advance(ms));
      return clockOf(context);
    },
  ),
  'clock.set': method(
    'Moves the clock to a date',
    object({ date: z.union([text, z.number()], dateMust) }),
    clockView,
    async (context, { date }) => {
      await moving(context, () => context.mock.clock.set(date));
      return clockOf(context);
    },
  ),
  'settings.get': method('Returns scenario, latency, rate limit and behavior', nothing, settingsView, settingsOf),
  'settings.change': method('Changes any of them', settingsChange, settingsView, (context, change) => {
    context.mock.settings.change(change);
    return settingsOf(context);
  }),
  behaviorOptions: method(
    'Returns the behavior options. The first choice is the default',
    nothing,
    z.array(behaviorOption),
    () =>
      Object.entries(behaviorOptions).map(([option, { description, choices, or }]) => ({
        name: option,
        description,
        choices: [...choices],
        ...(or !== undefined && { or }),
      })),
  ),
  limits: method(
    'Returns all credentials, masked, with their rate windows, and failed authentications by source',
    nothing,
    limits,
    ({ internals: { service } }) => ({ credentials: credentialsOf(service), lockouts: lockoutsOf(service) }),
  ),
  'lockouts.lift': method(
    'Ends a lockout, by its source in `limits`',
    object({ source: text }),
    done,
    ({ internals: { service } }, { source }) => liftLockout(service, source),
  ),
  reset: method('Restores the initial state', nothing, done, ({ mock }) => mock.reset()),
  snapshot: method(
    'Saves the whole state. Only the 40 snapshots used last are kept',
    object({ name: z.optional(name) }),
    savedSnapshot,
    ({ mock, internals, snapshots }, input) => {
      const saved = snapshots.add(mock.snapshot(), input.name);
      internals.service.changes.notify('snapshots');
      return saved;
    },
  ),
  restore: method('Restores a snapshot', byId, done, ({ mock, snapshots }, { id }) => mock.restore(snapshots.get(id))),
  'snapshots.all': method(
    'Returns the saved snapshots, oldest first',
    nothing,
    z.array(savedSnapshot),
    ({ snapshots }) => snapshots.all(),
  ),
  'snapshots.delete': method('Deletes a snapshot', byId, done, ({ internals, snapshots }, { id }) => {
    snapshots.delete(id);
    internals.service.changes.notify('snapshots');
  }),
  'state.file': method(
    'Returns the present state, or a snapshot, as a world file: records, clock, faults and settings, with whole keys',
    object({ id: z.optional(text) }),
    z.looseObject({ formatVersion: z.optional(z.int()), now: text }),
    ({ internals, snapshots }, { id }) => {
      const { now = '', ...file } = internals.file(id === undefined ? undefined : snapshots.get(id));
      return { ...file, now };
    },
  ),
  'state.open': method(
    'Replaces the records by those of a world file, and clock, faults and settings if it has them. An invalid file changes nothing',
    object({ file: z.looseObject({}, 'must be the content of a world file') }),
    done,
    ({ internals }, { file }) => internals.open(file),
  ),
  undoable: method(
    'Calls a method. Returns its `result`, and words and the id for `undo` of what it changed. `by` and `label` say whose change it is',
    object({ method: text, input: z.optional(z.unknown()), by: z.optional(name), label: z.optional(name) }),
    z.strictObject({ result: z.unknown(), undo: z.nullable(text), words: z.nullable(text) }),
    async ({ call }, { method: called, input = {}, by = 'caller', label }) => {
      const origin: Origin = { author: by, label, isApart: true };
      const result = await call(called, input, origin);
      const { made } = origin;
      return { result, undo: made ? idOf(made) : null, words: made ? wordsOf(made) : null };
    },
  ),
  undo: method(
    'Takes one change back, and leaves all others. Fails if what it changed was changed since, by the API too',
    byId,
    done,
    ({ internals }, { id }) => internals.service.history.undo(id),
  ),
  'changes.all': method(
    'Returns the last 100 changes from outside the API, oldest first. A loop is one, with a count',
    nothing,
    z.array(madeChange),
    ({ internals }) => internals.service.history.all(),
  ),
  describe: method(
    'Returns all methods with the JSON Schema of inputs and results, and what each reads and changes',
    nothing,
    z.looseObject({}),
    (context) => ({ ...context.describe() }),
  ),
  endpoints: method('Returns the endpoints of the API', nothing, z.array(endpoint), () =>
    // The table has these names.
    Object.entries(endpoints).map(([each, { method: verb, path }]) => ({
      name: each as EndpointName,
      method: verb,
      path,
    })),
  ),
} satisfies { readonly [Name in MethodName]: Method };

/** Moves the clock in the name of the caller. */
function moving({ internals }: ControlContext, move: () => Promise<void>): Promise<void> {
  return internals.service.history.moving(move);
}

function added({ id, fault, remaining, requests }: FaultHandle, service: Service): z.output<typeof addedFault> {
  const shown = shownFault(fault, (credential) => shownCredential(service, credential));
  const left = Number.isFinite(remaining) ? remaining : null;
  const isOff = service.state.faults.active.some((each) => each.id === id && each.isOff);
  return { id, fault: shown, remaining: left, requests, words: faultWords(shown, left), ...(isOff && { off: true }) };
}

function clockOf({ internals }: ControlContext): z.output<typeof clockView> {
  const { kind } = internals.service.clock;
  const now = internals.service.clock.now();
  return { kind, now: new Date(now).toISOString(), aheadMs: now - Date.now() };
}

function settingsOf({ mock, internals, url }: ControlContext): z.output<typeof settingsView> {
  const { scenario, latencyMs, rateLimit, behavior } = mock.settings;
  const { capacity: entries, maxBytes: bytes } = internals.service.state.log;
  return { baseUrl: url, scenario, latencyMs, rateLimit, behavior: { ...behavior }, requestLog: { entries, bytes } };
}
