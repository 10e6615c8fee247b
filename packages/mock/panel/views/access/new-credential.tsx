/** @jsxImportSource preact */
import { scopes as allScopes } from '@issue-tracking/model';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.tsx';
import { Field, Select } from '../../parts/field.tsx';
import { usePanel } from '../../state/panel.ts';
import { useOwners } from '../../state/use-owners.ts';
import { ScopeChecks } from './scope-checks.tsx';

/** The form that creates a key for an organization or a token for a user. */
export function NewCredential({ onMade }: { onMade: (made: { kind: string; value: string }) => void }) {
  const panel = usePanel();
  const { organizations, users } = useOwners();
  const [owner, setOwner] = useState<string>();
  const [scopes, setScopes] = useState<readonly string[]>(allScopes);
  const owners = [
    ...organizations.map(({ id, name }) => ({ value: `organization ${id}`, text: `${name} (API key)` })),
    ...users.map(({ id, name }) => ({ value: `user ${id}`, text: `${name} (access token)` })),
  ];
  const chosen = owner ?? owners[0]?.value ?? '';

  async function make(event: Event) {
    event.preventDefault();
    const [type, id = ''] = chosen.split(' ');
    if (type === 'organization') {
      const made = await panel.change<{ key: string }>('API key created', [
        'world.apiKeys.create',
        { organizationId: id, scopes },
      ]);
      if (made) onMade({ kind: 'API key', value: made.key });
    } else {
      const made = await panel.change<{ token: string }>('Access token created', [
        'world.accessTokens.create',
        { userId: id, scopes },
      ]);
      if (made) onMade({ kind: 'access token', value: made.token });
    }
  }

  return (
    <form class="inline-form" onSubmit={make}>
      <Field label="Owner">
        <Select value={chosen} options={owners} onChange={setOwner} />
      </Field>
      <ScopeChecks legend="Scopes" scopes={scopes} onChange={setScopes} />
      <Button type="submit" look="primary" disabled={chosen === ''}>
        Create
      </Button>
    </form>
  );
}
