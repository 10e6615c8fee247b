/** docs/reference/control-api.md: every route under `/__mock/`, from the table that the server dispatches by. */
import { controlOpenApi } from '../../packages/mock/src/control-api/open-api.ts';
import { routes } from '../../packages/mock/src/control-api/routes.ts';

/** The part of a JSON Schema that a row shows. */
interface Schema {
  $ref?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  anyOf?: Schema[];
  oneOf?: Schema[];
}
interface Operation {
  parameters?: { name: string; in: string }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** The description of each group of routes, by the first part of their paths. */
const groups: Record<string, string> = {
  state: 'Everything at once',
  settings: 'Settings and behavior',
  tenants: 'Tenants',
  faults: 'Faults',
  clock: 'Time',
  dashboard: 'Actions of users in the dashboard',
  requests: 'Requests, and the reason for each response',
  records: 'Records',
  credentials: 'Credentials and lockouts',
  snapshot: 'Snapshots',
};
/** The most members in a row. Longer lists are in the OpenAPI document, and on the pages of faults and worlds. */
const most = 10;

const groupOf: Record<string, string> = {
  '': 'state',
  world: 'state',
  'openapi.json': 'state',
  'control.openapi.json': 'state',
  behavior: 'settings',
  events: 'requests',
  lockouts: 'credentials',
  snapshots: 'snapshot',
  restore: 'snapshot',
  reset: 'snapshot',
};

export function controlApiPage(): string {
  // Its declared type covers any OpenAPI document.
  const document = JSON.parse(JSON.stringify(controlOpenApi(routes, 'http://127.0.0.1:4010'))) as Document;
  const rows = routes.map(({ method, path, summary }) => {
    const operation = document.paths[`/__mock/${path}`]?.[method.toLowerCase()] ?? {};
    const first = path.split('/')[0] ?? '';
    return {
      group: groupOf[first] ?? first,
      cells: [`\`${method} ${path || '/__mock/'}\``, inputOf(document, operation), summary],
    };
  });
  const unknown = rows.find(({ group }) => !groups[group]);
  if (unknown) throw new Error(`tools/generate/control-api.ts has no group for ${unknown.cells[0]}`);
  const tables = Object.entries(groups).map(([name, title]) => {
    const own = rows.filter(({ group }) => group === name).map(({ cells }) => line(cells));
    return `## ${title}\n\n${[line(['Request', 'Query or body', 'What it does']), '| --- | --- | --- |', ...own].join('\n')}`;
  });
  return `# Control API

<!-- Written by \`pnpm generate\`: do not edit. -->

Tests in any language control [the mock's server](../mock/server.md) with JSON requests below \`/__mock/\`. Every path in the tables is
relative to that. \`?\` marks what may be left out. \`GET /__mock/control.openapi.json\` has every input and output as a schema.

- A success is 200. Invalid input is 400 with \`{ error, details }\`, and changes nothing. An unknown path, record or snapshot is 404, and a
  wrong method 405. An unknown record in the body of a \`dashboard\` action is invalid input.
- A write with a body needs \`Content-Type: application/json\`. A server started with \`--token\` wants \`Authorization: Bearer TOKEN\` or
  \`X-Mock-Token: TOKEN\`.
- \`HEAD\` works as \`GET\`, and \`GET /\` is 200, so that tools such as \`wait-on\` see when the server is ready.

${tables.join('\n\n')}
`;
}

function inputOf(document: Document, { parameters = [], requestBody }: Operation): string {
  const query = parameters.filter((each) => each.in === 'query').map(({ name }) => `\`${name}?\``);
  const body = requestBody?.content['application/json']?.schema;
  const all = [...query, ...(body ? members(document, body) : [])];
  return all.length > most ? `${all.slice(0, most).join(', ')}, …` : all.join(', ');
}

function members(document: Document, schema: Schema): string[] {
  const name = schema.$ref?.split('/').at(-1);
  const found = name ? document.components?.schemas?.[name] : schema;
  const { properties, required = [] } = found ?? {};
  if (!properties) return (found?.anyOf ?? found?.oneOf ?? []).slice(0, 1).flatMap((each) => members(document, each));
  return Object.keys(properties).map((member) => `\`${member}${required.includes(member) ? '' : '?'}\``);
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
