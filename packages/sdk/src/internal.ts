// For the other packages of this repository, which bundle it: never published.
export { knownRedactor, oneLine, redactor } from './errors/redact.ts';
export { type Difference, differences, messageOf } from './validation/differences.ts';
