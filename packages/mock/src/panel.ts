export { type MountedPanel, mountPanel } from '../panel/mount.tsx';
export { type Channel, channelTransport, serveChannel } from '../panel/transport/channel-transport.ts';
export type { MockEvent, Transport } from '../panel/transport/transport.ts';
export type { ChangeTopic } from './changes.ts';
