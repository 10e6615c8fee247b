import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');
/** The folder of the pages. */
export const docs = join(root, 'docs');
export const dist = join(import.meta.dirname, 'dist');

const { homepage, bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** The address of the repository, for links to files that are no page of the site. */
export const codeHost: string = bugs.replace('/issues', '');

/** The origin of the site, for the addresses that previews and search engines read. */
export const siteUrl: string = new URL(homepage).origin;

/**
 * The path of the site on its host, with a slash at both ends. `SITE_BASE` sets it for a deployment; GitHub Pages passes it without
 * the last slash. Default: the path of `homepage`.
 */
export const base = `${process.env['SITE_BASE'] ?? new URL(homepage).pathname}/`.replace(/\/+$/, '/');
