import { type ReadonlySignal, type Signal, signal } from '@preact/signals';

const storageKey = 'issue-tracking-mock.token';

/**
 * The control API's token, in a page that the control API serves. It comes in the URL as `#token=…`, which browsers
 * don't send to a server, or the user types it. It stays until the tab is closed.
 */
export class TokenKeeper {
  readonly #isPrompting: Signal<boolean> = signal(false);
  #resolvers: (() => void)[] = [];

  constructor() {
    this.takeFromAddress();
  }

  /** Takes a token from the URL, and removes it there: the address bar would show it in screenshots and shared screens. */
  takeFromAddress(): boolean {
    const token = /^#token=(.*)$/.exec(location.hash)?.[1];
    if (token === undefined) return false;
    history.replaceState(null, '', location.pathname);
    this.set(decodeURIComponent(token));
    return true;
  }

  get token(): string | null {
    return sessionStorage.getItem(storageKey);
  }

  /** Whether the token prompt is open. */
  get isPrompting(): ReadonlySignal<boolean> {
    return this.#isPrompting;
  }

  /** Opens the prompt. Resolves once the user has entered a token. */
  prompt(): Promise<void> {
    this.#isPrompting.value = true;
    return new Promise((resolve) => this.#resolvers.push(resolve));
  }

  set(token: string): void {
    sessionStorage.setItem(storageKey, token);
    this.#isPrompting.value = false;
    const resolvers = this.#resolvers;
    this.#resolvers = [];
    for (const resolve of resolvers) resolve();
  }
}
