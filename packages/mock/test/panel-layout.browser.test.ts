import { createMock, type IssueInput, type Mock, virtualClock, type World } from '@issue-tracking/mock';
import axe from 'axe-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { isLong, runs, some } from '../../../tools/testing/seeds.ts';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { layoutFaults } from './layout-faults.ts';
import { faultsInAll, nextFrame, setTextSize } from './reading-conditions.ts';
import { press, showPanel } from './shown-panel.ts';

/** Every view with much in it, and with nothing. */
const places = [
  'requests',
  'requests/3',
  'changes/1',
  'now',
  'failures',
  'data',
  'data/issues/prj_web/1',
  'data/issues/prj_web/1/comments',
  'data/issues/prj_web/1/consoleLogs',
  'data/issues/prj_web/1/techContext',
  'data/comments',
  'data/apiKeys/acme',
];

/** Widths in pixels, with the size of the text in percent of the browser's default. The short run has the narrowest with one pane and with two. */
const sizes = [
  [320, 100],
  [768, 100],
  [1280, 200],
  [390, 100],
  [640, 100],
  [1024, 100],
  [1180, 100],
  [1920, 100],
].slice(0, runs(2, 8)) as [width: number, textSize: number][];

/** Menus beside a request. */
const menus = ['Fail next', 'Copy as', 'States', /^Clock/];

test('the panel has no layout faults at any place and in any menu, from a phone to a wide screen', async () => {
  const { panel, root, view, shown, visit } = await mounted();
  await panel.call('snapshot', { name: words });
  onTestFinished(() => setTextSize(100));
  const faults: string[] = [];
  for (const [width, textSize] of sizes) {
    await page.viewport(width, 800);
    await setTextSize(textSize);
    for (const place of places) {
      await visit(place);
      for (const fault of layoutFaults(shown)) faults.push(`${place}, ${width} px, text ${textSize} %: ${fault}`);
      if (document.documentElement.scrollWidth > width) faults.push(`${place} is wider than ${width} px`);
    }
    await visit('requests/3');
    for (const menu of menus) {
      await press(view.getByRole('button', { name: menu }));
      await nextFrame();
      const surface = root.querySelector(':popover-open');
      if (!surface) throw new Error(`${menu} is not open`);
      for (const fault of layoutFaults(surface)) faults.push(`${menu}, ${width} px, text ${textSize} %: ${fault}`);
      const { left, right } = surface.getBoundingClientRect();
      if (left < 4 || right > width - 4) faults.push(`${menu}, ${width} px: from ${left} to ${right}`);
      await userEvent.keyboard('{Escape}');
    }
  }
  expect(faults).toEqual([]);
});

test('the panel has no layout faults at any place where it is narrow, whatever the font', async () => {
  const { root, shown, visit } = await mounted();
  const look = () => layoutFaults(shown);
  const faults: string[] = [];
  for (const place of places) {
    await visit(place);
    for (const fault of await faultsInAll({ shown, root, isDocked: true, look })) faults.push(`${place}, ${fault}`);
  }
  expect(faults).toEqual([]);
});

/** The short run checks one tab of an issue for all, and one table. */
const checked = isLong
  ? places
  : places.filter(
      (place) => !['requests', 'data/comments'].includes(place) && !/\/1\/(comments|consoleLogs)$/.test(place),
    );

const looks = [
  ['light', 1280],
  ['dark', 390],
  ['dark', 1280],
  ['light', 390],
  ['light', 768],
  ['dark', 1920],
] as const;

test.each(some(looks))('there are no accessibility violations in %s mode at %i pixels', async (colorScheme, width) => {
  await page.viewport(width, 800);
  const { panel, root, view, visit } = await mounted();
  panel.theme.value = colorScheme;
  const part = (selector: string) => root.querySelector(selector) ?? document;
  for (const place of checked) {
    await visit(place);
    // Bars and lists are the same at each place of a view.
    const isNew = isLong || place === checked[0] || place === 'data';
    expect(await violations(isNew ? document : part('.detail')), place).toEqual([]);
    expect(document.documentElement.scrollWidth > innerWidth, `${place} is wider than the screen`).toBe(false);
  }
  panel.go('requests/3');
  await press(view.getByRole('button', { name: 'Edit and send' }));
  expect(await violations(part('.detail')), 'a request to be edited').toEqual([]);
  for (const menu of menus) {
    await userEvent.click(view.getByRole('button', { name: menu }));
    expect(await violations(part(':popover-open')), String(menu)).toEqual([]);
    await userEvent.keyboard('{Escape}');
  }
  panel.isPaletteOpen.value = true;
  await expect.element(view.getByRole('dialog')).toBeVisible();
  expect(await violations(part('dialog[open]')), 'the palette').toEqual([]);
});

