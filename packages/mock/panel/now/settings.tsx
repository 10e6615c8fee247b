/** @jsxImportSource preact */
import type { SettingsView } from '../../src/control/types.ts';
import { Words } from '../parts/texts.tsx';
import { BehaviorChoice } from '../request/behavior.tsx';
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** Latency, rate limit and behavior options. What is entered holds at once. */
export function SettingsForm({ settings }: { settings: SettingsView }) {
  const { latencyMs, rateLimit, behavior } = settings;
  const nowOf = (name: string): unknown => Reflect.get(behavior, name);
  const isChanged = (name: string, choices: readonly unknown[]) =>
    JSON.stringify(nowOf(name)) !== JSON.stringify(choices[0]);
  const options = (useLive('behaviorOptions') ?? []).toSorted(
    (one, other) => Number(isChanged(other.name, other.choices)) - Number(isChanged(one.name, one.choices)),
  );
  const windowMs = rateLimit ? rateLimit.windowMs : 60_000;
  return (
    <section class="stack" aria-label="Settings">
      <h2>Settings</h2>
      <div class="rows">
        <Amount
          label="Latency"
          hint="ms, or a range: 50-400"
          value={typeof latencyMs === 'number' ? String(latencyMs) : latencyMs.join('-')}
          settingOf={(text) => {
            const [from = 0, to] = text.split('-').map(Number);
            return { latencyMs: to === undefined ? from : [from, to] };
          }}
        />
        <Amount
          label="Rate limit"
          hint="requests; empty for none"
          value={rateLimit ? String(rateLimit.requests) : ''}
          settingOf={(text) => ({ rateLimit: text === '' ? false : { requests: Number(text), windowMs } })}
        />
        {rateLimit && (
          <Amount
            label="Rate window"
            hint="s"
            value={String(windowMs / 1000)}
            settingOf={(text) => ({ rateLimit: { ...rateLimit, windowMs: Number(text) * 1000 } })}
          />
        )}
        {options.map((option) => (
          <div key={option.name} class="setting bar">
            <div class="grow">
              <code class={isChanged(option.name, option.choices) ? 'accent' : ''}>{option.name}</code>
              <p class="soft">
                <Words text={option.description} />
              </p>
            </div>
            <BehaviorChoice option={option} now={nowOf(option.name)} />
          </div>
        ))}
      </div>
    </section>
  );
}

interface AmountProps {
  label: string;
  hint: string;
  value: string;
  settingOf: (text: string) => object;
}

function Amount({ label, hint, value, settingOf }: AmountProps) {
  const panel = usePanel();
  return (
    <label class="setting bar">
      <span class="grow">
        {label} <span class="soft">{hint}</span>
      </span>
      <input
        key={value}
        type="text"
        inputMode="numeric"
        aria-label={label}
        defaultValue={value}
        onChange={({ currentTarget }) => panel.change('settings.change', settingOf(currentTarget.value.trim()))}
      />
    </label>
  );
}
