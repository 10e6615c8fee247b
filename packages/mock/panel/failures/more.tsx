/** @jsxImportSource preact */
import { Field } from '../data/field.tsx';
import { useFound, useLive, useMembers } from '../state/live.ts';
import type { DraftProps } from './builder.tsx';

/** Members that the sentence has. */
const elsewhere = ['endpoint', 'projectId', 'times'];

/** All else that a failure can have, from its schema: keys and tenants are chosen by name. */
export function More({ draft, onChange }: DraftProps) {
  const keys = useLive('limits')?.credentials.map(({ name }) => name) ?? [];
  const organizations = useFound('organizations', { take: 1000 })?.data ?? [];
  const tenants = new Map(organizations.map(({ id, slug }) => [id, slug]));
  const schemas = {
    ...useMembers('faults.add'),
    apiKey: { enum: keys },
    tenant: { enum: [...tenants.values()] },
  };
  const members = Object.entries(schemas).filter(([member]) => !elsewhere.includes(member));
  const set = members.filter(([member]) => Reflect.get(draft, member) !== undefined).length;
  const idOf = (slug: unknown) => [...tenants].find(([, each]) => each === slug)?.[0];
  return (
    <details>
      <summary>More conditions and effects {set > 0 && <span class="soft figure">{set}</span>}</summary>
      <div class="form">
        {members.map(([member, schema]) => (
          <Field
            key={member}
            name={member}
            schema={schema}
            isOptional
            value={member === 'tenant' ? tenants.get(draft.tenant) : Reflect.get(draft, member)}
            onChange={async (value) => void onChange({ ...draft, [member]: member === 'tenant' ? idOf(value) : value })}
          />
        ))}
      </div>
    </details>
  );
}
