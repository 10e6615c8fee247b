import type { MockEvent, RouteResponse, Transport } from './transport.ts';

/** Storybook's channel between the manager and the preview. */
export interface Channel {
  /** Calls back with each message of an event. */
  on(event: string, listener: (message: never) => void): void;
  /** Removes a listener. */
  off(event: string, listener: (message: never) => void): void;
  /** Sends a message to the other end. */
  emit(event: string, message: unknown): void;
}

interface ChannelRequest {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface ChannelResponse {
  readonly id: string;
  readonly response?: RouteResponse;
  readonly error?: string;
}

const names = { ask: 'issue-tracking/ask', reply: 'issue-tracking/reply', event: 'issue-tracking/event' };

/** Returns a transport to a mock in the preview, for the manager's end of the channel. */
export function channelTransport(channel: Channel): Transport {
  // Panels may share a channel: each takes only the responses to its own requests.
  const own = crypto.randomUUID();
  let count = 0;

  return {
    send(method, path, body) {
      const id = `${own}-${++count}`;
      return new Promise((resolve, reject) => {
        const listener = (message: ChannelResponse) => {
          if (message.id !== id) return;
          channel.off(names.reply, listener);
          if (message.response) resolve(message.response);
          else reject(new Error(message.error ?? 'The preview sent no response'));
        };
        channel.on(names.reply, listener);
        channel.emit(names.ask, { id, method, path, body } satisfies ChannelRequest);
      });
    },
    subscribe(listener) {
      const forward = (event: MockEvent) => listener(event);
      channel.on(names.event, forward);
      listener({ type: 'connection', connected: true });
      return () => channel.off(names.event, forward);
    },
  };
}

/** Responds to the manager's requests through a transport, for the preview's end. @returns a function that stops it. */
export function serveChannel(channel: Channel, transport: Transport): () => void {
  const respond = async ({ id, method, path, body }: ChannelRequest) => {
    try {
      channel.emit(names.reply, { id, response: await transport.send(method, path, body) } satisfies ChannelResponse);
    } catch (error) {
      channel.emit(names.reply, { id, error: String(error) } satisfies ChannelResponse);
    }
  };
  channel.on(names.ask, respond);
  const stop = transport.subscribe((event) => channel.emit(names.event, event));
  return () => {
    stop();
    channel.off(names.ask, respond);
  };
}
