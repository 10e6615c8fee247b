/** @jsxImportSource preact */
import { Button } from '../../parts/button.tsx';
import { Select } from '../../parts/field.tsx';
import { Table } from '../../parts/table.tsx';
import { usePanel } from '../../state/panel.ts';
import type { Organization, User } from '../../state/read-record.ts';
import { useOwners } from '../../state/use-owners.ts';

/** The users with their organizations. */
export function Users() {
  const { organizations, users } = useOwners();
  if (users.length === 0) return null;
  return (
    <section class="block" aria-label="Users">
      <h3>Users</h3>
      <Table label="Users" heads={['User', 'Organizations', '']}>
        {users.map((user) => (
          <UserRow key={user.id} user={user} organizations={organizations} />
        ))}
      </Table>
    </section>
  );
}

function UserRow({ user, organizations }: { user: User; organizations: readonly Organization[] }) {
  const panel = usePanel();
  const others = organizations.filter(({ slug }) => !user.organizations.includes(slug));
  const set = (label: string, slugs: readonly string[]) =>
    panel.change(label, ['world.users.update', { where: { id: user.id }, changes: { organizations: slugs } }]);
  const nameOf = (slug: string) => organizations.find((one) => one.slug === slug)?.name ?? slug;
  return (
    <tr>
      <td>
        <bdi>{user.name}</bdi>
      </td>
      <td data-label="Organizations">
        {user.organizations.length === 0 && <span class="soft">none</span>}
        {user.organizations.map((slug) => (
          <Button
            key={slug}
            look="quiet"
            aria-label={`Remove ${user.name} from ${nameOf(slug)}`}
            onClick={() =>
              set(
                `${user.name} left ${nameOf(slug)}`,
                user.organizations.filter((other) => other !== slug),
              )
            }
          >
            <bdi>{nameOf(slug)}</bdi> ×
          </Button>
        ))}
      </td>
      <td class="card-actions">
        <Select
          label={`Add ${user.name} to`}
          value=""
          disabled={others.length === 0}
          options={[{ value: '', text: 'Add to…' }, ...others.map(({ slug, name }) => ({ value: slug, text: name }))]}
          onChange={(slug) => slug && set(`${user.name} joined ${nameOf(slug)}`, [...user.organizations, slug])}
        />
      </td>
    </tr>
  );
}
