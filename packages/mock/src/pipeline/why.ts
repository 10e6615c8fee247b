import { endpoints } from '@issue-tracking/model';
import type { LoggedRequest, Step, TouchingFault } from '../request-log/logged-request.ts';
import { nearestEndpoint } from '../request-log/nearest-endpoint.ts';
import { redactKeys } from '../request-log/redact.ts';

/** One step of a request, and how it went there. */
export interface WhyStep {
  readonly step: 'route' | 'key' | 'scope' | 'window' | 'input' | 'target' | 'fault' | 'handler';
  /** `skipped` steps had nothing to say, or came too late. */
  readonly outcome: 'passed' | 'refused' | 'skipped' | 'changed';
  /** For people. */
  readonly text: string;
  /** The reading that decided, and what it was. */
  readonly reading?: { readonly name: string; readonly choice: unknown };
}

/** In the order of the pipeline. */
const order: readonly Step[] = [
  'route',
  'key',
  'window',
  'scope',
  'content',
  'parameters',
  'target',
  'body',
  'handler',
  'done',
];

/** Both look at what the caller wrote. */
const shownAs: { readonly [S in Exclude<Step, 'done'>]: WhyStep['step'] } = {
  route: 'route',
  key: 'key',
  window: 'window',
  scope: 'scope',
  content: 'input',
  parameters: 'input',
  target: 'target',
  body: 'input',
  handler: 'handler',
};

/** Why a request was answered as it was: every step in its order, worked out from what the log keeps. */
export function why(request: LoggedRequest): WhyStep[] {
  const steps = order.filter((step) => step !== 'done' && isTaken(step, request)).map((step) => whyStep(step, request));
  const onArrival = request.faults.filter(({ when }) => when === 'arrival').map(whyFault);
  const later = request.faults.filter(({ when }) => when !== 'arrival').map(whyFault);
  const played = whyScenario(request);
  const first = [...onArrival, ...(played ? [played] : [])];
  if (first.length + later.length === 0)
    later.push({ step: 'fault', outcome: 'skipped', text: 'No fault touched it.' });
  // Where they are played: on arrival before everything, else once the caller is known.
  return [...first, ...steps.slice(0, 2), ...later, ...steps.slice(2)];
}

/** Whether an endpoint takes a step at all: those that read no body have none to check. */
function isTaken(step: Step, { endpoint, stub, method }: LoggedRequest): boolean {
  if (step === 'target') return endpoint !== 'projects.list';
  if (step === 'content') return endpoint ? endpoints[endpoint].body !== null : Boolean(stub) && method !== 'GET';
  if (step === 'body') return Boolean(endpoint && endpoints[endpoint].body !== null);
  return true;
}

function whyStep(step: Step, request: LoggedRequest): WhyStep {
  const name = shownAs[step as Exclude<Step, 'done'>];
  const distance = order.indexOf(step) - order.indexOf(request.reached);
  if (distance < 0 || (step === 'handler' && distance === 0 && request.error === undefined))
    return passed(step, request);
  if (distance > 0 || request.error === undefined || isFailing(request))
    return { step: name, outcome: 'skipped', text: 'It did not come to this.' };
  const { reading } = request;
  return {
    step: name,
    outcome: 'refused',
    text: redactKeys(refusedText(step, request)),
    ...(reading !== undefined && { reading: { name: reading, choice: Reflect.get(request.readings, reading) } }),
  };
}

/** Whether the scenario has answered in the place of every step. */
function isFailing({ scenario, error, reached }: LoggedRequest): boolean {
  return scenario === 'failing' && reached === 'route' && error !== undefined;
}

function refusedText(step: Step, request: LoggedRequest): string {
  const { reason, error = '', scenario } = request;
  if (step === 'route') {
    if (reason !== undefined) return reason;
    return `The API has no such path. The nearest endpoint is ${nearestEndpoint(request.path)}.`;
  }
  if (step === 'window' && scenario === 'rateLimited')
    return 'In the scenario rateLimited there is room for no request.';
  return [reason, detailsText(request)].filter(Boolean).join(' ') || `${error}.`;
}

