import type { Entry } from '../log/entry.ts';
import { type StepName, stepsInOrder } from '../log/steps.ts';
import type { Said, WhyStep } from '../log/trace.ts';
import type { Service } from '../state.ts';
import { remediesOf } from './remedies.ts';

/** Explains the response to a request: what each step said, which steps it did not get to, and what would help. */
export function why(entry: Entry, service: Service): WhyStep[] {
  const { step: reached, endedAt } = entry;
  const isOver = endedAt !== undefined;
  const told = [...entry.told()].filter(([step]) => isOver || step !== reached);
  const missed = stepsInOrder
    .slice(stepsInOrder.findIndex(([name]) => name === reached) + 1)
    .filter(([, { applies }]) => applies?.(entry) ?? true);
  const remedies = remediesOf(entry, service);
  const failed = told.findLastIndex(([, { outcome }]) => outcome === 'rejected' || outcome === 'changed');
  return [
    ...told.map(([step, said], at) => ({
      ...shown(entry, step, said),
      ...(at === failed && remedies.length > 0 && { remedies }),
    })),
    ...(isOver ? [] : [skipped(reached, 'The request is still in progress.')]),
    ...missed.map(([name]) => skipped(name, 'The request did not get this far.')),
  ];
}

/** Adds a text to an explanation, for `String()` and for messages of assertions. An arrow marks steps that did not just pass. */
export function readable(explained: WhyStep[], entry: Entry): WhyStep[] {
  const { method, path, search, status = 'no response' } = entry.view();
  const lines = explained
    .filter(({ outcome }) => outcome !== 'skipped')
    .flatMap(({ step, outcome, text, remedies = [] }) => [
      `${outcome === 'passed' ? ' ' : '→'} ${step} ${outcome}: ${text}`,
      ...remedies.map((remedy) => `    remedy: ${remedy.text}.`),
    ]);
  const text = [`${method} ${path}${search && `?${search}`}: ${status}`, ...lines].join('\n');
  return Object.defineProperty(explained, 'toString', { value: () => text });
}

function shown({ settings }: Entry, step: StepName, { outcome = 'passed', text, behavior: name }: Said): WhyStep {
  const behavior = name !== undefined && { behavior: { name, choice: Reflect.get(settings.behavior, name) } };
  return { step, outcome, text, ...behavior };
}

function skipped(step: StepName, text: string): WhyStep {
  return { step, outcome: 'skipped', text };
}
