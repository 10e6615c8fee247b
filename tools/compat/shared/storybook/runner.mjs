// Storybook's test-runner visits each story of the built Storybook.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { openStorybook } from './open.mjs';

const { url, reached, close } = await openStorybook('build');
// Not `spawnSync`: this process serves the stories.
const runner = spawn('node_modules/.bin/test-storybook', ['--url', url, '--maxWorkers', '1'], { stdio: 'inherit' });
const [code] = await once(runner, 'exit');
close();
if (reached.length > 0) console.log(`SMOKE failed past the mock: ${reached.join(', ')}`);
process.exit(code || reached.length);
