/** A request as something to paste elsewhere. */
import { type Endpoint, pathParams } from '../../state/api.ts';
import type { Entry, WorldFile } from '../../transport/answers.ts';
import { recordsFor } from './records-for.ts';

const keyVariable = 'ISSUE_TRACKING_API_KEY';

/** For a terminal. The credential comes from the environment: the journal has none to give. */
export function asCurl({ method, path, search, body }: Entry, baseUrl: string): string {
  const lines = [`curl -X ${method} ${quoted(`${baseUrl}${path}${search && `?${search}`}`)}`];
  lines.push(`  -H "Authorization: Bearer $${keyVariable}"`);
  if (body !== undefined) {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    lines.push("  -H 'Content-Type: application/json'", `  -d ${quoted(text)}`);
  }
  return lines.join(' \\\n');
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** The call of the SDK that sends it; `null` where there is none. */
export function asSdkCall(entry: Entry, endpoints: readonly Endpoint[]): string | null {
  const endpoint = endpoints.find(({ name }) => name === entry.endpoint);
  if (!endpoint) return null;
  const params = pathParams(endpoint.path, entry.path) ?? {};
  const args = Object.entries(params).map(([name, value]) =>
    name === 'issueNumber' && /^\d+$/.test(value) ? value : literal(value),
  );
  const query = Object.fromEntries(
    [...new URLSearchParams(entry.search)].map(([name, value]) => {
      const isNumber = endpoint.integers.includes(name) && /^\d+$/.test(value);
      return [name, isNumber ? Number(value) : value];
    }),
  );
  if (entry.body !== undefined) args.push(literal(entry.body));
  else if (Object.keys(query).length > 0) args.push(literal(query));
  return `await client.${endpoint.name}(${args.join(', ')});`;
}

/** A test in which it comes to the same, with the records as they are now. */
export function asTest(entry: Entry, endpoints: readonly Endpoint[], world: WorldFile): string | null {
  const call = asSdkCall(entry, endpoints)?.replace(/;$/, '');
  const described = endpoints.find(({ name }) => name === entry.endpoint);
  if (!call || !described) return null;
  const { status, endpoint } = entry;
  const records = recordsFor(entry, described, world);
  const fails = status === undefined || status >= 400;
  const plain = call.replace(/^await /, '');
  const isFaulted = entry.fault !== undefined;
  return [
    "import { createMock } from '@issue-tracking/mock';",
    "import { IssueTrackingClient } from '@issue-tracking/sdk';",
    "import { expect, test } from 'vitest';",
    '',
    ...(records ? [`const world = ${lines(records)};`, ''] : []),
    `test('${endpoint} is answered ${status ?? 'by nothing'}', async () => {`,
    `  const mock = createMock(${records ? '{ world }' : ''});`,
    `  const client = new IssueTrackingClient(${fails ? '{ ...mock.clientOptions, retry: false }' : 'mock.clientOptions'});`,
    ...(isFaulted
      ? [`  mock.faults.add(${literal({ endpoint, ...(status === undefined ? { drop: true } : { status }) })});`]
      : []),
    ...(fails
      ? [`  await expect(${plain}).rejects.toMatchObject(${status === undefined ? '{}' : literal({ status })});`]
      : [`  ${call};`, `  expect(mock.requests.last()).toMatchObject(${literal({ endpoint, status })});`]),
    '});',
    '',
  ].join('\n');
}

/** JSON over several lines, with names as one writes them in TypeScript. */
function lines(value: object): string {
  return JSON.stringify(value, null, 2).replace(/^( *)"([a-z]\w*)":/gim, '$1$2:');
}

/** JSON as one writes it in TypeScript: single quotes, names without. */
function literal(value: unknown): string {
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", String.raw`\'`)}'`;
  }
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, member]) => `${/^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)}: ${literal(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
