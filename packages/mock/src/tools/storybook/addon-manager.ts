import { createElement } from 'react';
import { addons, types } from 'storybook/manager-api';
import { type MountedPanel, mountPanel } from '../../../panel/mount.tsx';
import { channelTransport } from '../../../panel/transport/channel-transport.ts';
import { asChannel } from './channel.ts';
import { lastingTransport } from './lasting-transport.ts';

const mounted = new WeakMap<Element, MountedPanel>();

/** Shows the panel once it is looked at, and keeps it while other tabs are. */
function show(element: HTMLElement | null): void {
  if (element && !mounted.has(element))
    mounted.set(element, mountPanel(lastingTransport(channelTransport(asChannel(addons.getChannel()))), element));
}

addons.register('issue-tracking', () => {
  addons.add('issue-tracking/panel', {
    type: types.PANEL,
    title: 'Issue tracking',
    render: ({ active }) =>
      createElement('div', { ref: active ? show : undefined, hidden: !active, style: { height: '100%' } }),
  });
});
