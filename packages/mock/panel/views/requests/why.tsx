/** @jsxImportSource preact */
import type { Tone } from '../../parts/badges.tsx';
import { CodeText } from '../../parts/code-text.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useLive } from '../../state/use-live.ts';
import type { BehaviorOption, Settings, WhyStep } from '../../transport/responses.ts';
import { BehaviorChoice } from '../time/behavior-choice.tsx';

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

/** The color of each outcome, and its text for screen readers; that of a skipped step has it already. */
const outcomes: Record<WhyStep['outcome'], readonly [tone: Tone, text: string]> = {
  passed: ['good', ', passed'],
  warned: ['warn', ', passed with a warning'],
  rejected: ['bad', ', rejected here'],
  skipped: ['soft', ''],
  changed: ['fault', ', changed here'],
};

/** The steps of a request in their order, each with its explanation. */
export function Why({ steps }: { steps: readonly WhyStep[] }) {
  if (steps.length === 0) return null;
  return (
    <section class="why stack" aria-label="Why">
      <h3>Why</h3>
      <ol>
        {steps.map((step) => (
          <li key={step.step} class={step.outcome === 'skipped' ? 'soft' : step.outcome}>
            <span class={outcomes[step.outcome][0]}>
              <Icon name={step.outcome} />
            </span>
            <span>
              {names[step.step]}
              <span class="unseen">{outcomes[step.outcome][1]}: </span>
            </span>
            <span class="why-text">
              {step.text}
              {step.behavior && <DecidingOption {...step.behavior} />}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The behavior option that decided a step, to change it, and the question that the specification leaves open. */
function DecidingOption({ name }: NonNullable<WhyStep['behavior']>) {
  const { data: options } = useLive<readonly BehaviorOption[]>(['behaviorOptions']);
  const { data: settings } = useLive<Settings>(['settings.get'], 'settings');
  const option = options?.find((each) => each.name === name);
  if (!option || !settings) return null;
  return (
    <>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the control is in BehaviorChoice */}
      <label class="line">
        <span>
          Decided by the behavior option <code>{name}</code>. For the next requests:
        </span>
        <BehaviorChoice option={option} now={Reflect.get(settings.behavior, name)} />
      </label>
      <span class="open-question soft">
        Open in the specification: <CodeText text={option.description} />.
      </span>
    </>
  );
}
