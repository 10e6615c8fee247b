import type { Report } from '../harness/report.ts';
import { type Server, startServer } from '../harness/servers.ts';
import { project, servers } from './servers.ts';

/** Asks as a client would, and sees from the answers alone whether the service is there. */
type Ask = (method: string, path: string, options?: { key?: string; body?: unknown }) => Promise<Answer>;

interface Answer {
  status: number;
  headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: it is what the question is about.
  json: any;
}

/** What tests of an application of this API lean on; each is a rule of the API. */
const questions: { name: string; holds: (ask: Ask) => Promise<boolean> }[] = [
  {
    name: 'every endpoint answers',
    async holds(ask) {
      const issue = `${project}/issues/1`;
      const lists = ['comments', 'console-logs', 'network-logs', 'screenshots', 'tech-context', 'user-actions'];
      const paths = ['/projects', `${project}/issues`, issue, ...lists.map((list) => `${issue}/${list}`)];
      for (const path of paths) if ((await ask('GET', path)).status !== 200) return false;
      return true;
    },
  },
  {
    name: 'a change is seen by the next read',
    async holds(ask) {
      for (const status of ['blocked', 'in_progress']) {
        await ask('PATCH', `${project}/issues/2`, { body: { status } });
        const { json } = await ask('GET', `${project}/issues/2`);
        if ((json?.data ?? json)?.status !== status) return false;
      }
      return true;
    },
  },
  {
    name: 'a comment is in the list afterwards',
    async holds(ask) {
      const content = `Seen at ${Date.now()}`;
      await ask('POST', `${project}/issues/2/comments`, { body: { content } });
      const { json } = await ask('GET', `${project}/issues/2/comments`);
      return JSON.stringify(json ?? null).includes(content);
    },
  },
  {
    name: 'lists are filtered, and cut into pages',
    async holds(ask) {
      const { json } = await ask('GET', `${project}/issues?status=open&limit=2&page=2`);
      return json?.page === 2 && json?.data?.length === 2 && json.data.every(isOpen);
    },
  },
  { name: 'a missing key is refused with 401', holds: refuses(401, 'GET', '/projects', { key: '' }) },
  { name: 'a wrong key is refused with 401', holds: refuses(401, 'GET', '/projects', { key: 'svc_wrong' }) },
  {
    name: 'a missing scope is refused with 403',
    holds: refuses(403, 'PATCH', `${project}/issues/1`, { key: 'svc_acme_read_only', body: { priority: 'low' } }),
  },
  {
    name: "another organization's project is a 404",
    holds: refuses(404, 'GET', `${project}/issues`, { key: 'svc_globex_demo' }),
  },
  {
    name: 'a wrong value is refused, a right one is not',
    holds: refusesOnly({ priority: 'urgent' }, { priority: 'low' }),
  },
  {
    name: '`verified` is refused, `blocked` is not',
    holds: refusesOnly({ status: 'verified' }, { status: 'blocked' }),
  },
  {
    name: 'the 101st request of a minute is a 429 with Retry-After',
    async holds(ask) {
      for (let sent = 0; sent < 130; sent++) {
        const { status, headers } = await ask('GET', '/projects', { key: 'svc_initech_demo' });
        if (status === 429) return headers.has('retry-after');
      }
      return false;
    },
  },
  {
    name: 'after five wrong keys the next is a 429',
    async holds(ask) {
      for (let sent = 0; sent < 5; sent++) await ask('GET', '/projects', { key: 'svc_wrong' });
      return (await ask('GET', '/projects', { key: 'svc_wrong' })).status === 429;
    },
  },
];

/** Asks each server that makes itself from a file the same questions: what is there before anybody writes code? */
export default async function answers(): Promise<Report> {
  const { all, done } = servers();
  const found = new Map<string, string[]>();
  try {
    for (const { name, args, ready, base } of all) {
      const server = await startServer(args, ready, { authorization: 'Bearer svc_acme_demo' });
      const cells: string[] = [];
      for (const { holds } of questions) cells.push((await holds(askAt(server, base))) ? '✓' : '–');
      found.set(name, cells);
      await server.stop();
    }
  } finally {
    done();
  }
  return {
    title: 'What a server answers that nobody programmed',
    how: 'Each server started with what it takes: ours with nothing, Prism and Mockoon with docs/openapi.json, json-server with the demo issues as its database and the paths of the API as its routes. ✓ is what a client sees.',
    columns: ['', ...found.keys()],
    rows: questions.map(({ name }, row) => ({
      name,
      ours: false,
      cells: [...found.values()].map((cells) => cells[row] ?? ''),
    })),
    targets: [],
    invalid: [],
  };
}

function isOpen({ status }: { status: string }): boolean {
  return status === 'open';
}

function refuses(status: number, method: string, path: string, options: { key?: string; body?: unknown }) {
  return async (ask: Ask) => (await ask(method, path, options)).status === status;
}

function refusesOnly(wrong: object, right: object) {
  return async (ask: Ask) => {
    const { status } = await ask('PATCH', `${project}/issues/1`, { body: wrong });
    return status >= 400 && status < 500 && (await ask('PATCH', `${project}/issues/1`, { body: right })).status === 200;
  };
}

function askAt({ url }: Server, base: string): Ask {
  return async (method, path, { key = 'svc_acme_demo', body } = {}) => {
    const response = await fetch(`${url}${base}${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, json: parsed(text) };
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
