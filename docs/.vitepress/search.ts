import type { DefaultTheme } from 'vitepress';

/**
 * VitePress's own search with one more field: search words that a section doesn't contain. They are in a comment below the
 * heading, `<!-- search: hot reload, hmr -->`.
 *
 * The functions below also run in the page, from their source text, so they can't use anything else in this file.
 */
export const miniSearch = {
  options: {
    fields: ['title', 'titles', 'words', 'text'],
    extractField(document: Record<string, string>, field: string) {
      const words = /\[search: (.*?)\]/g;
      if (field === 'words') return [...(document['text'] ?? '').matchAll(words)].map(([, found]) => found).join(', ');
      return field === 'text' ? document['text']?.replace(words, '') : document[field];
    },
    /** Reduces a word to its stem, and drops words that nearly every text has. */
    processTerm(term: string) {
      const word = term.toLowerCase();
      if (
        /^(an?|and|are|as|at|be|by|can|do|does|for|from|how|i|if|in|into|is|it|its|my|of|on|or|that|the|this|to|use|using|with|your?)$/.test(
          word,
        )
      )
        return null;
      if (word.length < 5 || /\d/.test(word)) return word.replace(/(?<=\w\w\w)s$/, '');
      return word
        .replace(/(ies|ied)$/, 'y')
        .replace(/(?<=\w\w\w)(ings?|ed|es|s)$/, '')
        .replace(/e$/, '');
    },
  },
  searchOptions: {
    boost: { title: 4, titles: 1, words: 8, text: 2 },
    prefix: (term: string) => term.length > 2,
    fuzzy: (term: string) => (term.length > 5 ? 0.15 : false),
    /** Ranks guides above the reference, and both above the API pages. */
    boostDocument(id: string, term: string, stored?: Record<string, unknown>) {
      const { title = '', titles = [] } = stored ?? {};
      if (/\/reference\/api\//.test(id)) return 0.05;
      // A page's title counts more than its text: it names the subject.
      const isTop = Array.isArray(titles) && titles.length === 0;
      const named = isTop && String(title).toLowerCase().includes(term) ? 2 : isTop ? 1.5 : 1;
      if (/\/reference\//.test(id)) return 0.6 * named;
      return (/\/recipes\//.test(id) ? 0.6 : 1) * named;
    },
  },
};

export const search: NonNullable<DefaultTheme.Config['search']> = {
  provider: 'local',
  options: {
    detailedView: true,
    miniSearch,
    async _render(source, env, markdown) {
      const html = await markdown.renderAsync(source, Object.assign(env, { forSearch: true }));
      if (env.frontmatter?.['search'] === false) return '';
      return html
        .replace(/<!-- search: (.*?) -->/g, '<p>[search: $1]</p>')
        .replace(/<span class="lang">.*?<\/span>/g, ' ');
    },
  },
};
