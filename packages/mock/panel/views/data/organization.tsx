/** @jsxImportSource preact */
import { BackButton } from '../../parts/back-button.tsx';
import { Button } from '../../parts/button.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Table } from '../../parts/table.tsx';
import { useClock } from '../../shell/clock.tsx';
import { usePanel } from '../../state/panel.ts';
import { type Organization, readUser, type User } from '../../state/read-record.ts';
import { useLive, useRecords } from '../../state/use-live.ts';
import type { RateState } from '../../transport/responses.ts';
import { CredentialRow } from './credential-row.tsx';

/** An organization: its API keys, and the users with their access tokens. */
export function OrganizationDetail({ organization }: { organization: Organization }) {
  const panel = usePanel();
  const { id, slug, name, active } = organization;
  const { data: limits, error } = useLive<RateState>(['limits'], 'credentials', 'records', 'clock');
  const { data: users = [] } = useRecords('users', readUser);
  const now = useClock()?.now;
  const credentials = limits?.credentials ?? [];
  const keys = credentials.filter((each) => each.organization === id);
  return (
    <article class="detail stack">
      <header class="detail-head stack">
        <p class="line soft">
          <BackButton to="the projects" onClick={() => panel.go('data')} />
          <code>{slug}</code>
          {!active && <span>inactive: OAuth tokens don’t see its projects</span>}
        </p>
        <h2 dir="auto">{name}</h2>
      </header>
      <section class="stack" aria-label="API keys">
        <div class="line">
          <h3>API keys</h3>
          <Button
            onClick={() =>
              panel.change(`API key created for ${name}`, ['world.apiKeys.create', { organizationId: id }])
            }
          >
            New API key
          </Button>
        </div>
        {keys.length > 0 ? (
          <Table label="API keys" heads={['Key', 'Scopes', 'State', '']}>
            {keys.map((key) => (
              <CredentialRow key={key.name} credential={key} now={now} />
            ))}
          </Table>
        ) : (
          <Empty title={error ?? (limits ? 'No API keys yet' : 'Reading the keys…')} />
        )}
      </section>
      {users.length > 0 && (
        <section class="stack" aria-label="Users">
          <h3>Users and their access tokens</h3>
          <Table label="Users" heads={['User', 'Belongs to', '']}>
            {users.map((user) => (
              <UserRow key={user.id} user={user} organization={organization} />
            ))}
          </Table>
          <Table label="Access tokens" heads={['Token', 'Scopes', 'State', '']}>
            {credentials
              .filter(({ user }) => users.some((each) => each.id === user && each.organizations.includes(slug)))
              .map((token) => (
                <CredentialRow
                  key={token.name}
                  credential={token}
                  now={now}
                  owner={users.find(({ id: own }) => own === token.user)?.name}
                />
              ))}
          </Table>
        </section>
      )}
    </article>
  );
}

function UserRow({ user, organization: { slug, name } }: { user: User; organization: Organization }) {
  const panel = usePanel();
  const isMember = user.organizations.includes(slug);
  const others = user.organizations.filter((other) => other !== slug);
  const join = () =>
    panel.change(`${user.name} ${isMember ? 'left' : 'joined'} ${name}`, [
      'world.users.update',
      { where: { id: user.id }, changes: { organizations: isMember ? others : [...others, slug] } },
    ]);
  return (
    <tr>
      <td>
        <bdi>{user.name}</bdi>
      </td>
      <td data-label="Belongs to">
        <label>
          <input type="checkbox" aria-label={`${user.name} belongs to ${name}`} checked={isMember} onChange={join} />{' '}
          <bdi>{name}</bdi>
        </label>
        {others.length > 0 && <span class="soft"> and {others.join(', ')}</span>}
      </td>
      <td class="actions">
        <Button
          look="quiet"
          disabled={!isMember}
          aria-label={`New access token of ${user.name}`}
          onClick={() =>
            panel.change(`Access token created for ${user.name}`, ['world.accessTokens.create', { userId: user.id }])
          }
        >
          New access token
        </Button>
      </td>
    </tr>
  );
}
