import { defaultWorld, type IssueInput, parseWorld, type World } from '@issue-tracking/mock';
import { consoleLogSchema, issueSchema, issueStatuses, scopes, techContextSchema } from '@issue-tracking/model';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { uuid, worldWith } from './fixture.ts';

describe('a checked world', () => {
  const date = fc
    .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
    .map((d) => d.toISOString());
  const issues = fc.array(
    fc.record<IssueInput>(
      {
        title: fc.string({ minLength: 1 }),
        status: fc.constantFrom(...issueStatuses),
        browserInfo: fc.string(),
        createdAt: date,
        updatedAt: date,
        consoleLogs: fc.array(
          fc.record({ level: fc.constantFrom('error', 'log'), message: fc.string() }, { requiredKeys: [] }),
        ),
        techContext: fc.record({ elementStyles: fc.dictionary(fc.string(), fc.string()) }, { requiredKeys: [] }),
      },
      { requiredKeys: ['title'] },
    ),
  );

  test('conforms to the model for any input, and parses to itself', () => {
    fc.assert(
      fc.property(issues, (inputs) => {
        const world = parseWorld(worldWith(...inputs));
        for (const issue of world.organizations[0]?.projects[0]?.issues ?? []) {
          const counts = {
            consoleErrorCount: 0,
            networkErrorCount: 0,
            jsErrorCount: 0,
            userActionCount: 0,
            screenshotCount: 0,
          };
          expect(issueSchema.safeParse({ ...issue, metadataSummary: counts }).error).toBeUndefined();
          expect(techContextSchema.safeParse(issue.techContext).error).toBeUndefined();
          for (const entry of issue.consoleLogs) expect(consoleLogSchema.safeParse(entry).error).toBeUndefined();
        }
        expect(parseWorld(world)).toEqual(world);
      }),
    );
  });

  test('is independent of its input', () => {
    const world = defaultWorld();
    const before = structuredClone(world);
    const checked = parseWorld(world);
    const issue = checked.organizations[0]?.projects[0]?.issues[0];
    issue?.labels.push('new');
    if (issue?.techContext) issue.techContext.elementStyles['color'] = 'red';
    checked.organizations[0]?.apiKeys[0]?.scopes.pop();
    expect(world).toEqual(before);
    expect(scopes).toHaveLength(3);
  });

  test('can have 30,000 issues', { timeout: 60_000 }, () => {
    const world: World = {
      organizations: [
        {
          id: uuid,
          slug: 'acme',
          name: 'Acme',
          projects: [
            {
              id: 'prj_web',
              slug: 'web',
              name: 'Web',
              issues: Array.from({ length: 30_000 }, (_, i) => ({
                title: `Issue ${i}`,
                labels: ['bug'],
                comments: [{ content: 'Seen.' }],
              })),
            },
          ],
        },
      ],
    };
    expect(parseWorld(world).organizations[0]?.projects[0]?.issues).toHaveLength(30_000);
  });
});
