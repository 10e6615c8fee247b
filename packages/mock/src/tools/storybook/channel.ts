import type { Channel } from '../../../panel/transport/channel-transport.ts';

/** Storybook's channel as the panel takes it. */
export function asChannel(channel: { readonly on: unknown; readonly off: unknown; readonly emit: unknown }): Channel {
  // Storybook lets every listener take anything; the panel's take what its own other end sends.
  return channel as Channel;
}
