import { createMock, type Mock, type MockOptions, virtualClock, type World } from '@issue-tracking/mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { httpTransport } from '../panel/transport/http-transport.ts';
import { showPanel, withEvents } from './shown-panel.ts';

const now = '2026-05-01T12:00:00.000Z';

/** A panel on the test's page, and its mock. */
async function shown(place: string, world: World, options: MockOptions = {}, use?: (mock: Mock) => unknown) {
  const mock = createMock({ world, clock: virtualClock({ now }), ...options });
  await use?.(mock);
  await page.viewport(1280, 800);
  const { panel, root } = showPanel(directTransport(mock), place);
  return {
    mock,
    panel,
    texts: (selector: string) => [...root.querySelectorAll(selector)].map(({ textContent }) => textContent.trim()),
    find: <Type extends HTMLElement = HTMLElement>(selector: string): Promise<Type> =>
      vi.waitFor(() => {
        const found = root.querySelector<Type>(selector);
        if (!found) throw new Error(`There is no ${selector} in ${root.textContent}`);
        return found;
      }),
    button: (name: string): Promise<HTMLButtonElement> =>
      vi.waitFor(() => {
        const found = [...root.querySelectorAll('button')].find(
          (one) => one.textContent.trim() === name || one.ariaLabel === name,
        );
        if (!found) throw new Error(`There is no button ${name}`);
        return found;
      }),
  };
}

function type(input: HTMLInputElement, text: string): void {
  input.value = text;
  input.dispatchEvent(new InputEvent('input', { bubbles: true }));
}

function world(issues: NonNullable<NonNullable<World['organizations']>[number]['projects']>[number]['issues'] = []) {
  return {
    organizations: [
      {
        id: '00000000-0000-4000-8000-00000000000a',
        slug: 'acme',
        name: 'Acme',
        apiKeys: [
          { key: 'svc_acme_demo', name: 'acme-demo' },
          { key: 'svc_acme_read_only', name: 'acme-reader', scopes: ['issues:read'] },
        ],
        projects: [{ id: 'prj_web', slug: 'web', name: 'Web', issues }],
      },
    ],
  } satisfies World;
}

const ask = (mock: Mock, path: string, key: string) =>
  mock.fetch(`${mock.baseUrl}/api/v1${path}`, { headers: { authorization: `Bearer ${key}` } });

test('the list shows the credential of a request and the reason of a rejection, and can be searched by API key', async () => {
  const { find, texts } = await shown('requests', world(), {}, async (mock) => {
    await ask(mock, '/projects', 'svc_acme_demo');
    await ask(mock, '/projects', 'svc_acme_read_only');
    await ask(mock, '/projects', 'svc_nobody');
  });
  const column = (name: string) => texts(`[role=option] .${name}`);
  await vi.waitFor(() =>
    expect(column('reason')).toEqual(
      ['', 'needs the scope projects:read', ''].map((text) => expect.stringContaining(text)),
    ),
  );
  expect(column('credential')).toEqual(['', 'acme-reader (svc_…only)', 'acme-demo (svc_…)']);
  const filter = await find<HTMLInputElement>('input[type=search]');
  type(filter, 'svc_acme_demo');
  await vi.waitFor(() => expect(column('credential')).toEqual(['acme-demo (svc_…)']));
  type(filter, '-svc_acme_demo scope');
  await vi.waitFor(() => expect(column('reason')).toEqual([expect.stringContaining('projects:read')]));
});

test('an incomplete list shows how many requests were dropped', async () => {
  const { texts } = await shown('requests', world(), { requestLog: { entries: 2 } }, async (mock) => {
    for (let times = 0; times < 5; times++) await ask(mock, '/projects', 'svc_acme_demo');
  });
  await vi.waitFor(() => expect(texts('.list-note')).toEqual(['The first 3 requests were dropped: the log is full.']));
});

test('the list has the newest 200 requests, and more when asked', async () => {
  const { texts, button } = await shown(
    'requests',
    world(),
    { requestLog: { entries: 1200 }, rateLimit: false },
    async (mock) => {
      for (let times = 0; times < 1201; times++) await ask(mock, '/projects', 'svc_acme_demo');
    },
  );
  await vi.waitFor(() => expect(texts('.choices .count, [role=group] .count')[0] ?? '').toContain('1200'));
  expect(texts('[role=option]')).toHaveLength(200);
  (await button('Show 200 more')).click();
  await vi.waitFor(() => expect(texts('[role=option]')).toHaveLength(400));
  expect(texts('.list-note')).toEqual(['The first request was dropped: the log is full.']);
});

