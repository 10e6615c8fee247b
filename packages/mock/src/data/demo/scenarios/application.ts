import type { Scenario } from '../scenario.ts';

/** Bugs of the application around the pages. */
export const application: readonly Scenario[] = [
  {
    labels: ['documents', 'firefox'],
    priority: 'medium',
    families: ['firefox'],
    story: ({ pick, device }) => ({
      title: pick([
        'PDF preview is blank in Firefox',
        `Contracts can’t be opened in ${device.browser}`,
        'Preview shows "The document contains no data"',
      ]),
      what: 'The preview stays white. Downloading the file works.',
      expected: 'The contract is shown.',
      page: '/documents/2841',
      actions: [
        ['navigation', '/documents'],
        ['click', 'a[href="/documents/2841"]', 'Contract 2026'],
      ],
      requests: [['GET', '/api/documents/2841/file', 200, 620]],
      console: [
        [
          'error',
          "Content-Security-Policy: The page’s settings blocked the loading of a resource (frame-src) at blob: because it violates the following directive: “default-src 'self'”",
        ],
      ],
      selector: 'iframe.preview',
      styles: { width: '100%', height: '80vh', border: '0px' },
      components: 'App>DocumentPage>Preview',
      talk: {
        triage: [['qa', 'Chrome shows it. The console has a CSP violation.']],
        cause: 'Frames may not show blobs since the policy was tightened. Chrome uses another way for PDFs.',
        fix: '`frame-src blob:` for this page only, and the browsers run in CI with the real policy.',
        verified: `Shown in ${device.browser}, Chrome and Safari.`,
      },
    }),
  },
  {
    labels: ['offline', 'release'],
    priority: 'high',
    story: ({ pick, faker }) => {
      const chunk = faker.string.hexadecimal({ length: 8, casing: 'lower', prefix: '' });
      return {
        title: pick([
          'White page after the release until the cache is cleared',
          'Old version is served by the service worker',
          `"Loading chunk failed" (${chunk}) after every deployment`,
        ]),
        what: 'Since this morning’s release the page is white. Colleagues who cleared the cache can work.',
        expected: 'A release needs nothing from users.',
        page: '/',
        actions: [
          ['navigation', '/'],
          ['click', 'a[href="/overview"]', 'Overview'],
        ],
        requests: [['GET', `/assets/overview-${chunk}.js`, 404, 18]],
        thrown: {
          message: `TypeError: Failed to fetch dynamically imported module: /assets/overview-${chunk}.js`,
          frames: ['loadRoute', 'Router.navigate'],
          script: 'main',
        },
        selector: 'div#root',
        styles: { 'min-height': '100vh', 'background-color': 'rgb(255, 255, 255)' },
        components: 'App>Router',
        talk: {
          triage: [
            [
              'developer',
              'Old page, new server: the script it asks for is gone. Putting the last build’s files back for now.',
            ],
          ],
          cause: 'The worker keeps the old page for a day, while each deployment deletes the old scripts.',
          fix: 'Scripts of the last ten builds stay, and a failed import reloads the page once.',
          verified: 'Kept a tab open over two deployments: one short reload, no white page.',
        },
      };
    },
  },
  {
    labels: ['layout', 'i18n', 'accessibility'],
    priority: 'low',
    story: ({ pick }) => {
      const language = pick(['Arabic', 'Hebrew', 'Persian']);
      return {
        title: pick([
          `${language}: arrows and breadcrumbs point the wrong way`,
          `Right-to-left layout is broken in the sidebar (${language})`,
          `Text overlaps icons in ${language}`,
        ]),
        what: `With ${language} the sidebar lies over the content and arrows point backwards.`,
        expected: 'A mirrored layout.',
        page: '/overview',
        actions: [
          ['click', 'button[aria-label="Language"]', language],
          ['navigation', '/overview'],
        ],
        selector: 'aside.sidebar',
        styles: { direction: 'rtl', left: '0px', 'margin-left': '24px' },
        components: 'App>Layout>Sidebar',
        talk: {
          triage: [['qa', 'Screenshot attached. It is `left` and `margin-left` in the sidebar and the stepper.']],
          cause: 'Physical instead of logical properties in the older components.',
          fix: 'Logical properties everywhere, and the linter refuses physical ones.',
          verified: `Clicked through all pages in ${language}. Charts stay left to right, as they should.`,
        },
      };
    },
  },
  {
    labels: ['performance', 'memory'],
    priority: 'medium',
    families: ['chrome', 'edge'],
    story: ({ pick, number }) => {
      const gigabytes = (number(14, 39) / 10).toFixed(1);
      return {
        title: pick([
          `Tab uses ${gigabytes} GB after a day`,
          'Page gets slower the longer it is open',
          '"Aw, Snap!" in the control room every evening',
        ]),
        what: `The screen in the control room is open all day. In the evening the tab needs ${gigabytes} GB and clicks take seconds.`,
        expected: 'It can stay open for a week.',
        page: '/wall',
        actions: [
          ['navigation', '/wall'],
          ['click', 'button[data-test="fullscreen"]', 'Full screen'],
        ],
        requests: [['GET', '/api/wall?since=0', 200, 5210]],
        console: [
          ['warn', 'MaxListenersExceededWarning: 4,811 "resize" listeners'],
          ['error', 'wall: frame took 1,930 ms'],
        ],
        selector: 'main.wall',
        styles: { overflow: 'hidden', height: '100vh' },
        components: 'App>WallPage>Wall>Tile',
        talk: {
          triage: [
            ['developer', 'Could you take a heap snapshot in the afternoon?'],
            ['reporter', 'Done, I have put it on the share.'],
          ],
          cause: 'Each tile adds a listener when it refreshes and never removes it, and each keeps its old data.',
          fix: 'One ResizeObserver for all tiles, which ends with the page.',
          verified: 'Open for three days at 180 MB.',
        },
      };
    },
  },
];
