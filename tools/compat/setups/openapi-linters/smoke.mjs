import { writeFileSync } from 'node:fs';
import { check, documentPath, run } from './openapi-setup.mjs';

const rules = {
  // OpenAPI 3.1 allows scopes on bearer schemes, which list none.
  'oas3-operation-security-defined': 'off',
  // OpenAPI 3.1 allows `identifier` instead.
  'license-url': 'off',
  // The API has no contact address.
  'contact-properties': 'off',
  // Projects come first, not in alphabetical order.
  'openapi-tags-alphabetical': 'off',
};
writeFileSync('spectral.json', JSON.stringify({ extends: [['spectral:oas', 'all']], rules }));
writeFileSync('redocly.yaml', 'extends:\n  - recommended-strict\n');
await check('Spectral, with all of its rules for OpenAPI but four', () =>
  run('@stoplight/spectral-cli/dist/index.js', ['lint', documentPath, '-r', 'spectral.json', '--fail-severity=hint']),
);
await check('Redocly, with its recommended rules as errors', () =>
  run('@redocly/cli/bin/cli.js', ['lint', documentPath, '--config', 'redocly.yaml']),
);
