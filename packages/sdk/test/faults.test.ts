import { createMock, virtualClock } from '@issue-tracking/mock';
import type { EndpointName } from '@issue-tracking/model';
import { IssueTrackingClient, IssueTrackingError } from '@issue-tracking/sdk';
import { describe, expect, test } from 'vitest';
import { type Ending, faultTable } from './fault-table.ts';

describe.each(faultTable)('after the fault "$name"', ({ fault, get, patch, post }) => {
  const setUp = (endpoint: EndpointName) => {
    const mock = createMock({ clock: virtualClock({ now: '2026-04-01T09:00:00.000Z', auto: true }) });
    mock.faults.add({ ...fault, endpoint });
    const sent: EndpointName[] = [];
    const client = new IssueTrackingClient({
      ...mock.clientOptions,
      hooks: { onRequest: (request) => void (request.endpoint && sent.push(request.endpoint)) },
    });
    return { mock, client, sent };
  };

  test(`${story('a read', get)} [LIM-2] [ERR-5]`, async () => {
    const { client, sent } = setUp('issues.get');
    expect(await endingOf('issues.get', client.issues.get('prj_web', 1), sent)).toEqual({
      ...get,
      mayHaveBeenApplied: undefined,
    });
  });

  test(`${story('an update', patch)} [LIM-2] [ERR-5]`, async () => {
    const { mock, client, sent } = setUp('issues.update');
    const ending = await endingOf('issues.update', client.issues.update('prj_web', 1, { status: 'blocked' }), sent);
    expect(ending).toEqual({ mayHaveBeenApplied: undefined, ...patch });

    const isApplied = mock.world.issues.find({ status: 'blocked' }).some(({ issueNumber }) => issueNumber === 1);
    expect(isApplied, 'update applied').toBe(ending.ends === 'ok' || fault.when === 'after');
  });

  test(`${story('a comment', post)} [LIM-2] [ERR-5]`, async () => {
    const { mock, client, sent } = setUp('issues.comments.create');
    const ending = await endingOf(
      'issues.comments.create',
      client.issues.comments.create('prj_web', 1, { content: 'Once' }),
      sent,
    );
    expect(ending).toEqual({ mayHaveBeenApplied: undefined, ...post });

    const added = (await commentsIn(mock)).filter(({ content }) => content === 'Once').length;
    expect(added, 'comments added').toBe(ending.ends === 'ok' || fault.when === 'after' ? 1 : 0);
  });
});

function story(what: string, { ends, attempts, mayHaveBeenApplied }: Ending): string {
  if (ends === 'ok') return attempts > 1 ? `${what} is sent again` : `${what} succeeds`;
  return `${what} fails with ${ends} after ${attempts} attempt${mayHaveBeenApplied ? ', which may have been applied' : ''}`;
}

async function endingOf(name: EndpointName, call: Promise<unknown>, sent: readonly EndpointName[]): Promise<Ending> {
  // An update whose response was lost reads the issue, too.
  const attempts = () => sent.filter((each) => each === name).length;
  try {
    await call;
    return { ends: 'ok', attempts: attempts(), mayHaveBeenApplied: undefined };
  } catch (error) {
    if (!(error instanceof IssueTrackingError)) throw error;
    expect(error.attempts).toHaveLength(sent.length);
    return { ends: error.name, attempts: attempts(), mayHaveBeenApplied: error.mayHaveBeenApplied };
  }
}

/** Reads past the client under test, with one that knows nothing of its latches and pauses. */
async function commentsIn(mock: ReturnType<typeof createMock>): Promise<{ content: string }[]> {
  const { baseUrl, apiKey, fetch } = mock.clientOptions;
  const answer = await fetch(`${baseUrl}/api/v1/projects/prj_web/issues/1/comments`, {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return ((await answer.json()) as { data: { content: string }[] }).data;
}
