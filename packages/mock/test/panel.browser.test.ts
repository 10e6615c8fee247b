import { createMock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import axe from 'axe-core';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { some } from '../../../tools/testing/seeds.ts';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { acme, client, start, world } from './fixture.ts';
import { arrowTo, focusedName, press, showPanel, tabBackTo, tabTo, withEvents } from './shown-panel.ts';

beforeEach(() => page.viewport(1280, 800));

/** A mock of the fixture's world, a client of it, and a function that shows its panel. */
function setUp(options: MockOptions = {}) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...options });
  const open = (place?: string) => showPanel(directTransport(mock), place);
  return { mock, open, ...client(mock.fetch, mock.baseUrl) };
}

type View = ReturnType<ReturnType<typeof setUp>['open']>['view'];

const button = (view: View, name: RegExp | string) => view.getByRole('button', { name });
const region = (view: View, name: string) => view.getByRole('region', { name });
const dialog = (view: View, name: string) => view.getByRole('dialog', { name });
const list = (view: View) => view.getByRole('listbox', { name: /^Requests/ });
const rows = (view: View) => list(view).getByRole('option');
const count = (view: View) => rows(view).elements().length;

test('new requests are shown, and can be opened with the keyboard', async () => {
  const { open, get, patch } = setUp();
  const { root, view } = open();
  await expect.element(view.getByText('No requests yet')).toBeVisible();
  await get('/projects');
  await patch('/projects/prj_web/issues/1', { status: 'verified' });
  await expect.poll(() => count(view)).toBe(2);

  await tabTo(root, 'Filter the requests');
  await userEvent.keyboard('patch 403');
  await expect.poll(() => count(view)).toBe(1);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => focusedName(root)).toMatch(/^Requests/);
  await userEvent.keyboard('{Enter}');
  const detail = region(view, 'The selected request');
  await expect.element(detail.getByRole('heading', { name: /\/api\/v1\/projects\/prj_web\/issues\/1$/ })).toBeVisible();
  await expect.poll(() => focusedName(root)).toContain('PATCH');
  await expect.element(detail.getByRole('region', { name: 'Response' })).toMatchTextContent('cannot be set');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => focusedName(root)).toMatch(/^Requests/);
});

test('the nearest endpoint is shown for an unknown path', async () => {
  const { open, get } = setUp();
  await get('/projects/prj_web/issue/1');
  const { view } = open();
  await press(rows(view).first());
  const nearest = 'The nearest is GET /api/v1/projects/{projectId}/issues/{issueNumber}';
  await expect.element(region(view, 'The selected request')).toMatchTextContent(nearest);
});

test('one request can be made to fail, with the keyboard', async () => {
  const { open, get } = setUp();
  const { root, view } = open();
  await tabTo(root, 'Requests');
  await arrowTo(root, 'ArrowDown', 'Failures');
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByRole('heading', { name: 'Failures' })).toBeVisible();
  expect(focusedName(root)).toBe('Failures');
  await tabTo(root, /^Every endpoint: Responds with 503/);
  await arrowTo(root, 'ArrowDown', /^issues.get: Responds with 503/);
  await userEvent.keyboard('{Enter}');
  const cell = button(view, 'issues.get: Responds with 503 Service Unavailable, 1 left');
  await expect.element(cell).toHaveAttribute('aria-pressed', 'true');

  expect((await get('/projects/prj_web/issues/1')).status).toBe(503);
  await expect.element(region(view, 'Used failures')).toMatchTextContent('responds with 503');
  expect((await get('/projects/prj_web/issues/1')).status).toBe(200);

  await press(view.getByRole('link', { name: /^Requests/ }));
  await press(button(view, /^Failures\s*1/));
  await expect.poll(() => count(view)).toBe(1);
});

test('a click on the grid does not change a narrower fault, whose card shows all members', async () => {
  const { open, mock } = setUp();
  mock.faults.add({ endpoint: 'issues.get', issueNumber: 7, status: 503, times: null });
  mock.faults.add({ endpoint: 'issues.list', query: { status: 'open' }, status: 503, every: 3, skip: 2 });
  const { view } = open('failures');
  const cards = region(view, 'Active failures').getByRole('listitem');
  await expect.element(cards.filter({ hasText: 'issues.get · #7' })).toMatchTextContent('always');
  const narrow = cards.filter({ hasText: 'issues.list · ?status=open' });
  await expect.element(narrow).toMatchTextContent('skips the first 2, one in 3');

  const cell = button(view, /^issues.get: Responds with 503/);
  await expect.element(cell).toHaveAttribute('aria-pressed', 'false');
  await press(cell);
  await expect.poll(() => mock.faults.list().length).toBe(3);
  await press(button(view, 'issues.get: Responds with 503 Service Unavailable, 1 left'));
  await expect.poll(() => mock.faults.list().map(({ id }) => id)).toEqual(['fault-1', 'fault-2']);
});

