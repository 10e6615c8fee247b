import { parseStub, type Stub, type StubEndpoint, type StubMethod, type StubPath, shapeOf } from './stub.ts';

/** A stub that was added. */
export interface StubHandle {
  /** Identifies it in faults and the control API: `stub-3`. */
  readonly id: string;
  /** Id of the organization to whose requests it responds; absent for all. */
  readonly tenant?: string;
  /** HTTP method. */
  readonly method: StubMethod;
  /** Path with parameters in braces. */
  readonly path: StubPath;
  /** Removes the stub. */
  remove(): void;
}

/** Endpoints that are not in the specification. */
export interface Stubs {
  /**
   * Adds an endpoint. A later stub replaces one with the same method, path and tenant.
   *
   * @param stub Method, path and `reply`.
   *
   * @throws TypeError for an invalid stub, or one of an endpoint in the specification.
   */
  add<const Path extends StubPath>(stub: Stub<Path>): StubHandle;
  /** Returns all stubs. */
  list(): StubHandle[];
  /** Removes all stubs. */
  clear(): void;
}

/** The stubs of a mock, in order. */
export class StubRegistry implements Stubs {
  /** Immutable, for snapshots; changes replace it. */
  endpoints: readonly StubEndpoint[] = [];
  /** Last number of an id. Not restored by snapshots, so that ids stay unique. */
  #named = 0;
  readonly #onChange: () => void;

  constructor(onChange: () => void) {
    this.#onChange = onChange;
  }

  /** Returns the stubs for requests of a tenant, its own first. */
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
