/** @jsxImportSource preact */
import type { WhyStep } from '../../src/control/types.ts';
import { Icon } from '../parts/icon.tsx';
import { Words } from '../parts/texts.tsx';
import { useLive } from '../state/live.ts';
import { BehaviorChoice } from './behavior.tsx';

/** The steps of a request, folded: the sentence above has what decided. */
export function Steps({ steps }: { steps: readonly WhyStep[] }) {
  const decided = steps.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  const passed = steps.filter(({ outcome }) => outcome === 'passed').length;
  const skipped = steps.filter(({ outcome }) => outcome === 'skipped').length;
  return (
    <section class="steps stack" aria-label="Why">
      {steps.map(
        ({ step, behavior, outcome }) =>
          behavior && outcome !== 'skipped' && <Deciding key={step} name={behavior.name} />,
      )}
      <details>
        <summary>
          {passed} {passed === 1 ? 'step' : 'steps'} passed
          {decided.map(({ step, outcome }) => `, ${step} ${outcome}`).join('')}
          {skipped > 0 && <span class="soft">, {skipped} skipped</span>}
        </summary>
        <ol>
          {steps.map(({ step, outcome, text }) => (
            <li key={step} class={outcome}>
              <Icon name={outcome} /> <span class="step">{step}</span> <span class="unseen">{outcome}: </span>
              <Words text={text} />
            </li>
          ))}
        </ol>
      </details>
    </section>
  );
}

/** The behavior option that decided, and the question that the specification leaves open. */
function Deciding({ name }: { name: string }) {
  const option = (useLive('behaviorOptions') ?? []).find((each) => each.name === name);
  const settings = useLive('settings.get');
  if (!option || !settings) return null;
  return (
    <div class="deciding line">
      <span>
        Decided by the option <code>{name}</code>
      </span>
      <BehaviorChoice option={option} now={Reflect.get(settings.behavior, name)} />
      <p class="soft">
        Open in the specification: <Words text={option.description} />.
      </p>
    </div>
  );
}
