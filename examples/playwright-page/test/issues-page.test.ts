import { fileURLToPath } from 'node:url';
import { createMock, type Mock } from '@issue-tracking/mock';
import { route } from '@issue-tracking/mock/playwright';
import { type Browser, chromium, type LaunchOptions, type Page } from 'playwright';
import { build, type PreviewServer, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

/** The base URL that the page uses. */
const baseUrl = 'https://issues.example.com';
// Playwright's own Chromium, unless `CHROMIUM` has launch options as JSON.
const launch: LaunchOptions = JSON.parse(process.env['CHROMIUM'] ?? '{}');
const root = fileURLToPath(new URL('..', import.meta.url));

describe('the page in Chromium', () => {
  let browser: Browser;
  let server: PreviewServer;

  beforeAll(async () => {
    await build({ root, logLevel: 'warn' });
    server = await preview({ root, logLevel: 'warn', preview: { host: '127.0.0.1', port: 0 } });
    browser = await chromium.launch(launch);
  });
  afterAll(async () => {
    await browser?.close();
    await server?.close();
  });

  /** Opens the page as a user of the organization whose token has these scopes. */
  async function signIn(mock: Mock, scopes: ('issues:read' | 'issues:write')[]): Promise<Page> {
    const user = mock.world.users.create({ organizations: ['acme'] });
    const { token } = mock.world.accessTokens.create({ userId: user.id, scopes });
    const page = await browser.newPage();
    if (launch.timeout !== undefined) page.setDefaultTimeout(launch.timeout);
    await route(page, mock);
    await page.goto(server.resolvedUrls?.local[0] ?? '');
    await page.getByLabel('Project').fill('prj_web');
    await page.getByLabel('Access token').fill(token);
    await page.getByRole('button', { name: 'Show issues' }).click();
    return page;
  }

  test('shows the issues and changes a status', async () => {
    const mock = createMock({ baseUrl });
    const page = await signIn(mock, ['issues:read', 'issues:write']);
    const row = page.getByRole('listitem').filter({ hasText: '#1 Checkout hangs' });
    await row.getByRole('combobox').selectOption('in_progress');
    await expect.poll(() => mock.requests.last()).toMatchObject({ endpoint: 'issues.update', status: 200 });
    expect(await page.getByRole('listitem').count()).toBe(3);
    await page.close();
  });

  test('shows the missing scope of a read-only token, and keeps the status', async () => {
    const mock = createMock({ baseUrl });
    const page = await signIn(mock, ['issues:read']);
    const status = page.getByLabel('Status of #1');
    await status.selectOption('blocked');
    await page.getByRole('alert').filter({ hasText: 'Insufficient scope' }).waitFor();
    expect(await status.inputValue()).toBe('open');
    await page.close();
  });

  test('shows no error for a lost connection that a retry recovers', async () => {
    const mock = createMock({ baseUrl });
    const lost = mock.faults.add({ endpoint: 'issues.list', drop: true });
    const page = await signIn(mock, ['issues:read']);
    await page.getByText('#1 Checkout hangs').waitFor();
    expect(lost.requests).toHaveLength(1);
    expect(await page.getByRole('alert').textContent()).toBe('');
    await page.close();
  });

  test('loads a long list page by page', async () => {
    const mock = createMock({ baseUrl });
    for (let more = 0; more < 20; more++) mock.world.issues.create({ projectId: 'prj_web' });
    const page = await signIn(mock, ['issues:read']);
    await page.getByRole('button', { name: 'Show more' }).click();
    await page.getByText('#1 Checkout hangs').waitFor();
    expect(await page.getByRole('listitem').count()).toBe(23);
    expect(await page.getByRole('button', { name: 'Show more' }).isVisible()).toBe(false);
    await page.close();
  });
});
