import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type PanelBrowser, servePanel, startPanelBrowser } from './panel-page.ts';

/** These tests need a served page. `panel.browser.test.ts` has all others. */
describe('the panel of a served mock, in Chromium', { tags: 'chromium' }, () => {
  let panel: PanelBrowser;
  beforeAll(async () => {
    panel = await startPanelBrowser();
  });
  afterAll(() => panel?.close());

  test('shows new requests, and a selected one is in the address', async () => {
    const { open, get, patch } = await servePanel(panel);
    const page = await open();
    await page.getByText('No requests yet').waitFor();
    await get('/projects');
    await patch('/projects/prj_web/issues/1', { status: 'verified' });
    const rows = page.getByRole('listbox', { name: /^Requests/ }).getByRole('option');
    await expect.poll(() => rows.count()).toBe(2);
    await rows.first().click();
    await page.getByRole('region', { name: 'Response' }).getByText('cannot be set').waitFor();
    expect(page.url()).toMatch(/#\/requests\/2$/);
    await page.reload();
    await page.getByRole('region', { name: 'Response' }).getByText('cannot be set').waitFor();
    await page.goBack();
    await page.getByRole('region', { name: 'The selected request' }).waitFor({ state: 'detached' });
  });

  test('keeps filter, group and selection in the address, where Back and a reload find them', async () => {
    const { open, get } = await servePanel(panel);
    for (const path of ['/projects', '/nothing', '/projects/prj_web/issue']) await get(path);
    const page = await open();
    const rows = page.getByRole('listbox', { name: /^Requests/ }).getByRole('option');
    await page.getByRole('searchbox').fill('404');
    await page.getByRole('button', { name: /^Rejected/ }).click();
    await rows.filter({ hasText: '/nothing' }).click();
    const expectPlace = async () => {
      await expect.poll(() => page.url()).toMatch(/#\/requests\/2\?filter=404&group=rejected$/);
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole('region', { name: 'Why' }).waitFor();
    };
    await expectPlace();
    await page.reload();
    await expectPlace();
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByRole('heading', { name: 'Failures' }).waitFor();
    await page.goBack();
    await expectPlace();
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await expectPlace();
  });

  test('is left with one press on Back', async () => {
    const { open, url } = await servePanel(panel);
    const page = await open();
    await page.goto('about:blank');
    await page.goto(`${url}/__mock/ui/`);
    await page.getByText('No requests yet').waitFor();
    await page.goBack();
    expect(page.url()).toBe('about:blank');
  });

  test('adds a failure that an application gets, and explains it in the list of requests', async () => {
    const { open, get } = await servePanel(panel);
    const page = await open('failures');
    await page.getByText('Always', { exact: true }).click();
    await page.getByRole('button', { name: /^issues.list: Responds with 503/ }).click();
    await page.getByRole('region', { name: 'Active failures' }).getByText('always').waitFor();
    expect((await get('/projects/prj_web/issues')).status).toBe(503);

    await page.getByRole('link', { name: 'Requests' }).click();
    await page.getByRole('button', { name: /^Failures/ }).click();
    const requests = page.getByRole('listbox', { name: /^Requests/ });
    await requests.getByRole('option', { name: /503/ }).click();
    const why = page.getByRole('region', { name: 'Why' }).getByRole('listitem');
    await why
      .filter({ hasText: /^Failure, / })
      .getByText('503')
      .waitFor();

    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByRole('button', { name: /^Remove: issues.list/ }).click();
    await page.getByText('No active failures').waitFor();
    expect((await get('/projects/prj_web/issues')).status).toBe(200);
  });

  test('asks for a token until it is valid, or reads it from the URL', async () => {
    const { open, url } = await servePanel(panel, { token: 'let-me-in' });
    const page = await open();
    const prompt = page.getByRole('dialog', { name: 'Token required' });
    // Until it is known, nothing is said of the mock.
    expect(await page.locator('body').textContent()).not.toMatch(/no limit|All\s*0/);
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

    // A link with a token in a tab where the panel asks.
    const tab = await open('failures');
    await tab.getByRole('dialog', { name: 'Token required' }).waitFor();
    await tab.goto(`${url}/__mock/ui/#token=let-me-in`);
    await tab.getByText('No active failures').waitFor();
    expect(tab.url()).toMatch(/#\/failures$/);
    await tab.goBack();
    expect(tab.url()).not.toContain('let-me-in');
    await other.close();
  });

  test('says when the mock is gone, shows what it knew, and tells when another has started in its place', async () => {
    const { open, url, mock, close } = await servePanel(panel);
    mock.faults.add({ endpoint: 'issues.get', status: 503 });
    const page = await open('failures');
    await page.getByRole('region', { name: 'Active failures' }).getByText('issues.get').waitFor();
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('table', { name: 'Issues of Web' }).waitFor();
    await close();
    await page.getByRole('alert').getByText('No connection to the mock').waitFor();
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByRole('region', { name: 'Active failures' }).getByText('issues.get').waitFor();
    await page.getByRole('link', { name: 'Time' }).click();
    await page.getByText('Time and limits can’t be shown').waitFor();

    await servePanel(panel, { port: Number(new URL(url).port) });
    await page.getByText(/^This is a new mock/).waitFor();
    await page.getByRole('heading', { name: 'Clock' }).waitFor();
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByText('No active failures').waitFor();
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
});
