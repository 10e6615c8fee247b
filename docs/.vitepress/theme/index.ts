import '@shikijs/vitepress-twoslash/style.css';
import TwoslashFloatingVue from '@shikijs/vitepress-twoslash/client';
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent } from 'vue';

import RunSnippet from './run-snippet.vue';
import './style.css';
import './home.css';
import './tables.css';

const theme: Theme = {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.use(TwoslashFloatingVue);
    app.component('RunSnippet', RunSnippet);

    app.component(
      'PlaygroundPage',
      defineAsyncComponent(() => import('./playground-page.vue')),
    );
  },
};

export default theme;
