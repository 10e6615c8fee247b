import { createMock, type IssueInput, type Mock, virtualClock, type World } from '@issue-tracking/mock';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { directTransport } from '../panel/transport/direct-transport.ts';
import type { Transport } from '../panel/transport/transport.ts';
import { layoutFaults } from './layout-faults.ts';
import { faultsInAll } from './reading-conditions.ts';
import { showPanel } from './shown-panel.ts';

/** Every view with much in it, and with nothing. */
const places = [
  'requests',
  'requests/last',
  'failures',
  'data',
  'data/prj_web',
  'data/prj_web/1',
  'data/prj_web/1/comments',
  'data/prj_web/1/console',
  'data/prj_web/1/network',
  'data/prj_web/1/actions',
  'data/prj_web/1/environment',
  'data/prj_web/1/requests',
  'time',
  'data/prj_web/1/edit',
  'data//00000000-0000-4000-8000-00000000000a',
];

test.each(places)('the panel has no layout faults at %s, in the page and docked', async (place) => {
  const { panel, root, shown } = await mounted();
  panel.go(place.replace('last', panel.requests.entries.value[0]?.id ?? ''));
  await vi.waitFor(() => expect(root.textContent).not.toMatch(/Reading the|There is no issue|no longer in the/));
  const look = () => layoutFaults(shown, { overlays: '.notices, .edit form > .line' });
  expect(await faultsInAll({ shown, root, isDocked: false, look })).toEqual([]);
  expect(await faultsInAll({ shown, root, isDocked: true, look })).toEqual([]);
});

test('a list has the whole width until an entry is selected', async () => {
  await page.viewport(1000, 800);
  const { panel, root, shown } = await mounted();
  const list = () => root.querySelector('[aria-label="List of requests"]')?.getBoundingClientRect().width ?? 0;
  const whole = shown.querySelector('.view')?.getBoundingClientRect().width;
  await vi.waitFor(() => expect(list()).toBe(whole));
  panel.go(`requests/${panel.requests.entries.value[0]?.id}`);
  await vi.waitFor(() => expect(list()).toBeLessThan(whole ?? 0));
});

test('names have the direction of their own script', async () => {
  const { panel, root } = await mounted();
  panel.go(`data/${unbroken}/1`);
  await vi.waitFor(() => expect(root.querySelector('.detail h2')?.textContent).toBe(arabic));
  const texts = [...root.querySelectorAll('.detail h2, .issues .title bdi, .tree [aria-current] bdi')];
  expect(texts.map((text) => getComputedStyle(text).direction)).toEqual(['rtl', 'rtl', 'rtl']);
});

/** A panel that shows a mock with long names in an element of the page. */
async function mounted() {
  const mock = createMock({ world: longNames(), clock: virtualClock({ now: '2026-05-01T12:00:00.000Z' }) });
  await use(mock);
  const { panel, root } = showPanel(disconnected(directTransport(mock)));
  await vi.waitFor(() => expect(panel.requests.entries.value.length).toBeGreaterThan(5));
  panel.notify(words);
  panel.fail(unbroken);
  const [element] = root.children;
  if (!(element instanceof HTMLElement)) throw new Error('Nothing is shown');
  return { panel, root, shown: element };
}

/** A mock whose events don't come: the bar says so, and is at its fullest. */
function disconnected(transport: Transport): Transport {
  return {
    ...transport,
    subscribe(listener) {
      const stop = transport.subscribe(listener);
      listener({ type: 'connection', connected: false });
      return stop;
    },
  };
}

/** Requests of every kind, faults, and in the end a lockout. */
async function use(mock: Mock): Promise<void> {
  const send = (method: string, path: string, apiKey = 'svc_acme', body?: unknown) =>
    mock
      .fetch(`${mock.baseUrl}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      .catch(() => {});
  await send('GET', '/projects');
  await send('GET', `/projects/prj_web/issues?status=open&q=${unbroken}`);
  await send('POST', '/projects/prj_web/issues/1/comments', 'svc_acme', { content: 'Seen in Edge too' });
  await send('GET', '/projects', `svc_${unbroken}`);
  mock.faults.add({ endpoint: 'issues.get', drop: true });
  await send('GET', '/projects/prj_web/issues/1');
  mock.faults.add({ endpoint: 'issues.comments.create', status: 503, headers: { 'retry-after': '2' }, times: null });
  mock.faults.add({ endpoint: 'issues.update', drop: true, when: 'after', times: 3 });
  await send('GET', `/projects/${unbroken}/issues/1`, 'svc_other');
  await send('PATCH', `/projects/prj_web/issues/1?${unbroken}`, 'svc_acme', { status: unbroken });
  for (let attempt = 0; attempt < 6; attempt++) await send('GET', '/projects', 'svc_wrong');
}

const unbroken = 'Donaudampfschifffahrtselektrizitaetenhauptbetriebswerkbauunterbeamtengesellschaft';
const words = 'A name of many words, as users write them without a limit';
const arabic = 'السداد يتوقف بعد النقرة الثانية';

/** Texts that users write and designers don't think of. */
function longNames(): World {
  const issue = {
    description: `${words}. ${unbroken}`,
    priority: 'critical',
    labels: ['bug', unbroken, 'checkout'],
    assignees: [unbroken, words],
    reporterName: words,
    pageUrl: `https://shop.example/${unbroken}`,
    comments: [
      { content: `${words} ${unbroken}`, authorName: unbroken },
      { content: arabic, authorName: words },
    ],
    consoleLogs: [
      { level: 'error', message: words, source: `https://shop.example/${unbroken}.js:1:2` },
      { level: 'log', message: unbroken },
    ],
    networkLogs: [
      { method: 'DELETE', url: `/${unbroken}`, status: 502, duration: 123_456 },
      { url: '/lost', status: 0 },
    ],
    screenshots: [{ url: `https://cdn.example/${unbroken}.png`, width: 1440, height: 900 }],
    techContext: { cssSelector: unbroken, elementStyles: { [unbroken]: words }, reactComponentTree: [unbroken, words] },
    userActions: [
      { type: 'navigation', target: unbroken, text: words },
      { type: 'click', target: '#pay' },
    ],
  } satisfies Partial<IssueInput>;
  const titles = [unbroken, words, arabic, `\u202e${words}`, 'Short'];
  return {
    organizations: [
      {
        id: '00000000-0000-4000-8000-00000000000a',
        slug: 'acme',
        name: words,
        apiKeys: [
          { key: 'svc_acme' },
          { key: 'svc_other', scopes: [] },
          { key: `svc_${unbroken}`, expiresAt: '2026-04-01T00:00:00.000Z' },
        ],
        projects: [
          { id: 'prj_web', slug: 'web', name: unbroken, issues: titles.map((title) => ({ ...issue, title })) },
          { id: 'prj_22802d1ee017', slug: 'words', name: words },
        ],
      },
      {
        id: '00000000-0000-4000-8000-00000000000b',
        slug: 'globex',
        name: unbroken,
        active: false,
        projects: [{ id: unbroken, slug: 'one', name: arabic, issues: [{ title: arabic }] }],
      },
    ],
    users: [{ id: 'usr_ada', name: `\u202e${words}`, organizations: ['acme'], accessTokens: [{ token: 'oat_ada' }] }],
  };
}
