/** @jsxImportSource preact */
import { CodeText } from '../../parts/code-text.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useLive } from '../../state/use-live.ts';
import type { BehaviorOption, WhyStep } from '../../transport/responses.ts';

const names: Record<WhyStep['step'], string> = {
  latency: 'Latency',
  arrival: 'Failure on arrival',
  route: 'Endpoint',
  key: 'Credential',
  fault: 'Failure',
  'rate limit': 'Rate limit',
  scope: 'Scope',
  content: 'Content type',
  parameters: 'Path and query',
  target: 'Project and issue',
  body: 'Body',
  handler: 'Response',
};

/** Outcomes for screen readers; the text of a skipped step has it already. */
const outcomes: Record<WhyStep['outcome'], string> = {
  passed: 'passed',
  warned: 'passed with a warning',
  rejected: 'rejected here',
  skipped: '',
  changed: 'changed here',
};

/** The steps of a request in their order, each with its explanation. */
export function Why({ steps }: { steps: readonly WhyStep[] }) {
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
              {step.behavior && <BehaviorChoice {...step.behavior} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The behavior option that decided a step, and the question that the specification leaves open. */
function BehaviorChoice({ name, choice }: NonNullable<WhyStep['behavior']>) {
  const { data = [] } = useLive<readonly BehaviorOption[]>(['behaviorOptions']);
  const description = data.find((option) => option.name === name)?.description;
  return (
    <>
      <span class="badge behavior">
        {name}: {behaviorText(choice)}
      </span>
      {description && (
        <span class="open-question">
          Open in the specification: <CodeText text={description} />.
        </span>
      )}
    </>
  );
}

function behaviorText(choice: unknown): string {
  return typeof choice === 'string' ? choice : JSON.stringify(choice);
}
