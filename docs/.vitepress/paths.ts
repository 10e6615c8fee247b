import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
/** The pages, which the site serves from where they lie. */
export const docs = join(root, 'docs');
export const dist = join(import.meta.dirname, 'dist');

const { homepage, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The address of the repository, for links to files that are no page of the site. */
export const codeHost: string = bugs.replace('/issues', '');

/**
 * The path of the site on its host, with a slash at both ends. `SITE_BASE` is that of the deployment, which GitHub Pages gives
 * without a slash at its end; by default it is that of `homepage`.
 */
export const base = `${process.env['SITE_BASE'] ?? new URL(homepage).pathname}/`.replace(/\/+$/, '/');
