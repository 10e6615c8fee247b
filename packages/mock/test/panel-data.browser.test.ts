import { createMock, type MockOptions, virtualClock } from '@issue-tracking/mock';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { directTransport } from '../panel/transport/direct-transport.ts';
import { acme, client, start, world } from './fixture.ts';
import { arrowTo, focusedName, press, showPanel, tabTo } from './shown-panel.ts';

beforeEach(() => page.viewport(1280, 800));

/** A panel of a mock with the fixture's world. */
function show(place: string, options: MockOptions = {}) {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), ...options });
  const { view, ...shown } = showPanel(directTransport(mock), place);
  return {
    mock,
    view,
    ...shown,
    ...client(mock.fetch, mock.baseUrl),
    button: (name: RegExp | string) => view.getByRole('button', { name }),
    region: (name: string) => view.getByRole('region', { name }),
    issues: view.getByRole('table', { name: 'Issues of Web' }),
    issue: view.getByRole('region', { name: 'Issue', exact: true }),
  };
}

test('Data starts with the first project open, and with the number of issues of each by status', async () => {
  const { view, issues } = show('data');
  await expect.element(issues.getByRole('link', { name: 'Checkout hangs' })).toBeVisible();
  const tree = view.getByRole('navigation', { name: 'Organizations and projects' });
  await expect.element(tree.getByRole('link', { name: /^Web / })).toMatchTextContent(/\d open, /);
  await expect.element(tree.getByRole('link', { name: /^Empty / })).toMatchTextContent('no issues');
});

test('issues are sorted by the column that is pressed, priorities by their weight', async () => {
  const { root, button, issues } = show('data/prj_web');
  const priorities = () =>
    [...root.querySelectorAll('.issues tbody td:nth-child(4)')].map(({ textContent }) => textContent);
  await expect.element(issues).toBeVisible();
  await press(button('Priority'));
  const rank = (priority: string) => ['low', 'medium', 'high', 'critical'].indexOf(priority);
  await expect.poll(() => priorities().map(rank)).toEqual(priorities().map(rank).toSorted());
  const ascending = priorities();
  await press(button(/^Priority/));
  await expect.poll(() => priorities().map(rank)).toEqual(ascending.map(rank).toSorted().toReversed());
  await expect
    .element(issues.getByRole('columnheader', { name: 'Priority' }))
    .toHaveAttribute('aria-sort', 'descending');
});

test('a number opens its issue wherever it is in the list, and a missing one says so', async () => {
  const { mock, panel, root, view, issue } = show('data/prj_many', { world: undefined });
  const [{ id: organizationId } = { id: '' }] = mock.world.organizations.find();
  const issues = Array.from({ length: 300 }, (_, index) => ({ title: `Number ${index + 1}` }));
  mock.world.projects.create({ organizationId, id: 'prj_many', name: 'Many', issues });
  await tabTo(root, /^Search the issues/);
  await userEvent.keyboard('#277{Enter}');
  await expect.element(issue.getByRole('heading', { name: 'Number 277' })).toBeVisible();
  await expect.element(view.getByText('300 issues')).toBeVisible();
  await tabTo(root, /^Search the issues/);
  await userEvent.keyboard('{Control>}a{/Control}301');
  await press(view.getByRole('button', { name: 'Open #301' }));
  await expect.element(view.getByText('There is no issue #301 in Many')).toBeVisible();
  panel.go('data/prj_nothere');
  await expect.element(view.getByText('There is no project prj_nothere')).toBeVisible();
  await expect.element(view.getByText('Create the first one')).not.toBeInTheDocument();
});

test('issues, captured entries and actions of users are available by keyboard, and Comment leads to its field', async () => {
  const { root, issues, issue, get } = show('data/prj_web');
  await expect.element(issues).toBeVisible();
  await tabTo(root, 'Checkout hangs');
  await arrowTo(root, 'ArrowUp', 'Checkout hangs');
  await userEvent.keyboard('{Enter}');
  await expect.element(issue.getByRole('heading', { name: 'Checkout hangs' })).toBeVisible();
  await tabTo(root, 'Verify');
  await userEvent.keyboard('{Enter}');
  await expect.element(issue.getByText('verified', { exact: true }).first()).toBeVisible();
  expect((await get('/projects/prj_web/issues/1')).body.data.status).toBe('verified');

  await tabTo(root, /^Overview/);
  await arrowTo(root, 'ArrowRight', /^Console/);
  await userEvent.keyboard('{Enter}');
  await expect.element(issue.getByText('boom')).toBeVisible();
  await arrowTo(root, 'ArrowRight', /^Requests/);
  await userEvent.keyboard('{Enter}');
  await expect.element(issue.getByRole('link', { name: /GET\s+\/issues\/1/ })).toBeVisible();
  // The comments are shown already the second time.
  for (const content of ['Seen in Safari too.', 'And in Edge.']) {
    await press(issue.getByRole('button', { name: 'Comment' }).first());
    await expect.poll(() => focusedName(root)).toBe('Comment as a user');
    await userEvent.keyboard(content);
    await tabTo(root, 'Author');
    await userEvent.keyboard('{Enter}');
    await expect.element(issue.getByRole('listitem').filter({ hasText: content })).toBeVisible();
  }
  expect((await get('/projects/prj_web/issues/1/comments')).body.total).toBe(4);
});

