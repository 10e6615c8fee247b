// For other packages of this repository, which bundle it. Not published.

export { type Flags, flagLines, readFlags } from './command/read-flags.ts';
export { UsageError } from './command/usage-error.ts';
export { didYouMean } from './platform/input/did-you-mean.ts';
export { formatVersion } from './records/file-format.ts';
