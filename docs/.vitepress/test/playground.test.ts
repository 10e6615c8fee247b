import type { FrameLocator, Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { allRunnables } from '../pages/generated.ts';
import { examples } from '../playground/examples.ts';
import { openPage } from './open-page.ts';
import { browser, site } from './site-in-chromium.ts';

const failingCall = `import { createMock } from '@issue-tracking/mock';
import { IssueTrackingClient } from '@issue-tracking/sdk';

const client = new IssueTrackingClient(createMock().clientOptions);
await client.issues.get('prj_web', 404);`;

let page: Page;

/** Every 'Run' of the site, with the output that the page shows. The last of a module runs all its blocks. */
const runs = allRunnables().flatMap(({ path, runnable: { blocks, snippet } }) =>
  blocks.map(({ line }) => ({
    path,
    line,
    text: snippet.prints.find((print) => print.line === line)?.text,
    isLast: line === blocks.at(-1)?.line,
  })),
);
const paths = [...new Set(runs.map(({ path }) => path))];

describe('in Chromium,', () => {
  beforeAll(async () => {
    page = await browser.newPage();
  });

  test.each(paths)('the last Run button of each module of %s prints the output that the page shows', async (path) => {
    await openPage(page, site, path);
    const expected = runs.filter((run) => run.path === path);
    const boxes = page.locator('.run-snippet');
    expect(await boxes.count()).toBe(expected.length);
    for (const [index, { line, text, isLast }] of expected.entries()) {
      if (!isLast) continue;
      const box = boxes.nth(index);
      const printed = await click(box.getByRole('button', { name: 'Run' }), box.frameLocator('iframe'));
      if (text !== undefined) expect(printed.trim(), `the block at line ${line}`).toBe(text);
      expect(await box.frameLocator('iframe').locator('.error').count(), printed).toBe(0);
      await box.getByRole('button', { name: 'Close' }).click();
    }
  });

  test('the playground opens a snippet, and its URL contains the code', async () => {
    await openPage(page, site, 'client/pagination');
    const box = page.locator('.run-snippet').nth(1);
    await click(box.getByRole('button', { name: 'Run', exact: true }), box.frameLocator('iframe'));
    await box.getByRole('link', { name: 'Edit in the playground' }).click();
    const editor = page.getByLabel('Code', { exact: true });
    await expect.poll(() => editor.innerText()).toContain('page.totalPages');
    await editor.fill("const greeting: string = 'Hello'; console.log(greeting, { a: [1, null] });");
    expect(await click(page.getByRole('button', { name: 'Run', exact: true }), page.frameLocator('iframe'))).toBe(
      'Hello { a: [ 1, null ] }\n',
    );
    await page.reload();
    await expect.poll(() => editor.innerText()).toContain('Hello');
    // Code from a URL runs only after a click.
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('the playground runs its first example on load, and each of its menu prints something without an error', async () => {
    await openPlayground(page);
    const { editor, frame } = playground(page);
    const menu = page.getByLabel('Example', { exact: true });
    expect(await menu.getByRole('option').allTextContents()).toEqual(Object.keys(examples));
    for (const [index, [title, code]] of Object.entries(examples).entries()) {
      if (index > 0) await menu.selectOption(title);
      await frame.locator(`body[data-runs="${index + 1}"]`).waitFor();
      expect(await frame.locator('#output .log').count(), title).toBeGreaterThan(0);
      expect(await frame.locator('#output .error').allTextContents(), title).toEqual([]);
      expect((await editor.innerText()).slice(0, 40)).toBe(code.slice(0, 40));
    }
  });

  test('the playground says what it loads where the panel will be', async () => {
    await using page = await browser.newPage();
    // Never answered.
    await page.route('**/playground/frame.txt', () => {});
    await page.goto(`${site.url}/playground.html`);
    await page.getByText('Loading the SDK and the mock …').waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  });

  test('the playground has code left and panel right from 1200 px, and one below the other on less', async () => {
    await openPlayground(page);
    const boxes = async () => {
      const [code, service] = [page.locator('.editor'), page.locator('.run-snippet')];
      return { code: await code.boundingBox(), service: await service.boundingBox() };
    };
    await page.setViewportSize({ width: 1200, height: 800 });
    const { code, service } = await boxes();
    expect(service).toMatchObject({ y: code?.y, height: code?.height });
    expect(service?.x).toBeGreaterThan(code?.width ?? Number.NaN);
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBe(800);
    await page.setViewportSize({ width: 1199, height: 800 });
    expect((await boxes()).service?.x).toBe((await boxes()).code?.x);
  });

  test('code in the playground cannot use the network, the parent page or the storage', async () => {
    await openPlayground(page);
    await page.getByLabel('Code', { exact: true }).fill(`
      const tries = {
        fetch: () => fetch('${site.url}/llms.txt'),
        request: () => new Promise((resolve, reject) => {
          const request = new XMLHttpRequest();
          request.onload = resolve;
          request.onerror = () => reject(new Error('refused'));
          request.open('GET', '${site.url}/llms.txt');
          request.send();
        }),
        parent: () => parent.document.title,
        storage: () => localStorage.length,
        module: () => import('${site.url}/llms.txt'),
      };
      for (const [name, attempt] of Object.entries(tries)) {
        try { await attempt(); console.log(name, 'got out'); } catch { console.log(name, 'refused'); }
      }`);
    const printed = await click(page.getByRole('button', { name: 'Run', exact: true }), page.frameLocator('iframe'));
    expect(printed.trim().split('\n')).toEqual([
      'fetch refused',
      'request refused',
      'parent refused',
      'storage refused',
      'module refused',
    ]);
  });

  test.each([
    ['an unknown module', "\nimport { nothing } from 'left-pad';\nconsole.log(nothing);", 'left-pad', 2],
    ['a syntax error of TypeScript', 'const a = 1;\nconst b: number = ;', 'SyntaxError: Unexpected token', 2],
    ['a syntax error of JavaScript', 'const a = 1;\n\nconst a = 2;', "Identifier 'a' has already been declared", 3],
    ['a call that fails', failingCall, 'NotFoundError', 5],
    [
      'an error in a timer',
      "await 1;\nsetTimeout(() => {\n  throw new Error('late');\n});\nawait new Promise(() => {});",
      'Error: late',
      3,
    ],
  ])(
    '%s is shown with its line, which the editor marks, and the next run starts empty',
    async (_title, code, text, line) => {
      await openPlayground(page);
      const { editor, run, frame } = playground(page);
      await editor.fill(code);
      await run.click();
      await expect.poll(() => frame.locator('.error').allTextContents()).toEqual([expect.stringContaining(text)]);
      const [source = ''] = code.split('\n').slice(line - 1);
      expect(await frame.locator('.place').textContent()).toBe(`  line ${line}: ${source.trim()}\n`);
      await expect.poll(() => page.locator('.cm-line.failed').textContent()).toBe(source);
      await editor.fill("console.log('again');");
      await expect.poll(() => page.locator('.cm-line.failed').count()).toBe(0);
      await run.click();
      await expect.poll(() => frame.locator('#output').textContent()).toBe('again\n');
    },
  );

  test('Stop ends an endless loop, its output is limited, and the page stays usable', async () => {
    await using page = await pageWithoutTime();
    await openPlayground(page);
    const { editor, run, stop, frame } = playground(page);
    await expect.poll(() => stop.isDisabled()).toBe(true);
    await editor.fill("for (let turn = 0; ; turn++) console.log('turn', turn);");
    await run.click();
    await expect
      .poll(() => frame.locator('.warn').allTextContents())
      .toEqual(['What it prints after this is not shown.\n']);
    expect(await frame.locator('.log').count()).toBe(2_000);
    await stop.click();
    await expect.poll(() => frame.locator('.warn').allTextContents()).toContain('Stopped.\n');
    await expect.poll(() => stop.isDisabled()).toBe(true);
    await editor.fill("console.log('again');");
    expect(await click(run, frame)).toBe('again\n');
  });

  test('an endless loop is stopped after 20 seconds', async () => {
    await using page = await pageWithoutTime();
    await openPlayground(page);
    const { editor, run, stop, frame } = playground(page);
    await editor.fill("console.log('begins');\nfor (;;);");
    await run.click();
    await expect.poll(() => frame.locator('#output').textContent()).toBe('begins\n');
    await expect.poll(() => stop.isEnabled()).toBe(true);
    await page.clock.fastForward('00:20');
    await expect
      .poll(() => frame.locator('.warn').allTextContents())
      .toEqual(['Stopped: it still ran after 20 seconds.\n']);
  });
});

/** Opens the playground and waits until the first example has ended. */
async function openPlayground(page: Page): Promise<void> {
  await openPage(page, site, 'playground');
  await playground(page).frame.locator('body[data-runs="1"]').waitFor();
}

/** Opens a page whose clock stands still until a test moves it, so that a slow machine makes no difference. */
async function pageWithoutTime(): Promise<Page> {
  const page = await browser.newPage();
  await page.clock.install({ time: '2026-01-01' });
  await page.clock.pauseAt('2026-01-02');
  return page;
}

function playground(page: Page) {
  return {
    editor: page.getByLabel('Code', { exact: true }),
    run: page.getByRole('button', { name: 'Run', exact: true }),
    stop: page.getByRole('button', { name: 'Stop', exact: true }),
    frame: page.frameLocator('iframe'),
  };
}

/** Clicks 'Run', waits until the code has ended, and returns its output. */
async function click(button: ReturnType<Page['getByRole']>, frame: FrameLocator): Promise<string> {
  const body = frame.locator('body');
  // A frame that ran before counts one more run.
  const before = (await frame.owner().count()) > 0 ? await body.getAttribute('data-runs').catch(() => null) : null;
  await button.click();
  await expect.poll(async () => Number(await body.getAttribute('data-runs'))).toBe(Number(before ?? 0) + 1);
  return (await frame.locator('#output').textContent()) ?? '';
}
