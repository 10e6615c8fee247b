import { join } from 'node:path';

/** The repository, and this folder with what is made in it. */
export const root = join(import.meta.dirname, '..');
export const site = import.meta.dirname;

/** Markdown as VitePress reads it: gathered from the repository, never edited. */
export const gathered = join(site, '.pages');
export const dist = join(site, 'dist');

/** Where a file of the repository can be read when the site has no page of it. */
export const codeHost = 'https://github.com/issue-tracking/issue-tracking';
