// For the other packages of this repository, which bundle it: never published.
export { redactor } from './errors/redact.ts';
export { readBody } from './platform/read-body.ts';
