/** @jsxImportSource preact */
import { useState } from 'preact/hooks';
import { Badge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyButton } from '../../parts/copy-button.tsx';
import { CredentialName } from '../../parts/credential.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { dateText } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import { useLive } from '../../state/use-live.ts';
import { useOwners } from '../../state/use-owners.ts';
import type { Credential } from '../../transport/responses.ts';
import { NewCredential } from './new-credential.tsx';
import { ScopeChecks } from './scope-checks.tsx';
import { Users } from './users.tsx';

/** The view of credentials, their scopes and the users. */
export function Access() {
  const { data, error } = useLive<readonly Credential[]>('credentials', 'credentials', 'records');
  const [made, setMade] = useState<{ kind: string; value: string }>();
  return (
    <div class="page">
      <header class="page-head">
        <h2>Access</h2>
        <p class="soft">An API key belongs to one organization, an access token to a user.</p>
      </header>
      <NewCredential onMade={setMade} />
      {made && (
        <p class="made" role="status">
          <span>New {made.kind}:</span> <code>{made.value}</code>
          <CopyButton what={made.kind} label="Copy" text={() => made.value} />
        </p>
      )}
      <section class="block" aria-label="Keys and tokens">
        <h3>Keys and tokens</h3>
        {data === undefined && <Empty title={error ?? 'Reading the credentials…'} />}
        {data?.length === 0 && (
          <Empty title="No credentials yet">
            <p>Create one above to send requests.</p>
          </Empty>
        )}
        {data && data.length > 0 && <Credentials credentials={data} />}
      </section>
      <Users />
    </div>
  );
}

function Credentials({ credentials }: { credentials: readonly Credential[] }) {
  const { nameOf } = useOwners();
  return (
    <Table label="Credentials" heads={['Credential', 'Owner', 'Scopes', 'Expires', '']}>
      {credentials.map((credential) => (
        <CredentialRow key={credential.id} credential={credential} owner={nameOf(credential)} />
      ))}
    </Table>
  );
}

function CredentialRow({ credential, owner }: { credential: Credential; owner: string }) {
  const panel = usePanel();
  const { id, kind, name, scopes, revoked, expiresAt } = credential;
  const path = `records/${kind === 'apiKey' ? 'apiKeys' : 'accessTokens'}/${encodeURIComponent(id)}`;
  const setRevoked = (to: boolean) =>
    panel.change(`${to ? 'Revoked' : 'Restored'}: ${name}`, ['PATCH', path, { revoked: to }]);
  return (
    <tr class={revoked ? 'faded' : ''}>
      <td>
        <CredentialName credential={credential} /> {kind === 'accessToken' && <Badge text="token" />}
      </td>
      <td data-label="Owner">
        <bdi>{owner}</bdi>
      </td>
      <td data-label="Scopes">
        <ScopeChecks
          label={`Scopes of ${name}`}
          scopes={scopes}
          onChange={(to) =>
            panel.change(`Scopes of ${name}: ${to.join(', ') || 'none'}`, ['PATCH', path, { scopes: to }])
          }
        />
      </td>
      <td class="figure" data-label="Expires">
        {revoked ? 'revoked' : expiresAt ? dateText(expiresAt) : 'never'}
      </td>
      <td class="card-actions">
        <CopyButton
          what={`${kind === 'apiKey' ? 'API key' : 'access token'} ${name}`}
          label="Copy"
          text={async () => (await panel.request<{ secret: string }>('GET', `credentials/${id}`)).secret}
        />
        <Button
          look="quiet"
          aria-label={`${revoked ? 'Restore' : 'Revoke'} ${name}`}
          onClick={() => setRevoked(!revoked)}
        >
          {revoked ? 'Restore' : 'Revoke'}
        </Button>
      </td>
    </tr>
  );
}