test('issues can be filtered by status and priority, and a search shows its match', async () => {
  const issues = [
    { title: 'One', status: 'open', priority: 'low' },
    { title: 'Two', status: 'open', priority: 'high', description: 'Long before the spinner never ends' },
    { title: 'Three', status: 'closed', priority: 'high' },
  ] as const;
  const { texts, find } = await shown('data/prj_web', world([...issues]));
  const choose = async (label: string, value: string) => {
    const select = await find<HTMLSelectElement>(`select[aria-label=${label}]`);
    select.value = value;
    select.dispatchEvent(new Event('input', { bubbles: true }));
  };
  await vi.waitFor(() => expect(texts('.issues .title a')).toEqual(['One', 'Two', 'Three']));
  await choose('Status', 'open');
  await vi.waitFor(() => expect(texts('.issues .title a')).toEqual(['One', 'Two']));
  await choose('Priority', 'high');
  await vi.waitFor(() => expect(texts('.issues .title a')).toEqual(['Two']));
  type(await find<HTMLInputElement>('[aria-label^="Search the issues"]'), 'SPINNER');
  await vi.waitFor(() => expect(texts('.match')).toEqual(['Long before the spinner never ends']));
  await choose('Status', 'closed');
  await vi.waitFor(() => expect(texts('.empty-title')).toEqual(['No issue matches']));
});

test('the rate without a limit has no bar', async () => {
  const { texts, find } = await shown('requests', world(), { rateLimit: false });
  await vi.waitFor(() => expect(texts('.budget')).toEqual(['no limit']));
  expect((await find('.budget')).childElementCount).toBe(0);
});

test('a right-to-left value is aligned beside its name', async () => {
  const { texts, find } = await shown('data/prj_web/1', world([{ title: 'عنوان', reporterName: 'مريم' }]));
  await vi.waitFor(() => expect(texts('.pairs dt')).toContain('Reported by'));
  const [value, title] = [await find('.pairs dd[dir=auto]'), await find('.detail-head h2')];
  expect([getComputedStyle(value).textAlign, getComputedStyle(title).textAlign]).toEqual(['left', 'left']);
});

test('a list has the whole width again after its selected entry is closed', async () => {
  const { panel, find, button } = await shown('requests', world(), {}, (mock) =>
    ask(mock, '/projects', 'svc_acme_demo'),
  );
  const width = async (selector: string) => (await find(selector)).getBoundingClientRect().width;
  const whole = await width('main');
  await vi.waitFor(async () => expect(await width('[aria-label="List of requests"]')).toBe(whole));
  panel.go('requests/1');
  (await button('Close')).click();
  await vi.waitFor(async () => expect(await width('[aria-label="List of requests"]')).toBe(whole));
});

test('the search finds all of many projects, and many comments are counted in full', async () => {
  const comments = Array.from({ length: 134 }, (_, index) => ({ content: `Comment ${index + 1}` }));
  const { panel, find, button, texts } = await shown('data', world([{ title: 'Talk', comments }]), {}, async (mock) => {
    for (let number = 1; number <= 150; number++) await mock.tenant();
    const last = [...mock.world.organizations.find()].at(-1);
    mock.world.projects.create({ organizationId: last?.id ?? '', id: 'prj_last', name: 'The last of all' });
  });
  await find('.tree li');
  await vi.waitFor(() => expect(texts('.tree .pager .figure')).toEqual(['100 of 303']));
  (await button('Show 100 more')).click();
  await vi.waitFor(() => expect(texts('.tree .pager .figure')).toEqual(['200 of 303']));
  type(await find<HTMLInputElement>('.tree input'), 'the last of');
  await vi.waitFor(() => expect(texts('.tree li:not(.of-organization) bdi')).toEqual(['The last of all']));

  panel.go('data/prj_web/1/comments');
  await vi.waitFor(() => expect(texts('.comments li')).toHaveLength(100));
  expect(texts('.comment-text').at(-1)).toBe('Comment 134');
  expect(texts('.tabs a')[1]).toMatch(/134$/);
  (await button('Show 34 more')).click();
  await vi.waitFor(() => expect(texts('.comment-text')[0]).toBe('Comment 1'));
});

test('the rate shows its credential, and the same share as number and bar', async () => {
  const { find } = await shown('requests', world(), { rateLimit: { requests: 4 } }, (mock) =>
    ask(mock, '/projects', 'svc_acme_demo'),
  );
  await vi.waitFor(async () => {
    const budget = (await find('.budget')).closest('button');
    expect(budget?.textContent).toBe('Rate used, acme-demo1 of 4');
    expect((await find('.budget .meter > span')).style.width).toBe('25%');
  });
});

