import { createMock, type MockOptions, systemClock, virtualClock } from '@issue-tracking/mock';
import { beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { acme, client, start, world } from './fixture.ts';
import { arrowTo, enter, focusedName, press, showPanel, tabTo, withEvents } from './shown-panel.ts';

beforeEach(() => page.viewport(1280, 800));

/** A mock with the fixture's world, and panels of it. */
function setUp(options: MockOptions = {}) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...options });
  const open = (place?: string) => {
    const shown = showPanel(directTransport(mock), place);
    const { view } = shown;
    return {
      ...shown,
      row: (name: RegExp) => view.getByRole('list', { name: 'Requests and changes' }).getByRole('button', { name }),
      rows: view.getByRole('list', { name: 'Requests and changes' }).getByRole('listitem'),
      button: (name: RegExp | string) => view.getByRole('button', { name }),
      sentence: view.getByRole('article').getByRole('heading', { level: 2 }),
      said: view.getByRole('status'),
    };
  };
  return { mock, open, ...client(mock.fetch, mock.baseUrl) };
}

const issue = '/projects/prj_web/issues/1';

test('why was this rejected: one sentence, and its remedies are buttons', async () => {
  const { open, as, mock } = setUp();
  await as('svc_only_issues:read').patch(issue, { priority: 'low' });
  const { row, sentence, button } = open();
  await press(row(/issues\.update #1.*403/));
  await expect.element(sentence).toMatchTextContent('Rejected: The endpoint needs the scope issues:write');
  const remedy = button(/^Give acme-\d the scope issues:write$/);
  await press(remedy);
  await expect.element(button('Send it again')).toHaveClass('primary');
  await press(button('Send it again'));
  await expect.element(sentence).toMatchTextContent(/^Succeeded\. Changed priority: high → low/);
  expect(mock.requests.last()).toMatchObject({ status: 200, credential: expect.stringContaining('acme-') });
});

test('a remedy that sends the request again leads to the new one, and the focus goes there', async () => {
  const { open, as } = setUp();
  await as('svc_expired').get(issue);
  const { root, button, sentence } = open('requests/1');
  await press(button('Send it with acme'));
  await expect.element(sentence).toMatchTextContent('Succeeded.');
  await expect.poll(() => focusedName(root)).toMatch(/^Succeeded\./);
});

test('the next requests fail once, and three times, and a rule can be switched off', async () => {
  const { open, get, mock } = setUp({ rateLimit: false });
  await get('/projects/prj_web/issues');
  const { view, button, row, said, panel } = open('requests/1');
  await press(button('Fail next'));
  await press(button('503 Unavailable'));
  await expect.element(said).toMatchTextContent(/issues\.list/);
  expect([(await get('/projects/prj_web/issues')).status, (await get('/projects/prj_web/issues')).status]).toEqual([
    503, 200,
  ]);
  await press(button('Fail next'));
  await press(button('3 times'));
  await press(button('404 Not found'));
  await expect.poll(() => mock.faults.list()).toHaveLength(1);
  expect((await get('/projects/prj_web/issues')).status).toBe(404);
  panel.go('failures');
  const rule = view.getByRole('region', { name: 'Rules' }).getByRole('listitem').first();
  await expect
    .element(rule)
    .toMatchTextContent(/the next 2 requests to issues\.list in prj_web.*404.*1 hit, 2 to come/i);
  await press(rule.getByRole('switch'));
  await expect.element(rule.getByRole('switch')).not.toBeChecked();
  expect((await get('/projects/prj_web/issues')).status).toBe(200);
  await press(rule.getByRole('switch'));
  await expect.element(rule.getByRole('switch')).toBeChecked();
  expect((await get('/projects/prj_web/issues')).status).toBe(404);
  // The hits are in the timeline beside the rules.
  await press(rule.getByRole('button', { name: /^2 hits/ }));
  await expect.element(row(/404/).first()).toBeVisible();
  await expect.element(row(/503/)).not.toBeInTheDocument();
});

test('a failure is a sentence with its parts to choose, and more from its schema', async () => {
  const { open, patch } = setUp();
  const { view } = open('failures');
  await enter(view.getByLabelText('Endpoint'), 'issues.update');
  await enter(view.getByLabelText('How many requests'), '3');
  await enter(view.getByLabelText('Project'), 'prj_web');
  await enter(view.getByLabelText('Effect'), '422 Unprocessable');
  await press(view.getByText(/^More conditions/));
  await enter(view.getByLabelText('Request body'), '{ "priority": ');
  await expect.element(view.getByRole('alert')).toMatchTextContent('JSON');
  await enter(view.getByLabelText('Request body'), '{ "priority": "low" }');
  await press(view.getByRole('button', { name: 'Add failure' }));
  const rules = view.getByRole('region', { name: 'Rules' });
  await expect.element(rules).toMatchTextContent(/the next 3 requests to issues\.update in prj_web with the body/i);
  expect((await patch(issue, { priority: 'high' })).status).toBe(200);
  expect((await patch(issue, { priority: 'low' })).status).toBe(422);
  await expect.element(rules).toMatchTextContent(/next 2 requests.*1 hit/i);
  // An edited rule takes the place of the old one.
  await press(view.getByRole('button', { name: 'Edit fault-1' }));
  await enter(view.getByLabelText('Effect'), 'No connection');
  await press(view.getByRole('button', { name: 'Save fault-1' }));
  await expect.element(rules).toMatchTextContent(/next 2 requests.*no response/i);
});

test('a template fills in the sentence, which says the share, and what it has said is not counted again', async () => {
  const { open } = setUp();
  const { view, button } = open('failures');
  const more = view.getByText(/^More conditions/);
  await expect.element(more).toMatchTextContent(/effects$/);
  await enter(view.getByLabelText('Endpoint'), 'issues.list');
  await press(button('10 % fail'));
  await expect.element(view.getByLabelText('How many requests')).toHaveDisplayValue('10 % of the');
  await expect.element(more).toMatchTextContent(/effects 1$/);
  await press(more);
  await expect.element(view.getByLabelText('When')).toHaveDisplayValue('before');
  await press(button('Add failure'));
  await expect
    .element(view.getByRole('region', { name: 'Rules' }))
    .toMatchTextContent(/10 % of the requests to issues\.list 503/);
});

test('a failure is for one key and one tenant, chosen by name, also after it is edited', async () => {
  const { open, as, get } = setUp();
  const { view, button } = open('failures');
  await press(view.getByText(/^More conditions/));
  await enter(view.getByLabelText('Key', { exact: true }), 'acme');
  await enter(view.getByLabelText('Tenant', { exact: true }), 'acme');
  await enter(view.getByLabelText('How many requests'), 'all');
  await press(button('Add failure'));
  await press(button('Edit fault-1'));
  await press(button('Save fault-1'));
  await expect.element(button('Edit fault-2')).toBeVisible();
  expect((await as('svc_other').get('/projects')).status).toBe(200);
  expect((await get('/projects')).status).toBe(503);
});

test('an aborted request is the client’s own doing, and no lost response', async () => {
  const { open, mock } = setUp({ latencyMs: 60_000 });
  const { row, sentence } = open();
  const aborted = new AbortController();
  const headers = { authorization: 'Bearer svc_acme' };
  const request = mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers, signal: aborted.signal });
  aborted.abort();
  await expect(request).rejects.toThrow();
  await press(row(/projects\.list.*aborted/));
  await expect.element(sentence).toMatchTextContent(/^No response: The client aborted/);
});

