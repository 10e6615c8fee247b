import { createElement, useEffect, useState } from 'react';
import { addons, types } from 'storybook/manager-api';
import { type MountedPanel, mountTransport } from '../../panel/mount.tsx';
import { channelTransport } from '../../panel/transport/channel-transport.ts';
import { asChannel } from './channel.ts';
import { lastingTransport } from './lasting-transport.ts';

const mounted = new WeakMap<Element, MountedPanel>();

/** Returns the transport to the mock of the present story. */
function storyTransport() {
  return channelTransport(asChannel(addons.getChannel()));
}

/** Mounts the panel when its tab is first opened, and keeps it mounted. */
function show(element: HTMLElement | null): void {
  if (element && !mounted.has(element))
    mounted.set(element, mountTransport(lastingTransport(storyTransport()), element, { isEmbedded: true }));
}

/** The title of the tab, with the number of requests. */
function Title() {
  const [count, setCount] = useState(0);
  useEffect(() => {
    const transport = storyTransport();
    async function read(): Promise<void> {
      const requests = await transport.call('requests.all');
      if (Array.isArray(requests)) setCount(requests.length);
    }
    void read();
    return transport.subscribe((event) => {
      if (event.type === 'request') setCount((before) => before + 1);
      else if (event.type === 'another' || (event.type === 'change' && ['all', 'requests'].includes(event.what)))
        void read();
    });
  }, []);
  return createElement('span', null, count === 0 ? 'Issue tracking' : `Issue tracking (${count})`);
}

addons.register('issue-tracking', () => {
  addons.add('issue-tracking/panel', {
    type: types.PANEL,
    title: () => createElement(Title),
    render: ({ active }) =>
      createElement('div', { ref: active ? show : undefined, hidden: !active, style: { height: '100%' } }),
  });
});
