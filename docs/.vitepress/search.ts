import type { DefaultTheme } from 'vitepress';

/** Guides are found before tables, and tables before the reference of every name. */
export const search: DefaultTheme.Config['search'] = {
  provider: 'local',
  options: {
    miniSearch: {
      searchOptions: {
        // Runs in the page: it may name nothing of this file.
        boostDocument(id: string, term: string, stored?: Record<string, unknown>) {
          const { title = '', titles = [] } = stored ?? {};
          if (/\/reference\/api\//.test(id)) return 0.05;
          // What a page is about counts more than what it mentions.
          const isTop = Array.isArray(titles) && titles.length === 0;
          const named = isTop && String(title).toLowerCase().includes(term) ? 4 : isTop ? 1.5 : 1;
          if (/\/reference\//.test(id)) return 0.6 * named;
          return (/\/recipes\//.test(id) ? 0.6 : 1) * named;
        },
      },
    },
  },
};
