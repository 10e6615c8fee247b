import type { Channel } from '../../panel/transport/channel-transport.ts';

/** Returns Storybook's channel with the type that the panel expects. */
export function asChannel(channel: { readonly on: unknown; readonly off: unknown; readonly emit: unknown }): Channel {
  // The cast is needed because Storybook types messages as `any`. Only the mock's addon sends these events.
  return channel as Channel;
}
