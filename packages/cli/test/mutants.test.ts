import { join } from 'node:path';
import { expect, test } from 'vitest';
import { never, outOfSight, partsOf } from '../src/findings/parts.ts';
import { rules } from '../src/rules.ts';
import { brokenIn, hunt, type Report } from './hunt.ts';
import type { Mutant } from './service/mutants/mutant.ts';
import { mutants } from './service/mutants/mutants.ts';

const page = join(import.meta.dirname, '../../../docs/contributing/verify.md');
const reports = new Map<Mutant, Promise<Report>>();

/** Each is verified once, whichever test asks first. */
function reportOf(mutant: Mutant): Promise<Report> {
  const report = reports.get(mutant) ?? hunt(mutant);
  reports.set(mutant, report);
  return report;
}

test.each(mutants)('$rule is found broken: $how', async (mutant) => {
  const report = await reportOf(mutant);
  expect(brokenIn(report).map(({ id }) => id)).toContain(mutant.rule);
  expect(brokenIn(report).find(({ id }) => id === mutant.rule)).toMatchObject({
    why: expect.stringMatching(/./),
    request: expect.stringContaining('/api/v1/'),
    response: expect.stringMatching(/^\d{3} /),
  });
});

const all = Object.entries(rules).flatMap(([section, of]) => (section === 'Gaps' ? [] : Object.entries(of)));

test('every rule is broken once, or there is a reason why no run can see it', () => {
  const broken = new Set(mutants.map(({ rule }) => rule));
  for (const [id] of all) expect([id, broken.has(id) !== id in outOfSight]).toEqual([id, true]);
  expect(Object.keys(partsOf).sort()).toEqual([...broken].sort());
  expect(new Set(mutants.map(({ rule, how }) => `${rule} ${how}`)).size).toBe(mutants.length);
});

test('the page for contributors says how each rule was broken, and which check found it', async () => {
  const rows = await Promise.all(
    mutants.map(async (mutant) => {
      const found = brokenIn(await reportOf(mutant)).find(({ id }) => id === mutant.rule);
      return { ...mutant, found: found?.why ?? '' };
    }),
  );
  await expect(pageOf(rows)).toMatchFileSnapshot(page);
});

function pageOf(rows: readonly (Mutant & { found: string })[]): string {
  const ids = all.map(([id]) => id);
  const seen = rows.toSorted((a, b) => ids.indexOf(a.rule) - ids.indexOf(b.rule));
  const unseen = [
    ...Object.entries(outOfSight).map(([id, why]) => [id, 'all of it', why]),
    ...Object.entries(never).map(([id, what]) => [id, what, 'the rest of the rule is seen']),
  ];
  return [
    '# What `verify` finds',
    '',
    '<!-- Written by `pnpm exec vitest run packages/cli/test/mutants.test.ts --update`: do not edit. -->',
    '',
    `A service written from the specification alone ([\`packages/cli/test/service\`](../../packages/cli/test/service)) keeps every rule, and \`verify\` says so. Each row below is the same service with one rule broken, ${rows.length} in all, and what \`verify\` then says of that rule. With *w* only a write shows it, so it takes \`--write\`.`,
    '',
    'The service that keeps the rules is never called broken, nor is the mock under any reading: `packages/cli/test/no-alarm.test.ts` runs both with responses that take 0 to 300 ms, with writes in the same millisecond, with failures of a proxy, and beside somebody who changes the same issue.',
    '',
    '| Rule | How it is broken | | What `verify` says |',
    '| --- | --- | --- | --- |',
    ...seen.map(({ rule, how, write, found }) => `| ${rule} | ${cell(how)} | ${write ? 'w' : ''} | ${cell(found)} |`),
    '',
    '## What no run can see',
    '',
    '| Rule | What | Why |',
    '| --- | --- | --- |',
    ...unseen.map(([id = '', what = '', why = '']) => `| ${id} | ${cell(what)} | ${cell(why)} |`),
    '',
  ].join('\n');
}

function cell(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
