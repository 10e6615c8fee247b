/** @jsxImportSource preact */
import type { Limits, ShownCredential } from '../../src/control/types.ts';
import { Button, CopyButton } from '../parts/button.tsx';
import { Heading } from '../parts/texts.tsx';
import { dateText } from '../parts/times.ts';
import { defectOf, revealed } from '../state/credentials.ts';
import { takenAt, useClock, useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { FirstRequest } from './first-request.tsx';
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

/** Addresses and credentials with failed authentications. A lockout can be lifted. */
function Lockouts({ lockouts }: Pick<Limits, 'lockouts'>) {
  const panel = usePanel();
  if (lockouts.length === 0) return null;
  return (
    <section class="stack" aria-label="Failed authentications">
      <h2>Failed authentications</h2>
      <ul class="rows">
        {lockouts.map(({ source, failures, until }) => (
          <li key={source} class="bar">
            <span class="grow">
              {source}: {failures} failed
              {until && (
                <span class="warn">, locked out until {dateText(Math.ceil(Date.parse(until) / 1000) * 1000)}</span>
              )}
            </span>
            {until && (
              <Button aria-label={`Lift ${source}`} onClick={() => panel.change('lockouts.lift', { source })}>
                Lift
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** All credentials: what each may do, how much of its rate limit it has used, and its text to copy. */
function Keys({ credentials }: { credentials: readonly ShownCredential[] }) {
  const panel = usePanel();
  const now = useClock()?.now ?? 0;
  return (
    <section class="stack" aria-label="Keys and tokens">
      <Heading class="" of="now">
        Keys and tokens
      </Heading>
      <ul class="rows">
        {credentials.map((credential) => {
          const { name, kind, scopes, window } = credential;
          const defect = defectOf(credential, now);
          return (
            <li key={name} class="bar">
              <span class="grow">
                <button
                  type="button"
                  class="link strong"
                  dir="auto"
                  onClick={() => panel.open(['data', `${kind}s`, name])}
                >
                  {name}
                </button>{' '}
                {defect && <span class="chip warn">{defect}</span>}
              </span>
              <span class="figure">{window ? `${takenAt(now, credential).length}/${window.limit}` : 'no limit'}</span>
              <CopyButton what={`the key ${name}`} text={() => revealed(panel, kind, name)} />
              <p class="soft">{scopes.join(' ') || 'no scope'}</p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
