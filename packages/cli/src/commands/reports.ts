import * as z from 'zod/mini';

/** A member with what it is, for the reference page. */
function told<Schema extends z.core.$ZodType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const evidence = z.strictObject({
  request: told(z.string(), 'Method, path and body of the request'),
  response: told(z.string(), 'Status and the beginning of the body'),
});
const baseUrl = told(z.string(), 'The service that was asked');
const date = told(z.string(), 'When the run began');
const ended = told(z.optional(z.string()), 'Why the run ended early');

const rule = z.strictObject({
  id: told(z.string(), 'The rule, such as `EP-6`'),
  says: told(z.string(), 'The rule in a sentence'),
  verdict: told(
    z.enum(['pass', 'fail', 'inconclusive', 'not-tested']),
    '`pass` when every part of the rule was seen and none was wrong; `inconclusive` when a part was not seen',
  ),
  why: told(z.optional(z.string()), 'What was wrong, or why nothing was seen'),
  seen: told(z.record(z.string(), z.number()), 'The number of checks of each part'),
  open: told(z.record(z.string(), z.string()), 'Why a part was not seen'),
  request: told(z.optional(z.string()), 'The request that showed it'),
  response: told(z.optional(z.string()), 'Its response'),
});

const drift = z.strictObject({
  endpoint: told(z.string(), 'The operation, such as `issues.get`'),
  kind: told(z.enum(['unknown-field', 'unknown-value']), 'Kind of the difference'),
  path: told(z.string(), 'Where in the body, with `[]` for any entry of a list'),
  value: told(z.optional(z.string()), 'The value, if it is unknown to v1'),
});

/** The output of `verify --json`. */
export const verifyReport = z.strictObject({
  baseUrl,
  date,
  requests: told(z.number(), 'How many requests were sent'),
  ended,
  rules: told(z.array(rule), 'Every rule of the specification'),
  drift: told(z.array(drift), 'Differences from v1'),
  warnings: told(z.array(z.string()), 'Problems for a person to look at, such as an issue that could not be restored'),
});
export type VerifyReport = z.infer<typeof verifyReport>;

/** The output of `calibrate --json`: the behavior file. */
const calibrateReport = z.strictObject({
  formatVersion: told(z.number(), 'The version of the format of behavior files'),
  baseUrl,
  date,
  behavior: told(
    z.record(z.string(), z.unknown()),
    'The behavior of the service, for `createMock({ behavior })` and `issue-tracking-mock --behavior-file`',
  ),
  undecided: told(z.record(z.string(), z.string()), 'The undecided behavior options, each with its reason'),
  evidence: told(z.record(z.string(), z.array(evidence)), 'The requests that decided each behavior option'),
  ended,
});
export type CalibrateReport = z.infer<typeof calibrateReport>;

/** The output of `pull --json`. */
const pullReport = z.strictObject({
  file: told(z.string(), 'The world file'),
  issues: told(z.number(), 'How many issues are in it'),
  requests: told(z.number(), 'How many requests were sent, those of an interrupted run before not counted'),
  cut: told(z.number(), 'Lists of which the service gave only a part'),
});
export type PullReport = z.infer<typeof pullReport>;

const reports: Readonly<Record<string, z.core.$ZodType>> = {
  verify: verifyReport,
  calibrate: calibrateReport,
  pull: pullReport,
};

/** Each member of what a command prints with `--json`, and what it is: `[]` is any entry of a list, `*` any name. */
export function reportMembers(command: string): string[][] {
  const report = reports[command];
  if (!report) throw new Error(`there is no schema of what ${command} --json prints`);
  return [...members(report, '')];
}

function* members(schema: z.core.$ZodType, path: string): Generator<string[]> {
  const description = z.globalRegistry.get(schema)?.description;
  // Every schema of a report is one of zod's own classes, of which this is the union.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const presence = def.type === 'optional' ? ' (may be missing)' : '';
  if (path !== '' && description) yield [`\`${path}\``, `${description}${presence}`];
  if (def.type === 'optional') yield* members(def.innerType, path);
  if (def.type === 'array') yield* members(def.element, `${path}[]`);
  if (def.type === 'record') yield* members(def.valueType, `${path}.*`);
  if (def.type !== 'object') return;
  for (const [name, member] of Object.entries(def.shape))
    yield* members(member, path === '' ? name : `${path}.${name}`);
}
