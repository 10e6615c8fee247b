import type { MarkdownRenderer } from 'vitepress';

type Tokens = Parameters<MarkdownRenderer['renderer']['render']>[0];

/**
 * Renders tables for wide and narrow pages. A wide table scrolls in its own box, also with the keyboard. On a phone the rows
 * are cards, in which each cell has the text of its column's header as a label. The roles keep the table a table for screen
 * readers when CSS displays it as cards.
 */
export function tables({ core, renderer }: MarkdownRenderer): void {
  core.ruler.push('tables', ({ tokens }) => {
    for (const token of tokens) {
      const role = roles[token.type];
      if (role) token.attrSet('role', role);
    }
    label(tokens);
  });
  renderer.rules['table_open'] = (tokens, index, options, _env, self) =>
    `<div class="table" tabindex="0" role="region" aria-label="Table">${self.renderToken(tokens, index, options)}`;
  renderer.rules['table_close'] = () => '</table></div>';
}

const roles: Record<string, string> = {
  table_open: 'table',
  thead_open: 'rowgroup',
  tbody_open: 'rowgroup',
  tr_open: 'row',
  th_open: 'columnheader',
  td_open: 'cell',
};

/** Gives each cell the text of its column's header. */
function label(tokens: Tokens): void {
  let headers: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'thead_open') headers = [];
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'th_open') headers.push(textOf(tokens[index + 1]));
    if (token.type === 'td_open') token.attrSet('data-label', headers[column++] ?? '');
  }
}

function textOf(cell: Tokens[number] | undefined): string {
  return (cell?.children ?? []).map(({ content }) => content).join('');
}
