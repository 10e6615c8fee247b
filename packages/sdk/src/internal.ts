// For the other packages of this repository, which bundle it: never published.
export { knownRedactor, redactor } from './errors/redact.ts';
export { oneLine } from './errors/shortened.ts';
export { createSender, type PlainRequest, type PlainResponse, type Send } from './sender.ts';
export { type Difference, differences, messageOf } from './validation/compare.ts';
