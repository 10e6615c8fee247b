/** @jsxImportSource preact */
import { scopes as allScopes } from '@issue-tracking/model';
import { Badge } from '../../parts/badges.tsx';
import { Button } from '../../parts/button.tsx';
import { CopyCredential, CredentialName } from '../../parts/credential.tsx';
import { dateText } from '../../parts/times.ts';
import { usePanel } from '../../state/panel.ts';
import type { Credential } from '../../transport/responses.ts';

interface CredentialRowProps {
  credential: Credential;
  /** The name of the user of an access token. */
  owner?: string | undefined;
  /** The mock's time. */
  now: number | undefined;
}

/** A row of an API key or access token: what it may do, whether it is valid, and buttons to copy and revoke it. */
export function CredentialRow({ credential, owner, now = 0 }: CredentialRowProps) {
  const panel = usePanel();
  const { kind, name, scopes, revoked } = credential;
  const collection = kind === 'apiKey' ? 'world.apiKeys' : 'world.accessTokens';
  const update = (label: string, changes: object) =>
    panel.change(label, [`${collection}.update`, { where: { name }, changes }]);
  const setScopes = (to: readonly string[]) => update(`Scopes of ${name}: ${to.join(', ') || 'none'}`, { scopes: to });
  return (
    <tr>
      <td>
        <CredentialName credential={credential} /> {owner !== undefined && <bdi class="soft">of {owner}</bdi>}
      </td>
      <td data-label="Scopes">
        <fieldset class="line" aria-label={`Scopes of ${name}`}>
          {allScopes.map((scope) => (
            <label key={scope} class="line">
              <input
                type="checkbox"
                checked={scopes.includes(scope)}
                onChange={({ currentTarget }) =>
                  setScopes(currentTarget.checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
                }
              />
              <code>{scope}</code>
            </label>
          ))}
        </fieldset>
      </td>
      <td data-label="State">{stateOf(credential, now)}</td>
      <td class="actions">
        <CopyCredential credential={credential} />
        <Button
          look="quiet"
          aria-label={`${revoked ? 'Restore' : 'Revoke'} ${name}`}
          onClick={() => update(`${revoked ? 'Restored' : 'Revoked'}: ${name}`, { revoked: !revoked })}
        >
          {revoked ? 'Restore' : 'Revoke'}
        </Button>
      </td>
    </tr>
  );
}

/** Returns whether a credential is valid at a time, and until when. */
function stateOf({ revoked, expiresAt, lockout }: Credential, now: number) {
  if (revoked) return <Badge text="revoked" tone="bad" />;
  const expires = Date.parse(expiresAt ?? '');
  if (now >= expires) return <Badge text={`expired ${dateText(expires)}`} tone="bad" />;
  if (lockout?.until && Date.parse(lockout.until) > now)
    return <Badge text={`locked out until ${dateText(lockout.until)}`} tone="bad" />;
  return expiresAt === null ? 'valid' : `valid until ${dateText(expires)}`;
}