test('the number of an issue is in sight in a row of 320 pixels', async () => {
  await page.viewport(320, 800);
  const { mock, view } = await mounted();
  mock.world.issues.create({ projectId: 'prj_web', issueNumber: 1000 });
  await mock.fetch(`${mock.baseUrl}/api/v1/projects/prj_web/issues/1000/console-logs`, {
    headers: { authorization: 'Bearer svc_acme' },
  });
  const row = view.getByRole('button', { name: /issues\.consoleLogs #1000/ });
  await expect.element(row).toBeVisible();
  const [number, time] = [row.getByText('#1000').element(), row.getByRole('time').element()];
  expect(number.scrollWidth).toBe(number.clientWidth);
  expect(number.getBoundingClientRect().right).toBeLessThan(time.getBoundingClientRect().left);
});

test('a request beside the list does not move when others arrive, and rows keep their height', async () => {
  await page.viewport(1280, 800);
  const { mock, root, panel } = await mounted();
  panel.go('requests/3');
  await expect.poll(() => root.querySelector('.sentence')?.textContent).toBeTruthy();
  const look = () => ({
    sentence: root.querySelector('.sentence')?.getBoundingClientRect().top,
    heights: [...new Set([...root.querySelectorAll('.virtual-row')].map((row) => row.getBoundingClientRect().height))],
  });
  await expect.poll(() => look().heights).toHaveLength(1);
  const before = look();
  await use(mock);
  await expect.poll(() => panel.requests.entries.value.length).toBeGreaterThan(10);
  expect(look()).toEqual(before);
});

/** A panel that shows a mock with long names in an element of the page. */
async function mounted() {
  const mock = createMock({ world: longNames(), clock: virtualClock({ now: '2026-05-01T12:00:00.000Z' }) });
  await use(mock);
  const { panel, root, view } = showPanel(directTransport(mock));
  await vi.waitFor(() => expect(panel.requests.entries.value.length).toBeGreaterThan(5));
  await panel.change('world.projects.update', { where: { id: unbroken }, changes: { description: words } });
  const [element] = root.children;
  if (!(element instanceof HTMLElement)) throw new Error('Nothing is shown');
  /** Goes to a place, and waits until a frame changes nothing any more. */
  async function visit(place: string): Promise<void> {
    panel.go(place);
    for (let before = ''; before !== root.innerHTML; ) {
      before = root.innerHTML;
      await nextFrame();
    }
  }
  return { mock, panel, root, view, visit, shown: element };
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
  await send('PATCH', '/projects/prj_web/issues/1', 'svc_acme', { status: 'verified' });
  await send('POST', '/projects/prj_web/issues/1/comments', 'svc_acme', { content: 'Seen in Edge too' });
  mock.faults.add({ endpoint: 'issues.get', drop: true });
  await send('GET', '/projects/prj_web/issues/1');
  mock.faults.add({ endpoint: 'issues.list', status: 503, times: null, probability: 0.5 });
  await send('GET', `/projects/${unbroken}/issue/1`);
  for (let sent = 0; sent < 4; sent++) await send('GET', '/projects');
  for (let failed = 0; failed < 6; failed++) await send('GET', '/projects', `svc_${unbroken}`);
}

const unbroken = 'ThisNameHasNoBlankAtAllSoNoLineCanBreakInIt';
const arabic = 'زر الدفع لا يستجيب على الهاتف';
const words = 'A line of words that is longer than there is room for in most places of a narrow panel';

function longNames(): World {
  const entries = { timestamp: '2026-04-05T10:00:00.000Z' };
  const issue: IssueInput = {
    title: arabic,
    description: `${words}\n\n${unbroken}`,
    labels: [unbroken, 'bug', 'payment'],
    assignees: [words],
    reporterName: arabic,
    pageUrl: `https://shop.example/${unbroken}?${unbroken}`,
    comments: [{ content: words, authorName: unbroken }, { content: arabic }],
    consoleLogs: [{ level: 'error', message: unbroken, source: `${unbroken}.js:1:1`, ...entries }],
    networkLogs: [{ method: 'POST', url: `https://shop.example/${unbroken}`, status: 500, duration: 1, ...entries }],
  };
  return {
    organizations: [
      {
        slug: 'acme',
        name: words,
        apiKeys: [
          { key: 'svc_acme', name: 'acme' },
          { key: 'svc_long', name: unbroken, scopes: ['issues:read'] },
        ],
        projects: [
          { id: 'prj_web', slug: 'web', name: words, issues: [issue, { title: words }, { title: unbroken }] },
          { id: unbroken, slug: 'unbroken', name: unbroken },
        ],
      },
    ],
    users: [{ id: 'usr_ada', name: words, organizations: ['acme'], accessTokens: [{ token: 'oat_ada' }] }],
  };
}

/** Returns axe's violations in a part of the present page, with their elements. */
async function violations(part: Document | Element): Promise<string[]> {
  // The page of the tests has neither a title nor a language.
  const rules = { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } };
  const { violations: found } = await axe.run(part, { rules, reporter: 'no-passes' });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
