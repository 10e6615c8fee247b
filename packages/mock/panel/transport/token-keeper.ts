import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const storageKey = 'issue-tracking-mock.token';

/**
 * The control API's token, in a page that the control API serves. It comes in the address as `#token=…`, which browsers
 * don't send to a server, or the user types it. It stays until the tab is closed.
 */
export class TokenKeeper {
  readonly #isAsking: Signal<boolean> = signal(false);
  #waiting: (() => void)[] = [];

  constructor() {
    const given = /^#token=(.*)$/.exec(location.hash)?.[1];
    if (given === undefined) return;
    sessionStorage.setItem(storageKey, decodeURIComponent(given));
    // The address bar would show the token in screenshots and shared screens.
    history.replaceState(null, '', location.pathname);
  }

  get token(): string | null {
    return sessionStorage.getItem(storageKey);
  }

  /** Whether the user has to be asked for the token. */
  get isAsking(): ReadonlySignal<boolean> {
    return this.#isAsking;
  }

  /** Resolves when there is a token to try. */
  ask(): Promise<void> {
    this.#isAsking.value = true;
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  give(token: string): void {
    sessionStorage.setItem(storageKey, token);
    this.#isAsking.value = false;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const resolve of waiting) resolve();
  }
}
