/** @jsxImportSource preact */
import type { RawRecord } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { Select } from '../parts/form.tsx';
import { Menu } from '../parts/menu.tsx';
import { useFound, useLive, useMembers } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { present } from './controls.ts';
import { capitalized, type Kind, memberText, placeIn, pluralOf } from './kinds.ts';

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
  const textOf = (member: string, value: string) => `${value}${member === 'status' ? ` (${countOf(value)})` : ''}`;
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

/** Owners to choose from. */
const most = 50;

/** Creates a record with the mock's defaults, in the project or organization that is chosen, and opens it. */
function NewRecord({ kind, project }: { kind: Kind; project: string | undefined }) {
  const panel = usePanel();
  const { one, owner = 'projects' } = kind;
  const where = owner === 'projects' && project ? { id: project } : {};
  const owners = useFound(owner, kind.owner === undefined ? null : { where, take: most })?.data ?? [];
  const text = (
    <>
      New <span class="wide">{one}</span>
    </>
  );

  async function create(of?: RawRecord) {
    const members = of && { [`${owner.slice(0, -1)}Id`]: of['id'] };
    const record = await panel.change(`world.${kind.kind}.create`, members);
    if (record) panel.open(placeIn(kind, record), panel.query);
  }

  if (kind.owner === undefined || owners.length === 1)
    return (
      <Button icon="plus" onClick={() => create(owners[0])}>
        {text}
      </Button>
    );
  return (
    <Menu label={`New ${one}`} button={text}>
      <div class="soft">{capitalized(owner.slice(0, -1))}</div>
      {owners.map((each) => (
        <Button key={String(each['id'])} look="item" onClick={() => create(each)}>
          {String(each['name'])}
        </Button>
      ))}
      {owners.length === 0 && <p class="soft">There are no {owner} yet that it could belong to.</p>}
    </Menu>
  );
}
