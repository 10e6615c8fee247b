import { createMock } from '@issue-tracking/mock';
import { mountPanel } from '@issue-tracking/mock/panel';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type Channel, channelTransport, serveChannel } from './transport/channel-transport.ts';
import { directTransport } from './transport/direct-transport.ts';
import type { Transport } from './transport/transport.ts';

/** A panel on the test's page, in an element of its own. */
function mounted(mock: Parameters<typeof mountPanel>[0]) {
  const element = document.createElement('div');
  element.style.height = '600px';
  document.body.append(element);
  const panel = mountPanel(mock, element);
  onTestFinished(() => {
    panel.unmount();
    element.remove();
  });
  const root = element.firstElementChild?.shadowRoot;
  if (!root) throw new Error('Nothing is mounted');
  return { panel, element, root };
}

/** A panel in a drawer, after what the tests before have left. */
function devtool(mock: Parameters<typeof mountPanel>[0]) {
  const panel = mountPanel(mock);
  onTestFinished(() => panel.unmount());
  const root = document.body.lastElementChild?.shadowRoot;
  const button = root?.querySelector<HTMLElement>('.corner');
  if (!root || !button) throw new Error('There is no button');
  return { panel, root, button, drawer: () => root.querySelector<HTMLElement>('.drawer') };
}

function click(root: ShadowRoot, selector: string): void {
  const element = root.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`There is no ${selector}`);
  element.click();
}

function press(element: Element | null, key: string): void {
  element?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

const project = (mock: ReturnType<typeof createMock>) =>
  mock.fetch(`${mock.baseUrl}/api/v1/projects`, { headers: { authorization: `Bearer ${mock.clientOptions.apiKey}` } });

test('a panel in a page shows the requests to its mock, in a shadow root with its own styles', async () => {
  const mock = createMock();
  const { root, panel, element } = mounted(mock);
  await vi.waitFor(() => expect(root.textContent).toContain('No requests yet'));
  await project(mock);
  await vi.waitFor(() => expect(root.querySelectorAll('[role=option]')).toHaveLength(1));
  expect(root.adoptedStyleSheets).toHaveLength(1);
  expect(document.adoptedStyleSheets).toHaveLength(0);
  expect(getComputedStyle(root.querySelector('.frame') ?? element).display).toBe('grid');

  panel.unmount();
  expect(element.childElementCount).toBe(0);
  await project(mock);
});

test.each(['html', '*'])('a panel does not inherit text styles that its page sets for %s', async (selector) => {
  const { root } = mounted(createMock());
  const title = root.querySelector('h1 .name');
  if (!title) throw new Error('There is no title');
  const [before, width] = [getComputedStyle(title).fontSize, title.getBoundingClientRect().width];
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
  expect(title.getBoundingClientRect().width).toBe(width);
});

test('navigation in a panel does not change the URL of its page', async () => {
  const { root } = mounted(createMock());
  const before = location.href;
  root.querySelector<HTMLElement>('nav a[href="#/failures"]')?.click();
  await vi.waitFor(() => expect(root.querySelector('main h2')?.textContent).toBe('Failures'));
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
  const stop = serveChannel(between, directTransport(mock));
  onTestFinished(stop);
  const [one, two] = [mounted(channelTransport(between)), mounted(channelTransport(between))];
  await project(mock);
  for (const { root } of [one, two]) {
    await vi.waitFor(() => expect(root.querySelectorAll('[role=option]')).toHaveLength(1));
  }
});

test('a panel shows the error message of a failed request to its mock', async () => {
  const gone: Transport = {
    call: () => Promise.reject(new Error('The preview has gone')),
    subscribe: () => () => {},
  };
  const { root } = mounted(gone);
  await vi.waitFor(() => expect(root.querySelector('.notices')?.textContent).toContain('The preview has gone'));
});

test('without an element it is a button with the number of rejected requests, which opens a drawer', async () => {
  localStorage.clear();
  const mock = createMock();
  const { button, drawer, root } = devtool(mock);
  await mock.fetch(`${mock.baseUrl}/api/v1/projects`);
  await vi.waitFor(() => expect(button.ariaLabel).toBe('Mock: 1 rejected'));
  expect(drawer()).toBe(null);
  button.click();
  await vi.waitFor(() => expect(drawer()?.textContent).toContain('There is no Authorization header.'));
  root.querySelector('hr')?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown' }));
  await vi.waitFor(() => expect(drawer()?.offsetHeight).toBe(Math.round(innerHeight / 2) - 40));
  press(root.querySelector('main'), 'Escape');
  await vi.waitFor(() => expect(drawer()).toBe(null));
  expect(root.activeElement).toBe(button);
});

test('a drawer is after a reload as it was', async () => {
  localStorage.clear();
  const before = devtool(createMock());
  before.button.click();
  await vi.waitFor(() => click(before.root, 'nav a[href="#/failures"]'));
  await vi.waitFor(() => expect(before.root.querySelector('main h2')?.textContent).toBe('Failures'));
  before.panel.unmount();
  const { root } = devtool(createMock());
  await vi.waitFor(() => expect(root.querySelector('main h2')?.textContent).toBe('Failures'));
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
  button.click();
  await vi.waitFor(() => expect(drawer()).not.toBe(null));
  fields[0]?.focus();
  await vi.waitFor(() =>
    expect(fields[0]?.getBoundingClientRect().bottom).toBeLessThanOrEqual(drawer()?.offsetTop ?? 0),
  );
  // It can't be scrolled.
  fields[1]?.focus();
  await vi.waitFor(() => expect(drawer()).toBe(null));
});

test('a panel without a server offers no curl', async () => {
  const mock = createMock();
  const { root } = mounted(mock);
  await project(mock);
  await vi.waitFor(() => click(root, '[role=option]'));
  await vi.waitFor(() => expect(root.querySelector('.detail-actions')?.textContent).toContain('Send again'));
  expect(root.querySelector('.detail-actions')?.textContent).not.toContain('curl');
});

test('mountPanel() rejects an element of null', () => {
  expect(() => mountPanel(createMock(), null as never)).toThrow('needs an element');
});
