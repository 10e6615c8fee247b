import type { Panel } from './messages.ts';

type Listener = (message: never) => void;

/** One end of the channel between panel and mock. Messages emitted at one end arrive at the listeners of the other. */
export class PanelChannel {
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #post: (message: Panel) => void;

  constructor(post: (message: Panel) => void) {
    this.#post = post;
  }

  on(name: string, listener: Listener): void {
    const listeners = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, listeners.add(listener));
  }

  off(name: string, listener: Listener): void {
    this.#listeners.get(name)?.delete(listener);
  }

  emit(name: string, message: unknown): void {
    this.#post({ type: 'panel', name, message });
  }

  /** Passes a message of the other end to the listeners. */
  receive({ name, message }: Panel): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(message as never);
  }
}
