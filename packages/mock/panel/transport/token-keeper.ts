import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const storageKey = 'issue-tracking-mock.token';

/**
 * The control API's token, in a page that is served by it. It comes with the address, as `#token=…`, which browsers send to
 * nobody, or somebody types it. It stays until the tab is closed.
 */
export class TokenKeeper {
  readonly #isAsking: Signal<boolean> = signal(false);
  #waiting: (() => void)[] = [];

  constructor() {
    const given = /^#token=(.*)$/.exec(location.hash)?.[1];
    if (given === undefined) return;
    sessionStorage.setItem(storageKey, decodeURIComponent(given));
    // Nobody who is shown the page should read it from the address.
    history.replaceState(null, '', location.pathname);
  }

  get token(): string | null {
    return sessionStorage.getItem(storageKey);
  }

  /** Whether somebody has to be asked. */
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
