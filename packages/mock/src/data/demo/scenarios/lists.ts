import type { Scenario } from '../scenario.ts';
import { accented, products } from './words.ts';

/** Bugs of searching and browsing. */
export const lists: readonly Scenario[] = [
  {
    labels: ['search', 'i18n'],
    priority: 'medium',
    story: ({ pick }) => {
      const name = pick(accented);
      const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').replace('ø', 'o').replace('Ł', 'L');
      return {
        title: pick([
          `Search finds nothing for "${name}"`,
          'Search ignores accents in one direction only',
          `"${plain}" finds it, "${name}" does not`,
        ]),
        what: `Searching for "${name}" shows no results. "${plain}" shows what I am looking for.`,
        expected: 'Both spellings find the same.',
        page: `/search?q=${encodeURIComponent(name)}`,
        actions: [
          ['click', 'button[aria-label="Search"]', 'Search'],
          ['input', 'input[type="search"]', name],
          ['navigation', `/search?q=${encodeURIComponent(name)}`],
        ],
        requests: [['GET', `/api/search?q=${encodeURIComponent(name)}`, 200, 64]],
        console: [['log', `search: 0 results for "${name}"`]],
        selector: 'p.no-results',
        styles: { 'text-align': 'center', color: 'rgb(113, 113, 122)' },
        components: 'App>SearchPage>Results>NoResults',
        talk: {
          triage: [['qa', 'Depends on how it was typed: composed letters fail, combining ones work.']],
          cause: 'The index is folded to plain letters, the query is not.',
          fix: 'Queries go through the same analyzer as the index.',
          verified: `"${name}" and "${plain}" give the same list.`,
        },
      };
    },
  },
  {
    labels: ['catalogue', 'navigation'],
    priority: 'medium',
    story: ({ pick }) => {
      const product = pick(products);
      return {
        title: pick([
          'Filters are gone after the back button',
          `Back from "${product}" jumps to the top of an unfiltered list`,
          'Browser back loses scroll position and filters',
        ]),
        what: `I filter by size and price, open ${product}, go back, and all filters are off and the list is at the top.`,
        expected: 'The list as I left it.',
        page: '/c/outdoor?size=m&max=150',
        actions: [
          ['click', 'label[for="size-m"]', 'M'],
          ['click', 'label[for="max-150"]', 'Up to 150'],
          ['click', 'article.product:nth-child(9) a', product],
          ['navigation', '/c/outdoor'],
        ],
        requests: [['GET', '/api/products?page=1', 200, 187]],
        console: [['warn', 'router: state of entry 7 could not be restored']],
        selector: 'aside.filters',
        styles: { position: 'sticky', 'overflow-y': 'auto' },
        components: 'App>CategoryPage>FilterPanel',
        talk: {
          triage: [['developer', 'Worked until the router update in September, I think.']],
          cause: 'Filters are kept in history.state, which the new router overwrites.',
          fix: 'Filters live in the address now, which also makes them shareable.',
          verified: 'Back, forward, reload and a copied link all show the same list.',
        },
      };
    },
  },
  {
    labels: ['catalogue', 'pagination'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const page = number(3, 12);
      return {
        title: pick([
          'Endless list shows some products twice and misses others',
          `Duplicates from page ${page} on when sorted by "New"`,
          'Products repeat while scrolling',
        ]),
        what: 'While I scroll, products I have seen come again. Others that I find by search never show up.',
        expected: 'Every product once.',
        page: '/c/new',
        actions: [
          ['navigation', '/c/new'],
          ['input', 'select[name="sort"]', 'New'],
          ['click', 'button[data-test="more"]', 'Show more'],
        ],
        requests: [
          ['GET', `/api/products?sort=new&page=${page - 1}`, 200, 211],
          ['GET', `/api/products?sort=new&page=${page}`, 200, 198],
        ],
        console: [['error', `Warning: Encountered two children with the same key, "prd_${number(1000, 9999)}".`]],
        selector: 'section.product-grid',
        styles: { display: 'grid', gap: '24px' },
        components: 'App>CategoryPage>ProductGrid',
        talk: {
          triage: [
            ['developer', 'Anything imported while you were scrolling?'],
            ['reporter', 'Could be, the autumn range went online.'],
          ],
          cause: 'Pages are counted by offset, and new products push everything down.',
          fix: 'The list continues after the last product shown instead of at a number.',
          verified: 'Imported 50 products while scrolling: no repeats, none missing.',
        },
      };
    },
  },
];