test('the clock can be moved, also to real time, and its difference is shown', async () => {
  const { open, mock } = setUp();
  const clock = region(open('time').view, 'Clock');
  await expect.element(clock).toMatchTextContent('behind real time');
  await press(clock.getByRole('button', { name: '1 h' }));
  await expect.element(clock).toMatchTextContent('2026-05-01 13:00:00 UTC');
  await press(clock.getByRole('button', { name: 'Back to real time' }));
  await expect.poll(() => Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000);
});

test('the scroll position stays while 200 requests arrive', async () => {
  const { open, get } = setUp({ rateLimit: false });
  for (let number = 1; number <= 100; number++) await get(`/projects/prj_web/issues/${number}`);
  const { view } = open();
  await expect.poll(() => count(view)).toBeGreaterThan(20);
  const row = rows(view).filter({ hasText: '/issues/50' }).first();
  const top = () => row.query()?.getBoundingClientRect().top;
  row.element().scrollIntoView({ block: 'center' });
  const before = top();
  for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, () => get('/projects')));
  await expect.element(view.getByRole('button', { name: /^All 300/ })).toBeVisible();
  // Rows are not as high as a whole number of pixels.
  await expect.poll(() => Math.abs((top() ?? 0) - (before ?? 0))).toBeLessThan(1);
});

test('the list stays under the pointer when a request is opened beside it', async () => {
  const { open, get } = setUp();
  for (let number = 1; number <= 20; number++) await get(`/projects/prj_web/issues/${number}`);
  const { view } = open();
  await expect.element(list(view)).toBeVisible();
  const { top, width } = list(view).element().getBoundingClientRect();
  await press(rows(view).first());
  await expect.poll(() => list(view).element().getBoundingClientRect().width).toBeLessThan(width);
  expect(list(view).element().getBoundingClientRect().top).toBe(top);
});

test('a request that a link names is in sight in the list, and in a narrower panel still', async () => {
  const { open, get } = setUp({ rateLimit: false });
  for (let number = 1; number <= 300; number++) await get(`/projects/prj_web/issues/${number}`);
  const { view } = open('requests/17');
  const row = list(view).getByRole('option', { selected: true });
  for (const width of [1280, 1024]) {
    await page.viewport(width, 800);
    await expect.element(row).toMatchTextContent('/issues/17');
    await expect.element(row).toBeInViewport();
  }
  expect(list(view).element().getAttribute('aria-activedescendant')).toBe(row.element().id);
});

test('a new mock closes the request of the one before, whose number it gives again', async () => {
  const { mock, get } = setUp();
  await get('/projects');
  const transport = withEvents(directTransport(mock));
  const { panel, view } = showPanel(transport, 'requests/1');
  await expect.element(region(view, 'The selected request')).toBeVisible();
  panel.go('time');
  transport.emit({ type: 'another' });
  panel.reopen('requests');
  expect(panel.location.value).toBe('requests');
  panel.go('requests/1');
  transport.emit({ type: 'another' });
  await expect.element(region(view, 'The selected request')).not.toBeInTheDocument();
  await expect.poll(() => count(view)).toBe(1);
});

test('a selected request stays after the log has dropped it', async () => {
  const { open, get } = setUp({ requestLog: { entries: 2 } });
  await get('/projects');
  const { view } = open('requests/1');
  await expect.element(region(view, 'Why')).toBeVisible();
  for (let times = 0; times < 3; times++) await get('/nothing');
  await expect.poll(() => count(view)).toBe(2);
  await expect.element(region(view, 'Why')).toBeVisible();
});

test('without requests the panel has keys and code for a client, and sends a first request', async () => {
  const { open, mock } = setUp();
  const { view } = open();
  await expect.element(region(view, 'Client code')).toMatchTextContent(mock.baseUrl);
  await expect.element(button(view, 'Copy API key acme')).toBeVisible();
  await press(button(view, 'Send a first request'));
  await expect.element(rows(view).first()).toMatchTextContent('/projects');
  expect(mock.requests.last()).toMatchObject({ endpoint: 'projects.list', status: 200 });
});

