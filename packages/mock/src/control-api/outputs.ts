import { exactEnum } from '@issue-tracking/model';
import * as z from 'zod/mini';
import { recordSchemas } from '../data/store/records.ts';
import { reasons } from '../platform/http/http-error.ts';
import { text } from '../platform/input/schemas.ts';
import { steps } from '../service/pipeline/steps.ts';
import type { RequestEntry } from '../service/request-log/request-entry.ts';
import { endpointName } from '../service/request-log/request-filter.ts';
import { warningKinds } from '../service/request-log/request-warning.ts';
import { settingsChange } from '../service/settings/settings.ts';
import { type ShownFault, shownFaultSchema } from './shown-fault.ts';

/** An empty response. */
export const nothing = z.strictObject({});

/** The id of a created object. */
export const id = z.object({ id: text });

export const jsonObject = z.record(z.string(), z.unknown());

const fieldChange = z.object({
  field: z.enum(['status', 'priority']),
  from: text,
  to: text,
  setBy: z.exactOptional(z.object({ number: z.int(), at: z.number(), credential: z.exactOptional(text) })),
});

const entryMembers = {
  number: z.int(),
  at: z.number(),
  method: text,
  path: text,
  search: text,
  headers: z.record(z.string(), text),
  endpoint: z.exactOptional(endpointName),
  nearest: z.exactOptional(text),
  credential: z.exactOptional(text),
  tenant: z.exactOptional(text),
  body: z.exactOptional(z.unknown()),
  bodyKept: z.exactOptional(z.enum(['beginning', 'nothing'])),
  changes: z.exactOptional(z.array(fieldChange)),
  warnings: z.exactOptional(z.array(z.object({ kind: exactEnum(warningKinds), field: text, text }))),
  status: z.exactOptional(z.int()),
  error: z.exactOptional(text),
  reason: z.exactOptional(exactEnum(reasons)),
  settings: z.exactOptional(settingsChange),
  response: z.exactOptional(z.unknown()),
  responseKept: z.exactOptional(z.literal('beginning')),
  durationMs: z.exactOptional(z.number()),
  fault: z.exactOptional(z.literal(true)),
  faultId: z.exactOptional(text),
  forgotten: z.exactOptional(z.literal(true)),
};

const requestEntry: z.ZodMiniType<RequestEntry> = z.object(entryMembers);

export const requestEntries = z.array(requestEntry);

const whyStep = z.object({
  step: exactEnum(steps.map(({ name }) => name)),
  outcome: z.enum(['passed', 'warned', 'rejected', 'skipped', 'changed']),
  text,
  behavior: z.exactOptional(z.object({ name: text, choice: z.unknown() })),
});

export const wholeEntry = z.object({
  ...entryMembers,
  responseHeaders: z.record(z.string(), text),
  why: z.array(whyStep),
});

/** An entry of the log, with the headers of its response and the explanation of `why()`. */
export type WholeEntry = z.infer<typeof wholeEntry>;

/** A fault, active or consumed. */
export interface AddedFault {
  readonly id: string;
  readonly fault: ShownFault;
  /** The number of requests it will still apply to; `null` for all. */
  readonly remaining: number | null;
  readonly requests: readonly RequestEntry[];
}

const addedFault: z.ZodMiniType<AddedFault> = z.object({
  id: text,
  fault: shownFaultSchema,
  remaining: z.nullable(z.int()),
  requests: requestEntries,
});

export const addedFaults = z.array(addedFault);

const { organizations, projects, issues, comments, apiKeys, users, accessTokens } = recordSchemas;

/** The whole state of the mock. `admitted` has request times by credential, `failures` by source. */
export const state: z.ZodMiniType<object> = z.looseObject({
  now: z.number(),
  ids: z.int(),
  organizations: z.array(organizations),
  projects: z.array(projects),
  issues: z.array(issues),
  comments: z.array(comments),
  apiKeys: z.array(apiKeys),
  users: z.array(users),
  accessTokens: z.array(accessTokens),
  admitted: z.record(z.string(), z.array(z.number())),
  failures: z.record(z.string(), z.array(z.number())),
  faults: z.array(z.object({ fault: shownFaultSchema, remaining: z.nullable(z.number()) })),
  requests: requestEntries,
});

export const tenant = z.object({
  organization: organizations,
  project: projects,
  apiKey: text,
  clientOptions: z.object({ baseUrl: text, apiKey: text }),
});
