/** @jsxImportSource preact */
import { Select } from '../parts/select.tsx';
import { useDescribed, useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import type { Found, RawRecord } from '../transport/responses.ts';
import { present } from './controls.ts';
import { type Kind, memberText } from './kinds.ts';
import { NewRecord } from './new-record.tsx';

/** The filters of a table, which the location keeps, and the button for a new record. */
export function Filters({ kind, project }: { kind: Kind; project: string | undefined }) {
  const panel = usePanel();
  const isIssues = kind.kind === 'issues';
  return (
    <div class="filter bar">
      <input
        type="search"
        aria-label={`Search in ${kind.text.toLowerCase()}`}
        placeholder={isIssues ? 'Search, or #33' : 'Search'}
        value={panel.query.get('q') ?? ''}
        onInput={({ currentTarget }) => panel.narrow('q', currentTarget.value)}
      />
      {isIssues && (
        <>
          <Projects project={project} />
          <Values kind={kind} member="status" />
          <Values kind={kind} member="priority" />
        </>
      )}
      <NewRecord kind={kind} project={project} />
    </div>
  );
}

function Projects({ project }: { project: string | undefined }) {
  const panel = usePanel();
  const projects = useLive<Found<RawRecord>>(['world.projects.find', { take: 1000 }])?.data ?? [];
  return (
    <Select
      label="Project"
      value={project ?? ''}
      options={[['', 'All projects'], ...projects.map(({ id, name }) => [String(id), String(name)] as const)]}
      onChange={(id) => {
        const { query } = panel;
        query.set('project', id);
        // The project in the place of a list would go on narrowing it.
        panel.go(panel.path.length > 3 ? panel.path : ['data', 'issues'], query);
      }}
    />
  );
}

/** Narrows the list to one value of a member that has few. */
function Values({ kind, member }: { kind: Kind; member: string }) {
  const panel = usePanel();
  const schema = useDescribed()?.$defs[kind.schema]?.properties?.[member] ?? {};
  const values = present(schema).enum?.map(String) ?? [];
  return (
    <Select
      label={memberText(member)}
      class="wide"
      value={panel.query.get(member) ?? ''}
      options={[['', `Any ${member}`], ...values.map((value) => [value, value.replaceAll('_', ' ')] as const)]}
      onChange={(value) => panel.narrow(member, value)}
    />
  );
}
