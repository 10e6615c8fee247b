import type { Scenario } from '../scenario.ts';
import { markets, products } from './words.ts';

/** Bugs of the cart, and of where to send it. */
export const cart: readonly Scenario[] = [
  {
    labels: ['checkout', 'vouchers'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const percent = pick([10, 15, 20, 25]);
      const total = (number(2100, 18_000) + 0.5) / 100;
      return {
        title: pick([
          `Voucher of ${percent} % leaves the total a cent off`,
          'Cart total and order confirmation differ by 0.01',
          `Rounding: ${percent} % discount is applied per line and on the sum`,
        ]),
        what: `With the voucher AUTUMN${percent} the cart says ${total.toFixed(2)} and the confirmation ${(total + 0.01).toFixed(2)}.`,
        expected: 'The same total everywhere.',
        page: '/cart',
        actions: [
          ['navigation', '/cart'],
          ['input', 'input[name="voucher"]', `AUTUMN${percent}`],
          ['click', 'button[data-test="apply-voucher"]', 'Apply'],
        ],
        requests: [
          ['POST', '/api/cart/voucher', 200, 143],
          ['POST', '/api/orders/preview', 422, 96],
        ],
        console: [['error', `cart: total mismatch, client ${total.toFixed(2)}, server ${(total + 0.01).toFixed(2)}`]],
        selector: 'tr.cart-total td.amount',
        styles: { 'font-variant-numeric': 'tabular-nums', color: 'rgb(23, 23, 23)' },
        components: 'App>Cart>CartSummary>TotalRow>Money',
        talk: {
          triage: [['qa', 'Happens only with an odd number of items. Three Moor wool socks are enough.']],
          cause: 'The client rounds each line, the server rounds once at the end.',
          fix: 'Money is now in cents all the way, and only the server applies percentages.',
          verified: 'Compared 40 carts with every voucher: client and server agree on each.',
        },
      };
    },
  },
  {
    labels: ['checkout', 'addresses', 'i18n'],
    priority: 'high',
    story: ({ pick }) => {
      const { country, locale } = pick(markets);
      return {
        title: pick([
          `Addresses in ${country} are refused because of the postcode`,
          `Postcode check rejects valid codes for ${country}`,
          `Can’t order to ${country}: "Please enter a valid postcode"`,
        ]),
        what: `Delivery to ${country} is not possible: the form says the postcode is invalid, whatever I enter.`,
        expected: 'Valid postcodes of every country we deliver to are accepted.',
        page: `/checkout/address?lang=${locale}`,
        actions: [
          ['navigation', '/checkout/address'],
          ['input', 'select[name="country"]', country],
          ['input', 'input[name="postcode"]'],
          ['click', 'button[type="submit"]', 'Continue'],
        ],
        requests: [['POST', '/api/addresses/validate', 422, 88]],
        console: [['warn', `address: no postcode pattern for locale "${locale}", using en-US`]],
        selector: 'input[name="postcode"]',
        styles: { 'border-color': 'rgb(200, 30, 30)', outline: 'none' },
        components: 'App>Checkout>AddressStep>AddressForm>PostcodeField',
        talk: {
          triage: [['reporter', 'Two customers have written to support about this since this morning.']],
          cause: 'The pattern is looked up by locale instead of country, so everyone falls back to five digits.',
          fix: 'Patterns are keyed by country now; countries without one accept anything.',
          verified:
            'Tried three codes for each of our markets, all accepted. Letters where only digits are allowed are still refused.',
        },
      };
    },
  },
  {
    labels: ['cart', 'stock'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const product = pick(products);
      const left = number(1, 3);
      return {
        title: pick([
          `${product}: more can be put into the cart than there are`,
          `Stock of ${product} is not checked when the amount changes`,
          `Order of ${left + 2} × ${product} went through with ${left} in stock`,
        ]),
        what: `Only ${left} left, yet the cart takes ${left + 2}. The order is cancelled by the warehouse later.`,
        expected: 'The amount stops at what is in stock.',
        page: '/cart',
        actions: [
          ['click', 'button[data-test="add-to-cart"]', 'Add to cart'],
          ['navigation', '/cart'],
          ['input', 'input[name="quantity"]', String(left + 2)],
        ],
        requests: [['PATCH', '/api/cart/items/1', 200, 74]],
        console: [['info', `stock: ${left} left, requested ${left + 2}`]],
        selector: 'input[name="quantity"]',
        styles: { width: '64px', 'text-align': 'right' },
        components: 'App>Cart>CartItems>CartItem>QuantityField',
        talk: {
          triage: [['developer', 'Known for the app, new for the web. Which warehouse was it?']],
          cause: 'PATCH checks the stock of the default warehouse only.',
          fix: 'The amount is checked against the warehouse that will deliver.',
          verified: 'The field stops at the stock, and the server answers 409 beyond it.',
        },
      };
    },
  },
];
