import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { type PanelBrowser, servePanel, startPanelBrowser } from './panel-page.ts';

/** These tests need a served page. `panel.browser.test.ts` has all others. */
describe('the panel of a served mock, in Chromium', { tags: 'chromium' }, () => {
  let panel: PanelBrowser;
  beforeAll(async () => {
    panel = await startPanelBrowser();
  });
  afterAll(() => panel?.close());

  test('shows new requests, and keeps filter, group and selection in the address, where Back and a reload find them', async () => {
    const { open, get } = await servePanel(panel);
    const page = await open();
    await page.getByText('No requests yet').waitFor();
    for (const path of ['/projects', '/nothing', '/projects/prj_web/issue']) await get(path);
    const rows = page.getByRole('list', { name: 'Requests and changes' }).getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(3);
    await page.getByRole('searchbox').fill('404');
    await page.getByRole('button', { name: /^Rejected/ }).click();
    await rows.filter({ hasText: '/nothing' }).getByRole('button').click();
    const expectPlace = async () => {
      await expect.poll(() => page.url()).toMatch(/#\/requests\/2\?filter=404&group=rejected$/);
      await expect.poll(() => rows.count()).toBe(2);
      await page.getByRole('article', { name: 'Request 2' }).waitFor();
    };
    await expectPlace();
    await page.reload();
    await expectPlace();
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByRole('main', { name: 'Failures' }).waitFor();
    await page.goBack();
    await expectPlace();
    await page.getByRole('link', { name: 'Data' }).click();
    await page.getByRole('link', { name: 'Requests' }).click();
    await expectPlace();
  });

  test('undoes a change after a reload', async () => {
    const { open, as } = await servePanel(panel);
    const update = async () =>
      (await as('svc_only_issues:read').patch('/projects/prj_web/issues/1', { priority: 'low' })).status;
    await update();
    const page = await open('requests/1');
    await page.getByRole('button', { name: /^Give acme-\d the scope issues:write$/ }).click();
    await page
      .getByRole('status')
      .getByText(/acme-\d/)
      .waitFor();
    expect(await update()).toBe(200);
    await page.reload();
    const undo = { name: /^Undo: .*acme-\d/ };
    await page.getByRole('status').getByRole('button', undo).waitFor();
    await page.getByRole('list', { name: 'Requests and changes' }).getByRole('button', undo).click();
    await page.getByText(/^undone, by the panel/).waitFor();
    expect(await update()).toBe(403);
  });

  test('downloads a state as a file, and opens it', async () => {
    const { open, mock, get } = await servePanel(panel);
    const first = { projectId: 'prj_web', issueNumber: 1 };
    mock.world.issues.update(first, { title: 'Shared' });
    mock.faults.add({ endpoint: 'issues.list', status: 503 });
    const page = await open();
    await page.getByRole('button', { name: 'States' }).click();
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download everything/ }).click();
    const file = await (await downloading).path();
    mock.world.issues.update(first, { title: 'Another' });
    mock.faults.clear();
    await page.locator('input[type=file]').setInputFiles(file);
    await expect.poll(() => mock.faults.list().length).toBe(1);
    expect((await get('/projects/prj_web/issues/1')).body.data.title).toBe('Shared');
  });

  test('works on a phone: one pane at a time, with Back and the focus on what is opened', async () => {
    const { open, as } = await servePanel(panel);
    await as('svc_expired').get('/projects/prj_web/issues/1');
    const phone = await panel.browser.newContext({ viewport: { width: 390, height: 800 }, hasTouch: true });
    onTestFinished(() => phone.close());
    const page = await open('requests', phone);
    await page.getByRole('button', { name: /issues\.get #1/ }).tap();
    const sentence = page.getByRole('heading', { name: /^Rejected: The API key expired/ });
    await expect.poll(() => sentence.evaluate((heading) => heading === document.activeElement)).toBe(true);
    expect(await page.getByRole('searchbox').isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Send it with acme' }).tap();
    await page.getByRole('heading', { name: /^Succeeded\./ }).waitFor();
    await page.getByRole('button', { name: 'Timeline' }).tap();
    await page.getByRole('searchbox').waitFor();
    await page.getByRole('link', { name: 'Settings' }).tap();
    await page.getByRole('region', { name: 'Settings' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  });

  test('is left with one press on Back', async () => {
    const { url } = await servePanel(panel);
    const page = await panel.context.newPage();
    await page.goto('about:blank');
    await page.goto(`${url}/__mock/ui/`);
    await page.getByText('No requests yet').waitFor();
    await page.goBack();
    expect(page.url()).toBe('about:blank');
    await page.close();
  });

  test('asks for a token until it is valid, or reads it from the URL', async () => {
    const { open, url } = await servePanel(panel, { token: 'let-me-in' });
    const page = await open();
    const prompt = page.getByRole('dialog', { name: 'Token required' });
    // Until it is known, nothing is said of the mock.
    expect(await page.locator('body').textContent()).not.toMatch(/No requests yet|appear here/);
    await prompt.getByLabel('Token').fill('wrong');
    await page.keyboard.press('Enter');
    await expect.poll(() => prompt.getByLabel('Token').inputValue()).toBe('');
    await prompt.getByLabel('Token').fill('let-me-in');
    await page.keyboard.press('Enter');
    await page.getByText('No requests yet').waitFor();

    const other = await panel.context.newPage();
    await other.goto(`${url}/__mock/ui/#token=let-me-in`);
    await other.getByText('No requests yet').waitFor();
    expect(other.url()).not.toContain('let-me-in');

    // A link with a token in a tab where the panel asks.
    const tab = await open('failures');
    await tab.getByRole('dialog', { name: 'Token required' }).waitFor();
    await tab.goto(`${url}/__mock/ui/#token=let-me-in`);
    await tab.getByText(/^Every request gets the normal response/).waitFor();
    expect(tab.url()).toMatch(/#\/failures$/);
    await tab.goBack();
    expect(tab.url()).not.toContain('let-me-in');
    await other.close();
  });

  test('says when the mock is gone, as one state with the command, and when another has started in its place', async () => {
    const { open, url, mock, close, get } = await servePanel(panel);
    mock.faults.add({ endpoint: 'issues.get', status: 503 });
    await get('/projects');
    const page = await open('requests/1');
    await page.getByRole('article').waitFor();
    const { port } = new URL(url);
    await close();
    const alert = page.getByRole('alert');
    await alert.getByText(`npx issue-tracking-mock --port ${port}`).waitFor();
    // What needs the mock isn't there.
    expect(await page.getByRole('article').count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByRole('status').textContent()).toBe('');
    await servePanel(panel, { port: Number(port) });
    await page.getByText(/^This is a new mock/).waitFor();
    // Its request is not asked for any more.
    await page.getByText('No requests yet').waitFor();
    expect(await alert.count()).toBe(0);
    await page.getByRole('link', { name: 'Failures' }).click();
    await page.getByText(/^Every request gets the normal response/).waitFor();
  });

  test('can run no other script and call no other host', async () => {
    const { url } = await servePanel(panel);
    const page = await panel.context.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${url}/__mock/ui/`);
    await page.getByText('No requests yet').waitFor();
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
    expect(asked.filter((address) => !address.startsWith(url) && !address.includes('elsewhere'))).toEqual([]);
    await page.close();
  });
});
