/** @jsxImportSource preact */
import { type ComponentChild, render } from 'preact';
import type { Mock } from '../src/mock/mock.ts';
import { Devtool } from './devtool.tsx';
import css from './panel.css?inline';
import { Shell } from './shell/shell.tsx';
import { Panel, type PanelOptions } from './state/panel.ts';
import { directTransport } from './transport/direct-transport.ts';
import type { Transport } from './transport/transport.ts';

/** A panel on a page. */
export interface MountedPanel {
  /** Takes it off the page. */
  unmount(): void;
}

/**
 * Shows the panel of a mock in a page. It has a shadow root, so its styles and the page's don't mix.
 *
 * Without an element it is a button in a corner, with the number of rejected requests, which opens the panel in a drawer. Esc closes
 * it, and its height and place outlast a reload.
 *
 * @param mock A mock, or a transport to one that runs elsewhere.
 * @param element An empty element of the page, with a height: the panel fills it.
 *
 * @example
 * mountPanel(mock);
 *
 * @throws TypeError if `element` is not an element.
 */
export function mountPanel(mock: Mock | Transport, element?: Element): MountedPanel {
  const transport = 'call' in mock ? mock : directTransport(mock);
  if (element === undefined) return mountDevtool(transport);
  if (!(element instanceof Element))
    throw new TypeError(
      "mountPanel() needs an element, such as document.querySelector('#panel'), or none for a drawer",
    );
  return mountTransport(transport, element);
}

/** {@link mountPanel} with options for the Storybook addon. */
export function mountTransport(transport: Transport, element: Element, options: PanelOptions = {}): MountedPanel {
  const host = document.createElement('div');
  host.style.height = '100%';
  const panel = new Panel(transport, options);
  return mount(panel, host, element, <Shell panel={panel} />);
}

function mountDevtool(transport: Transport): MountedPanel {
  const host = document.createElement('div');
  const panel = new Panel(transport);
  return mount(panel, host, document.body, <Devtool panel={panel} host={host} />);
}

function mount(panel: Panel, host: HTMLElement, parent: Element, content: ComponentChild): MountedPanel {
  parent.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  render(content, root);
  return {
    unmount() {
      render(null, root);
      panel.stop();
      host.remove();
    },
  };
}
