import type { Panel } from './messages.ts';

type Listener = (message: never) => void;

/** One end of the way between panel and mock: what is emitted here is heard at the other end. */
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

  /** Hands on what the other end has emitted. */
  receive({ name, message }: Panel): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])]) listener(message as never);
  }
}