test('the changes of another panel are shown', async () => {
  const { open } = setUp();
  const [one, two] = [open('failures').view, open('failures').view];
  await press(button(one, 'projects.list: Drop: ends the connection, without an effect'));
  await expect.element(region(two, 'Active failures')).toMatchTextContent('drops the connection');
  await press(button(two, /^Remove: projects.list/));
  await expect.element(one.getByText('No active failures')).toBeVisible();
  await press(button(two, 'Undo').first());
  await expect.element(region(one, 'Active failures')).toMatchTextContent('drops the connection');
});

test('a response is explained step by step, and its request can be sent again, with the keyboard', async () => {
  const { open, get, mock } = setUp();
  mock.faults.add({ endpoint: 'issues.get', status: 503 });
  await get('/projects/prj_web/issues/1');
  const { root, view } = open('requests/1');
  const failure = region(view, 'Why')
    .getByRole('listitem')
    .filter({ hasText: /^Failure, / });
  await expect.element(failure).toMatchTextContent('503');
  await tabTo(root, 'Send again');
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog(view, 'Send again').getByLabelText('GET to')).toBeVisible();
  await tabTo(root, 'Send');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => count(view)).toBe(2);
  expect(mock.requests.last()).toMatchObject({ endpoint: 'issues.get', status: 200 });
  await tabTo(root, 'Make this fail');
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByText('issues.get fails once with 503')).toBeVisible();
  expect(mock.faults.all().at(-1)?.fault).toMatchObject({ projectId: 'prj_web', issueNumber: 1, status: 503 });
});

test('an open question of the specification is explained, with field names as code', async () => {
  const { open, patch } = setUp();
  await patch('/projects/prj_web/issues/1', { status: 'verified' });
  const { root, view } = open('requests/1');
  await expect.element(region(view, 'Why').getByText('verified', { exact: true }).first()).toBeVisible();
  const question = root.querySelector('.open-question');
  expect([...(question?.querySelectorAll('code') ?? [])].map(({ textContent }) => textContent)).toContain('verified');
  expect(question?.textContent).not.toContain('`');
});

test('all views and their main actions are available by keyboard', async () => {
  const { open, get, mock } = setUp();
  await get('/projects');
  const { root, view } = open();
  const firsts: readonly (readonly [name: string, control: RegExp | string, done: () => PromiseLike<unknown>])[] = [
    ['Failures', /^Every endpoint: Responds with 503/, () => expect.poll(() => mock.faults.list().length).toBe(1)],
    ['Data', /^Empty\s/, () => expect.element(view.getByText('No issues yet')).toBeVisible()],
    ['Time and limits', '1 h', () => expect.element(view.getByText('2026-05-01 13:00:00 UTC')).toBeVisible()],
    ['Requests', 'Forget all', () => expect.element(dialog(view, 'Forget')).toBeVisible()],
  ];
  await tabTo(root, 'Requests');
  for (const [name, control, done] of firsts) {
    await arrowTo(root, 'ArrowDown', name);
    await userEvent.keyboard('{Enter}');
    await expect.element(view.getByRole('main', { name })).toBeVisible();
    await tabTo(root, control);
    await userEvent.keyboard('{Enter}');
    await done();
    if (name !== 'Requests') await tabBackTo(root, name);
  }
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByText('No requests yet')).toBeVisible();
});

test('the clock, the rate limit and the scenario can be changed', async () => {
  const { open, get, mock } = setUp();
  const { root, view } = open('time');
  await get('/projects');
  await expect.element(region(view, 'Rate limits and lockouts')).toMatchTextContent('1 of 100');
  await tabTo(root, '1 min');
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByText('2026-05-01 12:01:00 UTC')).toBeVisible();
  await expect.element(view.getByText('No requests in the current window')).toBeVisible();
  await tabTo(root, 'Requests a minute, for each credential');
  await userEvent.keyboard('{Control>}a{/Control}1{Enter}');
  await expect.element(view.getByText('Rate limit: 1 a minute')).toBeVisible();
  expect([(await get('/projects')).status, (await get('/projects')).status]).toEqual([200, 429]);

  const scenario = view.getByRole('combobox', { name: 'Scenario' });
  await userEvent.selectOptions(scenario, 'Failing');
  await expect.poll(() => mock.scenario).toBe('failing');
  await expect.element(scenario).toHaveValue('failing');
});

test('a locked-out credential says until when, also where the next request is admitted', async () => {
  const { open, as } = setUp({ source: 'credential' });
  for (let attempt = 0; attempt < 6; attempt++) await as('svc_expired').get('/projects');
  const row = region(open('time').view, 'Rate limits and lockouts').getByRole('row').nth(1);
  await expect.element(row).toMatchTextContent(/locked out until 2026-05-01 12:\d\d:\d\d/);
  await expect.element(row).not.toMatchTextContent('now');
});

