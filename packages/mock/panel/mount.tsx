/** @jsxImportSource preact */
import { render } from 'preact';
import type { Mock } from '../src/mock/mock.ts';
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
 * Shows the panel of a mock in an element of a page. It has a shadow root, so its styles and the page's don't mix. It is as large
 * as the element, so give the element a height.
 *
 * @param mock A mock, or a transport to one that runs elsewhere.
 * @param element An empty element of the page.
 *
 * @example
 * const panel = mountPanel(mock, document.querySelector('#panel'));
 *
 * @throws TypeError if `element` is not an element.
 */
export function mountPanel(mock: Mock | Transport, element: Element): MountedPanel {
  if (!(element instanceof Element))
    throw new TypeError("mountPanel() needs an element, such as document.querySelector('#panel')");
  return mountTransport('call' in mock ? mock : directTransport(mock), element);
}

/** {@link mountPanel} with options for the Storybook addon. */
export function mountTransport(transport: Transport, element: Element, options: PanelOptions = {}): MountedPanel {
  const host = document.createElement('div');
  host.style.height = '100%';
  element.append(host);
  const root = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  root.adoptedStyleSheets = [sheet];
  const panel = new Panel(transport, options);
  render(<Shell panel={panel} />, root);
  return {
    unmount() {
      render(null, root);
      panel.stop();
      host.remove();
    },
  };
}
