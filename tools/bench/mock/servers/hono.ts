import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { listItem } from '../../harness/fixtures.ts';

/** A minimal server: a Map in list order, without credentials, checks or filters. */
const issues = new Map(Array.from({ length: 1_000 }, (_, index) => [1_000 - index, listItem(999 - index)]));
const app = new Hono();

app.get('/api/v1/projects/:projectId/issues', (c) => {
  const limit = Number(c.req.query('limit') ?? 20);
  const page = Number(c.req.query('page') ?? 1);
  const data = [...issues.values()].slice((page - 1) * limit, page * limit);
  return c.json({ data, total: issues.size, page, totalPages: Math.ceil(issues.size / limit) });
});

serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });
