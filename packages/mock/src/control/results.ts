import { type EndpointName, scopes } from '@issue-tracking/model';
import * as z from 'zod/mini';
import type { Behavior } from '../behavior/behavior.ts';
import { behaviorOptions } from '../behavior/behavior-options.ts';
import { faultSchema } from '../faults/fault.ts';
import type { FieldChange } from '../log/field-change.ts';
import { endpointName } from '../log/filter.ts';
import type { RequestEntry, RequestWarning } from '../log/request-entry.ts';
import type { Remedy, WhyStep } from '../log/trace.ts';
import type { Change } from '../made-change.ts';
import { delay } from '../platform/delay.ts';
import { flag, jsonForms, number, text } from '../platform/input/schemas.ts';
import { members } from '../records/members.ts';
import type { RecordKind } from '../records/records.ts';
import { scenarioNames } from '../settings/scenarios.ts';
import { settingsChange } from '../settings/settings.ts';

/** One schema for each member of a type. */
type ShapeOf<Type> = { readonly [Name in keyof Type]-?: z.ZodMiniType<Type[Name] | undefined> };

/** Returns the schema of a type that is declared elsewhere. The list of methods has it once, by its name. */
function shape<Type>(id: string, shapes: ShapeOf<Type>): z.ZodMiniType<Type> {
  // `ShapeOf` has the members of the type; a test checks which of them may be absent.
  return z.strictObject(shapes).register(jsonForms, { id }) as object as z.ZodMiniType<Type>;
}

/** A text with a description in the list of methods. */
const said = (description: string) => z.string().register(jsonForms, { description });
/** A text that is one of a type's values. */
const word = <Value extends string>(description: string) => said(description) as object as z.ZodMiniType<Value>;
const count = () => z.int().check(z.gte(0));
const milliseconds = (description: string) => z.number().register(jsonForms, { description });
const date = () => said('A date in ISO 8601.');
const texts = () => z.record(z.string(), text);

/** The result of a method that returns nothing: `call` makes `{}` of it. */
export const done = z.strictObject({}) as object as z.ZodMiniType<void>;

const fieldChange = shape<FieldChange>('FieldChange', {
  field: z.enum(['status', 'priority']),
  from: text,
  to: text,
  setBy: z.optional(
    z.strictObject({ number: count(), at: number, credential: z.optional(text) }).register(jsonForms, {
      description: 'The request that had set `from`.',
    }),
  ) as z.ZodMiniType<FieldChange['setBy']>,
});

const requestWarning = shape<RequestWarning>('RequestWarning', {
  kind: z.enum(['ignored', 'no-match']),
  field: said('Such as `query.prority`.'),
  text,
});

export const requestEntry = shape<RequestEntry>('RequestEntry', {
  number: count(),
  at: milliseconds('Time of arrival on the mock’s clock, in milliseconds since 1970.'),
  method: text,
  path: text,
  search: said('The query without `?`.'),
  headers: texts(),
  endpoint: z.optional(endpointName),
  nearest: z.optional(said('For an unknown path: the nearest endpoint.')),
  credential: z.optional(said('Its name and masked text.')),
  tenant: z.optional(said('Id of an organization.')),
  body: z.optional(z.unknown()),
  bodyKept: z.optional(z.enum(['beginning', 'nothing'])),
  changes: z.optional(z.array(fieldChange)),
  warnings: z.optional(z.array(requestWarning)),
  status: z.optional(z.int()),
  error: z.optional(text),
  reason: z.optional(word<NonNullable<RequestEntry['reason']>>('Category of a failure, such as `wrong key`.')),
  why: z.optional(said('The words of `why` on what caused a failure.')),
  settings: z.optional(settingsChange),
  response: z.optional(z.unknown()),
  responseKept: z.optional(z.literal('beginning')),
  durationMs: z.optional(number),
  fault: z.optional(z.literal(true)),
  faultId: z.optional(text),
  forgotten: z.optional(z.literal(true)),
});

const remedy = shape<Remedy>('Remedy', { text, method: text, input: z.record(z.string(), z.unknown()) });

export const whyStep = shape<WhyStep>('WhyStep', {
  step: word<WhyStep['step']>('Such as `route` or `key`.'),
  outcome: z.enum(['passed', 'warned', 'rejected', 'skipped', 'changed']),
  text,
  behavior: z.optional(z.strictObject({ name: text, choice: z.unknown() })),
  remedies: z.optional(z.array(remedy)),
});

/** A request as text to paste. */
export const copiedRequest = z.strictObject({ text }).register(jsonForms, { id: 'CopiedRequest' });

const { matches: _matches, tenant: _tenant, ...faultMembers } = faultSchema.def.shape;

