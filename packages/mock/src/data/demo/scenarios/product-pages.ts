import type { Scenario } from '../scenario.ts';
import { markets } from './words.ts';

/** Bugs of what things look like and cost. */
export const productPages: readonly Scenario[] = [
  {
    labels: ['catalogue', 'images', 'safari'],
    priority: 'low',
    families: ['safari', 'ios'],
    story: ({ pick, number, device }) => ({
      title: pick([
        'Product pictures appear only after scrolling back and forth',
        `Pictures stay empty on ${device.browser}`,
        'Lazy images never load in Safari when the tab was in the background',
      ]),
      what: `Every ${number(4, 9)}th picture or so is empty. It shows up when I scroll away and back.`,
      expected: 'All pictures load.',
      page: '/c/shoes',
      actions: [
        ['navigation', '/c/shoes'],
        ['click', 'button[data-test="more"]', 'Show more'],
      ],
      requests: [['GET', 'https://images.example/p/ridge-640.avif', 200, 0]],
      console: [['warn', 'LazyImage: intersection reported before layout, ignoring']],
      selector: 'article.product img',
      styles: { opacity: '0', transition: 'opacity 0.2s', 'aspect-ratio': '4 / 5' },
      components: 'App>CategoryPage>ProductGrid>ProductCard>LazyImage',
      talk: {
        triage: [['qa', 'Only after the tab was in the background for a while.']],
        cause: 'Our own observer races with the browser’s. Safari reports a size of zero for background tabs.',
        fix: 'Replaced by `loading="lazy"`, which every browser we support has had for years.',
        verified: 'Scrolled through 300 products on phone and Mac, none empty.',
      },
    }),
  },
  {
    labels: ['prices', 'i18n'],
    priority: 'high',
    story: ({ pick, number }) => {
      const { country, locale, currency } = pick(markets);
      const price = number(3900, 24_900) / 100;
      const shown = new Intl.NumberFormat(locale, { style: 'currency', currency }).format(price);
      return {
        title: pick([
          `Prices for ${country} are shown in the wrong currency`,
          `${locale}: price has a dollar sign`,
          `Customers in ${country} see $ instead of ${currency}`,
        ]),
        what: `With the country set to ${country} the product page says "$${price.toFixed(2)}", while the cart has ${shown}.`,
        expected: `${shown} on every page.`,
        page: `/p/tarn-rain-jacket?lang=${locale}`,
        actions: [
          ['click', 'button[data-test="country"]', country],
          ['navigation', `/p/tarn-rain-jacket?lang=${locale}`],
        ],
        requests: [['GET', `/api/prices/tarn?market=${locale.slice(-2)}`, 404, 29]],
        console: [['warn', `prices: no market "${locale.slice(-2)}", falling back to US`]],
        selector: 'span.price',
        styles: { 'font-weight': '600', 'white-space': 'nowrap' },
        components: 'App>ProductPage>BuyBox>Price',
        talk: {
          triage: [
            [
              'qa',
              `Only on product pages. ${country} is the only market where it happens to me, but I have not tried all.`,
            ],
          ],
          cause:
            'The price list of this market was published without its code, and the page falls back without a word.',
          fix: 'The list has its code again, and a missing market is an error page instead of another currency.',
          verified: `${country} shows ${shown}. Went through all markets with the new check: complete.`,
        },
      };
    },
  },
  {
    labels: ['catalogue', 'mobile'],
    priority: 'low',
    families: ['android', 'ios'],
    story: ({ pick, device }) => ({
      title: pick([
        `Filter button is under the cookie notice (${device.viewport})`,
        'Can’t reach "Apply filters" on a phone',
        'Sticky bar covers the last product on small screens',
      ]),
      what: `On my phone (${device.viewport}) the button at the bottom can’t be tapped, something lies over it.`,
      expected: 'Every button can be tapped.',
      page: '/c/tents',
      actions: [
        ['navigation', '/c/tents'],
        ['click', 'button[data-test="filters"]', 'Filters'],
        ['click', 'div.cookie-notice'],
      ],
      selector: 'button[data-test="apply-filters"]',
      styles: { position: 'fixed', bottom: '0px', 'z-index': '10' },
      components: 'App>CategoryPage>FilterSheet>ApplyButton',
      talk: {
        triage: [['qa', 'The notice has z-index 9999, and it comes back after each page.']],
        cause: 'The notice is rendered for everyone who has declined, and its height is not reserved.',
        fix: 'Declining is remembered, and the sheet leaves room for the safe area and the notice.',
        verified: `Tapped it on ${device.os} and on the smallest phone we have.`,
      },
    }),
  },
];
