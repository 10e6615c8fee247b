import type { LoggedRequest, StepRejection } from '../log/entry.ts';
import type { Explanation, Step, WhyStep } from '../log/trace.ts';
import { steps } from './steps.ts';

/** Explains the response to a request: each step that applied to it, from its log entry. */
export function why(entry: LoggedRequest): WhyStep[] {
  const end = steps.findIndex(({ name }) => name === entry.reached);
  return steps.flatMap((step, at) => {
    const explanation = (step.applies?.(entry) ?? true) ? explainStep(step, at - end, entry) : undefined;
    if (!explanation) return [];
    const { outcome = 'passed', text, behavior: name } = explanation;
    const behavior = name !== undefined && { behavior: { name, choice: Reflect.get(entry.settings.behavior, name) } };
    return { step: step.name, outcome, text, ...behavior };
  });
}

/** Adds a text to an explanation, for `String()` and for messages of assertions. An arrow marks steps that did not just pass. */
export function readable(steps: WhyStep[], entry: LoggedRequest): WhyStep[] {
  const { method, path, search, status = 'no response' } = entry.view();
  const lines = steps
    .filter(({ outcome }) => outcome !== 'skipped')
    .map(({ step, outcome, text }) => `${outcome === 'passed' ? ' ' : '→'} ${step} ${outcome}: ${text}`);
  const text = [`${method} ${path}${search && `?${search}`}: ${status}`, ...lines].join('\n');
  return Object.defineProperty(steps, 'toString', { value: () => text });
}

/** Explains one step. `distance` is 0 for the step that ended the request, positive for later steps. */
function explainStep(step: Step, distance: number, entry: LoggedRequest): Explanation | undefined {
  if (distance > 0) return { outcome: 'skipped', text: 'The request did not get this far.' };
  if (distance === 0 && entry.rejection) return explainRejection(entry, entry.rejection);
  if (distance === 0 && entry.endedAt === undefined)
    return { outcome: 'skipped', text: 'The request is still in progress.' };
  return step.explain(entry);
}

function explainRejection(entry: LoggedRequest, { text, behavior }: StepRejection): Explanation {
  const words = [text, detailsText(entry)].filter(Boolean).join(' ') || `${entry.error}.`;
  return { outcome: 'rejected', text: entry.redact(words), behavior };
}

/** Returns the `details` of the response as a text. */
function detailsText(entry: LoggedRequest): string {
  const { response } = entry.view();
  const details: unknown = Object(response).details;
  if (!Array.isArray(details)) return '';
  return `${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
}
