import { type EndpointName, endpoints } from '@issue-tracking/model';
import type { RejectionReason } from '../platform/http/http-error.ts';

/** The part of a request that decides which steps it has. */
interface Found {
  readonly endpoint: EndpointName | undefined;
  readonly params: object;
}

/** The properties of a step, besides its code. */
interface Step {
  /** Default reason of its rejections. */
  readonly reason?: RejectionReason;
  /** Statuses of its rejections, with causes, for the reference of errors. */
  readonly rejects?: string;
  /** Whether it is part of a request. By default it is. */
  applies?(request: Found): boolean;
}

const takesBody = ({ endpoint }: Found) => endpoint !== undefined && endpoints[endpoint].body !== null;

const table = {
  latency: {},
  arrival: { reason: 'fault' },
  route: { reason: 'no such path', rejects: '404 for an unknown path, 405 for another method' },
  key: { reason: 'wrong key', rejects: '401 for the credential, 429 during a lockout' },
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
  // Explained only if the client left.
  abort: { reason: 'aborted', applies: () => false },
} satisfies Record<string, Step>;

export type StepName = keyof typeof table;

/** All steps of a request in order of precedence: the first mistake decides the response (GAP-20). */
export const steps: { readonly [Name in StepName]: Step } = table;

// The cast is needed because `Object.entries` returns string keys.
export const stepsInOrder = Object.entries(steps) as [StepName, Step][];
