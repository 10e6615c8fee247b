import { writeFileSync } from 'node:fs';
import { check, documentPath, run } from './witness.mjs';

const rules = {
  // Since OpenAPI 3.1 a bearer scheme may name the scopes an operation needs, and has no list of them.
  'oas3-operation-security-defined': 'off',
  // Since OpenAPI 3.1 `identifier` stands in its place.
  'license-url': 'off',
  // There is no e-mail address.
  'contact-properties': 'off',
  // Projects come first.
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
