/** @jsxImportSource preact */
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { CopyCredential, CredentialName, reveal } from '../../parts/credential.tsx';
import { type Call, usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import type { Credential, RateState, Settings } from '../../transport/responses.ts';

/** The way to a first request: the panel sends one, or an application does with a key and three lines. */
export function NoRequests() {
  const panel = usePanel();
  const { data: settings } = useLive<Settings>(['settings.get'], 'settings');
  const { data: limits } = useLive<RateState>(['limits'], 'credentials', 'records');
  const usable = limits?.credentials.filter(({ revoked }) => !revoked) ?? [];
  const [first] = usable;
  const codeWith = (apiKey = 'svc_…') =>
    [
      "import { IssueTrackingClient } from '@issue-tracking/sdk';",
      '',
      'const client = new IssueTrackingClient({',
      `  baseUrl: '${settings?.baseUrl ?? ''}',`,
      `  apiKey: '${apiKey}',`,
      '});',
      'const { data } = await client.projects.list();',
    ].join('\n');
  return (
    <div class="page stack">
      <h2>No requests yet</h2>
      <div class="line">
        <p>The requests of your application appear here at once.</p>
        {first && (
          <Button look="primary" onClick={() => panel.change('Sent a first request', sendWith(first))}>
            Send a first request
          </Button>
        )}
      </div>
      <section class="stack" aria-label="Client code">
        <div class="line">
          <h3>Client</h3>
          <CopyButton
            what="the client code"
            label="Copy"
            text={async () => codeWith(first && (await reveal(panel, first)))}
          />
        </div>
        <div class="code box padded">
          <pre>{codeWith(first?.value)}</pre>
        </div>
      </section>
      <section class="stack" aria-label="Keys">
        <h3>Keys</h3>
        <ul class="rows box">
          {usable.slice(0, 6).map((credential) => (
            <li key={credential.name} class="line padded">
              <span class="main">
                <CredentialName credential={credential} />
              </span>
              <CopyCredential credential={credential} />
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}

function sendWith({ name }: Credential): Call {
  return ['requests.send', { path: '/api/v1/projects', credential: name }];
}
