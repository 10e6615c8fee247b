import * as z from 'zod/mini';

/** Adds a description to a member, for the reference page. */
function describe<Schema extends z.core.$ZodType>(schema: Schema, description: string): Schema {
  z.globalRegistry.add(schema, { description });
  return schema;
}

const evidence = z.strictObject({
  request: describe(z.string(), 'Method, path and body of the request'),
  response: describe(z.string(), 'Status and the beginning of the body'),
});
const rule = z.strictObject({
  id: describe(z.string(), 'The rule, such as `EP-6`'),
  says: describe(z.string(), 'The rule in a sentence'),
  verdict: describe(
    z.enum(['pass', 'fail', 'inconclusive', 'not-tested']),
    '`fail` if a part of the rule is wrong; `pass` if every part was tested and none is wrong; `inconclusive` if a part was not tested; `not-tested` if none was',
  ),
  why: describe(z.optional(z.string()), 'The problem, or why the rule was not tested'),
  seen: describe(z.record(z.string(), z.number()), 'How often each part was seen to hold'),
  open: describe(z.record(z.string(), z.string()), 'Why a part was not tested'),
  request: describe(z.optional(z.string()), 'A request that shows the verdict'),
  response: describe(z.optional(z.string()), 'The response to that request'),
});

const drift = z.strictObject({
  endpoint: describe(z.string(), 'The operation, such as `issues.get`'),
  kind: describe(z.enum(['unknown-field', 'unknown-value']), 'Kind of the difference'),
  path: describe(z.string(), 'Path in the body, with `[]` for any entry of a list'),
  value: describe(z.optional(z.string()), 'The unknown value'),
});

/** The output of `compare --json`. */
export const compareReport = z.strictObject({
  baseUrl: describe(z.string(), 'The compared service'),
  date: describe(z.string(), 'The start of the run'),
  requests: describe(z.number(), 'Number of requests sent'),
  ended: describe(z.optional(z.string()), 'The reason if the run ended early'),
  rules: describe(z.array(rule), 'Every rule of the specification'),
  behavior: describe(z.record(z.string(), z.unknown()), 'The behavior of the service, for `createMock({ behavior })`'),
  undecided: describe(z.record(z.string(), z.string()), 'The undecided behavior options, each with its reason'),
  evidence: describe(z.record(z.string(), z.array(evidence)), 'The requests that decided each behavior option'),
  drift: describe(z.array(drift), 'Differences from v1'),
  warnings: describe(z.array(z.string()), 'Problems that need a user, such as an issue that could not be restored'),
});
export type CompareReport = z.infer<typeof compareReport>;

/** The output of `pull --json`. */
const pullReport = z.strictObject({
  file: describe(z.string(), 'The world file'),
  issues: describe(z.number(), 'Number of issues in the file'),
  requests: describe(z.number(), 'Number of requests sent'),
  cut: describe(z.number(), 'Number of lists that the service truncated'),
  unread: describe(
    z.record(z.string(), z.array(z.number())),
    'Numbers of the issues without current data: under `issues` all of it, under `comments` and the like that part',
  ),
  isUnstable: describe(z.boolean(), 'Whether the list kept changing while it was read, so that issues may be missing'),
  ended: describe(z.optional(z.string()), 'The reason if the run ended early'),
});
export type PullReport = z.infer<typeof pullReport>;

const reports: Readonly<Record<string, z.core.$ZodType>> = {
  compare: compareReport,
  pull: pullReport,
};

/** Returns the members of a command's `--json` with their descriptions. `[]` stands for any entry of a list, `*` for any name. */
export function reportMembers(command: string): string[][] {
  const report = reports[command];
  if (!report) throw new Error(`no schema for ${command} --json`);
  return [...members(report, '')];
}

function* members(schema: z.core.$ZodType, path: string): Generator<string[]> {
  const description = z.globalRegistry.get(schema)?.description;
  // `$ZodTypes` is the union of zod's schema classes. Reports use no other schemas.
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
