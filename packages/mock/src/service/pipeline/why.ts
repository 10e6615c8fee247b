import { endpoints } from '@issue-tracking/model';
import { durationText } from '../../platform/clock/duration-text.ts';
import type { LoggedRequest, Step, TouchingFault } from '../request-log/logged-request.ts';
import { nearestEndpoint } from '../request-log/nearest-endpoint.ts';
import { slowMs } from '../scenarios/scenarios.ts';
import { rateText } from './rate-limit.ts';

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

type TakenStep = Exclude<Step, 'done'>;

/** In the order of the pipeline: what each step is called here. */
const shownAs: { readonly [Name in TakenStep]: WhyStep['step'] } = {
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

/** `Object.keys` gives strings: they are the table's own. */
const order = Object.keys(shownAs) as TakenStep[];

/** Why a request was answered as it was: every step in its order, worked out from what the log keeps. */
export function why(request: LoggedRequest): WhyStep[] {
  const steps = order.filter((step) => isTaken(step, request)).map((step) => whyStep(step, request));
  const onArrival = request.faults.filter(({ when }) => when === 'arrival').map(whyFault);
  const later = request.faults.filter(({ when }) => when !== 'arrival').map(whyFault);
  const played = whyScenario(request);
  const first = [...onArrival, ...(played ? [played] : [])];
  if (first.length + later.length === 0)
    later.push({ step: 'fault', outcome: 'skipped', text: 'No fault touched it.' });
  // Where they are played: on arrival before everything, else once the caller is known.
  return [...first, ...steps.slice(0, 2), ...later, ...steps.slice(2)];
}

/** Whether an endpoint takes a step at all: those that read no body have none to check. Of an unknown one, all are told. */
function isTaken(step: TakenStep, { endpoint, stub, method, params }: LoggedRequest): boolean {
  if (step === 'target') return (!endpoint && !stub) || 'projectId' in params;
  if (step === 'content') return endpoint ? endpoints[endpoint].body !== null : Boolean(stub) && method !== 'GET';
  if (step === 'body') return Boolean(endpoint && endpoints[endpoint].body !== null);
  return true;
}

function whyStep(step: TakenStep, request: LoggedRequest): WhyStep {
  const name = shownAs[step];
  const reached = request.reached === 'done' ? order.length : order.indexOf(request.reached);
  const distance = order.indexOf(step) - reached;
  if (distance < 0 || (step === 'handler' && distance === 0 && request.error === undefined))
    return passed(step, request);
  if (distance > 0 || request.error === undefined || isFailing(request))
    return { step: name, outcome: 'skipped', text: 'The request did not get this far.' };
  const { reading } = request;
  return {
    step: name,
    outcome: 'refused',
    text: request.clean(refusedText(step, request)),
    ...(reading !== undefined && { reading: { name: reading, choice: Reflect.get(request.readings, reading) } }),
  };
}

/** Whether the scenario has answered in the place of every step. */
function isFailing({ scenario, error, reached }: LoggedRequest): boolean {
  return scenario === 'failing' && reached === 'route' && error !== undefined;
}

function refusedText(step: TakenStep, request: LoggedRequest): string {
  const { reason, error = '', scenario } = request;
  if (step === 'route') {
    if (reason !== undefined) return reason;
    return `The API has no such path. The nearest endpoint is ${nearestEndpoint(request.path)}.`;
  }
  if (step === 'window' && scenario === 'rateLimited') return 'In the scenario rateLimited no request is admitted.';
  return [reason, detailsText(request)].filter(Boolean).join(' ') || `${error}.`;
}

/** What the answer says of single members. */
function detailsText(request: LoggedRequest): string {
  const { answer } = request.view();
  const details: unknown = Object(answer).details;
  if (!Array.isArray(details)) return '';
  return `${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
}

function passed(step: TakenStep, request: LoggedRequest): WhyStep {
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
        return rate ? `There was room: the credential may send ${rateText(rate)}.` : 'There is no request rate.';
      case 'scope':
        return endpoint
          ? `The credential has the scope ${endpoints[endpoint].scope}.`
          : 'The credential has the scope of the stub.';
      case 'content':
        return 'The body is JSON, and its content type says so.';
      case 'parameters':
        return 'Path and query are well-formed.';
      case 'target':
        return 'issueNumber' in params ? 'The issue is there.' : 'The project is there.';
      case 'body':
        return 'The members of the body are valid.';
      default:
        return scenario === 'empty'
          ? 'In the scenario empty, lists are answered without their items.'
          : `It was answered with ${status ?? 'nothing'}.`;
    }
  };
  const reading = passingReading(step, request);
  return {
    step: shownAs[step],
    outcome: step === 'handler' && scenario === 'empty' ? 'changed' : 'passed',
    text: text(),
    ...(reading && { reading: { name: reading, choice: readings[reading] } }),
  };
}

/** The reading without which a passed step would have gone otherwise. */
function passingReading(step: TakenStep, { method, endpoint }: LoggedRequest): 'head' | 'commentStatus' | undefined {
  if (step === 'route' && method === 'HEAD') return 'head';
  return step === 'handler' && endpoint === 'issues.comments.create' ? 'commentStatus' : undefined;
}

function whyScenario({ scenario, reached, error }: LoggedRequest): WhyStep | undefined {
  if (scenario === 'slow')
    return {
      step: 'fault',
      outcome: 'changed',
      text: `In the scenario slow every answer is held back for ${durationText(slowMs)}.`,
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
    delayMs > 0 && `held it up for ${durationText(delayMs)}`,
    drop && 'ended the connection without an answer',
    status !== undefined && `answered with ${status}`,
    status === undefined && body !== undefined && 'answered with a body of its own',
    headers && `set ${Object.keys(headers).join(', ')}`,
    truncate !== undefined && `cut the body after ${truncate} bytes`,
  ].filter(Boolean);
  const answers = drop || status !== undefined || body !== undefined;
  const isInstead = when !== 'after' && answers;
  const effect = isInstead ? ', without any effect' : answers ? ', after the effect' : '';
  return { step: 'fault', outcome: isInstead ? 'refused' : 'changed', text: `${id} ${does.join(', ')}${effect}.` };
}
