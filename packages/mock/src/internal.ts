// For other packages of this repository, which bundle it. Not published.
export { formatVersion } from './data/world/file-format.ts';
export { didYouMean } from './platform/input/did-you-mean.ts';
export { type Flags, flagLines, readFlags } from './tools/cli/read-flags.ts';
export { UsageError } from './tools/cli/usage-error.ts';
