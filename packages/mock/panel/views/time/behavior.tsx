/** @jsxImportSource preact */
import { Badge } from '../../parts/badges.tsx';
import { CodeText } from '../../parts/code-text.tsx';
import { useLive } from '../../state/use-live.ts';
import type { BehaviorOption, Settings } from '../../transport/responses.ts';
import { BehaviorChoice, isSame } from './behavior-choice.tsx';

/** The behavior options, closed until they are asked for. Those that differ from their defaults come first. */
export function Behavior({ behavior }: Pick<Settings, 'behavior'>) {
  const { data = [] } = useLive<readonly BehaviorOption[]>(['behaviorOptions']);
  const nowOf = ({ name }: BehaviorOption): unknown => Reflect.get(behavior, name);
  const isChanged = (option: BehaviorOption) => !isSame(nowOf(option), option.choices[0]);
  const options = data.toSorted((a, b) => Number(isChanged(b)) - Number(isChanged(a)) || (a.name < b.name ? -1 : 1));
  const changed = data.filter(isChanged).length;
  return (
    <details class="behavior-options">
      <summary>
        <strong>Behavior</strong>{' '}
        <span class="soft">
          where the specification leaves something open:{' '}
          {changed === 0 ? 'all defaults' : `${changed} of ${data.length} changed`}
        </span>
      </summary>
      <ul class="rows box">
        {options.map((option) => (
          <li key={option.name} class="line padded">
            <span class="main">
              <code>{option.name}</code> {isChanged(option) && <Badge text="changed" tone="accent" />}{' '}
              <span class="soft">
                <CodeText text={option.description} />
              </span>
            </span>
            <BehaviorChoice option={option} now={nowOf(option)} />
          </li>
        ))}
      </ul>
    </details>
  );
}
