import { h, render } from 'preact';
import { expect, onTestFinished } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import css from '../panel/panel.css?inline';
import { Shell } from '../panel/shell.tsx';
import { Panel } from '../panel/state/panel.ts';
import type { MockEvent, Transport } from '../panel/transport/transport.ts';

/** A panel that fills the test's page until the test ends. */
export interface ShownPanel {
  readonly panel: Panel;
  readonly root: ShadowRoot;
  /** Finds elements of this panel. */
  readonly view: Locator;
}

let shown = 0;

/** Shows a panel at a place such as `failures`. */
export function showPanel(transport: Transport, place = 'requests'): ShownPanel {
  const element = document.body.appendChild(document.createElement('div'));
  document.body.style.margin = '0';
  element.dataset['testid'] = `panel-${++shown}`;
  element.style.height = '100vh';
  const root = element.attachShadow({ mode: 'open' });
  const styles = new CSSStyleSheet();
  styles.replaceSync(css);
  root.adoptedStyleSheets = [styles];
  const panel = new Panel(transport);
  panel.go(place);
  render(h(Shell, { panel }), root);
  onTestFinished(() => {
    render(null, root);
    panel.stop();
    element.remove();
  });
  return { panel, root, view: page.getByTestId(element.dataset['testid']) };
}

/** A transport whose events a test sends, too. */
export function withEvents(transport: Transport): Transport & { emit(event: MockEvent): void } {
  const listeners = new Set<(event: MockEvent) => void>();
  return {
    ...transport,
    subscribe(listener) {
      listeners.add(listener);
      return transport.subscribe(listener);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}

/** Waits for a control and clicks it, without the way of a mouse to it. */
export async function press(control: Locator): Promise<void> {
  await expect.element(control).toBeEnabled();
  (control.element() as HTMLElement).click();
}

/** Enters a text into a field, or chooses an option by its value or text, without the way of keys to it. */
export async function enter(field: Locator, text: string): Promise<void> {
  await expect.element(field).toBeEnabled();
  const control = field.element() as HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
  let value = text;
  if (control instanceof HTMLSelectElement) {
    const option = () => [...control.options].find((each) => each.value === text || each.label === text);
    await expect.poll(option, { message: `the option ${text}` }).toBeDefined();
    value = option()?.value ?? '';
  }
  control.value = value;
  for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Presses Tab, from a control if it is given, until an element of this name has the focus. */
export async function tabTo(root: ShadowRoot, name: RegExp | string, from?: Locator): Promise<void> {
  if (from) {
    await expect.element(from).toBeVisible();
    (from.element() as HTMLElement).focus();
  }
  await pressUntil(root, '{Tab}', name);
}

/** Presses an arrow key until an element of this name has the focus. */
export const arrowTo = (root: ShadowRoot, key: string, name: RegExp | string): Promise<void> =>
  pressUntil(root, `{${key}}`, name);

/** More than there are places for the focus in any view. */
const mostPresses = 200;

async function pressUntil(root: ShadowRoot, keys: string, name: RegExp | string): Promise<void> {
  for (let presses = 0; presses < mostPresses; presses++) {
    const focused = focusedName(root);
    if (typeof name === 'string' ? focused === name : name.test(focused)) return;
    await userEvent.keyboard(keys);
  }
  throw new Error(`${keys} does not lead to ${name}`);
}

/** Returns the label or text of the focused element. */
export function focusedName({ activeElement: focused }: ShadowRoot): string {
  if (!(focused instanceof HTMLElement)) return '';
  const label = focused.closest('label')?.querySelector('.field-label, .top-label, span')?.textContent;
  return (focused.getAttribute('aria-label') ?? label ?? focused.textContent ?? '').trim();
}
