import type { EndpointName, Endpoints, ResponseOf } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { IssueRecord, ProjectRecord } from '../../data/store/records.ts';
import type { Json } from '../../platform/http/json.ts';
import type { Behavior } from '../behavior/behavior.ts';
import type { ErrorTexts } from '../behavior/values.ts';
import type { RequestWarning } from '../request-log/request-warning.ts';
import type { Caller, MockService } from '../service.ts';

/** A request that has passed every check, with what its path leads to: the records as they are now. */
export interface CheckedRequest {
  readonly service: MockService;
  /** Those that it came under. */
  readonly behavior: Behavior;
  readonly texts: ErrorTexts;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly project: ProjectRecord | undefined;
  readonly issue: IssueRecord | undefined;
}

/** The same, as the table describes one endpoint. */
export interface HandlerInput<Name extends EndpointName>
  extends Pick<CheckedRequest, 'service' | 'behavior' | 'texts' | 'caller'> {
  readonly query: z.infer<Endpoints[Name]['query']>;
  readonly body: Endpoints[Name]['body'] extends infer Body extends z.core.$ZodType ? z.infer<Body> : null;
  readonly project: PathOf<Name> extends `${string}{projectId}${string}` ? ProjectRecord : undefined;
  readonly issue: PathOf<Name> extends `${string}{issueNumber}${string}` ? IssueRecord : undefined;
}

/** A success. */
export interface Reply<T> {
  readonly json: Json<T>;
  /** The table's, unless a behavior option says otherwise. */
  readonly status?: number;
  /** The issues in it, for the log. */
  readonly shown?: readonly IssueRecord[];
  /** The issue before the request changed it, for the log; `shown` has it as it is now. */
  readonly before?: IssueRecord;
  readonly warnings?: readonly RequestWarning[];
}

/** Answers one endpoint. @throws HttpError */
export type Handler<Name extends EndpointName> = (call: HandlerInput<Name>) => Reply<ResponseOf<Name>>;

/** One handler for every row of the table: an endpoint without one does not compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };

type PathOf<Name extends EndpointName> = Endpoints[Name]['path'];