/** What the answer says of single members. */
function detailsText(request: LoggedRequest): string {
  const { answer } = request.view();
  const details: unknown = Object(answer).details;
  if (!Array.isArray(details)) return '';
  return `${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
}

function passed(step: Step, request: LoggedRequest): WhyStep {
  const name = shownAs[step as Exclude<Step, 'done'>];
  const { endpoint, stub, params, scenario, readings, status, rate } = request;
  const text = (): string => {
    switch (step) {
      case 'route':
        return endpoint
          ? `It is for ${endpoint}, ${endpoints[endpoint].method} ${endpoints[endpoint].path}.`
          : `It is for the stub ${stub}.`;
      case 'key':
        return `The credential ${request.view().credential ?? ''} is valid.`;
      case 'window':
        if (request.faults.some(({ when }) => when !== 'arrival'))
          return 'A request that a fault touches takes no place in the window.';
        return rate
          ? `There was room: the credential may send ${rate.requests} requests in ${rate.windowMs} ms.`
          : 'There is no request rate.';
      case 'scope':
        return endpoint
          ? `The credential has the scope ${endpoints[endpoint].scope}.`
          : 'The credential has the scope of the stub.';
      case 'content':
        return 'The body is JSON, and announced as it.';
      case 'parameters':
        return 'Path and query are well-formed.';
      case 'target':
        return 'issueNumber' in params ? 'The issue is there.' : 'The project is there.';
      case 'body':
        return 'The members of the body are right.';
      default:
        return scenario === 'empty'
          ? 'In the scenario empty a list is answered without what is in it.'
          : `It was answered with ${status ?? 'nothing'}.`;
    }
  };
  const reading = passingReading(step, request);
  return {
    step: name,
    outcome: step === 'handler' && scenario === 'empty' ? 'changed' : 'passed',
    text: text(),
    ...(reading && { reading: { name: reading, choice: readings[reading] } }),
  };
}

/** The reading without which a passed step would have gone otherwise. */
function passingReading(step: Step, { method, endpoint }: LoggedRequest): 'head' | 'commentStatus' | undefined {
  if (step === 'route' && method === 'HEAD') return 'head';
  return step === 'handler' && endpoint === 'issues.comments.create' ? 'commentStatus' : undefined;
}

function whyScenario({ scenario, reached, error }: LoggedRequest): WhyStep | undefined {
  if (scenario === 'slow')
    return {
      step: 'fault',
      outcome: 'changed',
      text: 'In the scenario slow every answer is kept back for three seconds.',
    };
  if (reached !== 'route') return undefined;
  if (scenario === 'offline' && error === undefined)
    return {
      step: 'fault',
      outcome: 'refused',
      text: 'In the scenario offline every connection ends without an answer.',
    };
  if (scenario === 'failing' && error !== undefined)
    return { step: 'fault', outcome: 'refused', text: 'In the scenario failing every request gets 500.' };
  return undefined;
}

function whyFault(fault: TouchingFault): WhyStep {
  const { id, when, status, headers, body, delayMs, drop, truncate } = fault;
  const does = [
    delayMs > 0 && `took ${delayMs} ms`,
    drop && 'ended the connection without an answer',
    status !== undefined && `answered with ${status}`,
    status === undefined && body !== undefined && 'answered with a body of its own',
    headers && `set ${Object.keys(headers).join(', ')}`,
    truncate !== undefined && `cut the body after ${truncate} bytes`,
  ].filter(Boolean);
  const isInstead = when !== 'after' && (drop || status !== undefined || body !== undefined);
  const effect =
    drop || status !== undefined || body !== undefined
      ? isInstead
        ? ', without any effect'
        : ', after the effect'
      : '';
  return { step: 'fault', outcome: isInstead ? 'refused' : 'changed', text: `${id} ${does.join(', ')}${effect}.` };
}
