// The common parts of the clients that prove the OpenAPI document: a service with the demo world, commands, and cases.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createMock } from '@issue-tracking/mock';
import { demoWorld } from '@issue-tracking/mock/demo';
import { listen } from '@issue-tracking/mock/server';

/** The document as it is published. */
export const documentPath = createRequire(import.meta.url).resolve('@issue-tracking/model/openapi.json');
export const document = JSON.parse(readFileSync(documentPath, 'utf8'));

/** The input of every operation: the demo's first key, and the issue of the document's examples. */
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

/** One case of the witness. */
export async function check(name, work) {
  try {
    await work();
    console.log(`SMOKE ok ${name}`);
  } catch (error) {
    process.exitCode = 1;
    console.log(`SMOKE failed ${name}: ${error instanceof Error ? error.message : error}`);
  }
}

/** Runs a JavaScript file of a package, and throws with its output when it fails. */
export function run(file, args, { env = {} } = {}) {
  const child = spawn(process.execPath, [`node_modules/${file}`, ...args], { env: { ...process.env, ...env } });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(output) : reject(new Error(output.trim().slice(-3000)))));
  });
}

/** Compiles the generated client and `use.ts` to `out/`, as strictly as TypeScript can. */
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
 * Calls every operation by a generated client: `callAll` of `out/use.js` answers each operation's body by its name.
 * Every operation must have reached the service, and have been answered as the document says.
 */
export async function callEverything(load) {
  const { mock, url, close } = await startService();
  try {
    const { callAll } = await load(url);
    const answers = await callAll({ ...shown, url });
    for (const { operationId, responses } of operations) {
      await check(operationId, () => {
        const [status] = Object.keys(responses);
        const { example } = responses[status].content['application/json'];
        const answer = answers[operationId];
        const isAlike = Object.keys(example).every((member) => Object.hasOwn(Object(answer), member));
        if (!isAlike || Array.isArray(answer.data) !== Array.isArray(example.data)) {
          throw new Error(`it was answered ${JSON.stringify(answer)}`);
        }
        const served = mock.requests.all().some((sent) => sent.endpoint === operationId && sent.status < 300);
        if (!served) throw new Error('the service has not seen it');
      });
    }
  } finally {
    await close();
  }
}
