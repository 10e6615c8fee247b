/** @jsxImportSource preact */
import { Select } from '../parts/form.tsx';
import { takenAt, useClock, useLive, useShownCredential } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** How much of its rate limit the chosen credential has used. */
export function Rate() {
  const panel = usePanel();
  const credentials = useLive('limits')?.credentials ?? [];
  const shown = useShownCredential();
  const now = useClock()?.now ?? 0;
  const used = shown?.window ? Math.min(1, takenAt(now, shown).length / Math.max(1, shown.window.limit)) : 0;
  return (
    <span class="rate" style={{ '--used': used }}>
      <Select
        aria-label="Rate limit of"
        value={shown?.name ?? ''}
        options={credentials.map(
          (each) =>
            [
              each.name,
              `${each.name} ${each.window ? `${takenAt(now, each).length}/${each.window.limit}` : '(no limit)'}`,
            ] as const,
        )}
        onChange={(name) => {
          panel.credential.value = name;
        }}
      />
    </span>
  );
}