test('a lockout is lifted alone, and the clock ends one, too', async () => {
  const { open, as, mock } = setUp({ source: 'credential' });
  for (let failed = 0; failed < 6; failed++) await as('svc_expired').get('/projects');
  const { view, button } = open();
  const lockouts = view.getByRole('region', { name: 'Failed authentications' });
  await expect.element(lockouts).toMatchTextContent(/acme-\d.*locked out until 2026-05-01 12:15:00/);
  const now = mock.clock.now();
  await press(lockouts.getByRole('button', { name: /^Lift/ }));
  await expect.element(lockouts).not.toBeInTheDocument();
  expect(mock.clock.now()).toBe(now);
  expect((await as('svc_expired').get('/projects')).status).toBe(401);
  await press(button(/^Clock:/));
  await press(button('1 hour'));
  await expect.element(button(/^Clock: 2026-05-01 13:00:00/)).toBeVisible();
});

test('#3 by Ctrl K, and what else the palette knows', async () => {
  const { open, mock } = setUp();
  const { root, view, said, panel } = open();
  await tabTo(root, 'Filter');
  await userEvent.keyboard('{Control>}k{/Control}#3');
  await expect.element(view.getByRole('option', { name: /Open #3/ })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.element(view.getByRole('article', { name: 'issue #3' })).toBeVisible();
  await expect.poll(() => focusedName(root)).toMatch(/^#3 /);
  const command = async (text: string) => {
    panel.isPaletteOpen.value = true;
    await enter(view.getByRole('dialog').getByLabelText('Command', { exact: true }), text);
    await userEvent.keyboard('{Enter}');
  };
  await command('fail issues.up 500 3');
  await expect
    .poll(() => mock.faults.list().map(({ fault }) => fault))
    .toMatchObject([{ endpoint: 'issues.update', status: 500, times: 3 }]);
  await command('advance 15');
  await expect.poll(() => mock.clock.now()).toBe(Date.parse(start) + 900_000);
  await command('adv');
  await expect.poll(() => mock.clock.now()).toBe(Date.parse(start) + 1_800_000);
  await command('slow');
  await expect.poll(() => mock.scenario).toBe('slow');
  await command('save before lunch');
  await expect.element(said).toMatchTextContent('Saved “before lunch”');
  await command('nothing of the kind');
  await expect.element(view.getByText(/^No such command.*save NAME/)).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(view.getByRole('dialog')).not.toBeInTheDocument();
});

test('a rejection says until when, its remedy is that time, and a burst of such rejections is one row', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: Date.parse(start) });
  try {
    const rateLimit = { requests: 1, windowMs: 90_000 };
    const { open, get, as } = setUp({ clock: systemClock(), source: 'credential', rateLimit });
    await get('/projects');
    for (let sent = 0; sent < 4; sent++) {
      vi.advanceTimersByTime(10_400);
      await get('/projects');
    }
    for (let failed = 0; failed < 9; failed++) {
      vi.advanceTimersByTime(1000);
      await as('svc_expired').get('/projects');
    }
    const { row, button, sentence, panel, view } = open('requests/5');
    await expect.element(row(/projects\.list ×4.*429.*accepted at 12:01:30 UTC/)).toBeVisible();
    await expect.element(row(/projects\.list ×4.*429.*Locked out until 12:15:43 UTC/)).toBeVisible();
    await expect.element(sentence).toMatchTextContent('The next request is accepted at 12:01:30 UTC.');
    await expect.element(button('Set the clock to 12:01:30 UTC')).toBeVisible();
    panel.go('now');
    const lockouts = view.getByRole('region', { name: 'Failed authentications' });
    await expect.element(lockouts).toMatchTextContent('locked out until 2026-05-01 12:15:43');
    panel.go('requests/14');
    await expect.element(sentence).toMatchTextContent(/^Rejected: Locked out until 12:15:43 UTC, after 5 failed/);
    await press(button('Set the clock to 12:15:43 UTC'));
    await expect.element(button(/^Clock: 2026-05-01 12:15:43/)).toBeVisible();
    await expect.element(button(/^Set the clock/)).not.toBeInTheDocument();
    await press(button('Send it again'));
    await expect.element(sentence).toMatchTextContent(/expired.*failed authentication 5 of 5/);
  } finally {
    vi.useRealTimers();
  }
});

test('a remedy whose time has come is not offered any more', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    const rateLimit = { requests: 1, windowMs: 30_000 };
    const { open, get } = setUp({ clock: systemClock(), rateLimit });
    for (let sent = 0; sent < 2; sent++) await get('/projects');
    const { button } = open('requests/2');
    await expect.element(button(/^Set the clock to/)).toBeVisible();
    vi.advanceTimersByTime(31_000);
    await expect.element(button('Send it again')).toHaveClass('primary');
    await expect.element(button(/^Set the clock to|^Switch/)).not.toBeInTheDocument();
  } finally {
    vi.useRealTimers();
  }
});

