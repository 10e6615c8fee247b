// Runs the example as its README says, in one process: the mock's server on a free port, and the tests against it.
import { spawn, spawnSync } from 'node:child_process';

const server = spawn(process.execPath, ['node_modules/@issue-tracking/mock/dist/cli.js', '--port', '0']);
let printed = '';
const url = await new Promise((resolve, reject) => {
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (text) => {
      printed += text;
      const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(printed) ?? [];
      if (found) resolve(found);
    });
  }
  server.once('exit', () => reject(new Error(`The server ended: ${printed}`)));
});
const { status } = spawnSync('python3', ['-m', 'unittest'], {
  stdio: 'inherit',
  env: { ...process.env, MOCK_URL: url },
});
server.kill();
process.exitCode = status ?? 1;
