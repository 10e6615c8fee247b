import { createMock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { acme, client, start, world } from './fixture.ts';
import { enter, focusedName, press, showPanel, tabTo } from './shown-panel.ts';

beforeEach(() => page.viewport(1280, 800));

/** A panel of a mock with the fixture's world. */
function show(place: string, options: MockOptions = {}) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...options });
  const shown = showPanel(directTransport(mock), place);
  const { view } = shown;
  return {
    mock,
    ...shown,
    ...client(mock.fetch, mock.baseUrl),
    button: (name: RegExp | string) => view.getByRole('button', { name }),
    table: (name: string) => view.getByRole('table', { name, exact: true }),
    record: (name: string) => view.getByRole('article', { name }),
    part: (name: RegExp) => view.getByRole('navigation', { name: 'Parts of the issue' }).getByRole('button', { name }),
    field: (name: string) => view.getByRole('article').getByLabelText(name, { exact: true }),
    issue: (issueNumber = 1) => mock.world.issues.find({ projectId: 'prj_web', issueNumber })[0],
  };
}

test('three console errors without writing JSON', async () => {
  const { part, button, field, issue } = show('data/issues/prj_web/2');
  await press(part(/^Console 0/));
  for (const count of [1, 2, 3]) {
    await press(button('Add'));
    await expect.poll(() => issue(2)?.consoleLogs).toHaveLength(count);
  }
  expect(issue(2)?.consoleLogs.map(({ level }) => level)).toEqual(['error', 'error', 'error']);
  await expect.element(part(/^Console 3/)).toBeVisible();
  // The new entry is open, to be edited.
  await enter(field('Level').last(), 'warn');
  await expect.poll(() => issue(2)?.consoleLogs[2]).toMatchObject({ level: 'warn', timestamp: start });
});

test('a duplicated screenshot has an id of its own, and what is not on http(s) is no link', async () => {
  const { mock, panel, part, button, root, issue } = show('data/issues/prj_web/2/screenshots');
  await press(button('Add'));
  await expect.poll(() => issue(2)?.screenshots).toHaveLength(1);
  await press(button('Duplicate').first());
  await expect.poll(() => issue(2)?.screenshots.map(({ id }) => id)).toEqual(['shot-1', 'shot-2']);
  await expect.poll(() => root.querySelectorAll('img[src^="data:image/"]').length).toBe(2);
  const urls = ['javascript:alert(1)', 'data:text/html,<script>alert(1)</script>', 'https://cdn.example/1.png'];
  const screenshots = urls.map((url, at) => ({ id: `s${at}`, url, width: 600, height: 600, createdAt: start }));
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 3 }, { screenshots });
  panel.go('data/issues/prj_web/3/screenshots');
  await expect.element(part(/^Screenshots 3/)).toBeVisible();
  await expect
    .poll(() => [...root.querySelectorAll('.entry a')].map((link) => link.getAttribute('href')))
    .toEqual(['https://cdn.example/1.png']);
  expect(root.querySelectorAll('.entry img')).toHaveLength(0);
  // Their size is no status.
  expect(root.querySelectorAll('.entry .bad')).toHaveLength(0);
});

test('a field changes at once, says what the mock does not accept, and is undone from the foot', async () => {
  const { view, field, issue } = show('data/issues/prj_web/1');
  await enter(field('Status'), 'verified');
  await expect.poll(() => issue()?.status).toBe('verified');
  await press(view.getByRole('status').getByRole('button', { name: /^Undo/ }));
  await expect.element(view.getByRole('status')).toMatchTextContent('Undone');
  expect(issue()?.status).toBe('open');
  await enter(field('Labels'), 'bug, payment');
  await expect.poll(() => issue()?.labels).toEqual(['bug', 'payment']);
  await enter(field('Viewport'), 'big');
  await expect.element(view.getByRole('alert')).toBeVisible();
  await enter(field('Viewport'), '390x844');
  await expect.element(view.getByRole('alert')).not.toBeInTheDocument();
  await expect.poll(() => issue()?.viewportSize).toBe('390x844');
  await expect.element(field('Project')).toBeDisabled();
});

test('what is being typed stays while the mock changes, and is entered then', async () => {
  const { mock, field, issue } = show('data/issues/prj_web/1');
  await userEvent.fill(field('Title'), 'Half a title');
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { priority: 'low', title: 'Of a test' });
  await expect.element(field('Priority')).toHaveValue('low');
  await expect.element(field('Title')).toHaveValue('Half a title');
  await userEvent.tab();
  await expect.poll(() => issue()).toMatchObject({ title: 'Half a title', priority: 'low' });
});

