/** docs/contributing/verify.md: each rule, how it was broken in a service for tests, and what `verify` said of it. */
import { never } from '../../packages/cli/src/findings/parts.ts';
import { rules } from '../../packages/cli/src/rules.ts';
import type { Mutant } from '../../packages/cli/test/service/mutants/mutant.ts';
import { mutants } from '../../packages/cli/test/service/mutants/mutants.ts';
import { brokenIn, verifyMutant } from '../../packages/cli/test/verify-mutant.ts';

const all = Object.entries(rules).flatMap(([section, of]) => (section === 'Gaps' ? [] : Object.entries(of)));
const ids = all.map(([id]) => id);

interface Row extends Mutant {
  /** What `verify` said of the rule. */
  readonly found: string;
}

/** @throws Error when a broken rule isn't found, or a rule is neither broken nor said to be unseen. */
export async function verifyPage(): Promise<string> {
  const forgotten = all.find(([id, { unseen }]) => unseen === undefined && !mutants.some(({ rule }) => rule === id));
  if (forgotten)
    throw new Error(
      `${forgotten[0]}: say in packages/cli/src/rules.ts why verify does not look at it (unseen), or break it in packages/cli/test/service/mutants`,
    );
  const rows: Row[] = [];
  for (const mutant of mutants) {
    const found = brokenIn(await verifyMutant(mutant)).find(({ id }) => id === mutant.rule);
    if (!found) throw new Error(`verify does not find ${mutant.rule} broken: ${mutant.how}`);
    rows.push({ ...mutant, found: found.why ?? '' });
  }
  const known = rows.toSorted((a, b) => ids.indexOf(a.rule) - ids.indexOf(b.rule));
  const count = new Set(rows.map(({ rule }) => rule)).size;
  const unseen = [
    ...all.flatMap(([id, { unseen }]) => (unseen === undefined ? [] : [[id, 'all of it', unseen]])),
    ...Object.entries(never).map(([id, what]) => [id, what, 'the rest of the rule is seen']),
  ];
  return [
    '# What `verify` finds',
    '',
    '<!-- Written by `pnpm generate`: do not edit. -->',
    '',
    `The tests of the command have a service of their own, written from the specification and not from the mock: [\`packages/cli/test/service\`](../../packages/cli/test/service). It keeps every rule, and \`verify\` says so. In each row below it breaks one, and \`verify\` has found that rule: ${rows.length} ways to break ${count} of the ${ids.length} rules. With *w* only a write shows it, so it takes \`--write\`.`,
    '',
    'The service that keeps the rules is never called broken, nor is the mock under any reading: `packages/cli/test/no-alarm.test.ts` runs both with responses that take 0 to 300 ms, with two changes in one millisecond, with reads that are behind, with failures of a proxy, and beside somebody who changes the same issue.',
    '',
    '| Rule | How it is broken | | What `verify` says |',
    '| --- | --- | --- | --- |',
    ...known.map(({ rule, how, write, found }) => `| ${rule} | ${cell(how)} | ${write ? 'w' : ''} | ${cell(found)} |`),
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