test('a row where another day begins has its date', async () => {
  const { open, get, mock } = setUp();
  await get('/projects');
  await mock.clock.set('2026-05-02T00:00:01.000Z');
  await get('/nothing');
  const { row } = open();
  await expect.element(row(/projects\.list/)).toMatchTextContent('2026-05-01');
  await expect.element(row(/by a test/)).not.toMatchTextContent('2026-05-0');
  await expect.element(row(/nothing/)).not.toMatchTextContent('2026-05-0');
});

test('a burst is one row that opens, and new requests join it', async () => {
  const { open, get } = setUp({ rateLimit: false });
  await get('/nothing');
  for (let sent = 0; sent < 60; sent++) await get('/projects/prj_web/issues');
  await get(issue);
  const { root, row, rows, view } = open();
  const burst = row(/issues\.list ×60/);
  await expect.element(burst).toHaveAttribute('aria-expanded', 'false');
  await expect.poll(() => rows.elements()).toHaveLength(3);
  await tabTo(root, /issues\.get/, view.getByRole('searchbox'));
  await arrowTo(root, 'ArrowDown', /×60/);
  await userEvent.keyboard('{Enter}');
  await expect.element(burst).toHaveAttribute('aria-expanded', 'true');
  await arrowTo(root, 'ArrowDown', /^GETissues\.list prj_web\d/);
  await press(burst);
  await expect.poll(() => rows.elements()).toHaveLength(3);
  for (let sent = 0; sent < 3; sent++) await get(issue);
  await expect.element(row(/issues\.get #1 ×4/)).toBeVisible();
});

test('neighbors that differ in endpoint, target, outcome or credential stay rows of their own', async () => {
  const { open, get, as, mock } = setUp();
  for (const path of [issue, '/projects/prj_web/issues/2', '/projects', issue]) await get(path);
  mock.faults.add({ endpoint: 'issues.get', status: 503 });
  for (let sent = 0; sent < 2; sent++) await get(issue);
  await as('svc_other').get(issue);
  const { rows } = open();
  await expect.poll(() => rows.elements().length).toBeGreaterThan(6);
});

test('the timeline is filtered by words, by an issue and by a whole key', async () => {
  const { open, get, patch, as } = setUp();
  await patch(issue, { status: 'verified' });
  await get(`${issue}/comments`);
  await as('svc_other').get('/projects/prj_web/issues/2');
  await patch(issue, { status: 'blocked' });
  const { view, rows } = open();
  const filter = view.getByRole('searchbox', { name: 'Filter' });
  const shown = () =>
    expect.poll(() => rows.elements().map(({ textContent }) => /issues\.\w+|projects\.\w+/.exec(textContent)?.[0]));
  await shown().toEqual(['issues.update', 'issues.get', 'issues.comments', 'issues.update']);
  await enter(filter, 'patch 403');
  await shown().toEqual(['issues.update']);
  await enter(filter, '#1 -comments');
  await shown().toEqual(['issues.update', 'issues.update']);
  await enter(filter, 'svc_other');
  await shown().toEqual(['issues.get']);
  await enter(filter, 'gibberish');
  await expect.element(view.getByText(/^\d+ hidden by the filter/)).toBeVisible();
  await press(view.getByRole('button', { name: 'Clear' }));
  await expect.element(filter).toHaveValue('');
});

test('a warning is in the row and in the sentence, and a mistyped key can be shown', async () => {
  const { open, get, as } = setUp();
  await get('/projects/prj_web/issues?prority=high');
  await as('svc_mistyped').get('/projects');
  const { row, sentence, button, said } = open();
  await press(row(/did you mean "priority"/));
  await expect.element(sentence).toMatchTextContent(/^Succeeded, but: .*did you mean "priority"/);
  await press(row(/401/));
  await expect.element(sentence).toMatchTextContent('svc_…');
  await press(button('Show the credential'));
  await expect.element(said).toMatchTextContent('svc_mistyped');
});

test('the option that decided is explained, with its choices, also those that are typed', async () => {
  const { open, patch, mock } = setUp();
  await patch(issue, { status: 'verified' });
  const { view, root, panel } = open('requests/1');
  const why = view.getByRole('region', { name: 'Why' });
  await expect.element(why).toMatchTextContent('Decided by the option statusRejection');
  expect(root.querySelector('[aria-label=Why] p')?.textContent).not.toContain('`');
  await enter(why.getByLabelText('statusRejection'), '{"status":400,"details":true}');
  await expect.poll(() => mock.settings.behavior.statusRejection).toMatchObject({ details: true });
  panel.go('requests');
  const settings = view.getByRole('region', { name: 'Settings' });
  await enter(settings.getByLabelText('transitions', { exact: true }), 'another value');
  await enter(settings.getByLabelText('transitions as JSON'), '{ "open": [] }');
  await expect.poll(() => mock.settings.behavior.transitions).toEqual({ open: [] });
  expect((await patch(issue, { status: 'blocked' })).status).not.toBe(200);
});

test('latency, rate limit and its window are settings', async () => {
  const { open, mock } = setUp();
  const { view } = open();
  const settings = view.getByRole('region', { name: 'Settings' });
  const set = async (name: string, text: string) => {
    await enter(settings.getByLabelText(name), text);
  };
  await set('Latency', '50-400');
  await expect.poll(() => mock.settings.latencyMs).toEqual([50, 400]);
  await set('Rate window', '10');
  await expect.poll(() => mock.settings.rateLimit).toEqual({ requests: 100, windowMs: 10_000 });
  await expect.element(view.getByRole('figure', { name: /^Last 10 s/ })).toBeVisible();
  await set('Rate limit', '3');
  await expect.poll(() => mock.settings.rateLimit).toEqual({ requests: 3, windowMs: 10_000 });
  await set('Rate limit', '');
  await expect.poll(() => mock.settings.rateLimit).toBe(false);
});

test('an invalid request is to be edited: the form comes into sight, with the focus', async () => {
  const { open, patch } = setUp();
  await patch(issue, { status: 'verified', description: 'A line\n'.repeat(30) });
  const { root, view, button } = open('requests/1');
  await press(view.getByText(/^\d steps passed, body warned, handler rejected/));
  await expect.element(button('Edit and send')).toHaveClass('primary');
  await press(button('Edit and send'));
  await expect.element(view.getByRole('button', { name: 'Send', exact: true })).toBeInViewport({ ratio: 0.9 });
  expect(root.activeElement).toBe(view.getByLabelText(/^PATCH to/).element());
});

test('a request is edited in its place and sent again', async () => {
  const { open, patch, mock } = setUp();
  await patch(issue, { status: 'in_progress' });
  const { view, button, sentence } = open('requests/1');
  await press(button('Edit and send'));
  const form = view.getByRole('form', { name: 'Edit and send' });
  await enter(form.getByLabelText(/^Body/), '{ "status": ');
  await press(form.getByRole('button', { name: 'Send' }));
  await expect.element(form.getByRole('alert')).toMatchTextContent('The body is not JSON');
  await enter(form.getByLabelText(/^Body/), '{ "status": "blocked" }');
  await press(form.getByRole('button', { name: 'Send' }));
  await expect.element(sentence).toMatchTextContent('Succeeded. Changed status: in_progress → blocked');
  await press(button('Show request 1'));
  await expect.element(view.getByRole('article', { name: 'Request 1' })).toBeVisible();
  await press(button('Edit and send'));
  await enter(form.getByLabelText(/^Credential/), 'None');
  await press(form.getByRole('button', { name: 'Send' }));
  await expect.poll(() => mock.requests.last()?.status).toBe(401);
});

test('without requests there are code and keys for a client, and a first request is sent', async () => {
  const { open, mock } = setUp();
  const { view, button, sentence } = open();
  await expect.element(view.getByRole('region', { name: 'First request' })).toMatchTextContent(mock.baseUrl);
  await expect.element(button('Copy the key acme')).toBeVisible();
  await press(button('Send a first request'));
  await expect.element(sentence).toMatchTextContent('Succeeded.');
  expect(mock.requests.last()).toMatchObject({ endpoint: 'projects.list', status: 200 });
});

test('changes are rows with Undo, also those of a test and of another panel', async () => {
  const { open, mock } = setUp();
  const [one, two] = [open(), open('failures')];
  await press(two.button('Add failure'));
  await expect.element(one.row(/any endpoint.*by the panel/)).toMatchTextContent('by the panel');
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { title: 'Another' });
  await press(one.row(/by a test/));
  await expect.element(one.view.getByRole('article', { name: /^Change/ })).toMatchTextContent('By a test.');
  await press(one.button(/^Undo: .*any endpoint/));
  await expect.element(two.view.getByText(/^Every request gets the normal response/)).toBeVisible();
  expect(mock.faults.list()).toEqual([]);
  await expect.element(one.row(/undone, by the panel/)).toBeVisible();
});

test('what a reader has scrolled to stays while others arrive', async () => {
  const { open, get } = setUp({ rateLimit: false });
  for (let number = 1; number <= 100; number++) await get(`/projects/prj_web/issues/${number}`);
  const { root, row, view } = open();
  await expect.element(row(/#100 /)).toBeVisible();
  const list = root.querySelector<HTMLElement>('.virtual');
  list?.scrollTo(0, 1000);
  await expect.element(row(/#80 /)).toBeVisible();
  const top = () => row(/#80 /).query()?.getBoundingClientRect().top ?? 0;
  const before = top();
  for (let number = 1; number <= 60; number++) await get(`/projects/prj_web/issues/${1000 + number}`);
  await expect.element(view.getByRole('button', { name: /^All 160/ })).toBeVisible();
  await expect.poll(() => Math.abs(top() - before)).toBeLessThan(1);
  // Only what is visible is in the page.
  expect(root.querySelectorAll('[data-index]').length).toBeLessThan(60);
});

test('a request that a link names is in sight, and stays after the log has dropped it', async () => {
  const { open, get } = setUp({ rateLimit: false, requestLog: { entries: 100 } });
  for (let number = 1; number <= 100; number++) await get(`/projects/prj_web/issues/${number}`);
  const { row, view, root } = open('requests/17');
  await expect.element(row(/#17 /)).toBeInViewport();
  await expect.element(view.getByRole('article', { name: 'Request 17' })).toBeVisible();
  await tabTo(root, /issues\.get #17 /, view.getByRole('searchbox'));
  await arrowTo(root, 'ArrowUp', /#18 /);
  await expect.element(view.getByRole('article', { name: 'Request 18' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => focusedName(root)).toMatch(/^Rejected: /);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => focusedName(root)).toMatch(/#18 /);
  for (let number = 1; number <= 30; number++) await get('/projects');
  await expect.element(view.getByText(/^The first 30 requests were dropped/)).toBeVisible();
  await expect.element(view.getByRole('article', { name: 'Request 18' })).toBeVisible();
});

test('a link to a request that the log does not have says so', async () => {
  const { view } = setUp().open('requests/17');
  await expect.element(view.getByText('This request is not in the log.')).toBeVisible();
});

test('a request of a log that is emptied is closed, new ones with its number are others, and the change stands below them', async () => {
  const { open, get, mock } = setUp();
  await get('/projects');
  await get(issue);
  const { view, button, said, rows, panel } = open('requests/2?filter=200');
  await expect.element(view.getByRole('article', { name: 'Request 2' })).toBeVisible();
  await press(button('Forget all requests'));
  await expect.element(view.getByRole('article')).not.toBeInTheDocument();
  await expect.element(said).toMatchTextContent(/Forgot 2 requests/);
  expect(panel.location.value).toBe('requests?filter=200');
  panel.go('requests');
  for (let number = 1; number <= 3; number++) await get(`/projects/prj_web/issues/${number}`);
  await expect.element(rows.nth(3)).toMatchTextContent(/^Forgot 2 requests/);
  await expect.element(view.getByRole('article')).not.toBeInTheDocument();
  panel.go('requests/2');
  await expect.element(view.getByRole('article', { name: 'Request 2' })).toBeVisible();
  mock.reset();
  await expect.element(view.getByRole('article')).not.toBeInTheDocument();
  await expect.element(said).not.toMatchTextContent(/There is no request/);
});

test('a new mock closes the request of the one before, whose number it gives again', async () => {
  const { mock, get } = setUp();
  await get('/projects');
  const transport = withEvents(directTransport(mock));
  const { panel, view } = showPanel(transport, 'requests/1');
  await expect.element(view.getByRole('article', { name: 'Request 1' })).toBeVisible();
  panel.go('data');
  transport.emit({ type: 'another' });
  await expect.element(view.getByRole('status')).toMatchTextContent('This is a new mock');
  panel.reopen('requests');
  expect(panel.location.value).toBe('requests');
});

test('the strip says how full the limit is, and when a place comes free', async () => {
  const { open, get, mock } = setUp({ rateLimit: { requests: 2, windowMs: 60_000 } });
  await get('/projects');
  const { view } = open();
  const strip = (name: RegExp) => view.getByRole('figure', { name });
  await expect.element(strip(/^Last 1 min: 1 requests\. acme: 1 of 2 places free$/)).toBeVisible();
  await mock.clock.advance(20_000);
  await get('/projects');
  await expect.element(strip(/2 requests\. acme: Full: next place in 40 s$/)).toBeVisible();
});

test('the clock stops while there is no connection, and the views give way to one state', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  try {
    const transport = withEvents(directTransport(createMock()));
    const { view } = showPanel(transport, 'data');
    await expect.element(view.getByRole('table')).toBeVisible();
    transport.emit({ type: 'connection', connected: false });
    await expect.element(view.getByRole('alert')).toMatchTextContent('The mock does not respond');
    await expect.element(view.getByRole('table')).not.toBeInTheDocument();
    await expect.element(view.getByRole('link')).not.toBeInTheDocument();
    expect(vi.getTimerCount()).toBe(0);
    transport.emit({ type: 'connection', connected: true });
    await expect.element(view.getByRole('table')).toBeVisible();
  } finally {
    vi.useRealTimers();
  }
});

test('a request and a place with a malformed encoding are shown as they are', async () => {
  const { open, get } = setUp();
  await get('/projects/%zz/issues/1');
  const { panel, view } = open('requests/1');
  await expect.element(view.getByText('%zz').first()).toBeVisible();
  panel.go(`data/organizations/${acme}`);
  await expect.element(view.getByRole('article', { name: /^organization/ })).toBeVisible();
  panel.go('data/issues/%zz/1');
  await expect.element(view.getByText('There is no such issue')).toBeVisible();
});

test('the strip and the rates go with the clock, also while another view is shown', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  try {
    const { open, get } = setUp({ clock: systemClock() });
    const { panel, view } = open();
    const strip = (name: RegExp) => view.getByRole('figure', { name });
    const rate = view.getByRole('combobox', { name: 'Rate limit of' });
    await get('/projects');
    await expect.element(strip(/1 requests\. acme: 99 of 100 places free$/)).toBeVisible();
    panel.go('data');
    await expect.element(strip(/./)).not.toBeInTheDocument();
    vi.advanceTimersByTime(40_000);
    for (let sent = 0; sent < 3; sent++) await get('/projects');
    panel.reopen('requests');
    await expect.element(strip(/4 requests\. acme: 96 of 100 places free$/)).toBeVisible();
    await expect.element(rate).toMatchTextContent('acme 4/100');
    vi.advanceTimersByTime(30_000);
    await expect.element(strip(/3 requests\. acme: 97 of 100 places free$/)).toBeVisible();
    await expect.element(rate).toMatchTextContent('acme 3/100');
    panel.go('now');
    await expect.element(view.getByRole('region', { name: 'Keys and tokens' })).toMatchTextContent('3/100');
  } finally {
    vi.useRealTimers();
  }
});
