// Shared by the setups that test the OpenAPI document: a service with the demo world, commands, and cases.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { listen } from '@issue-tracking/mock/server';

/** The published document. */
export const documentPath = createRequire(import.meta.url).resolve('@issue-tracking/model/openapi.json');
export const document = JSON.parse(readFileSync(documentPath, 'utf8'));

/** The input of all operations: the demo's first key, and the issue of the document's examples. */
const { parameters } = document.paths['/api/v1/projects/{projectId}/issues/{issueNumber}'].get;
const [projectId, issueNumber] = parameters.map(({ example }) => example);
export const shown = { key: 'svc_acme_demo', projectId, issueNumber };

const operations = Object.values(document.paths).flatMap((methods) =>
  Object.entries(methods).map(([method, operation]) => ({ method, ...operation })),
);

export async function startService(options = {}) {
  const mock = createMock({ world: demoWorld(), ...options });
  const { url, close } = await listen(mock);
  return { mock, url, close };
}

/** Runs a case, and prints its result for the harness. */
export async function check(name, work) {
  try {
    await work();
    console.log(`SMOKE ok ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`SMOKE failed ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Runs a JavaScript file of a package. Rejects with its output on failure. */
export function run(file, args, { env = {} } = {}) {
  const child = spawn(process.execPath, [`node_modules/${file}`, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim().slice(-3000)))));
  });
}

/** Compiles the generated client and `use.ts` to `out/`, with strict options. */
export function compile(...options) {
  const strict = ['--strict', '--noUncheckedIndexedAccess', '--exactOptionalPropertyTypes', 'false'];
  return run('typescript/bin/tsc', [
    'use.ts',
    '--outDir',
    'out',
    '--target',
    'es2022',
    '--skipLibCheck',
    ...strict,
    ...options,
  ]);
}

/**
 * Calls every operation with a generated client: `callAll` of `out/use.js` resolves to the bodies by operation. Each operation
 * must reach the service, and its body must have the members of the document's example.
 */
export async function callEverything(load) {
  const { mock, url, close } = await startService();
  try {
    const { callAll } = await load(url);
    const bodies = await callAll({ ...shown, url });
    for (const { operationId, responses } of operations) {
      await check(operationId, () => {
        const [status] = Object.keys(responses);
        const { example } = responses[status].content['application/json'];
        const body = bodies[operationId];
        const isAlike = Object.keys(example).every((member) => Object.hasOwn(Object(body), member));
        if (!isAlike || Array.isArray(body.data) !== Array.isArray(example.data)) {
          throw new Error(`expected the members of the example, found ${JSON.stringify(body)}`);
        }
        const isServed = mock.requests.all().some((sent) => sent.endpoint === operationId && sent.status < 300);
        if (!isServed) throw new Error('no successful request reached the service');
      });
    }
  } finally {
    await close();
  }
}
