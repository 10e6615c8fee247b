import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { mutate }: { mutate: string[] } = JSON.parse(
  readFileSync(join(import.meta.dirname, 'stryker.config.json'), 'utf8'),
);
const commands = [...readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8').matchAll(/--mutate '?([^\s']+)'?/g)].flatMap(
  ([, list = '']) => list.split(','),
);

test.each([...new Set([...mutate, ...commands])].filter((glob) => !glob.startsWith('!')))(
  'what pnpm mutate changes is there: %s',
  (glob) => {
    expect(globSync(glob, { cwd: root })).not.toEqual([]);
  },
);
