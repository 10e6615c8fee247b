/** @jsxImportSource preact */
import { Select } from '../parts/form.tsx';
import { useFound, useLive, useMembers } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { present } from './controls.ts';
import { type Kind, memberText, pluralOf } from './kinds.ts';
import { NewRecord } from './new-record.tsx';

/** The filters of a table, which the location keeps, and the button for a new record. */
export function Filters({ kind, project }: { kind: Kind; project: string | undefined }) {
  const panel = usePanel();
  const isIssues = kind.kind === 'issues';
  return (
    <div class="filter bar">
      <input
        type="search"
        aria-label={`Search in ${pluralOf(kind)}`}
        placeholder={isIssues ? 'Search, or #33' : 'Search'}
        value={panel.query.get('q') ?? ''}
        onInput={({ currentTarget }) => panel.narrow('q', currentTarget.value)}
      />
      {isIssues && <IssueFilters project={project} />}
      {kind.kind !== 'comments' && <NewRecord kind={kind} project={project} />}
    </div>
  );
}

function IssueFilters({ project = '' }: { project: string | undefined }) {
  const panel = usePanel();
  const projects = useFound('projects', { take: 1000 })?.data ?? [];
  const members = useMembers('Issue');
  const counts = useLive('world.issues.counts') ?? {};
  const countOf = (status: string) =>
    Object.entries(counts).reduce(
      (sum, [id, of]) => sum + (project === '' || id === project ? (of[status] ?? 0) : 0),
      0,
    );
  const textOf = (member: string, value: string) =>
    `${value.replaceAll('_', ' ')}${member === 'status' ? ` (${countOf(value)})` : ''}`;
  return (
    <>
      <Select
        aria-label="Project"
        value={project}
        options={[['', 'All projects'], ...projects.map(({ id, name }) => [String(id), String(name)] as const)]}
        onChange={(id) => {
          const { query } = panel;
          query.set('project', id);
          // The project in the place of a list would go on narrowing it.
          panel.go(panel.path.length > 3 ? panel.path : ['data', 'issues'], query);
        }}
      />
      {['status', 'priority'].map((member) => {
        const values = present(members[member] ?? {}).enum?.map(String) ?? [];
        return (
          <Select
            key={member}
            aria-label={memberText(member)}
            class="wide"
            value={panel.query.get(member) ?? ''}
            options={[['', `Any ${member}`], ...values.map((value) => [value, textOf(member, value)] as const)]}
            onChange={(value) => panel.narrow(member, value)}
          />
        );
      })}
    </>
  );
}
