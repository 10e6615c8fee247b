import type { StoryMock } from '@issue-tracking/mock/storybook';
import { useMemo } from 'react';
import { boardClient } from './client.ts';
import { TriageBoard } from './triage-board.tsx';

/** The board with one client for each mock. Each change of an argument renders a story again, and would make another client. */
export function StoryBoard({ clientOptions, projectId, title }: StoryMock & { title: string }) {
  const client = useMemo(() => boardClient(clientOptions), [clientOptions]);
  return <TriageBoard client={client} projectId={projectId} title={title} />;
}
