import { load } from './commonjs.mjs';
import { callEverything, check, compile, documentPath, run } from './openapi-setup.mjs';

// Generate the client after the start of the service: the client contains its address.
await callEverything(async (url) => {
  await check('the client is generated', () =>
    run('orval/dist/bin/orval.mjs', ['--config', 'orval.config.mjs'], {
      env: { DOCUMENT: documentPath, SERVICE: url },
    }),
  );
  await check('it compiles', () => compile('--module', 'commonjs', '--moduleResolution', 'node10'));
  return load();
});
