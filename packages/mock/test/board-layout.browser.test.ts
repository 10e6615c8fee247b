import { createMock, type IssueInput } from '@issue-tracking/mock';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { longTexts, manyIssues } from '../../../examples/triage-board/src/shop-issues.ts';
import { mountBoard, unmountBoard } from '../../../examples/triage-board/test/mount-board.tsx';
import { layoutFaults } from './layout-faults.ts';
import { faultsInAll } from './reading-conditions.ts';

const arabic: IssueInput = { title: 'السداد يتوقف بعد النقرة الثانية', labels: ['bug', 'a', 'b', 'c', 'd', 'e'] };
const issues = [...longTexts, arabic, { title: '\u202eTurned round', reporterName: '\u202eGrace Hopper' }];
beforeEach(() => page.viewport(1280, 800));
afterEach(unmountBoard);

describe('the triage board has no layout faults, in the page and docked,', () => {
  async function expectNoFaults(): Promise<void> {
    const shown = page.getByRole('main').element() as HTMLElement;
    const look = () => layoutFaults(shown, { wide: '.columns' });
    for (const isDocked of [false, true])
      expect(await faultsInAll({ shown, root: document, isDocked, look }), isDocked ? 'docked' : 'in the page').toEqual(
        [],
      );
  }

  test('with columns, or with tabs in narrow windows', async () => {
    await mountBoard(createMock(), { issues: [...issues, ...manyIssues.slice(0, 60)] });
    await expect.element(page.getByText(/^\d+ issues$/)).toBeVisible();
    await expectNoFaults();
  });

  test('with an open issue and its captured data', async () => {
    await mountBoard(createMock(), { issues });
    await userEvent.click(page.getByRole('button', { name: /LongTitle/ }));
    await expect.element(page.getByRole('combobox', { name: 'Status' })).toBeVisible();
    await expectNoFaults();
  });

  test('with a failure', async () => {
    const mock = createMock();
    mock.faults.add({ endpoint: 'issues.list', status: 429, headers: { 'retry-after': '60' }, times: 6 });
    await mountBoard(mock, { issues });
    await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expectNoFaults();
  });

  test('without issues', async () => {
    await mountBoard(createMock(), { issues: 0 });
    await expect.element(page.getByRole('heading', { name: 'Nothing to triage' })).toBeVisible();
    await expectNoFaults();
  });
});