/** A fault, active or consumed. */
export const addedFault = z
  .strictObject({
    id: text,
    fault: z.strictObject({
      ...faultMembers,
      tenant: z.optional(said('Id of an organization.')),
      matches: z.optional(z.literal('a function')),
    }),
    remaining: z
      .nullable(count())
      .register(jsonForms, { description: 'Requests that it still applies to; `null` for all.' }),
    requests: z.array(requestEntry),
    words: z.strictObject({
      requests: said('Such as `the next 2 requests to issues.list`.'),
      effect: said('Such as `503, after the effect`.'),
    }),
    off: z.optional(z.literal(true)).register(jsonForms, { description: 'It is switched off.' }),
  })
  .register(jsonForms, { id: 'AddedFault' });

const window = z.strictObject({
  used: count(),
  limit: count(),
  freeAt: z.nullable(said('When the next request is admitted; `null` if at once.')),
  frees: z
    .array(z.number())
    .register(jsonForms, { description: 'When each used place comes free, in milliseconds since 1970.' }),
});
const failed = { failures: count(), until: z.nullable(said('End of the lockout; `null` below the limit.')) };

/** An API key or access token, masked, with its rate window, and its failed authentications if it is their source. */
export const credential = z
  .strictObject({
    name: said('Unique.'),
    kind: z.enum(['apiKey', 'accessToken']),
    value: said('Masked.'),
    organization: z.nullable(said('Id of the organization of an API key.')),
    user: z.nullable(said('Id of the user of an access token.')),
    scopes: z.array(z.enum(scopes)),
    revoked: flag,
    expiresAt: z.nullable(date()),
    window: z.nullable(window),
    lockout: z.nullable(z.strictObject(failed)),
  })
  .register(jsonForms, { id: 'Credential' });

/** Failed authentications of one source. */
export const lockout = z
  .strictObject({
    source: said('A client’s address, or the presented credential, named or masked.'),
    ...failed,
  })
  .register(jsonForms, { id: 'Lockout' });

/** The rate windows of credentials, and the failed authentications of each source, locked out or not. */
export const limits = z.strictObject({ credentials: z.array(credential), lockouts: z.array(lockout) });

/** A saved snapshot. */
export const savedSnapshot = z
  .strictObject({
    id: text,
    name: z.nullable(text),
    now: said('The clock’s time.'),
  })
  .register(jsonForms, { id: 'Snapshot' });

/** The clock's kind and time. */
export const clockView = z
  .strictObject({
    kind: z.enum(['system', 'virtual']).register(jsonForms, { description: 'A system clock runs by itself.' }),
    now: date(),
    aheadMs: milliseconds('Milliseconds ahead of the computer’s time; negative if behind.'),
  })
  .register(jsonForms, { id: 'Clock' });

const behavior = z.strictObject(
  Object.fromEntries(Object.entries(behaviorOptions).map(([name, { schema }]) => [name, schema])),
) as object as z.ZodMiniType<Behavior>;

/** The settings of a mock. */
export const settingsView = z
  .strictObject({
    baseUrl: text,
    scenario: z.enum(scenarioNames),
    latencyMs: delay,
    rateLimit: z.union([z.literal(false), z.strictObject({ requests: count(), windowMs: count() })]),
    behavior,
    requestLog: z.strictObject({ entries: count(), bytes: count() }),
  })
  .register(jsonForms, { id: 'Settings' });

/** A behavior option and its choices. The first is the default. */
export const behaviorOption = z
  .strictObject({
    name: text,
    description: text,
    choices: z.array(z.unknown()),
    or: z.optional(said('Further values.')),
  })
  .register(jsonForms, { id: 'BehaviorOption' });

/** An endpoint of the API. */
export const endpoint = z
  .strictObject({ name: word<EndpointName>('Such as `issues.get`.'), method: text, path: text })
  .register(jsonForms, { id: 'Endpoint' });

/** The members that hold credentials: masked in all results but those of `create` and `reveal`. */
export const secrets: { readonly [K in RecordKind]?: string } = { apiKeys: 'key', accessTokens: 'token' };

/** Returns the schema of a record. Records of pulled worlds may differ. */
export function recordSchema(kind: RecordKind): z.ZodMiniType<object> {
  const { nextIssueNumber: _next, ...shown } = members[kind];
  const { [kind]: secret } = secrets;
  const id = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1, -1)}`;
  return z
    .looseObject({ ...shown, ...(secret !== undefined && { [secret]: said('Masked, except by create.') }) })
    .register(jsonForms, { id });
}

/** A change that a panel, a test or another caller has made. */
export const madeChange = shape<Change>('Change', {
  number: count(),
  id: z.nullable(said('For `undo`; `null` if it can’t be taken back for good.')),
  at: milliseconds('Time on the mock’s clock, in milliseconds since 1970.'),
  words: text,
  author: said('`test` for code in the mock’s process, `panel`, or the name in `by` of `undoable`.'),
  method: text,
  subject: z.optional(said('What names the changed record or fault.')),
  count: count(),
  after: count().register(jsonForms, { description: 'Number of the last request before it.' }),
  undo: said('`possible`, `done`, or what stands in the way.'),
});
