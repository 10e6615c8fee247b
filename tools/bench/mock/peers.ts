import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { apiKey, listItem, worldOf } from '../harness/fixtures.ts';

/** A server to start with `node`. */
export interface Peer {
  name: string;
  ours?: boolean;
  args: string[];
  /** The path of a list of 100 issues. */
  list: string;
  headers?: Record<string, string>;
}

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);

/** Returns the path of a package's command, which its `exports` don't have. */
function command(name: string, path: string): string {
  return join(dirname(require.resolve(`${name}/package.json`)), path);
}

/**
 * Returns the servers, each with 1,000 issues, or with a fixed list of 100 if it has no data. All respond with the newest 100
 * issues, newest first.
 */
export function peers(): { all: Peer[]; done: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'issue-tracking-bench-'));
  const file = (name: string, content: unknown): string => {
    const path = join(folder, name);
    writeFileSync(path, JSON.stringify(content));
    return path;
  };
  const path = '/api/v1/projects/prj_0/issues';
  const items = Array.from({ length: 1_000 }, (_, index) => listItem(index));
  const list = { data: items.slice(-100).reverse(), total: 1_000, page: 1, totalPages: 10 };
  const all: Peer[] = [
    {
      name: 'issue-tracking-mock',
      ours: true,
      args: [
        here('../../../packages/mock/dist/cli.js'),
        ...['--port', 'PORT', '--world', file('world.json', worldOf([1_000])), '--rate-limit', 'off', '--quiet'],
      ],
      list: `${path}?limit=100`,
      headers: { authorization: `Bearer ${apiKey}` },
    },
    {
      name: 'Prism, static example',
      args: [
        command('@stoplight/prism-cli', 'dist/index.js'),
        'mock',
        '-p',
        'PORT',
        '-v',
        'silent',
        '--multiprocess=false',
        file('api.json', openApi(path, list)),
      ],
      list: path,
    },
    {
      name: 'json-server',
      args: [command('json-server', 'lib/cli/bin.js'), '--quiet', '--port', 'PORT', file('db.json', { issues: items })],
      list: '/issues?_sort=createdAt,issueNumber&_order=desc,desc&_page=1&_limit=100',
    },
  ];
  return { all, done: () => rmSync(folder, { recursive: true, force: true }) };
}

function openApi(path: string, example: unknown) {
  const content = { 'application/json': { schema: { type: 'object' }, example } };
  return {
    openapi: '3.1.0',
    info: { title: 'One list', version: '1' },
    paths: { [path]: { get: { responses: { 200: { description: 'A page', content } } } } },
  };
}
