/** @jsxImportSource preact */
import { Field } from '../data/field.tsx';
import { useMembers } from '../state/live.ts';
import type { DraftProps } from './builder.tsx';

/** Members that the sentence has, or that the panel can't give. */
const elsewhere = ['endpoint', 'projectId', 'times', 'tenant', 'apiKey'];

/** All else that a failure can have, from its schema. */
export function More({ draft, onChange }: DraftProps) {
  const members = Object.entries(useMembers('faults.add')).filter(([member]) => !elsewhere.includes(member));
  const set = members.filter(([member]) => Reflect.get(draft, member) !== undefined).length;
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
            value={Reflect.get(draft, member)}
            onChange={async (value) => void onChange({ ...draft, [member]: value })}
          />
        ))}
      </div>
    </details>
  );
}
