import { endpoints } from '@issue-tracking/model';

/** What a page of another origin may send. */
export const apiMethods: readonly string[] = [...new Set(Object.values(endpoints).map(({ method }) => method))];

/** What it may read of an answer besides its body, in the form of `Access-Control-Expose-Headers`. */
export const exposedHeaders = 'Retry-After, Date, Allow, WWW-Authenticate';
