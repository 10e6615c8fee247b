/** @jsxImportSource preact */
import { Select } from '../parts/form.tsx';
import { Icon } from '../parts/icon.tsx';
import { useFound, useLive } from '../state/live.ts';
import { type Draft, effectOf, effects, withEffect } from './effects.ts';

export interface DraftProps {
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
