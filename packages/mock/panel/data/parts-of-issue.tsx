/** @jsxImportSource preact */
import type { RawRecord } from '../../src/control/types.ts';
import { Button } from '../parts/button.tsx';
import { useFound } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { targetOf } from '../timeline/words.ts';
import { captured } from './captured.tsx';

/** The parts of an issue with their sizes, and the way to its requests. */
export function Parts({ issue, part }: { issue: RawRecord; part: string }) {
  const panel = usePanel();
  const { projectId, issueNumber } = issue;
  const comments = useFound('comments', { where: { projectId, issueNumber }, take: 0 });
  const requests = panel.requests.entries.value.filter(({ path }) => {
    const target = targetOf(path);
    return target.projectId === projectId && target.issueNumber === issueNumber;
  }).length;
  const sizeOf = (name: string) => (Array.isArray(issue[name]) ? issue[name].length : 0);
  const parts: readonly (readonly [name: string, text: string, size?: number | undefined])[] = [
    ['', 'Details'],
    ...[...captured].map(([name, { text }]) => [name, text, sizeOf(name)] as const),
    ['techContext', 'Context'],
    ['comments', 'Comments', comments?.total],
  ];
  return (
    <nav class="parts line" aria-label="Parts of the issue">
      {parts.map(([name, text, size]) => (
        <Button
          key={name}
          look="pill"
          aria-current={name === part ? 'page' : undefined}
          onClick={() =>
            panel.go(['data', 'issues', `${projectId}`, `${issueNumber}`, ...(name ? [name] : [])], panel.query)
          }
        >
          {text} {size !== undefined && <span class="figure soft">{size}</span>}
        </Button>
      ))}
      <Button look="pill" onClick={() => panel.go('requests', [['filter', `#${issueNumber} ${projectId}`]])}>
        Requests <span class="figure soft">{requests}</span>
      </Button>
    </nav>
  );
}
