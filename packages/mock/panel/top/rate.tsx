/** @jsxImportSource preact */
import { Select } from '../parts/form.tsx';
import { useLive, useShownCredential } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** How much of its rate limit the chosen credential has used. */
export function Rate() {
  const panel = usePanel();
  const credentials = useLive('limits')?.credentials ?? [];
  const shown = useShownCredential();
  const used = shown?.window ? Math.min(1, shown.window.used / Math.max(1, shown.window.limit)) : 0;
  return (
    <span class="rate" style={{ '--used': used }}>
      <Select
        aria-label="Rate limit of"
        value={shown?.name ?? ''}
        options={credentials.map(
          ({ name, window }) => [name, `${name} ${window ? `${window.used}/${window.limit}` : '(no limit)'}`] as const,
        )}
        onChange={(name) => {
          panel.credential.value = name;
        }}
      />
    </span>
  );
}
