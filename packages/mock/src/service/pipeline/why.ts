import type { LoggedRequest, Refusal } from '../request-log/logged-request.ts';
import type { Step, Told, WhyStep } from './step.ts';
import { steps } from './steps.ts';

/** Why a request was answered as it was: every step that it has to do with, worked out from what the log keeps. */
export function why(entry: LoggedRequest): WhyStep[] {
  const end = steps.findIndex(({ name }) => name === entry.reached);
  return steps.flatMap((step, at) => {
    const told = (step.applies?.(entry) ?? true) ? tell(step, at - end, entry) : undefined;
    if (!told) return [];
    const { outcome = 'passed', text, behavior: name } = told;
    const behavior = name !== undefined && { behavior: { name, choice: Reflect.get(entry.settings.behavior, name) } };
    return { step: step.name, outcome, text, ...behavior };
  });
}

/** `distance` is 0 at the step where the request has ended, and more at those that it never came to. */
function tell(step: Step, distance: number, entry: LoggedRequest): Told | undefined {
  if (distance > 0) return { outcome: 'skipped', text: 'The request did not get this far.' };
  if (distance === 0 && entry.refusal) return tellRefusal(entry, entry.refusal);
  if (distance === 0 && entry.endedAt === undefined)
    return { outcome: 'skipped', text: 'The request is still being answered.' };
  return step.found(entry);
}

function tellRefusal(entry: LoggedRequest, { text, behavior }: Refusal): Told {
  const words = [text, detailsText(entry)].filter(Boolean).join(' ') || `${entry.error}.`;
  return { outcome: 'rejected', text: entry.clean(words), behavior };
}

/** Returns the response's details about single fields, as a text. */
function detailsText(entry: LoggedRequest): string {
  const { response } = entry.view();
  const details: unknown = Object(response).details;
  if (!Array.isArray(details)) return '';
  return `${details.map(({ field, message }) => `${field} ${message}`).join('; ')}.`;
}
