/** A request that is being passed on, and the one within which it was sent. */
interface PassedOn {
  readonly request: string;
  readonly within: PassedOn | undefined;
  isOver: boolean;
}

/** The part of `AsyncLocalStorage` that is used here. */
interface Context {
  getStore(): PassedOn | undefined;
  run<Result>(passedOn: PassedOn, send: () => Result): Result;
}

/** Passes requests on, and knows one that comes back: by where it is sent from, since its function and arguments may be others. */
export class PassOn {
  readonly #context = createContext();

  /** Whether a request is sent within itself: the function that it was passed on to has led back here. */
  hasComeBack(request: string): boolean {
    let passedOn = this.#context.getStore();
    while (passedOn && (passedOn.isOver || passedOn.request !== request)) passedOn = passedOn.within;
    return passedOn !== undefined;
  }

  async send(request: string, send: () => Promise<Response>): Promise<Response> {
    const passedOn: PassedOn = { request, within: this.#context.getStore(), isOver: false };
    try {
      return await this.#context.run(passedOn, send);
    } finally {
      // What the function does later, such as polling, is a request of its own.
      passedOn.isOver = true;
    }
  }
}

function createContext(): Context {
  const hooks = globalThis.process?.getBuiltinModule?.('node:async_hooks');
  return hooks ? new hooks.AsyncLocalStorage() : new SyncContext();
}

/** Pages have no asynchronous context: there, a request is known until the function that gets it waits for something. */
class SyncContext implements Context {
  #passedOn: PassedOn | undefined;

  getStore(): PassedOn | undefined {
    return this.#passedOn;
  }

  run<Result>(passedOn: PassedOn, send: () => Result): Result {
    this.#passedOn = passedOn;
    try {
      return send();
    } finally {
      this.#passedOn = passedOn.within;
    }
  }
}
