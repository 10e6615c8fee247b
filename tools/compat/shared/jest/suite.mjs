// State of a mock and its clients must not reach the next test, in any order, with Jest's module isolation.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createMock } from '@issue-tracking/mock';
import { listen } from '@issue-tracking/mock/server';
import { writeSuite } from './tests/generated-suite.ts';

writeSuite('suite', { files: 30, ways: ['clientOptions', 'setupMock', 'tenants'], commonJs: true });
for (const seed of [1, 2, 3]) {
  const server = await listen(createMock({ source: ({ headers }) => headers.get('authorization') ?? '' }));
  const jest = ['node_modules/jest/bin/jest.js', '-c', 'suite.config.js', '--silent', '--randomize', `--seed=${seed}`];
  const env = { ...process.env, MOCK_URL: server.url };
  const child = spawn(process.execPath, jest, { stdio: 'inherit', env });
  const [code] = await once(child, 'close');
  await server.close();
  if (code !== 0) process.exit(1);
  console.log(`SMOKE ok seed ${seed}`);
}