test('a behavior option can be set in the list, and where it decided a response', async () => {
  const { open, mock, get } = setUp();
  const { panel, root, view } = open('time');
  await press(view.getByText(/^where the specification leaves/));
  const pastEnd = view.getByLabelText('Choice of pagePastEnd');
  await expect
    .poll(() => [...((pastEnd.query() as HTMLSelectElement | null)?.options ?? [])].map(({ text }) => text))
    .toEqual(['empty (default)', '404', '400']);
  await userEvent.selectOptions(pastEnd, '404');
  await expect.poll(() => mock.settings.behavior.pagePastEnd).toBe(404);

  await get('/projects/prj_web/issues?page=9');
  panel.go('requests/1');
  await expect.element(region(view, 'Why')).toMatchTextContent('Decided by the behavior option pagePastEnd');
  await userEvent.selectOptions(pastEnd, '400');
  await expect.poll(() => mock.settings.behavior.pagePastEnd).toBe(400);
  expect(root.querySelectorAll('.open-question')).toHaveLength(1);
});

test('a write can be edited and sent again, with another body and credential', async () => {
  const { open, patch, mock } = setUp();
  await patch('/projects/prj_web/issues/1', { status: 'in_progress' });
  const { view } = open('requests/1');
  await press(button(view, 'Send again'));
  const edited = dialog(view, 'Send again');
  const [body, send] = [edited.getByLabelText(/^Body/), edited.getByRole('button', { name: 'Send' })];
  await expect.poll(() => (body.query() as HTMLTextAreaElement | null)?.value).toContain('in_progress');
  await userEvent.fill(body, '{ "status": ');
  await press(send);
  await expect.element(edited.getByRole('alert')).toMatchTextContent('The body is not JSON');
  await userEvent.fill(body, '{ "status": "blocked" }');
  await press(send);
  await expect.poll(() => mock.requests.last()).toMatchObject({ status: 200, body: { status: 'blocked' } });
  await expect.element(edited).not.toBeInTheDocument();
  await press(button(view, 'Send again'));
  await userEvent.selectOptions(edited.getByLabelText(/^Credential/), 'None');
  await press(send);
  await expect.poll(() => mock.requests.last()?.status).toBe(401);
});

const places = [
  'requests',
  'requests/2',
  'failures',
  'data',
  'data/prj_web',
  'data/prj_web/1',
  'data/prj_web/1/console',
  'data/prj_web/1/comments',
  'time',
  'data/prj_web/1/edit',
  `data//${acme}`,
];
const looks = [
  ['light', 1280],
  ['dark', 390],
  ['dark', 1280],
  ['light', 390],
  ['light', 768],
  ['dark', 768],
] as const;

test.each(some(looks))('there are no accessibility violations in %s mode at %i pixels', async (colorScheme, width) => {
  const { open, get, patch, mock } = setUp();
  await get('/projects/prj_web/issues?status=open');
  await patch('/projects/prj_web/issues/1', { status: 'verified' });
  await get('/nothing');
  mock.faults.add({ endpoint: 'issues.get', status: 503 });
  mock.faults.add({ endpoint: 'issues.update', drop: true, times: null });
  await get('/projects/prj_web/issues/1');
  await page.viewport(width, 800);
  const { panel, root, view } = open();
  panel.theme.value = colorScheme;
  for (const place of places) {
    panel.go(place);
    await expect.element(view.getByRole('main')).toBeVisible();
    // Whatever is asked for has come, or the view says why not.
    await expect.poll(() => root.textContent).not.toContain('Reading the ');
    expect(await violations(), place).toEqual([]);
    const isWide = document.documentElement.scrollWidth > innerWidth;
    expect(isWide, `${place} is wider than the screen`).toBe(false);
  }
  panel.go('requests/2');
  // Messages go by themselves: the last look would miss them.
  await press(button(view, 'Make this fail'));
  panel.fail('A message of an error');
  await userEvent.hover(view.getByRole('status').getByRole('button', { name: 'Undo' }));
  expect(await violations(), 'messages').toEqual([]);
  await press(button(view, 'Send again'));
  expect(await violations(), 'a request to be edited').toEqual([]);
});

/** Returns axe's violations in the present page, with their elements. */
async function violations(): Promise<string[]> {
  // The page of the tests has neither a title nor a language.
  const rules = { 'document-title': { enabled: false }, 'html-has-lang': { enabled: false } };
  const { violations: found } = await axe.run(document, { rules });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
  );
}
