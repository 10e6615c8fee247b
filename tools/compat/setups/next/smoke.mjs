import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { runCases } from './smoke/smoke.mjs';

const next = 'node_modules/next/dist/bin/next';
const env = { ...process.env, NEXT_TELEMETRY_DISABLED: '1' };
let failures = 0;
for (const builder of ['turbopack', 'webpack']) failures += await tryOut(builder);
process.exit(failures);

async function tryOut(builder) {
  const built = spawnSync(process.execPath, [next, 'build', `--${builder}`], { encoding: 'utf8', env });
  if (built.status !== 0) {
    console.log(`SMOKE failed ${builder}: build: ${`${built.stdout}${built.stderr}`.slice(-1500)}`);
    return 1;
  }
  console.log(`SMOKE ok ${builder}: build`);
  const port = String(20_000 + (process.pid % 20_000));
  const server = spawn(process.execPath, [next, 'start', '--port', port], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  server.stderr.on('data', (text) => {
    log += text;
  });
  await new Promise((resolve) => {
    server.stdout.on('data', (text) => /ready/i.test(text) && resolve());
    server.once('exit', resolve);
  });
  const url = `http://localhost:${port}`;
  const failed = await runCases([
    [
      `${builder}: route handler`,
      async () => {
        const { total } = await (await fetch(`${url}/api/issues`)).json();
        if (total !== 3) throw new Error(`expected 3 issues, saw ${total}: ${log}`);
      },
    ],
    [
      `${builder}: server component, whose page of issues goes to a client component`,
      async () => {
        const response = await fetch(url);
        const html = await response.text();
        if (!response.ok || !html.includes('#1 '))
          throw new Error(`expected the issues, saw ${response.status}: ${log}`);
      },
    ],
  ]);
  server.kill();
  await once(server, 'exit');
  return failed;
}
