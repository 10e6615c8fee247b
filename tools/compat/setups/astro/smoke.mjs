import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { runCases } from './smoke/smoke.mjs';

const failed = await runCases([
  [
    'a built page has the issues that it read',
    async () => {
      const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
      execFileSync(process.execPath, ['node_modules/astro/bin/astro.mjs', 'build'], { env });
      const page = readFileSync('dist/index.html', 'utf8');
      if (!page.includes('#1 ')) throw new Error(`expected the issues, saw ${page}`);
    },
  ],
]);
process.exit(failed);