test('an issue is edited as a form of its members, captured data as JSON, and only what was edited changes', async () => {
  const { mock, view, issue } = show('data/prj_web/1/edit');
  const save = issue.getByRole('button', { name: 'Save' });
  await userEvent.fill(issue.getByLabelText('title', { exact: true }), 'Checkout stops');
  await userEvent.fill(issue.getByLabelText(/^labels, one a line/), 'bug\npayment');
  await userEvent.selectOptions(issue.getByRole('combobox', { name: 'priority' }), 'critical');
  // Another part in between.
  await press(issue.getByRole('link', { name: 'Overview' }));
  await expect.element(issue.getByText('Reported by')).toBeVisible();
  await press(issue.getByRole('link', { name: 'Edit, not saved' }));
  await expect.element(save).toBeInViewport();
  const logs = issue.getByRole('textbox', { name: 'consoleLogs' });
  await userEvent.click(issue.getByText('consoleLogs'));
  await userEvent.fill(logs, '[{ "message": "edited"');
  mock.world.issues.update({ projectId: 'prj_web', issueNumber: 1 }, { assigneeName: 'Meanwhile' });
  await press(save);
  await expect.poll(() => (logs.element() as HTMLTextAreaElement).validationMessage).toContain('must be JSON');
  await userEvent.fill(logs, '[{ "message": "edited" }]');
  await press(save);
  await expect.element(view.getByText('#1 changed: title, priority, labels, consoleLogs')).toBeVisible();
  expect(mock.world.issues.find({ projectId: 'prj_web', issueNumber: 1 })).toMatchObject([
    {
      title: 'Checkout stops',
      labels: ['bug', 'payment'],
      priority: 'critical',
      assigneeName: 'Meanwhile',
      consoleLogs: [{ message: 'edited', level: expect.any(String) }],
    },
  ]);
});

test('a new issue is there at once, to be edited, and Undo deletes it', async () => {
  const { mock, button, issue, view } = show('data/prj_empty');
  await press(button('Create the first one'));
  await expect.element(issue.getByLabelText('title', { exact: true })).toHaveValue('Issue 1');
  await press(button('Undo: Issue created'));
  await expect.element(view.getByText('Undone: Issue created')).toBeVisible();
  expect(mock.world.issues.find({ projectId: 'prj_empty' })).toEqual([]);
});

test('an organization shows its keys, and until when each is valid or locked out', async () => {
  const { as, get, view, region, panel } = show(`data//${acme}`, { source: 'credential' });
  const keys = region('API keys');
  const row = (name: string) =>
    keys.getByRole('row').filter({ has: page.getByRole('group', { name: `Scopes of ${name}`, exact: true }) });
  await expect.element(row('acme-7')).toMatchTextContent('expired 2026-05-01 11:59:59');
  await expect.element(row('acme-8')).toMatchTextContent('valid until 2026-05-01 12:00:01');
  await press(row('acme').getByLabelText('projects:read'));
  await expect.element(view.getByText(/^Scopes of acme: /)).toBeVisible();
  expect((await get('/projects')).status).toBe(403);
  await press(keys.getByRole('button', { name: 'Revoke acme-2' }));
  await expect.element(row('acme-2')).toMatchTextContent('revoked');
  for (let attempt = 0; attempt < 6; attempt++) await as('svc_other').get('/projects');
  await press(keys.getByRole('button', { name: 'Restore acme-2' }));
  await expect.element(row('acme-2')).toMatchTextContent('locked out until 2026-05-01 12:');
  await press(keys.getByRole('button', { name: 'New API key' }));
  await expect.element(view.getByText('API key created for Acme')).toBeVisible();

  const users = region('Users');
  await press(users.getByLabelText('Ada Lovelace belongs to Acme'));
  await expect.element(view.getByText('Ada Lovelace left Acme')).toBeVisible();
  expect((await as('oat_ada').get('/projects?organizationSlug=acme')).body.total).toBe(0);
  panel.go('data//nothere');
  await expect.element(view.getByText('There is no organization nothere')).toBeVisible();
});

test('a deletion is undone from its notice, with comments and number, and other changes from the bar', async () => {
  const { mock, button, view, get } = show('data/prj_web/1');
  const before = JSON.stringify(mock.exportWorld());
  await press(button('Delete'));
  const notice = view.getByRole('status').getByText('#1 deleted');
  await expect.element(notice).toBeVisible();
  expect((await get('/projects/prj_web/issues/1')).status).toBe(404);
  await press(button('Undo: #1 deleted'));
  await expect.element(view.getByText('Undone: #1 deleted')).toBeVisible();
  expect(JSON.stringify(mock.exportWorld())).toBe(before);
  await expect.element(button('Nothing to undo')).toBeDisabled();
});

test('Reset and a saved state can be undone, too', async () => {
  const { mock, button, view } = show('data/prj_web/1');
  await press(button('Save this state'));
  await expect.element(view.getByText('State saved')).toBeVisible();
  await press(button('Verify'));
  await expect.element(view.getByText('#1 is verified')).toBeVisible();
  const status = () => mock.world.issues.find({ projectId: 'prj_web', issueNumber: 1 })[0]?.status;
  await userEvent.selectOptions(view.getByLabelText('Go back to a saved state'), 'State 1, 2026-05-01 12:00:00');
  await expect.poll(status).toBe('open');
  await press(button(/^Undo: Back to State 1/));
  await expect.poll(status).toBe('verified');
  await press(button('Reset'));
  await expect.poll(status).toBe('open');
  await press(button('Undo: Reset to the initial state'));
  await expect.poll(status).toBe('verified');
  await press(button('Undo: #1 is verified'));
  await expect.poll(status).toBe('open');
});
