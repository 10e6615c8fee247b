import { readFileSync, writeFileSync } from 'node:fs';
import { check, document, documentPath, run, shown, startService } from './openapi-setup.mjs';

const { mock, url, close } = await startService();
writeFileSync(
  'portman.json',
  JSON.stringify({
    version: 1,
    tests: {
      contractTests: [
        {
          openApiOperation: '*::/*',
          statusSuccess: { enabled: true },
          contentType: { enabled: true },
          jsonBody: { enabled: true },
          schemaValidation: { enabled: true },
        },
      ],
    },
    // Send one of the two organization filters only.
    overwrites: [
      {
        openApiOperation: 'GET::/api/v1/projects',
        overwriteRequestQueryParams: [{ key: 'organizationId', remove: true }],
      },
    ],
  }),
);
// Also send the optional filters of the examples.
writeFileSync(
  'postman.json',
  JSON.stringify({ requestParametersResolution: 'Example', folderStrategy: 'Tags', enableOptionalParameters: true }),
);
await check('a collection is made', () =>
  run('@apideck/portman/bin/portman', [
    ...['-l', documentPath, '-b', url, '-o', 'collection.json', '-t'],
    ...['-c', 'portman.json', '-s', 'postman.json'],
  ]),
);
await check('its tests pass', async () => {
  const report = ['-r', 'json', '--reporter-json-export', 'report.json', '--suppress-exit-code'];
  await run('newman/bin/newman.js', ['run', 'collection.json', '--env-var', `bearerToken=${shown.key}`, ...report]);
  const { stats, failures } = JSON.parse(readFileSync('report.json', 'utf8')).run;
  console.log(
    `${stats.requests.total} requests, ${stats.assertions.total} assertions, ${stats.assertions.failed} failed`,
  );
  if (stats.assertions.total < 40 || failures.length > 0)
    throw new Error(failures.map(({ error }) => error.message).join('\n'));
});
await check('every operation was called', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  const missing = operations.filter(({ operationId }) =>
    mock.requests.all().every(({ endpoint }) => endpoint !== operationId),
  );
  if (missing.length > 0) throw new Error(missing.map(({ operationId }) => operationId).join(', '));
});
await close();
