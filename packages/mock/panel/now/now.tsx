/** @jsxImportSource preact */
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { FirstRequest } from './first-request.tsx';
import { Keys } from './keys.tsx';
import { Lockouts } from './lockouts.tsx';
import { SettingsForm } from './settings.tsx';

/** What there is without a chosen request: the way to a first one, keys with their rates, lockouts, and all settings. */
export function NowView({ missing }: { missing: string | undefined }) {
  const panel = usePanel();
  const limits = useLive('limits');
  const settings = useLive('settings.get');
  const isEmpty = panel.requests.loaded.value && panel.requests.entries.value.length === 0;
  return (
    <div class="scroll now">
      {missing !== undefined && <p class="warn">{missing}</p>}
      {isEmpty && limits && settings && (
        <FirstRequest baseUrl={settings.baseUrl} name={limits.credentials.find(({ revoked }) => !revoked)?.name} />
      )}
      <Lockouts lockouts={limits?.lockouts ?? []} />
      <Keys credentials={limits?.credentials ?? []} />
      {settings && <SettingsForm settings={settings} />}
    </div>
  );
}
