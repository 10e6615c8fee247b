/** @jsxImportSource preact */
import { Pill } from '../parts/pills.tsx';
import { useLive } from '../state/live.ts';
import { usePanel } from '../state/panel.ts';
import { targetOf } from '../timeline/words.ts';
import type { Found, RawRecord } from '../transport/responses.ts';
import { captured } from './captured-parts.ts';

interface PartsProps {
  record: RawRecord;
  part: string;
  onPart: (part: string) => void;
}

/** The parts of an issue with their sizes, and the way to its requests. */
export function Parts({ record, part, onPart }: PartsProps) {
  const panel = usePanel();
  const { projectId, issueNumber } = record;
  const comments = useLive<Found>(['world.comments.find', { where: { projectId, issueNumber }, take: 0 }]);
  const requests = panel.requests.entries.value.filter(({ path }) => {
    const target = targetOf(path);
    return target.projectId === projectId && target.issueNumber === issueNumber;
  }).length;
  const sizeOf = (name: string) => (Array.isArray(record[name]) ? record[name].length : 0);
  const parts: readonly (readonly [name: string, text: string, size?: number | undefined])[] = [
    ['', 'Details'],
    ...Object.entries(captured).map(([name, { text }]) => [name, text, sizeOf(name)] as const),
    ['techContext', 'Context'],
    ['comments', 'Comments', comments?.total],
  ];
  return (
    <nav class="parts" aria-label="Parts of the issue">
      {parts.map(([name, text, size]) => (
        <Pill key={name} isCurrent={name === part} onClick={() => onPart(name)}>
          {text} {size !== undefined && <span class="figure soft">{size}</span>}
        </Pill>
      ))}
      <Pill onClick={() => panel.go('requests', [['filter', `#${issueNumber} ${projectId}`]])}>
        Requests <span class="figure soft">{requests}</span>
      </Pill>
    </nav>
  );
}
