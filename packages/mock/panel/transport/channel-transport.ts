import type { MockEvent, RouteResponse, Transport } from './transport.ts';

/** Storybook's channel between the manager and the preview. */
export interface Channel {
  /** Calls back with each message of this name. */
  on(event: string, listener: (message: never) => void): void;
  /** Stops that. */
  off(event: string, listener: (message: never) => void): void;
  /** Says something to the other end. */
  emit(event: string, message: unknown): void;
}

interface Ask {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

interface Reply {
  readonly id: string;
  readonly answer?: RouteResponse;
  readonly error?: string;
}

const names = { ask: 'issue-tracking/ask', reply: 'issue-tracking/reply', event: 'issue-tracking/event' };

/** The manager's end of the channel: a mock that is on the page of the preview. */
export function channelTransport(channel: Channel): Transport {
  // Two panels may share a channel, and each takes the replies to its own questions.
  const own = crypto.randomUUID();
  let asked = 0;

  return {
    send(method, path, body) {
      const id = `${own}-${++asked}`;
      return new Promise((resolve, reject) => {
        const listener = (reply: Reply) => {
          if (reply.id !== id) return;
          channel.off(names.reply, listener);
          if (reply.answer) resolve(reply.answer);
          else reject(new Error(reply.error ?? 'The preview sent no response'));
        };
        channel.on(names.reply, listener);
        channel.emit(names.ask, { id, method, path, body } satisfies Ask);
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

/** The preview's end: answers what the manager asks with the given transport, until the returned function is called. */
export function answerChannel(channel: Channel, transport: Transport): () => void {
  const answer = async ({ id, method, path, body }: Ask) => {
    try {
      channel.emit(names.reply, { id, answer: await transport.send(method, path, body) } satisfies Reply);
    } catch (error) {
      channel.emit(names.reply, { id, error: String(error) } satisfies Reply);
    }
  };
  channel.on(names.ask, answer);
  const stop = transport.subscribe((event) => channel.emit(names.event, event));
  return () => {
    stop();
    channel.off(names.ask, answer);
  };
}
