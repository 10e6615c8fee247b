import type { Channel } from '../../../panel/transport/channel-transport.ts';

/** Returns Storybook's channel with the type that the panel expects. */
export function asChannel(channel: { readonly on: unknown; readonly off: unknown; readonly emit: unknown }): Channel {
  // The cast: Storybook's listeners take `any`, the panel's take the messages of its other end.
  return channel as Channel;
}
