import type { EndpointName, Endpoints, ResponseOf } from '@issue-tracking/model';
import type * as z from 'zod/mini';
import type { Behavior } from '../behavior/behavior.ts';
import type { Explain } from '../log/entry.ts';
import type { RequestWarning } from '../log/request-entry.ts';
import type { Said } from '../log/trace.ts';
import type { Json } from '../platform/http/json.ts';
import type { IssueRecord, ProjectRecord } from '../records/records.ts';
import type { Records } from '../records/versions.ts';
import type { Caller, Service } from '../state.ts';

/** A request that has passed all checks, with the present records of its path. */
export interface CheckedRequest {
  readonly service: Service;
  /** The records that reads see (GAP-57). */
  readonly records: Records;
  /** The behavior when the request arrived. */
  readonly behavior: Behavior;
  readonly caller: Caller;
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly project: ProjectRecord | undefined;
  readonly issue: IssueRecord | undefined;
}

/** A checked request, typed by the row of its endpoint. */
export interface HandlerInput<Name extends EndpointName>
  extends Pick<CheckedRequest, 'service' | 'records' | 'behavior' | 'caller'> {
  /** Decoded. A text with a slash matches no record, even where the row has a number (GAP-39). */
  readonly params: z.infer<Endpoints[Name]['params']>;
  readonly query: z.infer<Endpoints[Name]['query']>;
  readonly body: Endpoints[Name]['body'] extends infer Body extends z.core.$ZodType ? z.infer<Body> : null;
  readonly project: PathOf<Name> extends `${string}{projectId}${string}` ? ProjectRecord : undefined;
  readonly issue: PathOf<Name> extends `${string}{issueNumber}${string}` ? IssueRecord : undefined;
}

/** A success. */
export interface HandlerReply<Body = unknown> {
  /** The body; absent if the endpoint's row has none. */
  readonly json?: Json<Body>;
  /** By default the status of a success in the endpoint's row. */
  readonly status?: number;
  /** What a write did, for `why()`, with the behavior option that decided the response. */
  readonly effect?: Said | Explain;
  /** The issue before and after a change, for the log. */
  readonly change?: readonly [before: IssueRecord, after: IssueRecord];
  /** Likely mistakes, for the log. */
  readonly warnings?: readonly RequestWarning[];
}

/** The members that the reply of an endpoint must have: a body if its row has one, and the effect of a write. */
type Required<Name extends EndpointName> =
  | (ResponseOf<Name> extends undefined ? never : 'json')
  | (Endpoints[Name]['method'] extends 'GET' ? never : 'effect');

type ReplyOf<Name extends EndpointName> = HandlerReply<ResponseOf<Name>> & {
  readonly [Member in Required<Name>]: NonNullable<HandlerReply<ResponseOf<Name>>[Member]>;
};

/** Handles requests to one endpoint. @throws HttpError */
export type Handler<Name extends EndpointName> = (call: HandlerInput<Name>) => ReplyOf<Name>;

/** A handler for each row of the table: an endpoint without one doesn't compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<Name> };

type PathOf<Name extends EndpointName> = Endpoints[Name]['path'];
