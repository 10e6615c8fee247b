import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isLong } from '../../../tools/testing/seeds.ts';
import { arrowTo, focusedName, type PanelBrowser, servePanel, startPanelBrowser, tabTo } from './panel-page.ts';

describe('the panel of a served mock, in Chromium', { timeout: 90_000, tags: 'chromium' }, () => {
  let panel: PanelBrowser;
  beforeAll(async () => {
    panel = await startPanelBrowser();
  }, 120_000);
  afterAll(() => panel?.close());

  const rows = (page: Page) => page.getByRole('listbox', { name: /^Requests/ }).getByRole('option');

  test('shows new requests, which can be opened with the keyboard', async () => {
    const { open, get, patch } = await servePanel(panel);
    const page = await open();
    await page.getByText('No requests yet').waitFor();
    await get('/projects');
    await patch('/projects/prj_web/issues/1', { status: 'verified' });
    await expect.poll(() => rows(page).count()).toBe(2);

    await tabTo(page, 'Filter the requests');
    await page.keyboard.type('patch 403');
    await expect.poll(() => rows(page).count()).toBe(1);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => focusedName(page)).toMatch(/^Requests/);
    await page.keyboard.press('Enter');
    const detail = page.getByRole('region', { name: 'The selected request' });
    await detail.getByRole('heading', { name: '/api/v1/projects/prj_web/issues/1' }).waitFor();
    await expect.poll(() => focusedName(page)).toContain('PATCH');
    await detail.getByRole('region', { name: 'Response' }).getByText('cannot be set').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => focusedName(page)).toMatch(/^Requests/);
  });

  test('shows the nearest endpoint for an unknown path', async () => {
    const { open, get } = await servePanel(panel);
    await get('/projects/prj_web/issue/1');
    const page = await open();
    await rows(page).first().click();
    await page.getByText('The nearest is GET /api/v1/projects/{projectId}/issues/{issueNumber}').waitFor();
  });

  test('can make one request fail, with the keyboard', async () => {
    const { open, get } = await servePanel(panel);
    const page = await open();
    await tabTo(page, 'Requests');
    await arrowTo(page, 'ArrowDown', 'Failures');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Failures', exact: true }).waitFor();
    await expect.poll(() => focusedName(page)).toBe('Failures');
    await tabTo(page, /^Every endpoint: Responds with 503/);
    await arrowTo(page, 'ArrowDown', /^issues.get: Responds with 503/);
    await page.keyboard.press('Enter');
    const cell = page.getByRole('button', { name: 'issues.get: Responds with 503 Service Unavailable, 1 left' });
    await cell.waitFor();
    expect(await cell.getAttribute('aria-pressed')).toBe('true');

    expect((await get('/projects/prj_web/issues/1')).status).toBe(503);
    await page.getByRole('region', { name: 'Used failures' }).getByText('responds with 503').waitFor();
    expect((await get('/projects/prj_web/issues/1')).status).toBe(200);

    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByRole('button', { name: /Faults\s*1/ }).click();
    await expect.poll(() => rows(page).count()).toBe(1);
  });

  test('does not change a narrower fault with a click on the grid, and shows all members on its card', async () => {
    const { open, mock } = await servePanel(panel);
    mock.faults.add({ endpoint: 'issues.get', issueNumber: 7, status: 503, times: null });
    mock.faults.add({ endpoint: 'issues.list', query: { status: 'open' }, status: 503, every: 3, skip: 2 });
    const page = await open('failures');
    const cards = page.getByRole('region', { name: 'Active failures' }).getByRole('listitem');
    await cards.filter({ hasText: 'issues.get · #7' }).getByText('always').waitFor();
    await cards.filter({ hasText: 'issues.list · ?status=open' }).getByText('skips the first 2, one in 3').waitFor();

    const cell = page.getByRole('button', { name: /^issues.get: Responds with 503/ });
    expect(await cell.getAttribute('aria-pressed')).toBe('false');
    await cell.click();
    await expect.poll(() => mock.faults.list().length).toBe(3);
    await page.getByRole('button', { name: 'issues.get: Responds with 503 Service Unavailable, 1 left' }).click();
    await expect.poll(() => mock.faults.list().map(({ id }) => id)).toEqual(['fault-1', 'fault-2']);
  });

  test('can change the scopes of a key and the organizations of a user, and delete an issue after a question', async () => {
    const { open, get, as } = await servePanel(panel);
    const page = await open('access');
    await page.getByRole('group', { name: 'Scopes of acme', exact: true }).getByLabel('projects:read').uncheck();
    await page.getByText('Scopes of acme: ').waitFor();
    expect((await get('/projects')).status).toBe(403);
    await page.getByRole('button', { name: 'Remove Ada Lovelace from Globex' }).click();
    await page.getByText('Ada Lovelace left Globex').waitFor();
    expect((await as('oat_ada').get('/projects?organizationSlug=globex')).body.total).toBe(0);
    await page.getByRole('combobox', { name: 'Add Ada Lovelace to' }).selectOption('Globex');
    await page.getByText('Ada Lovelace joined Globex').waitFor();
    expect((await as('oat_ada').get('/projects?organizationSlug=globex')).body.total).toBe(1);
    await page.goto(page.url().replace(/#.*/, '#/data/prj_web/1'));
    await page.getByRole('button', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await dialog.getByText('Its comments and all that was captured with it are lost.').waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect((await get('/projects/prj_web/issues/1')).status).toBe(200);
    await page.getByRole('button', { name: 'Delete' }).click();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('#1 deleted').waitFor();
    expect((await get('/projects/prj_web/issues/1')).status).toBe(404);
  });

  test('asks before it resets the mock, removes failures, and restores or deletes a snapshot', async () => {
    const { open, mock } = await servePanel(panel);
    mock.faults.add({ endpoint: 'issues.get', issueNumber: 7, status: 503, times: null });
    mock.faults.add({ endpoint: 'issues.list', status: 500, times: null });
    const page = await open('failures');
    const confirm = (action: string) =>
      page.getByRole('dialog', { name: action }).getByRole('button', { name: action }).click();
    await page.getByRole('button', { name: /^Remove: issues.get/ }).click();
    expect(mock.faults.list()).toHaveLength(2);
    await confirm('Remove');
    await expect.poll(() => mock.faults.list().map(({ id }) => id)).toEqual(['fault-2']);
    await page.goto(page.url().replace(/#.*/, '#/snapshots'));
    await page.getByRole('button', { name: 'Take a snapshot' }).click();
    await page.goto(page.url().replace(/#.*/, '#/failures'));
    await page.getByRole('button', { name: 'Remove all' }).click();
    await confirm('Remove all');
    await expect.poll(() => mock.faults.list()).toEqual([]);
    await page.goto(page.url().replace(/#.*/, '#/snapshots'));
    await page.getByRole('button', { name: 'Restore snapshot-1' }).click();
    await confirm('Restore');
    await expect.poll(() => mock.faults.list()).toHaveLength(1);
    await page.getByRole('button', { name: 'Delete snapshot-1' }).click();
    await confirm('Delete');
    await page.getByText('No snapshots yet').waitFor();
    await page.getByRole('button', { name: 'Reset' }).click();
    await page.getByRole('dialog', { name: 'Reset' }).getByRole('button', { name: 'Cancel' }).click();
    expect(mock.faults.list()).toHaveLength(1);
    await page.getByRole('button', { name: 'Reset' }).click();
    await confirm('Reset');
    await expect.poll(() => mock.faults.list()).toEqual([]);
  });

  test('can move the clock, also to real time, and shows the difference', async () => {
    const { open, mock } = await servePanel(panel);
    const page = await open('time');
    const block = page.getByRole('region', { name: 'Clock' });
    await block.getByText(/behind real time/).waitFor();
    await block.getByRole('button', { name: '1 h', exact: true }).click();
    await block.getByText('2026-05-01 13:00:00 UTC').waitFor();
    await block.getByRole('button', { name: 'Back to real time' }).click();
    await expect.poll(() => Math.abs(mock.clock.now() - Date.now())).toBeLessThan(60_000);
  });

  test('keeps the scroll position while 200 requests arrive', async () => {
    const { open, get } = await servePanel(panel, {}, { rateLimit: false });
    for (let number = 1; number <= 100; number++) await get(`/projects/prj_web/issues/${number}`);
    const page = await open();
    await expect.poll(() => rows(page).count()).toBeGreaterThan(20);
    const list = page.getByRole('listbox');
    await list.evaluate((element) => {
      element.scrollTop = 1500;
    });
    const looked = rows(page).filter({ hasText: '/issues/50' }).first();
    const before = await looked.boundingBox();
    expect(before).not.toBeNull();
    for (let round = 0; round < 20; round++) await Promise.all(Array.from({ length: 10 }, () => get('/projects')));
    await expect.poll(() => list.evaluate((element) => element.scrollHeight)).toBe(9_000);
    await expect.poll(() => looked.boundingBox()).toEqual(before);
    // Of 300 rows, only those in sight are there.
    await expect.poll(() => rows(page).count()).toBeLessThan(60);
  });

  test('shows the changes of another panel', async () => {
    const { open } = await servePanel(panel);
    const [one, two] = [await open('failures'), await open('failures')];
    await one.getByRole('button', { name: 'projects.list: Drop: ends the connection, without an effect' }).click();
    await two.getByRole('region', { name: 'Active failures' }).getByText('drops the connection').waitFor();
    await two.getByRole('button', { name: /^Remove: projects.list/ }).click();
    await two.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await one.getByText('No active failures').waitFor();
  });

  test('explains a response step by step, and can send its request again', async () => {
    const { open, get, mock } = await servePanel(panel);
    mock.faults.add({ endpoint: 'issues.get', status: 503 });
    await get('/projects/prj_web/issues/1');
    const page = await open('requests/1');
    const why = page.getByRole('region', { name: 'Why' });
    await why
      .getByRole('listitem')
      .filter({ hasText: /^Failure, / })
      .getByText('503')
      .waitFor();
    await tabTo(page, 'Edit and send again');
    await page.keyboard.press('Enter');
    const edited = page.getByRole('dialog', { name: 'Edit and send again' });
    await edited.getByLabel('GET to').waitFor();
    await tabTo(page, 'Send');
    await page.keyboard.press('Enter');
    await expect.poll(() => rows(page).count()).toBe(2);
    await expect.poll(() => mock.requests.last()).toMatchObject({ endpoint: 'issues.get', status: 200 });
    await tabTo(page, 'Make this fail');
    await page.keyboard.press('Enter');
    await page.getByText('issues.get fails once with 503').waitFor();
    expect(mock.faults.all().at(-1)?.fault).toMatchObject({ projectId: 'prj_web', issueNumber: 1, status: 503 });
  });

  test('explains an open question of the specification, with field names as code', async () => {
    const { open, patch } = await servePanel(panel);
    await patch('/projects/prj_web/issues/1', { status: 'verified' });
    const page = await open('requests/1');
    const question = page.getByRole('region', { name: 'Why' }).locator('.open-question');
    await question.getByText('verified', { exact: true }).waitFor();
    expect(await question.textContent()).not.toContain('`');
  });

  test('has all views and their main actions available by keyboard', async () => {
    const { open, get, mock } = await servePanel(panel);
    await get('/projects');
    const page = await open();
    const firsts: readonly (readonly [view: string, control: RegExp | string, done: () => Promise<unknown>])[] = [
      ['Failures', /^Every endpoint: Responds with 503/, () => expect.poll(() => mock.faults.list().length).toBe(1)],
      ['Data', /^Web\s/, () => page.getByRole('listbox', { name: 'Issues of Web' }).waitFor()],
      ['Time and limits', '1 h', () => page.getByText('2026-05-01 13:00:00 UTC').waitFor()],
      ['Access', 'Create', () => page.getByText('API key created').waitFor()],
      ['Snapshots', 'Take a snapshot', () => page.getByText('Snapshot taken').waitFor()],
      ['Requests', 'Clear', () => page.getByRole('dialog', { name: 'Clear' }).waitFor()],
    ];
    await tabTo(page, 'Requests');
    for (const [view, control, done] of firsts) {
      await arrowTo(page, 'ArrowDown', view);
      await page.keyboard.press('Enter');
      await page.getByRole('main', { name: view }).waitFor();
      await tabTo(page, control);
      await page.keyboard.press('Enter');
      await done();
      if (view !== 'Requests') await tabTo(page, view);
    }
    await page.keyboard.press('Enter');
    await page.getByText('No requests yet').waitFor();
  });

  test('has projects, issues, captured entries and actions of users available by keyboard', async () => {
    const { open, get } = await servePanel(panel);
    const page = await open('data');
    await tabTo(page, /^Web\s/);
    await page.keyboard.press('Enter');
    const issues = page.getByRole('listbox', { name: 'Issues of Web' });
    await issues.getByRole('option').first().waitFor();
    await tabTo(page, 'Issues of Web');
    await page.keyboard.press('Home');
    const issue = page.getByRole('region', { name: 'Issue', exact: true });
    await issue.getByRole('heading', { name: 'Checkout hangs' }).waitFor();
    await tabTo(page, 'Verify');
    await page.keyboard.press('Enter');
    await issue.getByText('verified', { exact: true }).first().waitFor();
    expect((await get('/projects/prj_web/issues/1')).body.data.status).toBe('verified');

    await tabTo(page, /^Overview/);
    await arrowTo(page, 'ArrowRight', /^Console/);
    await page.keyboard.press('Enter');
    await issue.getByText('boom').waitFor();
    await arrowTo(page, 'ArrowRight', /^Requests/);
    await page.keyboard.press('Enter');
    await issue.getByRole('link', { name: /GET\s+\/issues\/1/ }).waitFor();
    await arrowTo(page, 'ArrowLeft', /^Comments/);
    await page.keyboard.press('Enter');
    await tabTo(page, 'Comment as a user');
    await page.keyboard.type('Seen in Safari too.');
    await tabTo(page, 'Author');
    await page.keyboard.press('Enter');
    await issue.getByRole('listitem').filter({ hasText: 'Seen in Safari too.' }).waitFor();
    expect((await get('/projects/prj_web/issues/1/comments')).body.total).toBe(3);

    await tabTo(page, 'New issue');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('Title');
    await page.keyboard.type('Made in the panel');
    await page.keyboard.press('Enter');
    await issue.getByRole('heading', { name: 'Made in the panel' }).waitFor();
  });

  test('can change the clock, the rate limit and the scenario', async () => {
    const { open, get, mock } = await servePanel(panel);
    const page = await open('time');
    await get('/projects');
    await page.getByRole('region', { name: 'Rate limits and lockouts' }).getByText('1 of 100').waitFor();
    await tabTo(page, '1 min');
    await page.keyboard.press('Enter');
    await page.getByText('2026-05-01 12:01:00 UTC').waitFor();
    await page.getByText('No requests in the current window').waitFor();
    await tabTo(page, 'Requests a minute, for each credential');
    await page.keyboard.press('Control+a');
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.getByText('Rate limit: 1 a minute').waitFor();
    expect([(await get('/projects')).status, (await get('/projects')).status]).toEqual([200, 429]);

    await page.getByRole('combobox', { name: 'Scenario' }).selectOption('Failing');
    await expect.poll(() => mock.scenario).toBe('failing');
    await expect.poll(() => page.getByRole('combobox', { name: 'Scenario' }).inputValue()).toBe('failing');
  });

  test('can set a behavior option to a choice or another valid value', async () => {
    const { open, mock } = await servePanel(panel);
    const page = await open('time');
    const lockout = page.getByLabel('Choice of lockoutStatus');
    await expect
      .poll(() => lockout.getByRole('option').allTextContents())
      .toEqual(['429 (default)', '429-without-retry-after', '403', '401']);
    await lockout.selectOption('403');
    await expect.poll(() => mock.settings.behavior.lockoutStatus).toBe(403);
    await expect.poll(() => lockout.inputValue()).toBe('403');

    const lag = page.getByRole('listitem').filter({ hasText: 'readLag' });
    await lag.getByLabel('Choice of readLag').selectOption('another value');
    await lag.getByLabel('Another value: a number of milliseconds').fill('12');
    await lag.getByRole('button', { name: 'Set readLag' }).click();
    await expect.poll(() => mock.settings.behavior.readLag).toBe(12);
    await expect.poll(() => lag.getByLabel(/^Another value/).inputValue()).toBe('12');
  });

  test('can create and revoke an API key', async () => {
    const { open, as } = await servePanel(panel);
    const page = await open('access');
    await tabTo(page, 'Create');
    await page.keyboard.press('Enter');
    const key = await page.getByRole('status').locator('code').textContent();
    expect((await as(key).get('/projects')).status).toBe(200);
    const row = page.getByRole('row').filter({ hasText: key?.slice(-4) ?? '' });
    await row.getByRole('button', { name: /^Revoke/ }).click();
    await row.getByText('revoked').waitFor();
    expect((await as(key).get('/projects')).status).toBe(401);
  });

  test('can edit a write and send it again, with another body and credential', async () => {
    const { open, patch, mock } = await servePanel(panel);
    await patch('/projects/prj_web/issues/1', { status: 'in_progress' });
    const page = await open('requests/1');
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    const edited = page.getByRole('dialog', { name: 'Edit and send again' });
    await expect.poll(() => edited.getByLabel('Body').inputValue()).toContain('in_progress');
    await edited.getByLabel('Body').fill('{ "status": ');
    await edited.getByRole('button', { name: 'Send' }).click();
    await edited.getByRole('alert').getByText('The body is not JSON').waitFor();
    await edited.getByLabel('Body').fill('{ "status": "blocked" }');
    await edited.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => mock.requests.last()).toMatchObject({ status: 200, body: { status: 'blocked' } });
    await page.getByRole('button', { name: 'Edit and send again' }).click();
    await edited.getByLabel('Credential').selectOption('None');
    await edited.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => mock.requests.last()?.status).toBe(401);
  });

  test('can take a named snapshot and restore it', async () => {
    const { open, patch, get } = await servePanel(panel);
    const page = await open('snapshots');
    await tabTo(page, 'Name');
    await page.keyboard.type('before');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Restore before' }).waitFor();
    await patch('/projects/prj_web/issues/1', { status: 'blocked' });
    await tabTo(page, 'Restore before');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Restore' }).waitFor();
    await page.keyboard.press('Enter');
    await page.getByText('Restored: before').first().waitFor();
    expect((await get('/projects/prj_web/issues/1')).body.data.status).toBe('open');
  });

  test('asks for a token until it is valid, or reads it from the URL', async () => {
    const { open, url } = await servePanel(panel, { token: 'let-me-in' });
    const page = await open();
    const prompt = page.getByRole('dialog', { name: 'Token required' });
    await prompt.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => prompt.getByLabel('Token').inputValue()).toBe('');
    await prompt.getByLabel('Token').fill('let-me-in');
    await page.keyboard.press('Enter');
    await page.getByText('No requests yet').waitFor();

    const other = await panel.browser.newPage();
    await other.goto(`${url}/__mock/ui/#token=let-me-in`);
    await other.getByText('No requests yet').waitFor();
    expect(other.url()).not.toContain('let-me-in');
    await other.close();
  });

  test('can run no other script and call no other host', async () => {
    const { open, url } = await servePanel(panel);
    const page = await open();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const refused = await page.evaluate(async () => {
      const violations: string[] = [];
      const told = (count: number) =>
        new Promise<void>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
            violations.push(effectiveDirective);
            if (violations.length === count) resolve();
          });
        });
      const all = told(3);
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      document.head.append(script);
      const style = document.createElement('style');
      style.textContent = 'body { display: none }';
      document.head.append(style);
      await fetch('https://elsewhere.example/').catch(() => {});
      await all;
      return violations.sort();
    });
    expect(refused).toEqual(['connect-src', 'script-src-elem', 'style-src-elem']);
    expect(await page.title()).toBe('Issue Tracking mock');
    await page.reload();
    await page.getByText('No requests yet').waitFor();
    expect(asked.filter((address) => !address.startsWith(url) && !address.includes('elsewhere'))).toEqual([]);
  });

  const looks = [
    ['light', 1280],
    ['dark', 390],
    ['dark', 1280],
    ['light', 390],
    ['light', 768],
    ['dark', 768],
  ] as const;
  test.each(isLong ? looks : looks.slice(0, 1))(
    'has no accessibility violations in %s mode at %i pixels',
    async (colorScheme, width) => {
      const { open, get, patch, mock } = await servePanel(panel);
      await get('/projects/prj_web/issues?status=open');
      await patch('/projects/prj_web/issues/1', { status: 'verified' });
      await get('/nothing');
      mock.faults.add({ endpoint: 'issues.get', status: 503 });
      mock.faults.add({ endpoint: 'issues.update', drop: true, times: null });
      await get('/projects/prj_web/issues/1');
      const page = await open('requests', { colorScheme, viewport: { width, height: 800 } });
      const axe = await readFile(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');
      await page.evaluate(axe);
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
        'access',
        'snapshots',
      ];
      for (const place of places) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, `#/${place}`);
        await page.getByRole('main').waitFor();
        // Whatever is asked for has come, or the view says why not.
        await expect.poll(() => page.getByText(/^Reading the /).count(), { timeout: 20_000 }).toBe(0);
        expect(await violations(page), place).toEqual([]);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
        expect(wide, `${place} is wider than the screen`).toBe(false);
      }
      await page.evaluate(() => {
        location.hash = '#/requests/2';
      });
      await page.getByRole('button', { name: 'Edit and send again' }).click();
      expect(await violations(page), 'a request to be edited').toEqual([]);
    },
  );
});

/** Returns axe's violations in the present page, with their elements. */
async function violations(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') };
    const { violations: found } = await axe.run();
    return found.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    );
  });
}
