import type { HttpError, RejectionReason } from '../../platform/http/http-error.ts';
import { bearerOf, type WireRequest } from '../../platform/http/wire.ts';
import type { CheckedRequest } from '../handlers/handler.ts';
import { LoggedRequest } from '../request-log/logged-request.ts';
import { nearestEndpoint } from '../request-log/nearest-endpoint.ts';
import type { Caller, MockService } from '../service.ts';
import type { ServiceSettings } from '../settings/settings.ts';
import { findRoute, type Route } from './find-route.ts';
import { tenantOf } from './identify.ts';
import { Upload } from './upload.ts';

/** A request under way: what its steps have found, and its hold on the clock. */
export class RequestContext {
  readonly service: MockService;
  /** The settings when the request came. */
  readonly settings: ServiceSettings;
  readonly request: WireRequest;
  readonly entry: LoggedRequest;
  readonly upload: Upload;
  /** As it came, valid or not. */
  readonly credential: string | undefined;
  /** Where it leads, or the error of a path that leads nowhere. */
  readonly found: Route | HttpError;
  /** The reason of a rejection in the present step. */
  reason: RejectionReason = 'failure';

  // Set by the steps: each may use what those above it in the table have set.
  route!: Route;
  caller!: Caller;
  params!: CheckedRequest['params'];
  query!: CheckedRequest['query'];
  body: unknown;

  /** Lets an `auto` clock jump again: it must not while a request is being answered. */
  releaseClock: () => void;

  constructor(service: MockService, request: WireRequest) {
    const { settings, requestLog, clock, stubs } = service;
    this.service = service;
    this.settings = settings;
    this.request = request;
    this.entry = requestLog.open(new LoggedRequest(request, clock.now(), settings));
    this.upload = new Upload(request, this.entry, settings.behavior.bodyLimit);
    this.credential = bearerOf(request.header('authorization'));
    if (this.credential !== undefined) {
      const { directory } = service.store;
      this.entry.credentialName = directory.credential(this.credential)?.name;
      this.entry.sender = directory.accessTokens.get(this.credential)?.userId ?? this.credential;
      this.entry.tenant = tenantOf(directory, this.credential, request.path);
    }
    this.found = findRoute(request.method, request.path, stubs.of(this.entry.tenant), settings);
    if ('operation' in this.found) {
      this.entry.operation = this.found.operation;
      this.entry.params = this.found.params;
    } else if (this.found.status === 404) this.entry.nearest = nearestEndpoint(request.path);
    this.releaseClock = clock.pause();
  }

  /**
   * Waits on the mock's clock, which may jump meanwhile. Resolves to whether the mock's state is still the one the
   * request came to: it may have been restored or reset.
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
