import { endpoints } from '@issue-tracking/model';
import type { Entry } from '../log/entry.ts';
import type { WhyStep } from '../log/trace.ts';
import type { RejectionReason } from '../platform/http/http-error.ts';

/** The properties of a step, besides its code. */
interface Step {
  /** Default reason of its rejections. */
  readonly reason?: RejectionReason;
  /** Statuses of its rejections, with causes, for the reference of errors. */
  readonly rejects?: string;
  /** Whether it is part of a request. By default it is. */
  applies?(entry: Entry): boolean;
}

const takesBody = ({ endpoint }: Entry) => endpoint !== undefined && endpoints[endpoint].body !== null;

/** All steps of a request in order of precedence: the first mistake decides the response (GAP-20). */
export const steps: { readonly [Name in WhyStep['step']]: Step } = {
  latency: {},
  arrival: { reason: 'fault' },
  route: { reason: 'no such path', rejects: '404 for an unknown path, 405 for another method' },
  key: { reason: 'wrong key', rejects: '401 for the credential, 429 for a source that is locked out' },
  fault: { reason: 'fault' },
  'rate limit': { reason: 'rate limit', rejects: '429 past the request rate' },
  scope: { reason: 'scope', rejects: "403 without the endpoint's scope" },
  content: {
    reason: 'input',
    rejects:
      '400 for a missing or another content type, for a body that is not JSON in UTF-8, and for one that is too large',
    applies: takesBody,
  },
  parameters: { reason: 'input', rejects: '400 for path and query parameters' },
  target: {
    reason: 'not found',
    rejects: '404 for the project, then for the issue',
    applies: ({ endpoint, params }) => endpoint === undefined || 'projectId' in params,
  },
  body: { reason: 'input', rejects: '400 for the members of the body', applies: takesBody },
  handler: {
    reason: 'input',
    rejects:
      '403 for a status that the API does not set, 400 for both organization filters, and what behavior options add: a transition, a page past the end',
  },
};
