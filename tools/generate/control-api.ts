/** docs/reference/control-api.md: every route under `/__mock/`, from the table that the server dispatches by. */
import type { ControlRoute } from '../../packages/mock/src/control-api/route.ts';
import { routes } from '../../packages/mock/src/control-api/routes.ts';

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
/** The most members in a row. Longer lists are on the pages of faults and worlds. */
const most = 10;

const groupOf: Record<string, string> = {
  '': 'state',
  world: 'state',
  'openapi.json': 'state',
  behavior: 'settings',
  events: 'requests',
  lockouts: 'credentials',
  snapshots: 'snapshot',
  restore: 'snapshot',
  reset: 'snapshot',
};

export function controlApiPage(): string {
  const rows = routes.map((route) => {
    const { method, path, summary } = route;
    const first = path.split('/')[0] ?? '';
    return {
      group: groupOf[first] ?? first,
      cells: [`\`${method} ${path || '/__mock/'}\``, inputOf(route), summary],
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
relative to that, and \`?\` marks what may be left out.

- A success is 200. Invalid input is 400 with \`{ error, details }\`, and changes nothing. An unknown path, record or snapshot is 404, and a
  wrong method 405. An unknown record in the body of a \`dashboard\` action is invalid input.
- A write with a body needs \`Content-Type: application/json\`. A server started with \`--token\` wants \`Authorization: Bearer TOKEN\` or
  \`X-Mock-Token: TOKEN\`.
- \`HEAD\` works as \`GET\`, and \`GET /\` is 200, so that tools such as \`wait-on\` see when the server is ready.

${tables.join('\n\n')}
`;
}

function inputOf(route: ControlRoute): string {
  if ('subscribe' in route) return '';
  const all = [...members(route.query), ...members(route.input)];
  return all.length > most ? `${all.slice(0, most).join(', ')}, …` : all.join(', ');
}

/** Returns the names of an object's members, or of the first alternative of a union. */
function members(schema: object | undefined): string[] {
  // Every schema of an object has its members' schemas here, and every union its alternatives'.
  const { shape, options } = (schema as Schema | undefined)?.def ?? {};
  if (!shape) return options?.[0] ? members(options[0]) : [];
  return Object.entries(shape).map(([name, { _zod }]) => `\`${name}${_zod.optin === 'optional' ? '?' : ''}\``);
}

/** The part of a schema that a row shows. */
interface Schema {
  readonly def: {
    readonly shape?: Readonly<Record<string, { readonly _zod: { readonly optin?: 'optional' } }>>;
    readonly options?: readonly object[];
  };
}

function line(cells: string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
