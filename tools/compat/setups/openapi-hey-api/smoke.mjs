import { callEverything, check, compile, documentPath, run } from './openapi-setup.mjs';

await check('the client is generated', () =>
  run('@hey-api/openapi-ts/bin/run.js', ['-i', documentPath, '-o', 'generated', '-c', '@hey-api/client-fetch']),
);
// The generated imports have no extensions: compile to CommonJS.
await check('it compiles', () => compile('--module', 'commonjs', '--moduleResolution', 'node10'));
await callEverything(async () => (await import('./commonjs.mjs')).load());
