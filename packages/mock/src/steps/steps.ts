import { endpoints } from '@issue-tracking/model';
import { durationText } from '../platform/clock/duration-text.ts';
import { HttpError } from '../platform/http/http-error.ts';
import { changeText } from '../log/field-change.ts';
import type { LoggedRequest } from '../log/entry.ts';
import type { RequestWarning } from '../log/request-entry.ts';
import { applyFault, explainFault } from './apply-fault.ts';
import { authenticate } from './authenticate.ts';
import { checkBody, checkParameters, readJson } from './check-input.ts';
import { insufficientScope } from './errors.ts';
import { limitRate, rateText } from './rate-limit.ts';
import { findTarget, respond } from './respond.ts';
import type { Explanation, Step } from '../log/trace.ts';

/**
 * All steps of a request, in order of precedence. The first mistake decides the response (GAP-20). `pipeline.ts` runs the steps,
 * `why.ts` explains them.
 */
export const steps: readonly Step[] = [
  {
    name: 'latency',
    applies: ({ latencyMs }) => latencyMs > 0,
    // `pipeline.ts` delays the response after all other steps.
    run: () => undefined,
    explain: ({ latencyMs, settings: { scenario } }) => ({
      outcome: 'changed',
      text: `The response was held back for ${durationText(latencyMs)}${scenario === 'slow' ? ', in the scenario slow' : ''}.`,
    }),
  },
  {
    name: 'arrival',
    reason: 'fault',
    run(context, rest) {
      const fault = context.service.faults.apply(context.entry, 'arrival');
      return fault && applyFault(fault, context, 200, rest);
    },
    explain(entry) {
      const fault = entry.faultIn('arrival');
      return fault && explainFault(fault);
    },
  },
  {
    name: 'route',
    reason: 'no such path',
    rejects: '404 for an unknown path, 405 for another method',
    run(context) {
      if (context.found instanceof HttpError) throw context.found;
      context.route = context.found;
      return undefined;
    },
    // The log entry already names the endpoint.
    explain: ({ method }) => (method === 'HEAD' ? { text: 'HEAD is handled as GET, without a body.' } : undefined),
  },
  {
    name: 'key',
    reason: 'wrong key',
    rejects: '401 for the credential, 429 for a source that is locked out',
    run(context) {
      context.caller = authenticate(context);
      return undefined;
    },
    explain: (entry) => ({ text: `The credential ${entry.view().credential ?? ''} is valid.` }),
  },
  {
    name: 'fault',
    reason: 'fault',
    run(context, rest) {
      const fault = context.service.faults.apply(context.entry, 'admitted');
      return fault && applyFault(fault, context, context.route.operation.success, rest);
    },
    explain(entry) {
      const fault = entry.faultIn('admitted');
      return fault ? explainFault(fault) : { outcome: 'skipped', text: 'No fault applied.' };
    },
  },
  {
    name: 'rate limit',
    reason: 'rate limit',
    rejects: '429 past the request rate',
    run(context) {
      if (!context.entry.faultIn('admitted')) limitRate(context);
      return undefined;
    },
    explain(entry) {
      if (entry.faultIn('admitted')) return { text: 'Requests with a fault do not count against the rate limit.' };
      if (!entry.rate) return { text: 'There is no rate limit.' };
      return { text: `Below the rate limit of ${rateText(entry.rate)}.` };
    },
  },
  {
    name: 'scope',
    reason: 'scope',
    rejects: "403 without the endpoint's scope",
    run({ caller: { scopes }, route }) {
      const { scope } = route.operation;
      // enforces AUTH-4, AUTH-5
      if (scopes.includes(scope)) return undefined;
      const has = scopes.length > 0 ? scopes.join(', ') : 'none';
      throw insufficientScope().because({ text: `The endpoint needs the scope ${scope}; the credential has ${has}.` });
    },
    explain: ({ operation }) => ({ text: `The credential has the scope ${operation?.scope}.` }),
  },
  {
    name: 'content',
    reason: 'input',
    rejects:
      '400 for a missing or another content type, for a body that is not JSON in UTF-8, and for one that is too large',
    applies: takesBody,
    async run(context) {
      context.body = await readJson(context);
      return undefined;
    },
    explain: () => ({ text: 'Body and content type are JSON.' }),
  },
  {
    name: 'parameters',
    reason: 'input',
    rejects: '400 for path and query parameters',
    run(context) {
      const { params, query } = checkParameters(context.route, context.request.search, context.settings.behavior);
      context.params = params;
      context.query = query;
      return undefined;
    },
    explain: (entry) =>
      warned('Path and query are well-formed.', entry, ({ kind, field }) => kind === 'ignored' && inQuery(field)),
  },
  {
    name: 'target',
    reason: 'not found',
    rejects: '404 for the project, then for the issue',
    applies: ({ operation, params }) => !operation || 'projectId' in params,
    run(context) {
      findTarget(context);
      return undefined;
    },
    explain: ({ params }) => ({ text: 'issueNumber' in params ? 'The issue exists.' : 'The project exists.' }),
  },
  {
    name: 'body',
    reason: 'input',
    rejects: '400 for the members of the body',
    applies: takesBody,
    run(context) {
      const { body } = context.route.operation;
      if (body) context.body = checkBody(body, context.body, context.settings.behavior);
      return undefined;
    },
    explain: (entry) =>
      warned('The members of the body are valid.', entry, ({ kind, field }) => kind === 'ignored' && !inQuery(field)),
  },
  {
    name: 'handler',
    reason: 'input',
    rejects:
      '403 for a status that the API does not set, 400 for both organization filters, and what behavior options add: a transition, a page past the end',
    run: respond,
    explain(entry) {
      const { endpoint, status, reason, settings } = entry;
      if (settings.scenario === 'empty')
        return {
          outcome: 'changed',
          text: [...effectText(entry), 'In the scenario empty, lists have no items.'].join(' '),
        };
      const isReplaced = reason === 'fault';
      const reply = isReplaced ? 'A fault replaced the response.' : `The response is ${status}.`;
      return {
        ...warned([...effectText(entry), reply].join(' '), entry, ({ kind }) => kind !== 'ignored'),
        behavior: endpoint === 'issues.comments.create' && !isReplaced ? 'commentStatus' : undefined,
      };
    },
  },
];

function takesBody({ endpoint }: LoggedRequest): boolean {
  return endpoint !== undefined && endpoints[endpoint].body !== null;
}

const inQuery = (field: string) => field.startsWith('query');

/** Explains a step that accepted the request, with its warnings about likely mistakes. */
function warned(text: string, entry: LoggedRequest, isOfStep: (warning: RequestWarning) => boolean): Explanation {
  const warnings = entry.warnings.filter(isOfStep);
  const outcome = warnings.length > 0 ? 'warned' : 'passed';
  return { outcome, text: [text, ...warnings.map((warning) => warning.text)].join(' ') };
}

/** Describes the changes of a write. */
function effectText({ endpoint, changes, at }: LoggedRequest): string[] {
  if (endpoint === 'issues.comments.create') return ['The comment was added.'];
  if (endpoint !== 'issues.update') return [];
  if (changes.length === 0) return ['Status and priority stayed as they were.'];
  return [`Changed ${changes.map((change) => changeText(change, at)).join('; ')}.`];
}
