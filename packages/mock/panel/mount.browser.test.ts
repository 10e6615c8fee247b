import { createMock } from '@issue-tracking/mock';
import { mountPanel } from '@issue-tracking/mock/panel';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { type Channel, channelTransport, serveChannel } from './transport/channel-transport.ts';
import { directTransport } from './transport/direct-transport.ts';
import type { Transport } from './transport/transport.ts';

let count = 0;

/** A panel on the test's page, in an element of its own. */
function mounted(mock: Parameters<typeof mountPanel>[0]) {
  const element = document.body.appendChild(document.createElement('div'));
  element.dataset['testid'] = `mounted-${++count}`;
  element.style.height = '600px';
  const panel = mountPanel(mock, element);
  onTestFinished(() => {
    panel.unmount();
    element.remove();
  });
  const root = element.firstElementChild?.shadowRoot;
  if (!root) throw new Error('Nothing is mounted');
  return { panel, element, root, view: page.getByTestId(element.dataset['testid']) };
}

/** A panel in a drawer, after what the tests before have left. */
function devtool(mock: Parameters<typeof mountPanel>[0]) {
  const panel = mountPanel(mock);
  onTestFinished(() => panel.unmount());
  return {
    panel,
    button: page.getByRole('button', { name: /^Mock: / }),
    drawer: page.getByRole('region', { name: 'Mock', exact: true }),
  };
}

const ask = (mock: ReturnType<typeof createMock>) =>
  mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: `Bearer ${mock.clientOptions.apiKey}` } });

const requests = (view: ReturnType<typeof mounted>['view']) =>
  view.getByRole('list', { name: 'Requests and changes' }).getByRole('listitem');

test('a panel in a page shows the requests to its mock, in a shadow root with its own styles', async () => {
  const mock = createMock();
  const { root, panel, element, view } = mounted(mock);
  await expect.element(view.getByText('No requests yet')).toBeVisible();
  await ask(mock);
  await expect.element(requests(view)).toBeVisible();
  expect([root.adoptedStyleSheets.length, document.adoptedStyleSheets.length]).toEqual([1, 0]);
  panel.unmount();
  expect(element.childElementCount).toBe(0);
  await ask(mock);
});

test.each(['html', '*'])('a panel does not inherit text styles that its page sets for %s', async (selector) => {
  const { root } = mounted(createMock());
  const title = root.querySelector('h1');
  if (!title) throw new Error('There is no title');
  const [before, height] = [
    getComputedStyle(title).fontSize,
    root.querySelector('.top')?.getBoundingClientRect().height,
  ];
  const styles = document.head.appendChild(document.createElement('style'));
  onTestFinished(() => styles.remove());
  styles.textContent = `${selector} { font-size: 62.5%; letter-spacing: 4px; text-transform: uppercase; direction: rtl }`;
  const { fontSize, letterSpacing, textTransform, direction } = getComputedStyle(title);
  expect({ fontSize, letterSpacing, textTransform, direction }).toEqual({
    fontSize: before,
    letterSpacing: 'normal',
    textTransform: 'none',
    direction: 'ltr',
  });
  expect(root.querySelector('.top')?.getBoundingClientRect().height).toBe(height);
});

test('class names of a page do not style a panel, nor those of a panel the page', async () => {
  const styles = document.head.appendChild(document.createElement('style'));
  styles.textContent = '.row, .bar, .line, .form, .table, .top { display: none }';
  const own = document.body.appendChild(document.createElement('div'));
  own.className = 'unseen cut fault';
  onTestFinished(() => {
    styles.remove();
    own.remove();
  });
  // Styles that another file of the frame has loaded stay.
  const { position, textOverflow, color } = getComputedStyle(own);
  const mock = createMock();
  const { view } = mounted(mock);
  await ask(mock);
  await expect.element(requests(view)).toBeVisible();
  expect(getComputedStyle(own)).toMatchObject({ position, textOverflow, color });
});

test('navigation in a panel does not change the URL of its page', async () => {
  const { view } = mounted(createMock());
  const before = location.href;
  await userEvent.click(view.getByRole('link', { name: 'Failures' }));
  await expect.element(view.getByRole('main', { name: 'Failures' })).toBeVisible();
  expect(location.href).toBe(before);
});

