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
import type { Credential, RateState } from '../../transport/responses.ts';
import { NewCredential } from './new-credential.tsx';
import { ScopeChecks } from './scope-checks.tsx';
import { Users } from './users.tsx';

/** The view of credentials, their scopes and the users. */
export function Access() {
  const { data, error } = useLive<RateState>(['limits'], 'credentials', 'records');
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
        {data?.credentials.length === 0 && (
          <Empty title="No credentials yet">
            <p>Create one above to send requests.</p>
          </Empty>
        )}
        {data && data.credentials.length > 0 && <Credentials credentials={data.credentials} />}
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
        <CredentialRow key={credential.name} credential={credential} owner={nameOf(credential)} />
      ))}
    </Table>
  );
}

function CredentialRow({ credential, owner }: { credential: Credential; owner: string }) {
  const panel = usePanel();
  const { kind, name, scopes, revoked, expiresAt } = credential;
  const collection = kind === 'apiKey' ? 'world.apiKeys' : 'world.accessTokens';
  const update = (label: string, changes: object) =>
    panel.change(label, [`${collection}.update`, { where: { name }, changes }]);
  async function reveal() {
    const { key, token } = await panel.call<{ key?: string; token?: string }>(`${collection}.reveal`, { name });
    return key ?? token ?? '';
  }
  const setRevoked = (to: boolean) => update(`${to ? 'Revoked' : 'Restored'}: ${name}`, { revoked: to });
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
          onChange={(to) => update(`Scopes of ${name}: ${to.join(', ') || 'none'}`, { scopes: to })}
        />
      </td>
      <td class="figure" data-label="Expires">
        {revoked ? 'revoked' : expiresAt ? dateText(expiresAt) : 'never'}
      </td>
      <td class="card-actions">
        <CopyButton what={`${kind === 'apiKey' ? 'API key' : 'access token'} ${name}`} label="Copy" text={reveal} />
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
