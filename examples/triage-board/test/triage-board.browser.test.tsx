import { createMock } from '@issue-tracking/mock';
import { afterEach, beforeEach, expect, test as plainTest, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { manyIssues, shopIssues } from '../src/shop-issues.ts';
import { mountBoard, unmountBoard } from './mount-board.tsx';

const test = plainTest.extend('mock', () => createMock());

beforeEach(() => page.viewport(1280, 800));
afterEach(unmountBoard);
afterEach(() => void vi.useRealTimers());

const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const button = (name: string | RegExp) => page.getByRole('button', { name });
const checkout = button(/Checkout hangs/);
const status = page.getByRole('combobox', { name: 'Status' });
const heading = page.getByRole('heading', { level: 1 });
const seen = (locator: typeof status) => expect.element(locator);

async function open(): Promise<void> {
  await seen(checkout).toBeVisible();
  await userEvent.click(checkout);
  await seen(status).toBeVisible();
}

test('the board shows only issues that match the search and the filters', async ({ mock }) => {
  await mountBoard(mock, { issues: shopIssues });
  const search = page.getByRole('searchbox', { name: 'Search' });
  await userEvent.fill(search, 'invoices');
  await seen(page.getByText('1 issue', { exact: true })).toBeVisible();
  await seen(button(/Invoices show/)).toBeVisible();
  await userEvent.clear(search);
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Priority' }), 'high');
  await seen(page.getByText('4 issues')).toBeVisible();
  await userEvent.fill(page.getByRole('combobox', { name: 'Label' }), 'unicorn');
  await userEvent.click(button('Show all issues'));
  await seen(page.getByText('12 issues')).toBeVisible();
  await seen(heading).toHaveFocus();
});

test('typing asks once for the text, not for each letter', async ({ mock }) => {
  await mountBoard(mock, { issues: shopIssues });
  await seen(page.getByText('12 issues')).toBeVisible();
  await userEvent.click(page.getByRole('searchbox', { name: 'Search' }));
  // On a busy machine, keys may be further apart than the pause after which the board asks. Unlike `type`, `keyboard` lets
  // faked time stand.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await userEvent.keyboard('checkout');
  vi.runOnlyPendingTimers();
  await seen(page.getByText('2 issues')).toBeVisible();
  expect(mock.requests.all()).toHaveLength(12);
});

test('"Show more" loads one page and moves the focus to the first new card [EP-7]', async ({ mock }) => {
  await mountBoard(mock, { issues: manyIssues.slice(0, 72) });
  const more = column('Open').getByRole('button', { name: 'Show more (4 left)' });
  await seen(more).toBeVisible();
  // Not a click: cards that come into view get their real height, and the button below them moves away under the mouse.
  (more.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await seen(more).not.toBeInTheDocument();
  const cards = column('Open').getByRole('listitem').elements();
  expect(cards).toHaveLength(24);
  expect(document.activeElement).toBe(cards[20]?.querySelector('button'));
});

test('a changed status shows at once, and the issue moves when the service has it', async ({ mock }) => {
  const { client, projectId } = await mountBoard(mock, { issues: shopIssues });
  await open();
  mock.faults.add({ endpoint: 'issues.update', delayMs: 300 });
  await userEvent.selectOptions(status, 'blocked');
  await seen(status).toHaveValue('blocked');
  expect(await client.issues.get(projectId, 1)).toMatchObject({ status: 'open' });
  await seen(page.getByText('#1 is now Blocked')).toBeInTheDocument();
  await userEvent.keyboard('{Escape}');
  await seen(column('Blocked').getByRole('button', { name: /Checkout hangs/ })).toHaveFocus();
});

test('a rejected priority is rolled back with the reason', async ({ mock }) => {
  await mountBoard(mock, { issues: shopIssues });
  await open();
  const priority = page.getByRole('dialog').getByRole('combobox', { name: 'Priority' });
  mock.faults.add({ endpoint: 'issues.update', status: 403 });
  await userEvent.selectOptions(priority, 'low');
  await seen(page.getByRole('dialog').getByText(/The service rejected this/)).toBeVisible();
  await seen(priority).toHaveValue('critical');
});

test('a rejected comment stays in its field, and can be sent again', async ({ mock }) => {
  await mountBoard(mock, { issues: shopIssues });
  await open();
  const field = page.getByRole('textbox', { name: 'Add a comment' });
  mock.faults.add({ endpoint: 'issues.comments.create', status: 403 });
  await userEvent.fill(field, 'Seen in Edge as well.');
  await userEvent.click(button('Comment'));
  await seen(page.getByRole('dialog').getByText(/The service rejected this/)).toBeVisible();
  await seen(field).toHaveValue('Seen in Edge as well.');
  await userEvent.click(button('Comment'));
  await seen(page.getByRole('listitem').filter({ hasText: 'Seen in Edge as well.' })).toBeVisible();
  await seen(field).toHaveValue('');
  await seen(field).toHaveFocus();
});

test('a screenshot that cannot be loaded is replaced by a sentence', async ({ mock }) => {
  await mountBoard(mock, { issues: [{ ...shopIssues[0], title: 'Checkout hangs', screenshots: [{ url: 'data:,' }] }] });
  await open();
  await seen(page.getByText(/The screenshot of 1440 × 900, .* cannot be shown/)).toBeVisible();
});

test('after a 429 what came stays, and the wait is counted down to a retry [ERR-6]', async ({ mock }) => {
  mock.faults.add({ endpoint: 'issues.list', status: 429, headers: { 'retry-after': '1' } });
  await mountBoard(mock, { issues: shopIssues });
  await seen(page.getByRole('alert')).toHaveTextContent('The service is busy. It takes requests again in 1 s.');
  await seen(button('Try again')).toHaveAttribute('aria-disabled', 'true');
  await seen(page.getByText('You can try again now.')).toBeInTheDocument();
  await userEvent.click(button('Try again'));
  await seen(page.getByText('12 issues')).toBeVisible();
  await seen(heading).toHaveFocus();
});

test('offline, the board says so once, and "Try again" loads it [ERR-5]', async ({ mock }) => {
  mock.faults.add({ endpoint: 'issues.list', drop: true, times: 6 });
  await mountBoard(mock, { issues: shopIssues });
  await seen(page.getByRole('alert')).toHaveTextContent(
    'The service cannot be reached. Check your connection and try again.',
  );
  await expect.poll(() => page.getByText('Not loaded').elements().length).toBe(6);
  await userEvent.click(button('Try again'));
  await seen(page.getByText('12 issues')).toBeVisible();
});

test('a missing scope is shown without "Try again" [AUTH-4]', async ({ mock }) => {
  await mountBoard(mock, { issues: shopIssues, scopes: ['projects:read'] });
  await seen(page.getByRole('alert')).toHaveTextContent('The service rejected this: Insufficient scope.');
  expect(button('Try again').elements()).toEqual([]);
});

test('a phone shows one status at a time', async ({ mock }) => {
  await page.viewport(390, 844);
  await mountBoard(mock, { issues: shopIssues });
  await seen(checkout).toBeVisible();
  await seen(button(/Coupon is applied/)).not.toBeInTheDocument();
  await userEvent.click(button(/^In progress/));
  await seen(button(/Coupon is applied/)).toBeVisible();
  await seen(checkout).not.toBeInTheDocument();
});