/** A channel as Storybook's is: what is said is heard by all, as a copy. */
function channel(): Channel {
  const listeners = new Map<string, Set<(message: never) => void>>();
  return {
    on(event, listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener));
    },
    off(event, listener) {
      listeners.get(event)?.delete(listener);
    },
    emit(event, message) {
      const copy: never = structuredClone(message) as never;
      for (const listener of [...(listeners.get(event) ?? [])]) listener(copy);
    },
  };
}

test('two panels show the same mock over a channel, as in Storybook', async () => {
  const mock = createMock();
  const between = channel();
  onTestFinished(serveChannel(between, directTransport(mock)));
  const [one, two] = [mounted(channelTransport(between)), mounted(channelTransport(between))];
  await ask(mock);
  for (const { view } of [one, two]) await expect.element(requests(view)).toBeVisible();
});

test('a panel shows the error message of a failed request to its mock', async () => {
  const gone: Transport = {
    call: () => Promise.reject(new Error('The preview has gone')),
    subscribe: () => () => {},
  };
  await expect.element(mounted(gone).view.getByRole('status')).toMatchTextContent('The preview has gone');
});

test('without an element it is a button with the number of rejected requests, which opens a drawer', async () => {
  localStorage.clear();
  const mock = createMock();
  const { button, drawer } = devtool(mock);
  await mock.fetch(`${mock.baseUrl}/api/v1/projects`);
  await expect.element(button).toHaveAccessibleName('Mock: 1 rejected');
  await expect.element(drawer).not.toBeInTheDocument();
  await userEvent.click(button);
  await expect.element(drawer.getByText(/^There is no Authorization header\./)).toBeVisible();
  (drawer.getByRole('separator').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.poll(() => (drawer.element() as HTMLElement).offsetHeight).toBe(Math.round(innerHeight / 2) - 40);
  await userEvent.click(drawer.getByRole('searchbox'));
  await userEvent.keyboard('{Control>}k{/Control}');
  await expect.element(page.getByRole('dialog', { name: 'Commands' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(drawer).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.shadowRoot?.activeElement).toBe(button.element());
});

test('a drawer is after a reload as it was', async () => {
  localStorage.clear();
  const before = devtool(createMock());
  await userEvent.click(before.button);
  await userEvent.click(before.drawer.getByRole('link', { name: 'Failures' }));
  await expect.element(before.drawer.getByRole('main', { name: 'Failures' })).toBeVisible();
  before.panel.unmount();
  await expect.element(devtool(createMock()).drawer.getByRole('main', { name: 'Failures' })).toBeVisible();
});

test('a drawer does not cover the focused field of the page', async () => {
  localStorage.clear();
  const fields = ['static', 'fixed'].map((position) => {
    const field = document.body.appendChild(document.createElement('input'));
    field.style.cssText = `display: block; position: ${position}; bottom: 0; margin-top: ${innerHeight}px`;
    onTestFinished(() => field.remove());
    return field;
  });
  const { button, drawer } = devtool(createMock());
  await userEvent.click(button);
  await expect.element(drawer).toBeVisible();
  fields[0]?.focus();
  await expect
    .poll(() => fields[0]?.getBoundingClientRect().bottom)
    .toBeLessThanOrEqual(drawer.element().getBoundingClientRect().top);
  // It can't be scrolled.
  fields[1]?.focus();
  await expect.element(drawer).not.toBeInTheDocument();
});

test('a panel without a server offers no curl', async () => {
  const mock = createMock();
  const { view } = mounted(mock);
  await ask(mock);
  await userEvent.click(requests(view).getByRole('button'));
  await userEvent.click(view.getByRole('button', { name: 'Copy as' }));
  await expect.element(view.getByRole('button', { name: /^Test/ })).toBeVisible();
  await expect.element(view.getByRole('button', { name: /^curl/ })).not.toBeInTheDocument();
});

test('mountPanel() rejects an element of null', () => {
  expect(() => mountPanel(createMock(), null as never)).toThrow('needs an element');
});
