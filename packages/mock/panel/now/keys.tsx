/** @jsxImportSource preact */
import type { ShownCredential } from '../../src/control/types.ts';
import { CopyButton } from '../parts/button.tsx';
import { Heading } from '../parts/texts.tsx';
import { defectOf, revealed } from '../state/credentials.ts';
import { takenAt, useClock } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';

/** All credentials: what each may do, how much of its rate limit it has used, and its text to copy. */
export function Keys({ credentials }: { credentials: readonly ShownCredential[] }) {
  const panel = usePanel();
  const now = useClock()?.now ?? 0;
  return (
    <section class="stack" aria-label="Keys">
      <Heading class="" of="now">
        Keys
      </Heading>
      <ul class="rows">
        {credentials.map((credential) => {
          const { name, kind, scopes, window } = credential;
          const defect = defectOf(credential, now);
          return (
            <li key={name} class="key bar">
              <button
                type="button"
                class="link strong"
                dir="auto"
                onClick={() => panel.open(['data', `${kind}s`, name])}
              >
                {name}
              </button>
              {defect && <span class="chip warn">{defect}</span>}
              <span class="soft grow">{scopes.join(' ') || 'no scope'}</span>
              <span class="figure">{window ? `${takenAt(now, credential).length}/${window.limit}` : 'no limit'}</span>
              <CopyButton what={`the key ${name}`} text={() => revealed(panel, kind, name)} />
            </li>
          );
        })}
      </ul>
    </section>
  );
}
