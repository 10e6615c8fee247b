import { callEverything, check, compile, documentPath, run } from './witness.mjs';

await check('the client is generated', () =>
  run('@hey-api/openapi-ts/bin/run.js', ['-i', documentPath, '-o', 'generated', '-c', '@hey-api/client-fetch']),
);
// Its imports have no extensions, which bundlers and CommonJS take.
await check('it compiles', () => compile('--module', 'commonjs', '--moduleResolution', 'node10'));
await callEverything(async () => (await import('./commonjs.mjs')).load());
