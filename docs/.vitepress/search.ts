import type { DefaultTheme } from 'vitepress';

/** Guides are found before tables, and tables before the reference of every name. */
export const search: DefaultTheme.Config['search'] = {
  provider: 'local',
  options: {
    miniSearch: {
      searchOptions: {
        // Runs in the page: it may name nothing of this file.
        boostDocument(id: string) {
          if (/\/reference\/api\//.test(id)) return 0.1;
          if (/\/reference\//.test(id)) return 0.6;
          return 1;
        },
      },
    },
  },
};
