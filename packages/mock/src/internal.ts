// For other packages of this repository, which bundle it. Not published.

export { type Flags, flagLines, readFlags } from './platform/command-line/read-flags.ts';
export { UsageError } from './platform/command-line/usage-error.ts';
export { didYouMean } from './platform/input/did-you-mean.ts';
export { formatVersion } from './records/file-format.ts';
