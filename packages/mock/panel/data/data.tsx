/** @jsxImportSource preact */
import { Tab } from '../parts/button.tsx';
import { useFound } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { capitalized, type Kind, kinds, pluralOf } from './kinds.ts';
import { RecordView } from './record.tsx';
import { Table } from './table.tsx';

/** All records: a table with the kinds as tabs, and the form of one. */
export function Data() {
  const panel = usePanel();
  const [, kindName, ...rest] = panel.path;
  // There is a first one.
  const kind = kinds.find((each) => each.kind === kindName) ?? (kinds[0] as Kind);
  const isIssues = kind.kind === 'issues';
  // `data/issues/prj_web` is the list of a project.
  const [project, name, part = ''] = isIssues ? [rest[0], rest[1], rest[2]] : [undefined, rest[0]];
  const where = isIssues ? { projectId: project, issueNumber: Number(name) } : { [kind.id]: name };
  return (
    <main class={`panes data ${name === undefined ? 'on-list' : 'on-detail'}`} aria-label="Data">
      <section class="pane list" aria-label={capitalized(pluralOf(kind))}>
        <nav class="kinds" aria-label="Kinds">
          {kinds.map((each) => (
            <KindTab key={each.kind} kind={each} isShown={each === kind} />
          ))}
        </nav>
        <Table key={kind.kind} kind={kind} project={project} selected={name === undefined ? undefined : where} />
      </section>
      {name !== undefined && (
        <div class="pane detail">
          <RecordView key={`${kind.kind} ${project} ${name}`} kind={kind} where={where} part={part} />
        </div>
      )}
    </main>
  );
}

function KindTab({ kind, isShown }: { kind: Kind; isShown: boolean }) {
  const found = useFound(kind.kind, { take: 0 });
  return (
    <Tab place={`data/${kind.kind}`} isShown={isShown}>
      {capitalized(pluralOf(kind))} <span class="figure soft">{found?.total.toLocaleString('en')}</span>
    </Tab>
  );
}
