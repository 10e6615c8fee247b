import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { calibrateFlags } from '../../packages/cli/src/commands/calibrate.ts';
import { pullFlags } from '../../packages/cli/src/commands/pull.ts';
import { verifyFlags } from '../../packages/cli/src/commands/verify.ts';
import { flags } from '../../packages/mock/src/tools/cli/flags.ts';

const root = join(import.meta.dirname, '../..');

// Types don't find unused flags, because both commands pass all flags in one object.
test.each(Object.keys(flags))('issue-tracking-mock uses its flag --%s', (name) => {
  const reads = new RegExp(`flags\\.(has|value|all)\\('${name}'\\)`);
  expect(reads.test(codeIn('packages/mock/src/tools/cli')), `nothing reads --${name}`).toBe(true);
});

test.each(Object.keys({ ...verifyFlags, ...calibrateFlags, ...pullFlags }))(
  'issue-tracking uses its flag --%s',
  (name) => {
    const reads = new RegExp(
      `flags\\['${name}'\\]|'${name}' in flags|\\{[^{}]*\\b${name}\\b[^{}]*\\}(: FlagValues| = flags)`,
    );
    expect(reads.test(codeIn('packages/cli/src/{.,commands}')), `nothing reads --${name}`).toBe(true);
  },
);

function codeIn(folder: string): string {
  return globSync(`${folder}/*.ts`, { cwd: root, exclude: ['**/*.test.ts'] })
    .map((file) => readFileSync(join(root, file), 'utf8'))
    .join('\n');
}
