import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMock, virtualClock } from '@issue-tracking/mock';
import type { MockServer } from '@issue-tracking/mock/server';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type BoardServer, serveBoard } from '../../../tools/pictures/serve-board.ts';
import { serveHttp } from '../src/server/listen.ts';
import { serverLimits } from '../src/server/listen-options.ts';
import { start, world } from './fixture.ts';
import { keepMessages, type PanelBrowser, startPanelBrowser } from './panel-page.ts';

describe('the panel beside the triage board in Chromium', {
  timeout: 120_000,
  tags: 'chromium',
}, () => {
  const mock = createMock({ world: world(), clock: virtualClock({ now: start }), rateLimit: false });
  let panelBrowser: PanelBrowser;
  let server: MockServer;
  let boardFolder: string;
  let boardServer: BoardServer;
  beforeAll(async () => {
    panelBrowser = await startPanelBrowser();
    server = await serveHttp(mock, {}, serverLimits, panelBrowser.folder);
    boardFolder = await mkdtemp(join(tmpdir(), 'board-'));
    boardServer = await serveBoard(boardFolder, { url: server.url, accessToken: 'oat_ada' });
  }, 120_000);
  afterAll(async () => {
    await boardServer?.close();
    await server?.close();
    await panelBrowser?.close();
    if (boardFolder) await rm(boardFolder, { recursive: true });
  });

  let context: BrowserContext;
  beforeEach(async () => {
    mock.reset();
    context = await panelBrowser.browser.newContext({ viewport: { width: 1280, height: 800 } });
    context.setDefaultTimeout(30_000);
  });
  afterEach(() => context.close());

  async function openPanel(place: string): Promise<Page> {
    const page = await context.newPage();
    await keepMessages(page);
    await page.goto(`${server.url}/__mock/ui/#/${place}`);
    await page.getByRole('navigation', { name: 'Views' }).waitFor();
    return page;
  }

  async function openBoard(): Promise<Page> {
    const page = await context.newPage();
    await page.goto(boardServer.url);
    await page.getByRole('heading', { level: 1, name: 'Web shop' }).waitFor();
    return page;
  }

  const card = (board: Page, column: string) =>
    board.getByRole('region', { name: column }).getByRole('button', { name: /Checkout hangs/ });
  const status = (board: Page) => board.getByRole('combobox', { name: 'Status' });
  const alert = (board: Page, text: string) => board.getByRole('alert').filter({ hasText: text });

  test('shows a status that the board sets at once, with its request', async () => {
    const panel = await openPanel('data/prj_web/1');
    const issue = panel.getByRole('region', { name: 'Issue', exact: true });
    await issue.getByText('open', { exact: true }).first().waitFor();
    const board = await openBoard();
    await card(board, 'Open').click();
    await status(board).selectOption('blocked');
    await board.getByRole('status').filter({ hasText: '#1 is now Blocked' }).waitFor();
    await issue.locator('.facts').getByText('blocked', { exact: true }).waitFor();
    await issue.getByRole('link', { name: /^Requests/ }).click();
    await issue.getByRole('link', { name: /PATCH\s+\/issues\/1/ }).waitFor();
  });

  test('adds a failure that the board shows, and explains it in the list of requests', async () => {
    const panel = await openPanel('failures');
    await panel.getByText('Always', { exact: true }).click();
    await panel.getByRole('button', { name: /^issues.list: Responds with 503/ }).click();
    await panel.getByRole('region', { name: 'Active failures' }).getByText('always').waitFor();
    const board = await openBoard();
    await alert(board, 'The service failed (503)').waitFor();

    await panel.getByRole('link', { name: 'Requests' }).click();
    await panel.getByRole('button', { name: /Faults/ }).click();
    await panel
      .getByRole('listbox', { name: /^Requests/ })
      // Until the filter applies, the first request in the list may be a successful one.
      .getByRole('option', { name: /503/ })
      .first()
      .click();
    const fault = panel
      .getByRole('region', { name: 'Why' })
      .getByRole('listitem')
      .filter({ hasText: /^Failure, / });
    await fault.getByText('503').waitFor();

    await panel.getByRole('link', { name: 'Failures' }).click();
    await panel.getByRole('button', { name: /^Remove: issues.list/ }).click();
    await panel.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await panel.getByText('No active failures').waitFor();
    await board.getByRole('button', { name: 'Try again' }).click();
    await card(board, 'Open').waitFor();
    await expect.poll(() => board.getByRole('alert').count()).toBe(0);
  });
});
