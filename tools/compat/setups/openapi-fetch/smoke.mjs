import { callEverything, check, compile, documentPath, run } from './openapi-setup.mjs';

await check('the types are generated', () => run('openapi-typescript/bin/cli.js', [documentPath, '-o', 'api.ts']));
await check('they compile, and reject invalid arguments', () => compile('--module', 'nodenext'));
await callEverything(() => import('./out/use.js'));
