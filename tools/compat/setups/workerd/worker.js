// An application on Cloudflare Workers: one client at module level, used by many requests at once.
import * as mock from '@issue-tracking/mock';
import * as sdk from '@issue-tracking/sdk';
import { clientCases, mockCases } from './smoke/smoke.mjs';

let client;

// Made before any request, where the platform allows no timer.
const listAtStart = new sdk.IssueTrackingClient({
  baseUrl: 'https://issues.test',
  apiKey: 'svc_mock',
  fetch: async () => Response.json({ data: [], page: 1, limit: 20, total: 0, totalPages: 0 }),
}).issues.list('prj_web');

function clientOf({ BASE_URL, API_KEY, REQUESTS, WINDOW_MS, TIMEOUT }) {
  client ??= new sdk.IssueTrackingClient({
    baseUrl: BASE_URL,
    apiKey: API_KEY,
    timeout: Number(TIMEOUT),
    rateLimit: { requests: Number(REQUESTS), windowMs: Number(WINDOW_MS) },
  });
  return client;
}

export default {
  async fetch(request, env) {
    const { pathname } = new URL(request.url);
    if (pathname === '/cases') {
      const results = [];
      for (const [name, run] of [...clientCases(sdk, mock), ...mockCases(mock)]) {
        try {
          await run();
          results.push([name, null]);
        } catch (error) {
          results.push([name, String(error?.stack ?? error)]);
        }
      }
      return Response.json(results);
    }
    if (pathname === '/abandoned') {
      // Responds without waiting for its calls, which the platform then cancels.
      clientOf(env)
        .issues.list('prj_web')
        .catch(() => {});
      return new Response(null, { status: 204 });
    }
    try {
      const list = pathname === '/at-start' ? listAtStart : clientOf(env).issues.list('prj_web');
      const { total } = await list;
      return Response.json({ total });
    } catch (error) {
      return Response.json({ error: error.name, message: error.message }, { status: 500 });
    }
  },
};
