import { load } from './commonjs.mjs';
import { callEverything, check, compile, documentPath, run } from './witness.mjs';

// Its client has the address in it, so it is generated when that is known.
await callEverything(async (url) => {
  await check('the client is generated', () =>
    run('orval/dist/bin/orval.mjs', ['--config', 'orval.config.mjs'], {
      env: { DOCUMENT: documentPath, SERVICE: url },
    }),
  );
  await check('it compiles', () => compile('--module', 'commonjs', '--moduleResolution', 'node10'));
  return load();
});
