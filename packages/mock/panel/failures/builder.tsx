/** @jsxImportSource preact */
import { Field } from '../data/field.tsx';
import { Select } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { useFound, useLive, useMembers } from '../state/live.ts';
import { type Draft, effectOf, effects, withEffect } from './effects.ts';

interface DraftProps {
  draft: Draft;
  onChange: (draft: Draft) => void;
}

const counts = ['1', '2', '3', '5', '10', 'all'];

/** The sentence of a new failure, with its parts to choose. */
export function Builder({ draft, onChange }: DraftProps) {
  const { times = 1, endpoint = '', projectId = '' } = draft;
  const endpoints = useLive('endpoints') ?? [];
  const projects = useFound('projects', {})?.data ?? [];
  const count = times === null ? 'all' : String(times);
  const effect = effectOf(draft)?.text ?? '';
  const set = (members: Draft) => onChange({ ...draft, ...members });
  return (
    <p class="builder">
      {times === null ? '' : 'The next '}
      <Select
        aria-label="How many requests"
        value={count}
        options={[...new Set([...counts, count])].map((each) => [each, each === 'all' ? 'All' : each])}
        onChange={(value) => set({ times: value === 'all' ? null : Number(value) })}
      />
      {times === 1 ? ' request to ' : ' requests to '}
      <Select
        aria-label="Endpoint"
        value={endpoint}
        options={[['', 'any endpoint'], ...endpoints.map(({ name }) => [name, name] as const)]}
        onChange={(name) =>
          set({
            // The endpoints have these names.
            endpoint: (name || undefined) as Draft['endpoint'],
            ...(hasProject(name) ? {} : { projectId: undefined, issueNumber: undefined }),
          })
        }
      />{' '}
      {hasProject(endpoint) && (
        <>
          <Select
            aria-label="Project"
            value={projectId}
            options={[['', 'of any project'], ...projects.map(({ id }) => [String(id), `of ${id}`] as const)]}
            onChange={(id) => set({ projectId: id || undefined })}
          />{' '}
        </>
      )}
      <Icon name="arrow" />{' '}
      <Select
        aria-label="Effect"
        class="fault"
        value={effect}
        options={[...(effect ? [] : [['', 'as below'] as const]), ...effects.map(({ text }) => [text, text] as const)]}
        onChange={(text) => onChange(withEffect(draft, effects.find((each) => each.text === text)?.fault ?? {}))}
      />
    </p>
  );
}

const hasProject = (endpoint: string) => endpoint !== '' && endpoint !== 'projects.list';

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
