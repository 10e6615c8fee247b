// For the other packages of this repository, which bundle it: never published.
export { didYouMean } from './platform/input/did-you-mean.ts';
