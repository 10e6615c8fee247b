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
  const { times = 1, endpoint = '', projectId = '', probability } = draft;
  const endpoints = useLive('endpoints') ?? [];
  const projects = useFound('projects', {})?.data ?? [];
  const count = times === null ? 'all' : String(times);
  const effect = effectOf(draft)?.text ?? '';
  const share = probability === undefined ? '' : `${Number((probability * 100).toFixed(2))} % of the`;
  const set = (members: Draft) => onChange({ ...draft, ...members });
  return (
    <p class="builder">
      {times === null ? '' : 'The next '}
      <Select
        aria-label="How many requests"
        value={count}
        options={[...new Set([...counts, count])].map((each) => [each, each === 'all' ? share || 'All' : each])}
        onChange={(value) => set({ times: value === 'all' ? null : Number(value) })}
      />
      {times !== null && share && ` of ${share}`}
      {times === 1 && !share ? ' request to ' : ' requests to '}
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

/** Members that are not in the sentence, each with the hint in its empty control: what holds by default, or an example. */
const others: Record<Exclude<keyof Draft, 'endpoint' | 'projectId' | 'times' | 'matches'>, string> = {
  tenant: 'any tenant',
  apiKey: 'any key',
  issueNumber: 'any issue',
  query: '{ "status": "open" }',
  path: '/api/v1/projects',
  requestBody: '{ "priority": "low" }',
  skip: '0 requests at first',
  every: '1, for each; 3 for one in three',
  probability: '1, for all; 0.1 for 10 %',
  seed: 'that of the mock; a whole number',
  forMs: 'no end',
  when: 'before',
  status: '200 to 599',
  headers: '{ "retry-after": "2" }',
  body: '"text" or JSON',
  drop: '',
  delayMs: '1000, or from and to: [500, 3000]',
  truncate: 'bytes of the body that arrive',
};

/** All else that a failure can have, from its schema: keys and tenants are chosen by name. */
export function More({ draft, onChange }: DraftProps) {
  const keys = useLive('limits')?.credentials.map(({ name }) => name) ?? [];
  const organizations = useFound('organizations', { take: 1000 })?.data ?? [];
  const tenants = new Map(organizations.map(({ id, slug }) => [id, slug]));
  const schemas: ReturnType<typeof useMembers> = {
    ...useMembers('faults.add'),
    apiKey: { enum: keys },
    tenant: { enum: [...tenants.values()] },
  };
  const said = effectOf(draft)?.fault ?? {};
  const set = Object.keys(others).filter(
    (member) => Reflect.get(draft, member) !== undefined && !(member in said),
  ).length;
  const idOf = (slug: unknown) => [...tenants].find(([, each]) => each === slug)?.[0];
  return (
    <details>
      <summary>More conditions and effects {set > 0 && <span class="soft figure">{set}</span>}</summary>
      <div class="form">
        {Object.entries(others).map(([member, empty]) => (
          <Field
            key={member}
            name={member}
            schema={schemas[member] ?? {}}
            empty={empty}
            value={member === 'tenant' ? tenants.get(draft.tenant) : Reflect.get(draft, member)}
            onChange={async (value) => void onChange({ ...draft, [member]: member === 'tenant' ? idOf(value) : value })}
          />
        ))}
      </div>
    </details>
  );
}
