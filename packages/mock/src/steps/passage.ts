import type { HttpError, RejectionReason } from '../platform/http/http-error.ts';
import { bearerOf, type WireRequest } from '../platform/http/sent.ts';
import type { CheckedRequest } from '../endpoints/handler.ts';
import { LoggedRequest } from '../log/entry.ts';
import { nearestEndpoint } from '../log/nearest-endpoint.ts';
import type { Caller, MockService } from '../state.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { findRoute, type Route } from './route.ts';
import { tenantOf } from './identify.ts';
import { Upload } from './upload.ts';

/** The state of a request in the pipeline, with the results of its steps. */
export class RequestContext {
  readonly service: MockService;
  /** The settings when the request arrived. */
  readonly settings: ServiceSettings;
  readonly request: WireRequest;
  readonly entry: LoggedRequest;
  readonly upload: Upload;
  /** The credential as sent, valid or not. */
  readonly credential: string | undefined;
  /** The route, or the error for an unknown path or method. */
  readonly found: Route | HttpError;
  /** The reason if the present step rejects the request. */
  reason: RejectionReason = 'failure';

  // Set by the steps. Each step may use the results of earlier steps in the table.
  route!: Route;
  caller!: Caller;
  params!: CheckedRequest['params'];
  query!: CheckedRequest['query'];
  body: unknown;

  /** Lets an `auto` clock jump again. The clock must not jump while the request is handled. */
  releaseClock: () => void;

  constructor(service: MockService, request: WireRequest) {
    const { settings, requestLog, clock } = service;
    this.service = service;
    this.settings = settings;
    this.request = request;
    this.entry = requestLog.open(new LoggedRequest(request, clock.now(), settings));
    this.upload = new Upload(request, this.entry);
    this.credential = bearerOf(request.header('authorization'));
    if (this.credential !== undefined) {
      const { store } = service;
      this.entry.credentialName = store.credential(this.credential)?.name;
      this.entry.sender = store.get('accessTokens', this.credential)?.userId ?? this.credential;
      this.entry.tenant = tenantOf(store, this.credential, request.path);
    }
    this.found = findRoute(request.method, request.path);
    if ('operation' in this.found) {
      this.entry.operation = this.found.operation;
      this.entry.params = this.found.params;
    } else if (this.found.status === 404) this.entry.nearest = nearestEndpoint(request.path);
    this.releaseClock = clock.pause();
  }

  /**
   * Waits on the mock's clock, which may jump meanwhile. Resolves to false if the mock's state was restored or reset.
   */
  async sleep(ms: number): Promise<boolean> {
    const { clock, sleepers } = this.service;
    this.releaseClock();
    try {
      return await sleepers.sleep((signal) => clock.sleep(ms, signal), this.request.signal);
    } finally {
      this.releaseClock = clock.pause();
    }
  }
}
