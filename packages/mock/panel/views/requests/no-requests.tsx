/** @jsxImportSource preact */
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { CopyCredential, CredentialName } from '../../parts/credential.tsx';
import { Empty } from '../../parts/empty.tsx';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { RateState, Settings } from '../../transport/responses.ts';

/** The way to a first request: the panel sends one, or an application does with a key and three lines. */
export function NoRequests() {
  const panel = usePanel();
  const { data: settings } = useLive<Settings>(['settings.get'], 'settings');
  const { data: limits } = useLive<RateState>(['limits'], 'credentials', 'records');
  const usable = limits?.credentials.filter(({ revoked }) => !revoked) ?? [];
  const [first] = usable;
  const code = [
    "import { IssueTrackingClient } from '@issue-tracking/sdk';",
    `const client = new IssueTrackingClient({ baseUrl: '${settings?.baseUrl ?? ''}', apiKey });`,
    'const { data } = await client.projects.list();',
  ].join('\n');
  return (
    <Empty title="No requests yet">
      <p>The requests of your application appear here at once.</p>
      {first && (
        <Button
          look="primary"
          onClick={() =>
            panel.change('Sent a first request', [
              'requests.send',
              { path: '/api/v1/projects', credential: first.name },
            ])
          }
        >
          Send a first request
        </Button>
      )}
      <section class="code" aria-label="Client code">
        <pre>{code}</pre>
      </section>
      <CopyButton what="the client code" label="Copy the code" text={() => code} />
      <ul class="cards">
        {usable.slice(0, 6).map((credential) => (
          <li key={credential.name} class="card">
            <span class="card-main">
              <CredentialName credential={credential} />
            </span>
            <CopyCredential credential={credential} />
          </li>
        ))}
      </ul>
    </Empty>
  );
}
