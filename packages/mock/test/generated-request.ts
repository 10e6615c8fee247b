import { endpoints, issueStatuses } from '@issue-tracking/model';
import fc from 'fast-check';
import * as z from 'zod/mini';
import { world } from './fixture.ts';

/** Any text. The unit `binary` of fast-check takes seconds to create. */
const codePoints = fc.array(fc.integer({ min: 0, max: 0xd7ff })).map((codes) => String.fromCharCode(...codes));

const weird = fc.oneof(
  fc.string(),
  codePoints,
  fc.constantFrom(
    '%',
    '%zz',
    '%E0%A4%A',
    '%00',
    '%2F',
    '%2e%2e',
    '..',
    '.',
    '',
    '01',
    '1e1',
    '+1',
    '-1',
    '0',
    '9'.repeat(20),
  ),
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', "' OR 1=1 --", '<script>', '\u202e', '١'),
);
const projectId = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom('prj_web', 'prj_web', 'prj_empty', 'prj_globex') },
  weird,
);
const issueNumber = fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 6 }).map(String) }, weird);

const otherMethod = fc.constantFrom('GET', 'PATCH', 'POST', 'HEAD', 'OPTIONS', 'PUT', 'DELETE', 'BREW');

/** An endpoint of the table with valid and invalid parameters, sometimes with another path or method. */
const target = fc
  .record({
    endpoint: fc.constantFrom(...Object.values(endpoints)),
    projectId,
    issueNumber,
    method: otherMethod,
    bend: fc.nat(30),
    text: weird,
  })
  .map(({ endpoint, projectId, issueNumber, method, bend, text }) => {
    const plain = endpoint.path.replace('{projectId}', () => projectId).replace('{issueNumber}', () => issueNumber);
    const bent = [`${plain}/${text}`, plain.toUpperCase().replace('/API/', '/api/'), `/api/${text}`];
    return { method: bend > 27 ? method : endpoint.method, path: bent[bend] ?? plain };
  });

const queries = Object.values(endpoints).map(({ query }) => query);
const name = fc.constantFrom(
  ...new Set(queries.flatMap((query) => Object.keys(query.def.shape))),
  '__proto__',
  'x',
  '',
);
const parameters = queries.flatMap((query) => Object.values(z.toJSONSchema(query).properties ?? {}));
const known = parameters.flatMap((schema) => (schema as z.core.JSONSchema.JSONSchema).enum ?? []).map(String);
const texts: string[] = [];
JSON.stringify(world(), (_name, value) => {
  if (typeof value === 'string') texts.push(value);
  return value;
});
const value = fc.oneof(weird, fc.constantFrom(...known, '1', '100', '101'), fc.constantFrom(...texts));
const search = fc
  .array(fc.tuple(name, value, fc.boolean()), { maxLength: 4 })
  .map((pairs) =>
    pairs.map(([key, text, encoded]) => `${key}=${encoded ? encodeURIComponent(text.toWellFormed()) : text}`).join('&'),
  );

const authorization = fc.oneof(
  { weight: 16, arbitrary: fc.constantFrom('Bearer svc_acme', 'bearer oat_ada') },
  fc.constantFrom(
    'Bearer svc_globex',
    'Bearer svc_none',
    null,
    '',
    'Bearer',
    'Bearer svc_expired',
    'Basic x',
    'Bearer a, Bearer b',
  ),
  fc.string({ unit: 'grapheme-ascii' }),
);

const status = fc.constantFrom(...issueStatuses, 'done', null, 1);
const members = fc.record(
  { status, priority: fc.constantFrom('low', 'high', 'urgent', {}), content: fc.oneof(fc.string(), fc.integer()) },
  { requiredKeys: [] },
);
const body = fc.oneof(
  { weight: 3, arbitrary: members.map((value) => JSON.stringify(value)) },
  fc.json(),
  codePoints,
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    'NaN',
    '\ufeff{}',
    '{"__proto__":{"status":"open"}}',
    '{"status":"open","status":"x"}',
    '['.repeat(5000),
  ),
);

/** A request of any shape. Most requests pass the first checks. */
export const generatedRequest = fc.record({
  target,
  search,
  authorization,
  contentType: fc.oneof(
    { weight: 4, arbitrary: fc.constant('application/json') },
    fc.constantFrom(null, 'text/plain', 'application/json;charset=utf-8', 'application/JSONP', ';'),
  ),
  body,
});
/** A generated request. */
export type GeneratedRequest = typeof generatedRequest extends fc.Arbitrary<infer Value> ? Value : never;
