/** @jsxImportSource preact */
import { Icon } from '../../parts/icon.tsx';
import type { Entry, WhyStep } from '../../transport/answers.ts';

const names: Record<WhyStep['step'], string> = {
  latency: 'Latency',
  arrival: 'Failure on arrival',
  route: 'Endpoint',
  key: 'Credential',
  fault: 'Failure',
  window: 'Rate limit',
  scope: 'Scope',
  content: 'Content type',
  parameters: 'Path and query',
  target: 'Project and issue',
  body: 'Body',
  handler: 'Response',
};

/** What is said aloud beside a step's text; those that were skipped say so in that. */
const outcomes: Record<WhyStep['outcome'], string> = {
  passed: 'passed',
  refused: 'refused here',
  skipped: '',
  changed: 'changed here',
};

/** The steps of a request in the order in which the service takes them, each with the rule that decided. */
export function Why({ entry }: { entry: Entry }) {
  const steps = entry.why ?? [];
  if (steps.length === 0) return null;
  return (
    <section class="why" aria-label="Why">
      <h3>Why</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.step} class={step.outcome}>
            <span class="why-mark">
              <Icon name={step.outcome} />
            </span>
            <span class="why-step">
              {names[step.step]}
              <span class="unseen">{outcomes[step.outcome] && `, ${outcomes[step.outcome]}`}: </span>
            </span>
            <span class="why-text">
              {step.text}
              {step.reading && (
                <span class="badge reading" title="A choice that the specification leaves open">
                  {step.reading.name}: {readingText(step.reading.choice)}
                </span>
              )}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function readingText(choice: unknown): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}