test('a deletion is undone, with comments and number', async () => {
  const { mock, button, view, get, table } = show('data/issues/prj_web/1');
  const before = JSON.stringify(mock.exportWorld());
  await press(button('Delete #1'));
  await expect.element(table('Issues')).toBeVisible();
  expect((await get('/projects/prj_web/issues/1')).status).toBe(404);
  await press(view.getByRole('status').getByRole('button', { name: /^Undo/ }));
  await expect.element(view.getByRole('status')).toMatchTextContent('Undone');
  expect(JSON.stringify(mock.exportWorld())).toBe(before);
});

test('comments read as a thread, and another is added', async () => {
  const { view, field, get } = show('data/issues/prj_web/1/comments', { rateLimit: false });
  const thread = view.getByRole('list', { name: 'Comments' }).getByRole('listitem');
  await expect.element(thread.nth(0)).toMatchTextContent(/Ada.*2026-04-02 10:00:00.*first/);
  await expect.element(thread.nth(1)).toMatchTextContent(/Grace.*second/);
  const form = view.getByRole('form', { name: 'New comment' });
  await enter(form.getByLabelText(/^Comment/), 'Seen in Safari too.');
  await press(form.getByRole('button', { name: 'Add comment' }));
  await expect.element(thread.nth(2)).toMatchTextContent('Seen in Safari too.');
  expect((await get('/projects/prj_web/issues/1/comments')).body.total).toBe(3);
  await press(view.getByRole('button', { name: 'Delete the comment of Grace' }));
  await expect.poll(() => thread.elements()).toHaveLength(2);
  await press(view.getByRole('button', { name: 'Edit the comment of Ada' }));
  await enter(field('Content'), 'First!');
  await expect.poll(async () => (await get('/projects/prj_web/issues/1/comments')).body.data[0].content).toBe('First!');
});

test('a table is a table: rows with cells, sorted by a heading, and one tab stop that the arrows move', async () => {
  const { root, table, record } = show('data');
  const rows = table('Issues').getByRole('row');
  await expect.element(table('Issues')).toHaveAttribute('aria-rowcount', '8');
  await expect.element(rows.nth(1)).toHaveAttribute('aria-rowindex', '2');
  await press(table('Issues').getByRole('button', { name: 'Priority' }));
  await press(table('Issues').getByRole('button', { name: 'Priority' }));
  const heading = table('Issues').getByRole('columnheader', { name: 'Priority' });
  await expect.element(heading).toHaveAttribute('aria-sort', 'descending');
  const rank = (priority: string) => ['critical', 'high', 'medium', 'low'].indexOf(priority);
  const priorities = () =>
    rows
      .elements()
      .slice(1)
      .map((row) => rank(row.querySelector('.col-priority')?.textContent ?? ''));
  await expect.poll(priorities).toEqual(priorities().toSorted());
  await tabTo(root, /^#\d+$/, heading.getByRole('button'));
  const first = focusedName(root);
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => focusedName(root)).toMatch(new RegExp(`^${first} `));
  await userEvent.keyboard('{Escape}');
  await tabTo(root, first);
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => focusedName(root)).not.toBe(first);
  await expect.element(record(`issue ${focusedName(root)}`)).toBeVisible();
});

test('issues are narrowed by project, status, priority, a text and a number, which the address keeps', async () => {
  const { view, table, panel } = show('data');
  const field = (name: string) => view.getByLabelText(name, { exact: true });
  const numbers = () =>
    table('Issues')
      .getByRole('row')
      .elements()
      .slice(1)
      .map((row) => row.querySelector('td')?.textContent);
  await expect.poll(numbers).toHaveLength(7);
  await enter(field('Project'), 'Web');
  await expect.poll(numbers).toHaveLength(5);
  await enter(field('Status'), 'open');
  await enter(field('Priority'), 'high');
  await enter(view.getByRole('searchbox'), 'second CLICK');
  await expect.poll(numbers).toEqual(['#1']);
  expect(panel.location.value).toBe('data/issues?project=prj_web&status=open&priority=high&q=second+CLICK');
  panel.go('data/issues');
  await enter(view.getByRole('searchbox'), '#3');
  await expect.poll(numbers).toEqual(['#3']);
  await enter(view.getByRole('searchbox'), 'not to be found');
  await expect.element(view.getByText('Nothing matches the filters.')).toBeVisible();
});

test('beside a record, a wider table has no narrower titles', async () => {
  const { table } = show('data/issues/prj_web/1');
  const width = () => table('Issues').getByRole('columnheader', { name: 'Title' }).element().clientWidth;
  await expect.element(table('Issues')).toBeVisible();
  const before = width();
  await page.viewport(1920, 800);
  await expect.poll(() => innerWidth).toBe(1920);
  expect(width()).toBeGreaterThanOrEqual(before);
});

