import '@shikijs/vitepress-twoslash/style.css';
import TwoslashFloatingVue from '@shikijs/vitepress-twoslash/client';
import type { Theme } from 'vitepress';
import DefaultTheme from 'vitepress/theme-without-fonts';
import { defineAsyncComponent, h } from 'vue';

import LiveDemo from './live-demo.vue';
import NotFound from './not-found.vue';
import RunSnippet from './run-snippet.vue';
import './style.css';
import './home.css';
import './tables.css';

const theme: Theme = {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'not-found': () => h(NotFound) }),
  enhanceApp({ app }) {
    app.use(TwoslashFloatingVue);
    app.component('RunSnippet', RunSnippet);
    app.component('LiveDemo', LiveDemo);

    app.component(
      'PlaygroundPage',
      defineAsyncComponent(() => import('./playground-page.vue')),
    );
  },
};

export default theme;
