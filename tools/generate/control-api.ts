/** docs/reference/control-api.md: every method under `/__mock/`, from the table that the server calls. */

import { type DescribedMethod, describeMethods } from '../../packages/mock/src/control/describe.ts';
import type { JsonSchema } from '../../packages/mock/src/platform/input/json-schema.ts';
import { kinds } from '../../packages/mock/src/records/placements.ts';

/** The title of each group of methods, by the first part of their names. */
const groups: Record<string, string> = {
  tenant: 'Tenants',
  faults: 'Faults',
  requests: 'Requests, and the reason for each response',
  clock: 'Time',
  settings: 'Settings and limits',
  snapshot: 'State',
  endpoints: 'The API',
};
const groupOf: Record<string, string> = {
  why: 'requests',
  behaviorOptions: 'settings',
  limits: 'settings',
  exportWorld: 'snapshot',
  reset: 'snapshot',
  restore: 'snapshot',
  snapshots: 'snapshot',
  undo: 'snapshot',
  undoable: 'snapshot',
  state: 'snapshot',
  changes: 'snapshot',
  lockouts: 'settings',
  describe: 'endpoints',
};
/** More members are names without types, and more than this second number end with dots. */
const [mostTyped, mostNamed] = [5, 12];
/** Longer types of members of members are `object`. */
const longest = 110;

export function controlApiPage(): string {
  const { methods, $defs } = describeMethods();
  const tables = Object.entries(groups).map(([group, title]) => {
    const own = methods.filter(({ name }) => (groupOf[firstOf(name)] ?? firstOf(name)) === group);
    return `## ${title}\n\n${table(own)}`;
  });
  const missing = methods.find(
    ({ name }) => !groups[groupOf[firstOf(name)] ?? firstOf(name)] && firstOf(name) !== 'world',
  );
  if (missing) throw new Error(`tools/generate/control-api.ts has no group for ${missing.name}`);
  // All kinds have the same methods; some have more.
  const ofAll = table(methods.filter(({ name }) => name.startsWith('world.projects.')));
  const ofSome = rowsOf(methods.filter(({ name }) => /\.(?:reveal|counts)$/.test(name)));
  return `# Control API

<!-- Written by \`pnpm generate\`: do not edit. -->

\`POST /__mock/<method>\`, with the input as JSON, calls a method of [the mock](../mock/server.md) by its name in JavaScript.

- A success is 200 with the result, invalid input 400 with \`{ error, details }\`, an unknown method 404.
- A body needs \`Content-Type: application/json\`; none is \`{}\`. A server with \`--token\` wants \`Authorization: Bearer TOKEN\` or
  \`X-Mock-Token: TOKEN\`.
- \`GET /__mock/\` lists all methods with the JSON Schema of inputs and results and what each reads and changes, \`GET /__mock/openapi.json\` describes the API itself.
- \`GET /__mock/events\` streams server-sent events: \`mock\` with an \`id\`, which is another after a restart, \`request\` with each entry of the
  log, again if its client leaves before the response, and \`change\` with \`{ what }\`, such as \`records\`, \`faults\` or \`all\`.

## Records

\`<kind>\` is ${kinds.map((kind) => `\`${kind}\``).join(', ')}. \`create\` takes what [a world file](../mock/server.md)
has, and a reference to the record above. Keys and tokens are masked, but by \`create\` and \`reveal\`.

${ofAll.replaceAll('.projects.', '.<kind>.').replaceAll('Project', 'Record').replaceAll('project', 'record')}
${ofSome}

${tables.join('\n\n')}

## Shapes

\`\`\`typescript
${Object.entries($defs)
  .map(([name, schema]) => declaration(name, schema))
  .join('\n')}
\`\`\`
`;
}

function firstOf(name: string): string {
  return name.split('.')[0] ?? '';
}

function table(methods: readonly DescribedMethod[]): string {
  return `| Method | Input | Result | What it does |\n| --- | --- | --- | --- |\n${rowsOf(methods)}`;
}

function rowsOf(methods: readonly DescribedMethod[]): string {
  const rows = methods.map(({ name, summary, input, result }) => [
    `\`${name}\``,
    name.startsWith('world.') && name.endsWith('.create') ? 'a record' : inputText(input),
    resultText(result),
    summary,
  ]);
  return rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`).join('\n');
}

function inputText(schema: JsonSchema): string {
  const members = membersOf(schema);
  const shown = members.map(
    ({ name, mark, type }) => `\`${name}${mark}${members.length > mostTyped ? '' : `: ${type}`}\``,
  );
  return [...shown.slice(0, mostNamed), ...(shown.length > mostNamed ? ['…'] : [])].join(', ');
}

function resultText(schema: JsonSchema): string {
  const text = typeOf(schema, 1);
  return text === '{}'
    ? ''
    : `\`${text.replace(/\b[A-Z]\w+\b/, (name) => (name === 'Organization' ? 'Record' : name))}\``;
}

function declaration(name: string, schema: JsonSchema): string {
  const lines = membersOf(schema).map(
    ({ name: member, mark, type, description }) =>
      `${description === undefined ? '' : `  /** ${description} */\n`}  ${member}${mark}: ${type};`,
  );
  return [`interface ${name} {`, ...lines, '}'].join('\n');
}

function membersOf({ properties = {}, required = [] }: JsonSchema, depth = 1) {
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    mark: required.includes(name) ? '' : '?',
    // JSON Schema's members are schemas, or true.
    type: depth < 0 ? 'object' : typeOf(schema as JsonSchema, depth),
    description: (schema as JsonSchema).description,
  }));
}

/** Returns a schema as a TypeScript type. @param depth The levels of members that are shown. */
function typeOf(schema: JsonSchema, depth: number): string {
  const { $ref, type, items, anyOf, properties, prefixItems, additionalProperties: others } = schema;
  if ($ref !== undefined) return $ref.replace('#/$defs/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const).replaceAll('"', "'");
  if (schema.enum) return schema.enum.length > 5 ? 'string' : schema.enum.map((value) => `'${value}'`).join(' | ');
  if (anyOf) return anyOf.map((each) => typeOf(each as JsonSchema, depth)).join(' | ');
  if (type === 'array') {
    if (prefixItems) return `[${prefixItems.map((each) => typeOf(each as JsonSchema, depth)).join(', ')}]`;
    const item = typeOf((items ?? {}) as JsonSchema, depth);
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`;
  }
  if (type === 'object') {
    if (typeof others === 'object' && !properties) return `Record<string, ${typeOf(others as JsonSchema, depth)}>`;
    const members = membersOf(schema, depth - 1);
    if (members.length === 0) return '{}';
    const text = `{ ${members.map(({ name, mark, type: own }) => `${name}${mark}: ${own}`).join('; ')} }`;
    return depth === 0 || text.length > longest || others ? 'object' : text;
  }
  const types = [type ?? 'unknown'].flat();
  return types.map((each) => (each === 'integer' ? 'number' : each)).join(' | ');
}
