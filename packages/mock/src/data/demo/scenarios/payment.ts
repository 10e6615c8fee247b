import type { Scenario } from '../scenario.ts';

/** Bugs of paying. */
export const payment: readonly Scenario[] = [
  {
    labels: ['checkout', 'payments'],
    priority: 'critical',
    story: ({ pick, number }) => {
      const order = `SO-${number(41_000, 48_900)}`;
      return {
        title: pick([
          'Customers are charged twice after a double click on "Pay now"',
          `Two card payments for order ${order}`,
          'Pay button can be pressed again while the first payment is under way',
        ]),
        what: `The button stays active after the first click, and a second click charges the card again. Order ${order} has two payments.`,
        expected: 'One payment for an order, however often the button is pressed.',
        page: '/checkout/payment',
        actions: [
          ['navigation', '/checkout/payment'],
          ['input', 'input[name="cardholder"]'],
          ['click', 'button[data-test="pay"]', 'Pay now'],
          ['click', 'button[data-test="pay"]', 'Pay now'],
        ],
        requests: [
          ['POST', '/api/payments/intents', 201, 1840],
          ['POST', '/api/payments/intents', 409, 212],
        ],
        console: [['warn', 'payment: submit called while a submission is pending']],
        thrown: {
          message: `ConflictError: intent for ${order} already captured`,
          frames: ['confirmPayment', 'PaymentForm.submit', 'onClick'],
          script: 'checkout',
        },
        selector: 'button[data-test="pay"]',
        styles: { opacity: '1', 'pointer-events': 'auto', cursor: 'pointer' },
        components: 'App>Checkout>PaymentStep>PaymentForm>PayButton',
        talk: {
          triage: [
            ['qa', 'Reproduced on staging with network throttled to "Slow 4G": two clicks, two intents.'],
            [
              'developer',
              'The provider accepts both because we send no idempotency key. Refund for the customer is on its way.',
            ],
          ],
          cause: '`disabled` is set in an effect, so there is one frame in which the second click still gets through.',
          fix: 'Submission is now guarded by a ref, and the intent carries the order number as its idempotency key.',
          verified: 'Ten rapid clicks on a slow connection: one intent, one charge. Checked the provider’s log too.',
        },
      };
    },
  },
  {
    labels: ['checkout', 'safari'],
    priority: 'high',
    families: ['safari', 'ios'],
    story: ({ pick, device }) => ({
      title: pick([
        'Apple Pay sheet closes immediately on Safari',
        `Apple Pay does nothing on ${device.os}`,
        'Paying with Apple Pay fails with "Payment Not Completed"',
      ]),
      what: 'The payment sheet opens, flickers and closes. Paying by card works.',
      expected: 'The sheet stays open until the customer confirms.',
      page: '/checkout/payment',
      actions: [
        ['navigation', '/checkout/payment'],
        ['click', 'apple-pay-button', 'Pay with Apple Pay'],
      ],
      requests: [['POST', '/api/payments/apple/session', 400, 318]],
      thrown: {
        message: 'InvalidAccessError: Page has an active payment session',
        frames: ['startSession', 'ApplePayButton.onClick'],
        script: 'checkout',
      },
      selector: 'apple-pay-button',
      styles: { '-apple-pay-button-style': 'black', width: '100%' },
      components: 'App>Checkout>PaymentStep>WalletButtons>ApplePayButton',
      talk: {
        triage: [
          ['developer', 'Does it happen with a fresh tab as well?'],
          ['reporter', 'Yes, also in a private window.'],
        ],
        cause:
          'Merchant validation takes a detour over the session service since the last release, and is no longer within the user gesture.',
        fix: 'The session is fetched when the payment step opens; the click only starts it.',
        verified: `Paid three test orders with ${device.browser}. The sheet stays open.`,
      },
    }),
  },
  {
    labels: ['checkout', 'session'],
    priority: 'high',
    story: ({ pick, number }) => {
      const minutes = number(16, 45);
      return {
        title: pick([
          'Checkout loses the delivery address after a break',
          `Cart is empty after ${minutes} minutes in checkout`,
          'Session expires during checkout and everything entered is gone',
        ]),
        what: `I had to look for my card. After ${minutes} minutes "Continue" threw me back to an empty cart.`,
        expected: 'What I entered is still there, or I am told to log in again.',
        page: '/checkout/delivery',
        actions: [
          ['navigation', '/checkout/delivery'],
          ['click', 'label[for="express"]', 'Express delivery'],
          ['click', 'button[type="submit"]', 'Continue'],
          ['navigation', '/cart'],
        ],
        requests: [
          ['PUT', '/api/checkout/delivery', 401, 41],
          ['GET', '/api/cart', 200, 63],
        ],
        console: [['error', 'checkout: session expired, starting over']],
        selector: 'form.delivery',
        styles: { display: 'block', visibility: 'visible' },
        components: 'App>Checkout>DeliveryStep>DeliveryForm',
        talk: {
          triage: [['qa', 'Reproduced by shortening the session to a minute.']],
          cause: 'The 401 handler clears the whole store, guests included, who have nothing to log in to.',
          fix: 'Guests get a new session with the same cart; members are asked to log in and come back to the same step.',
          verified: 'Waited for the session to end in each step, as guest and as member. Nothing is lost.',
        },
      };
    },
  },
];