test('of many issues only the visible are read and drawn, and all can be reached', async () => {
  const { mock, root, table } = show('data');
  const [{ id: organizationId } = { id: '' }] = mock.world.organizations.find();
  const issues = Array.from({ length: 450 }, (_, index) => ({ title: `Number ${index + 1}` }));
  mock.world.projects.create({ organizationId, id: 'prj_many', name: 'Many', issues });
  await expect.element(table('Issues')).toHaveAttribute('aria-rowcount', '458');
  await tabTo(root, /^#\d+$/, table('Issues').getByRole('button', { name: 'Priority' }));
  await userEvent.keyboard('{End}');
  await expect.element(table('Issues').getByText('Number 450')).toBeInViewport();
  expect(root.querySelectorAll('[data-index]').length).toBeLessThan(60);
});

test('a new record is there at once, in the project that is shown, and has the focus', async () => {
  const { button, root, mock, record, panel, view } = show('data/issues/prj_empty');
  await press(button(/^New issue/));
  await expect.element(record('issue #1')).toBeVisible();
  await expect.poll(() => focusedName(root)).toMatch(/^#1 /);
  expect(mock.world.issues.find({ projectId: 'prj_empty' })).toHaveLength(1);
  // Without a project in sight, one is chosen.
  panel.go('data');
  await press(view.getByRole('button', { name: 'New issue', expanded: false }));
  await press(view.getByRole('button', { name: 'Globex', exact: true }));
  await expect.poll(() => mock.world.issues.find({ projectId: 'prj_globex' })).toHaveLength(2);
  const owners: Readonly<Record<string, string>> = {
    projects: 'Globex',
    organizations: '',
    apiKeys: 'Acme',
    users: '',
    accessTokens: 'Ada Lovelace',
  };
  for (const [kind, owner] of Object.entries(owners)) {
    panel.go(`data/${kind}`);
    const before = (mock.world as unknown as Record<string, { find(): object[] }>)[kind]?.find().length ?? 0;
    await press(button(/^New /));
    if (owner) await press(view.getByRole('button', { name: owner, exact: true }));
    await expect
      .poll(() => (mock.world as unknown as Record<string, { find(): object[] }>)[kind]?.find().length)
      .toBe(before + 1);
  }
});

test('a key: its scopes and its end are fields, and it is masked', async () => {
  // Polling takes more requests on a busy machine than the rate allows.
  const { field, get, as, record, panel, button, view } = show('data/apiKeys/acme', { rateLimit: false });
  await expect.element(record('key acme')).toMatchTextContent('svc_…');
  await expect.element(button('Copy the key')).toBeVisible();
  await press(field('projects:read'));
  await expect.element(view.getByRole('status')).toMatchTextContent(/acme/);
  expect((await get('/projects')).status).toBe(403);
  await press(field('Revoked'));
  await expect.poll(async () => (await get('/projects')).status).toBe(401);
  panel.go('data/users/usr_ada');
  await enter(field('Organizations'), 'globex');
  await expect.poll(async () => (await as('oat_ada').get('/projects?organizationSlug=acme')).body.total).toBe(0);
  panel.go(`data/organizations/${acme}`);
  await expect.element(field('Name')).toHaveValue('Acme');
  panel.go('data/organizations/00000000-0000-4000-8000-0000000000ff');
  await expect.element(view.getByText('There is no such organization')).toBeVisible();
});

test('the technical context is JSON, and the requests of an issue are a filter of the timeline', async () => {
  const { panel, field, issue, part, get, view } = show('data/issues/prj_web/1/techContext');
  await get('/projects/prj_web/issues/1');
  await get('/projects/prj_web/issues/2');
  await enter(field('Context'), '{ "cssSelector": "button" }');
  await expect.poll(() => issue()?.techContext).toMatchObject({ cssSelector: 'button' });
  await press(part(/^Requests 1/));
  expect(panel.location.value).toBe('requests?filter=%231+prj_web');
  const rows = view.getByRole('list', { name: 'Requests and changes' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBe(1);
});

test('names and titles have the direction of their own script', async () => {
  const { root, mock, panel } = show('data');
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { title: 'عنوان', reporterName: 'مريم' });
  panel.go('data/issues/prj_web/1');
  const look = (selector: string) => {
    const element = root.querySelector(selector);
    return element && getComputedStyle(element).direction;
  };
  await expect.poll(() => look('tr bdi')).toBe('rtl');
  await expect.poll(() => root.querySelector<HTMLInputElement>('.form input[dir]')?.dir).toBe('auto');
});