test('changed behavior options come first with a badge, and can be reset to the default', async () => {
  const { mock, find, texts } = await shown('time', world(), { behavior: { pagePastEnd: 404 } });
  await vi.waitFor(() => expect(texts('.behavior-options li code:first-child')[0]).toBe('pagePastEnd'));
  expect(texts('.behavior-options li .badge')).toEqual(['changed']);
  expect(texts('.behavior-options li')).toHaveLength(Object.keys(mock.settings.behavior).length);
  expect(texts('.behavior-options li').join(' ')).not.toContain('`');
  const choice = await find<HTMLSelectElement>('select[aria-label="Choice of pagePastEnd"]');
  choice.selectedIndex = 0;
  choice.dispatchEvent(new Event('change', { bubbles: true }));
  await vi.waitFor(() => expect(mock.settings.behavior.pagePastEnd).toBe('empty'));
  await vi.waitFor(() => expect(texts('.behavior-options li .badge')).toEqual([]));
});

test('a skipped step has its own text for screen readers', async () => {
  const { texts } = await shown('requests/1', world(), {}, (mock) => ask(mock, '/projects', 'svc_acme_demo'));
  await vi.waitFor(() => expect(texts('.why li')).toContain('Failure: No failure applied.'));
});

test('a request with a warning is marked in the list, can be filtered, and is explained at its step', async () => {
  const { find, texts, panel } = await shown('requests', world([{ title: 'One' }]), {}, async (mock) => {
    await ask(mock, '/projects', 'svc_acme_demo');
    await ask(mock, '/projects/prj_web/issues?prority=high', 'svc_acme_demo');
  });
  await vi.waitFor(() =>
    expect(texts('[role=option] .reason')).toEqual([expect.stringContaining('did you mean "priority"'), '']),
  );
  panel.go('requests/2');
  await vi.waitFor(() => expect(texts('.facts .badge')).toEqual(['no effect: query.prority']));
  await vi.waitFor(() => expect(texts('.why li.warned')).toHaveLength(1));
  expect(texts('.why li.warned')[0]).toMatch(/^Path and query, passed with a warning: .*did you mean "priority"\?$/);
  const filters = [...(await find('.choices')).querySelectorAll('button')];
  filters.find(({ textContent }) => textContent.startsWith('Warnings'))?.click();
  await vi.waitFor(() => expect(texts('[role=option] .reason')).toHaveLength(1));
  type(await find<HTMLInputElement>('input[type=search]'), '-ignored');
  await vi.waitFor(() => expect(texts('[role=option]')).toEqual([]));
});

test('only http(s) URLs become links, and dates have one format', async () => {
  const urls = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'https://cdn.example/1.png'];
  const screenshots = urls.map((url, index) => ({ id: `s${index}`, url, width: 1, height: 1 }));
  const issue = { title: 'Hostile', screenshots, createdAt: '2026-04-01T10:00:00.000Z' };
  const { panel, texts } = await shown('data/prj_web/1/screenshots', world([issue]));
  await vi.waitFor(() => expect(texts('.shots code')).toEqual(urls));
  expect(texts('.shots a')).toEqual(['https://cdn.example/1.png']);
  expect(texts('.shots img')).toEqual([]);
  panel.go('data/prj_web/1');
  await vi.waitFor(() => expect(texts('.pairs dd')).toContain('2026-04-01 10:00:00'));
});

test('a request and a place with a malformed encoding are shown as they are', async () => {
  const { panel, texts } = await shown('requests/1', world(), {}, (mock) =>
    ask(mock, '/projects/%zz/issues/1', 'svc_acme_demo'),
  );
  await vi.waitFor(() => expect(texts('.detail h2').join()).toContain('/projects/%zz/issues/1'));
  panel.go('data/%zz');
  await vi.waitFor(() => expect(texts('.empty-title')).toContain('There is no project %zz'));
});

test('the grid has a legend of its columns', async () => {
  const { texts } = await shown('failures', world());
  await vi.waitFor(() => expect(texts('.legend dt')).toEqual(['slow', 'drop', 'lost', 'cut']));
});

test('the clock stops while there is no connection', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(now) });
  onTestFinished(() => void vi.useRealTimers());
  const transport = withEvents(directTransport(createMock()));
  const { root } = showPanel(transport, 'time');
  const time = () => root.querySelector('.big-figure')?.textContent;
  await vi.waitFor(() => expect(time()).toBe('2026-05-01 12:00:00 UTC'));
  vi.setSystemTime(Date.parse(now) + 4000);
  vi.advanceTimersByTime(1000);
  await vi.waitFor(() => expect(time()).toBe('2026-05-01 12:00:05 UTC'));
  transport.emit({ type: 'connection', connected: false });
  await vi.waitFor(() => expect(root.textContent).toContain('The panel tries again by itself.'));
  expect(vi.getTimerCount()).toBe(0);
});

test('the error for a stopped server has its URL', async () => {
  const base = 'http://127.0.0.1:1/__mock/';
  const { call } = httpTransport({ base, token: () => null, askForToken: async () => {} });
  await expect(call('settings.get')).rejects.toThrow(
    'The mock at http://127.0.0.1:1 does not respond. Is it still running?',
  );
});
