/**
 * The panel in a page of your own, and the transports between panel and mock.
 *
 * @packageDocumentation
 */
export { type MountedPanel, mountPanel } from '../panel/mount.tsx';
export { type Channel, channelTransport, serveChannel } from '../panel/transport/channel-transport.ts';
export type { MockEvent, Transport } from '../panel/transport/transport.ts';
export type { ChangeTopic } from './changes.ts';
