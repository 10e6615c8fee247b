import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const cli = createRequire(import.meta.url).resolve('storybook/internal/bin/dispatcher');
const root = fileURLToPath(new URL('..', import.meta.url));

/** Does what `storybook build` does, into a folder. */
export async function buildStorybook(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [cli, 'build', '--quiet', '--output-dir', folder], {
    cwd: root,
    // Vitest sets it to "test", for which Storybook builds something else; so React also says what is wrong.
    env: { ...process.env, NODE_ENV: 'development' },
  });
}
