import { parseStub, type Stub, type StubEndpoint, type StubMethod, type StubPath, shapeOf } from './stub.ts';

/** A stub in place. */
export interface StubHandle {
  readonly method: StubMethod;
  readonly path: StubPath;
  /** Takes it out. */
  remove(): void;
}

/** Endpoints that the specification doesn't describe. */
export interface Stubs {
  /**
   * Makes an endpoint exist. Of two for the same method and path, the later one answers.
   *
   * @throws TypeError for a stub that makes no sense, or of an endpoint that the mock has.
   */
  add<const Path extends StubPath>(stub: Stub<Path>): StubHandle;
  /** Those in place. */
  list(): StubHandle[];
  /** Takes all of them out. */
  clear(): void;
}

/** The stubs in place, in order. */
export class StubRegistry implements Stubs {
  /** A list that is never changed but replaced, so that a snapshot can hold it. */
  endpoints: readonly StubEndpoint[] = [];
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  add(stub: unknown): StubHandle {
    const endpoint = parseStub(stub);
    this.endpoints = [...this.endpoints.filter((other) => !isSame(endpoint, other)), endpoint];
    this.#onChange();
    return this.#handle(endpoint);
  }

  list(): StubHandle[] {
    return this.endpoints.map((endpoint) => this.#handle(endpoint));
  }

  clear(): void {
    this.endpoints = [];
    this.#onChange();
  }

  #handle(endpoint: StubEndpoint): StubHandle {
    return {
      method: endpoint.method,
      path: endpoint.path,
      remove: () => {
        this.endpoints = this.endpoints.filter((other) => other !== endpoint);
        this.#onChange();
      },
    };
  }
}

function isSame(one: StubEndpoint, other: StubEndpoint): boolean {
  return one.method === other.method && shapeOf(one.path) === shapeOf(other.path);
}
