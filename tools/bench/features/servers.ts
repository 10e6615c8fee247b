import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoWorld } from '@issue-tracking/mock/demo';

/** A server to start with `node` and these arguments, once `ready` answers 200. */
interface FileServer {
  name: string;
  args: string[];
  ready: string;
  /** What stands before the API's paths. */
  base: string;
}

const require = createRequire(import.meta.url);

export const project = '/projects/prj_web';

/** Every server that answers from a file alone, without code of its user. */
export function servers(): { all: FileServer[]; done: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-features-'));
  const openApi = fileURLToPath(new URL('../../../docs/openapi.json', import.meta.url));
  const database = join(folder, 'db.json');
  writeFileSync(database, JSON.stringify(jsonServerDatabase()));
  const routes = join(folder, 'routes.json');
  writeFileSync(routes, JSON.stringify(jsonServerRoutes));
  const all = [
    {
      name: 'issue-tracking-mock',
      args: [
        fileURLToPath(new URL('../../../packages/mock/dist/cli.js', import.meta.url)),
        '--port',
        'PORT',
        '--quiet',
      ],
      ready: '/api/v1/projects',
      base: '/api/v1',
    },
    {
      name: 'Prism',
      args: [
        ...[command('@stoplight/prism-cli', 'dist/index.js'), 'mock', '-p', 'PORT', '-v', 'silent'],
        ...['--multiprocess=false', openApi],
      ],
      ready: '/api/v1/projects',
      base: '/api/v1',
    },
    {
      name: 'Mockoon',
      args: [
        ...[command('@mockoon/cli', 'bin/run.js'), 'start', '--data', openApi],
        ...['--port', 'PORT', '--disable-log-to-file'],
      ],
      ready: '/api/v1/projects',
      base: '/api/v1',
    },
    {
      name: 'json-server',
      args: [command('json-server', 'lib/cli/bin.js'), '--quiet', '--port', 'PORT', '--routes', routes, database],
      ready: '/api/v1/projects',
      base: '/api/v1',
    },
  ];
  return { all, done: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The demo data as json-server wants them: one flat list a resource, each thing with an `id`. */
function jsonServerDatabase(): Record<string, unknown[]> {
  const projects = (demoWorld().organizations ?? []).flatMap((organization) => organization.projects ?? []);
  const issues = (projects.find(({ id }) => id === 'prj_web')?.issues ?? []).map((issue, index) => ({
    ...issue,
    id: issue.issueNumber ?? index + 1,
    projectId: 'prj_web',
  }));
  return { projects: projects.map(({ id, name, slug }) => ({ id, name, slug })), issues, comments: [] };
}

/** The API's paths, as far as json-server can be led to its flat lists. */
const jsonServerRoutes = {
  '/api/v1/projects': '/projects',
  '/api/v1/projects/:project/issues': '/issues?projectId=:project',
  '/api/v1/projects/:project/issues/:issue': '/issues/:issue',
  '/api/v1/projects/:project/issues/:issue/comments': '/issues/:issue/comments',
};

/** Where a package without an `exports` entry for it keeps its command. */
function command(name: string, path: string): string {
  return join(dirname(require.resolve(`${name}/package.json`)), path);
}
