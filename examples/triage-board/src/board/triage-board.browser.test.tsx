import { createMock } from '@issue-tracking/mock';
import { afterEach, beforeEach, describe, expect, test as plainTest } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { expectAccessible, mountBoard, unmountBoard } from '../../test/mount-board.tsx';
import { longTexts, manyIssues, shopIssues } from './shop-issues.ts';

const test = plainTest.extend('mock', () => createMock());
const patient = { timeout: 20_000 };
/** `pnpm test:long` looks at every width and both colour schemes. */
const isLong = import.meta.env.MODE === 'long';

beforeEach(() => page.viewport(1280, 800));
afterEach(() => {
  unmountBoard();
  document.documentElement.style.removeProperty('color-scheme');
});

const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) });
const card = (name: RegExp) => page.getByRole('button', { name });
const checkout = card(/Checkout hangs/);
const status = page.getByRole('combobox', { name: 'Status' });
const seen = (locator: ReturnType<typeof card>) => expect.element(locator, patient);

async function open(): Promise<void> {
  await seen(checkout).toBeVisible();
  await userEvent.click(checkout);
  await seen(status).toBeVisible();
}

/** Not a click: cards that come into view get their real height, and the button below them moves away under the mouse. */
async function press(button: ReturnType<typeof card>): Promise<void> {
  await seen(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
}

describe('the focus does not fall back to the body', { timeout: 60_000 }, () => {
  test('while a status is saved, and when the moved issue is closed', async ({ mock }) => {
    await mountBoard(mock, { issues: shopIssues });
    await open();
    mock.faults.add({ endpoint: 'issues.update', delayMs: 200 });
    (status.element() as HTMLElement).focus();
    await userEvent.selectOptions(status, 'blocked');
    await seen(page.getByRole('status').filter({ hasText: '#1 is now Blocked' })).toBeInTheDocument();
    await seen(status).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await seen(column('Blocked').getByRole('button', { name: /Checkout hangs/ })).toHaveFocus();
  });

  test('when an issue is closed whose column is not shown', async ({ mock }) => {
    await page.viewport(390, 844);
    await mountBoard(mock, { issues: shopIssues });
    await open();
    await userEvent.selectOptions(status, 'blocked');
    await seen(page.getByRole('status').filter({ hasText: '#1 is now Blocked' })).toBeInTheDocument();
    await userEvent.keyboard('{Escape}');
    await seen(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('after "Show more" but moves to the first new card, also on the last page', async ({ mock }) => {
    await mountBoard(mock, { issues: manyIssues.slice(0, 72) });
    const more = column('Open').getByRole('button', { name: /Show more/ });
    await seen(more).toBeVisible();
    await press(more);
    await seen(more).not.toBeInTheDocument();
    const cards = column('Open').getByRole('listitem');
    expect(cards.elements()).toHaveLength(24);
    expect(document.activeElement).toBe(cards.elements()[20]?.querySelector('button'));
  });

  test('after a successful "Try again"', async ({ mock }) => {
    mock.faults.add({ endpoint: 'issues.list', status: 500, times: 6 });
    await mountBoard(mock, { issues: shopIssues }, { retry: false });
    const again = page.getByRole('button', { name: 'Try again' });
    await seen(again).toBeVisible();
    await userEvent.click(again);
    await seen(again).not.toBeInTheDocument();
    await seen(page.getByText('12 issues')).toBeVisible();
    await seen(page.getByRole('heading', { level: 1 })).toHaveFocus();
  });

  test('after "Try again" in an issue', async ({ mock }) => {
    mock.faults.add({ endpoint: 'issues.get', status: 500 });
    await mountBoard(mock, { issues: shopIssues }, { retry: false });
    await seen(checkout).toBeVisible();
    await userEvent.click(checkout);
    await userEvent.click(page.getByRole('button', { name: 'Try again' }));
    await seen(page.getByRole('heading', { name: /Checkout hangs/, level: 2 })).toHaveFocus();
  });

  test('when a button removes the filters and disappears', async ({ mock }) => {
    await mountBoard(mock, { issues: shopIssues });
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'unicorn');
    await seen(page.getByRole('heading', { name: 'No issue matches' })).toBeVisible();
    await userEvent.click(page.getByRole('button', { name: 'Show all issues' }));
    await seen(page.getByText('12 issues')).toBeVisible();
    await seen(page.getByRole('heading', { level: 1 })).toHaveFocus();
    expect(page.getByRole('searchbox', { name: 'Search' }).element()).toHaveValue('');
  });
});

describe('the board', { timeout: 60_000 }, () => {
  test('shows only issues that match the search and the filters', async ({ mock }) => {
    await mountBoard(mock, { issues: shopIssues });
    await userEvent.fill(page.getByRole('searchbox', { name: 'Search' }), 'invoices');
    await seen(page.getByText('1 issue', { exact: true })).toBeVisible();
    await seen(card(/Invoices show/)).toBeVisible();
    await userEvent.clear(page.getByRole('searchbox', { name: 'Search' }));
    await userEvent.selectOptions(page.getByRole('combobox', { name: 'Priority' }), 'high');
    await seen(page.getByText('4 issues')).toBeVisible();
    await userEvent.fill(page.getByRole('combobox', { name: 'Label' }), 'cart');
    await seen(page.getByText('1 issue', { exact: true })).toBeVisible();
    await seen(card(/Coupon is applied twice/)).toBeVisible();
  });

  test('changes a priority, and rolls back a change that the service rejects', async ({ mock }) => {
    const { client, projectId } = await mountBoard(mock, { issues: shopIssues });
    await open();
    const priority = page.getByRole('dialog').getByRole('combobox', { name: 'Priority' });
    await userEvent.selectOptions(priority, 'low');
    await seen(page.getByText('The priority of #1 is now Low')).toBeInTheDocument();
    expect(await client.issues.get(projectId, 1)).toMatchObject({ priority: 'low' });
    expect(checkout.element().textContent).toContain('Low');
    mock.faults.add({ endpoint: 'issues.update', status: 403 });
    await userEvent.selectOptions(priority, 'high');
    await seen(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await seen(priority).toHaveValue('low');
  });

  test('adds a comment, and keeps a rejected one in its field', async ({ mock }) => {
    const { client, projectId } = await mountBoard(mock, { issues: shopIssues });
    await open();
    const field = page.getByRole('textbox', { name: 'Add a comment' });
    const send = page.getByRole('button', { name: 'Comment', exact: true });
    mock.faults.add({ endpoint: 'issues.comments.create', status: 403 });
    await userEvent.fill(field, 'Seen in Edge as well.');
    await userEvent.click(send);
    await seen(page.getByRole('dialog').getByRole('alert')).toBeVisible();
    await seen(field).toHaveValue('Seen in Edge as well.');
    await userEvent.click(send);
    await seen(page.getByRole('listitem').filter({ hasText: 'Seen in Edge as well.' })).toBeVisible();
    await seen(field).toHaveValue('');
    await seen(field).toHaveFocus();
    const { data } = await client.issues.comments.list(projectId, 1);
    expect(data.map(({ content }) => content)).toContain('Seen in Edge as well.');
  });

  test('shows the screenshot of an issue', async ({ mock }) => {
    await mountBoard(mock, { issues: shopIssues });
    await open();
    const picture = page.getByRole('img', { name: /Screenshot, 1440 × 900/ });
    await seen(picture).toBeVisible();
    const image = picture.element() as HTMLImageElement;
    await image.decode();
    expect(image.naturalWidth).toBeGreaterThan(0);
    expect(image.getBoundingClientRect().width).toBeGreaterThan(400);
  });

  test('shows a text in place of a broken screenshot', async ({ mock }) => {
    const [first] = shopIssues;
    await mountBoard(mock, { issues: [{ ...first, screenshots: [{ url: 'data:image/png;base64,AAAA' }] }] });
    await open();
    await seen(page.getByText(/The screenshot of 1440 × 900, .* cannot be shown/)).toBeVisible();
  });

  test('closes an issue on a click beside the dialog, but not at the end of a text selection there', async ({
    mock,
  }) => {
    await mountBoard(mock, { issues: shopIssues });
    await open();
    const dialog = page.getByRole('dialog').element();
    const beside = { bubbles: true, clientX: 5, clientY: 400 };
    page
      .getByText(/Clicking Pay twice/)
      .element()
      .dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
    dialog.dispatchEvent(new MouseEvent('click', beside));
    await seen(page.getByRole('dialog')).toBeVisible();
    await userEvent.click(page.getByRole('dialog'), { position: { x: -300, y: 400 }, force: true });
    await seen(page.getByRole('dialog')).not.toBeInTheDocument();
    await seen(checkout).toHaveFocus();
  });

  test('counts Retry-After down on the screen, and announces only the start and the end', async ({ mock }) => {
    mock.faults.add({ endpoint: 'issues.list', status: 429, headers: { 'retry-after': '3' } });
    await mountBoard(mock, { issues: shopIssues }, { retry: { limit: 0, maxRetryAfter: 0 } });
    const again = page.getByRole('button', { name: 'Try again' });
    await seen(again).toHaveAttribute('aria-disabled', 'true');
    const visible = page
      .getByText(/It takes requests again/)
      .elements()
      .at(-1);
    const texts = new Set<string>();
    new MutationObserver(() => texts.add(visible?.textContent ?? '')).observe(document.body, {
      subtree: true,
      characterData: true,
      childList: true,
    });
    const alert = page.getByRole('alert').element();
    const said = alert.textContent;
    await seen(again).toHaveAttribute('aria-disabled', 'false');
    expect([...texts].at(-1)).toBe('The service is busy. It takes requests again now.');
    expect(alert.textContent).toBe(said);
    await seen(page.getByText('You can try again now.')).toBeInTheDocument();
    await userEvent.click(again);
    await seen(page.getByText('12 issues')).toBeVisible();
  });

  test('shows no "Try again" for a missing scope', async ({ mock }) => {
    await mountBoard(mock, { issues: shopIssues, scopes: ['projects:read'] });
    await seen(page.getByRole('alert')).toHaveTextContent('The service rejected this: Insufficient scope.');
    await expect.poll(() => page.getByText('Not loaded').elements().length, patient).toBe(6);
    expect(page.getByRole('button', { name: 'Try again' }).elements()).toEqual([]);
    expect(mock.requests.all()).toHaveLength(6);
  });

  test('announces the loading and the number of issues in one live region', async ({ mock }) => {
    mock.faults.add({ endpoint: 'issues.list', delayMs: 300, times: 6 });
    await mountBoard(mock, { issues: shopIssues });
    const live = page.getByRole('status').first();
    await seen(live).toHaveTextContent('Loading issues…');
    const element = live.element();
    await seen(live).toHaveTextContent('12 issues');
    expect(live.element()).toBe(element);
  });

  test('paints only the cards in view', async ({ mock }) => {
    await mountBoard(mock, { issues: 60 });
    for (const left of [40, 20]) await press(page.getByRole('button', { name: `Show more (${left} left)` }));
    await expect.poll(() => column('Open').getByRole('listitem').elements().length, patient).toBe(60);
    const cards = column('Open').getByRole('button').elements();
    const painted = () => cards.filter((each) => each.checkVisibility({ contentVisibilityAuto: true })).length;
    await expect.poll(painted, patient).toBeLessThan(40);
    expect(painted()).toBeGreaterThan(3);
  });

  test.for([1280, 900, 390])(
    'fits 500 characters without a space into its columns, at a width of %d px',
    async (width, { mock }) => {
      await page.viewport(width, 800);
      await mountBoard(mock, { issues: longTexts });
      await seen(card(/LongTitle/)).toBeVisible();
      expect(document.documentElement.scrollWidth).toBe(width);
      for (const each of document.querySelectorAll('.column, .card')) {
        expect(each.scrollWidth, each.className).toBeLessThanOrEqual(each.clientWidth);
      }
      await userEvent.click(card(/LongTitle/));
      await seen(status).toBeVisible();
      const dialog = page.getByRole('dialog').element();
      expect(dialog.scrollWidth).toBeLessThanOrEqual(dialog.clientWidth);
    },
  );

  test.for([720, 900, 1100])('shows on which side columns are hidden, at a width of %d px', async (width, { mock }) => {
    await page.viewport(width, 800);
    await mountBoard(mock, { issues: shopIssues });
    await seen(checkout).toBeVisible();
    const scroller = page.getByRole('region', { name: 'Issues by status' });
    const frame = scroller.element().parentElement;
    await expect.poll(() => ({ ...frame?.dataset }), patient).toEqual({ hiddenStart: 'false', hiddenEnd: 'true' });
    // Scroll to the end.
    (scroller.element() as HTMLElement).focus();
    scroller.element().scrollTo({ left: 10_000, behavior: 'instant' });
    await expect.poll(() => ({ ...frame?.dataset }), patient).toEqual({ hiddenStart: 'true', hiddenEnd: 'false' });
  });

  test('hides no column at a width of 1280 px', async ({ mock }) => {
    await mountBoard(mock, { issues: shopIssues });
    await seen(checkout).toBeVisible();
    const frame = page.getByRole('region', { name: 'Issues by status' }).element().parentElement;
    expect({ ...frame?.dataset }).toEqual({ hiddenStart: 'false', hiddenEnd: 'false' });
  });

  test('shows one status at a time on a phone, selected with tabs and arrow keys', async ({ mock }) => {
    await page.viewport(390, 844);
    await mountBoard(mock, { issues: shopIssues });
    const tab = (name: RegExp) => page.getByRole('tab', { name });
    await seen(tab(/Open 4/)).toHaveAttribute('aria-selected', 'true');
    expect(page.getByRole('tabpanel').getByRole('listitem').elements()).toHaveLength(4);
    (tab(/Open/).element() as HTMLElement).focus();
    await userEvent.keyboard('{ArrowRight}');
    await seen(tab(/In progress 2/)).toHaveFocus();
    await seen(page.getByRole('tabpanel', { name: /In progress/ })).toBeVisible();
    await userEvent.keyboard('{End}');
    await seen(tab(/Closed 2/)).toHaveFocus();
    await userEvent.keyboard('{ArrowRight}');
    await seen(tab(/Open 4/)).toHaveFocus();
    await userEvent.keyboard('{Tab}');
    await seen(page.getByRole('tabpanel').getByRole('button').first()).toHaveFocus();
  });

  test('can be used with the keyboard only: find, open, change, comment, close', async ({ mock }) => {
    const { client, projectId } = await mountBoard(mock, { issues: shopIssues });
    await seen(page.getByText('12 issues')).toBeVisible();
    await userEvent.keyboard('{Tab}');
    await seen(page.getByRole('searchbox', { name: 'Search' })).toHaveFocus();
    await userEvent.keyboard('checkout hangs');
    await seen(page.getByText('1 issue', { exact: true })).toBeVisible();
    await userEvent.keyboard('{Tab}{Tab}{Tab}');
    await seen(checkout).toHaveFocus();
    await userEvent.keyboard('{Enter}');
    await seen(status).toBeVisible();
    await userEvent.keyboard('{Tab}{Tab}');
    await seen(status).toHaveFocus();
    // Typing chooses an option, as arrow keys do where the system's menu stays closed.
    await userEvent.keyboard('In');
    await seen(page.getByText('#1 is now In progress')).toBeInTheDocument();
    (page.getByRole('textbox', { name: 'Add a comment' }).element() as HTMLElement).focus();
    await userEvent.keyboard('On it.{Tab}{Enter}');
    await seen(page.getByText('On it.')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await seen(column('In progress').getByRole('button', { name: /Checkout hangs/ })).toHaveFocus();
    expect(await client.issues.get(projectId, 1)).toMatchObject({ status: 'in_progress' });
  });
});

describe.for(isLong ? ['light', 'dark'] : ['light'])(
  'axe finds no violation in %s mode',
  { timeout: 60_000 },
  (scheme) => {
    describe.for(isLong ? [1280, 900, 390] : [1280])('at a width of %d px', (width) => {
      beforeEach(async () => {
        await page.viewport(width, 844);
        document.documentElement.style.colorScheme = scheme;
      });

      test('on the board and in an open issue, also after a rejected change', async ({ mock }) => {
        await mountBoard(mock, { issues: shopIssues });
        await seen(checkout).toBeVisible();
        await expectAccessible();
        await open();
        await expectAccessible();
        mock.faults.add({ endpoint: 'issues.update', status: 422 });
        await userEvent.selectOptions(status, 'blocked');
        await seen(page.getByRole('dialog').getByRole('alert')).toBeVisible();
        await expectAccessible();
      });

      test('on the board while it loads and after a failure', async ({ mock }) => {
        mock.faults.add({ endpoint: 'issues.list', delayMs: 100_000, times: 6 });
        await mountBoard(mock, { issues: shopIssues });
        await seen(page.getByText('Loading issues…')).toBeVisible();
        await expectAccessible();
        unmountBoard();
        mock.faults.clear();
        mock.faults.add({ endpoint: 'issues.list', status: 429, headers: { 'retry-after': '60' }, times: 6 });
        await mountBoard(mock, { issues: shopIssues });
        await seen(page.getByRole('button', { name: 'Try again' })).toBeVisible();
        await expectAccessible();
      });
    });
  },
);
