import { Queue } from '../platform/queue.ts';

/** One token on its way through the world: what is known of it, and who waits to know more. */
export class Credential {
  readonly token: string;
  /** From then on a new one is asked for. */
  readonly renewAt: number;
  /** Until then the service's last word, that it is good, is believed. */
  provenUntil = 0;
  /** The service has refused it. */
  refused = false;
  /** One request is out to prove it. */
  probing = false;
  /** Called with whether it is their turn to prove it. */
  readonly waiting: Queue<(promoted: boolean) => void> = new Queue();

  constructor(token: string, renewAt: number = Number.POSITIVE_INFINITY) {
    this.token = token;
    this.renewAt = renewAt;
  }
}
