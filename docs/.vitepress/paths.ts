import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
/** The pages, which the site serves from where they lie. */
export const docs = join(root, 'docs');
export const dist = join(import.meta.dirname, 'dist');

/** Where a file that is not a page of the site can be read. */
export const codeHost = 'https://github.com/issue-tracking/issue-tracking';
