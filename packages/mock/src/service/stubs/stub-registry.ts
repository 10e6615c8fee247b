import { parseStub, type Stub, type StubEndpoint, type StubMethod, type StubPath, shapeOf } from './stub.ts';

/** A stub in place. */
export interface StubHandle {
  /** Its name in faults and in the control API: `stub-3`. */
  readonly id: string;
  /** The id of the organization whose requests it is for; absent for all. */
  readonly tenant?: string;
  /** HTTP method. */
  readonly method: StubMethod;
  /** Path with its parameters in braces. */
  readonly path: StubPath;
  /** Removes the stub. */
  remove(): void;
}

/** Endpoints that the specification doesn't describe. */
export interface Stubs {
  /**
   * Makes an endpoint exist. A later stub replaces one with the same method, path and tenant.
   *
   * @param stub Method, path and `reply`.
   *
   * @throws TypeError for a stub that makes no sense, or of an endpoint that the mock has.
   */
  add<const Path extends StubPath>(stub: Stub<Path>): StubHandle;
  /** The stubs in place. */
  list(): StubHandle[];
  /** Removes all stubs. */
  clear(): void;
}

/** The stubs in place, in order. */
export class StubRegistry implements Stubs {
  /** A list that is never changed but replaced, so that a snapshot can hold it. */
  endpoints: readonly StubEndpoint[] = [];
  /** It doesn't go back with a snapshot: an id comes once. */
  #named = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Those that a tenant's requests find, the tenant's own first. */
  of(tenant: string | undefined): readonly StubEndpoint[] {
    const { endpoints } = this;
    if (endpoints.every((stub) => stub.tenant === undefined)) return endpoints;
    const own = endpoints.filter((stub) => stub.tenant !== undefined && stub.tenant === tenant);
    return [...own, ...endpoints.filter((stub) => stub.tenant === undefined)];
  }

  add(stub: unknown): StubHandle {
    const endpoint = { ...parseStub(stub), id: `stub-${++this.#named}` };
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
      id: endpoint.id,
      ...(endpoint.tenant !== undefined && { tenant: endpoint.tenant }),
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
  return one.tenant === other.tenant && one.method === other.method && shapeOf(one.path) === shapeOf(other.path);
}
