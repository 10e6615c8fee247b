import type { World } from './world.ts';

/**
 * Returns the default world: the organization `acme`, its project `prj_web` with three issues, and the
 * API key `svc_mock` with every scope.
 */
export function defaultWorld(): World {
  return {
    organizations: [
      {
        id: '00000000-0000-4000-8000-000000000001',
        slug: 'acme',
        name: 'Acme',
        apiKeys: [{ key: 'svc_mock' }],
        projects: [
          {
            id: 'prj_web',
            slug: 'web',
            name: 'Web',
            description: 'The web application',
            issues: [
              {
                title: 'Checkout hangs after a second click on Pay',
                description: 'Clicking Pay twice shows the spinner for good. The order arrives twice.',
                priority: 'high',
                labels: ['bug', 'checkout'],
                assigneeName: 'Grace Hopper',
                reporterName: 'Ada Lovelace',
                pageUrl: 'https://shop.example/checkout',
                jsErrorCount: 1,
                comments: [{ content: 'Happens in Firefox too.', authorName: 'Alan Turing' }],
                consoleLogs: [
                  { level: 'info', message: 'checkout: paying', source: 'https://shop.example/app.js:201:9' },
                  {
                    level: 'error',
                    message: 'TypeError: order is undefined',
                    source: 'https://shop.example/app.js:214:17',
                  },
                ],
                networkLogs: [
                  { method: 'POST', url: 'https://shop.example/api/orders', status: 201, duration: 412 },
                  { method: 'POST', url: 'https://shop.example/api/orders', status: 409, duration: 88 },
                ],
                screenshots: [{}],
                techContext: {
                  cssSelector: 'button#pay',
                  elementStyles: { opacity: '0.5' },
                  reactComponentTree: ['App>Checkout>PayButton'],
                },
                userActions: [
                  { type: 'input', target: 'input#card' },
                  { type: 'click', target: 'button#pay', text: 'Pay' },
                  { type: 'click', target: 'button#pay', text: 'Pay' },
                ],
              },
              {
                title: 'Search ignores umlauts',
                description: 'Searching for "Müller" finds nothing, "Muller" does.',
                status: 'in_progress',
                labels: ['bug', 'search'],
                reporterName: 'Alan Turing',
                pageUrl: 'https://shop.example/search',
              },
              {
                title: 'Say how long delivery takes',
                description: 'Customers ask for it before they pay.',
                status: 'closed',
                priority: 'low',
                labels: ['idea'],
                reporterName: 'Ada Lovelace',
                pageUrl: 'https://shop.example/product/42',
              },
            ],
          },
        ],
      },
    ],
  };
}
