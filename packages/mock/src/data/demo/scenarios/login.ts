import type { Scenario } from '../scenario.ts';

/** Bugs of getting in, and of getting out. */
export const login: readonly Scenario[] = [
  {
    labels: ['login'],
    priority: 'critical',
    story: ({ pick, device }) => ({
      title: pick([
        'Login redirects in a circle',
        `Can’t log in with ${device.name}: the page keeps reloading`,
        'After login the login page is shown again',
      ]),
      what: 'I enter my password, the page reloads and I am at the login again. No message.',
      expected: 'I am logged in, or told why not.',
      page: '/login?next=%2Faccount',
      actions: [
        ['navigation', '/login'],
        ['input', 'input[type="email"]'],
        ['input', 'input[type="password"]'],
        ['click', 'button[type="submit"]', 'Log in'],
        ['navigation', '/login?next=%2Faccount'],
      ],
      requests: [
        ['POST', '/api/sessions', 201, 231],
        ['GET', '/api/me', 401, 22],
      ],
      console: [
        ['warn', 'Cookie "sid" has been rejected because it is in a cross-site context and its "SameSite" is "Lax".'],
      ],
      selector: 'form.login',
      styles: { display: 'grid', opacity: '1' },
      components: 'App>LoginPage>LoginForm',
      talk: {
        triage: [
          ['developer', 'Which address do you open? With or without "www"?'],
          ['reporter', 'With "www", that is what my bookmark says.'],
        ],
        cause: 'The cookie is set for the bare domain, and the API is called on "www". Only new sessions are affected.',
        fix: 'Cookies are set for the registrable domain, and "www" redirects before the login.',
        verified: 'Logged in from both addresses, from an old bookmark and in a private window.',
      },
    }),
  },
  {
    labels: ['login', 'email'],
    priority: 'high',
    story: ({ pick, number }) => ({
      title: pick([
        'Password reset link is already used when I open it',
        '"This link has expired" right after requesting a new password',
        'Reset links stop working in companies with mail scanners',
      ]),
      what: `The mail came ${number(5, 50)} seconds ago and the link says it has expired. Our mail goes through a virus scanner, if that matters.`,
      expected: 'The link works once for me.',
      page: '/password/reset?token=…',
      actions: [
        ['navigation', '/password/forgot'],
        ['input', 'input[type="email"]'],
        ['click', 'button[type="submit"]', 'Send link'],
        ['navigation', '/password/reset?token=…'],
      ],
      requests: [['POST', '/api/password/reset/check', 410, 37]],
      console: [['error', 'reset: token consumed']],
      selector: 'div[role="alert"]',
      styles: { color: 'rgb(180, 35, 24)', 'background-color': 'rgb(254, 243, 242)' },
      components: 'App>ResetPage>Notice',
      talk: {
        triage: [['qa', 'Can’t reproduce with a private mailbox, but with the one that scans links: every time.']],
        cause: 'The scanner opens the link, and opening it is enough to use the token up.',
        fix: 'Opening only shows the form; the token is used when the new password is sent.',
        verified: 'Works in the scanned mailbox. The second use is refused as before.',
      },
    }),
  },
  {
    labels: ['login', 'two-factor'],
    priority: 'high',
    story: ({ pick, number }) => {
      const seconds = number(25, 50);
      return {
        title: pick([
          'Codes of the authenticator app are refused',
          `Two-factor codes fail when the phone’s clock is ${seconds} s off`,
          'Valid two-factor code: "wrong code", then locked out',
        ]),
        what: 'I type the code that my phone shows and it is wrong, five times, and then I have to wait 15 minutes.',
        expected: 'Current codes are accepted.',
        page: '/login/code',
        actions: [
          ['input', 'input[autocomplete="one-time-code"]'],
          ['click', 'button[type="submit"]', 'Confirm'],
          ['input', 'input[autocomplete="one-time-code"]'],
          ['click', 'button[type="submit"]', 'Confirm'],
        ],
        requests: [
          ['POST', '/api/sessions/code', 403, 55],
          ['POST', '/api/sessions/code', 429, 12],
        ],
        console: [['warn', `otp: server time differs by ${seconds} s`]],
        selector: 'input[autocomplete="one-time-code"]',
        styles: { 'letter-spacing': '0.5em', 'font-size': '24px' },
        components: 'App>LoginPage>CodeStep>CodeField',
        talk: {
          triage: [
            ['developer', 'Is the phone’s time set automatically?'],
            ['reporter', 'No, it is my old one. It is almost a minute slow.'],
          ],
          cause: 'We accept only the current code. The usual window is one step either way.',
          fix: 'The neighbouring codes are accepted too, and each code only once.',
          verified: `Set my phone ${seconds} s back: accepted. A minute and a half: refused.`,
        },
      };
    },
  },
  {
    labels: ['session', 'security'],
    priority: 'high',
    story: ({ pick }) => ({
      title: pick([
        'Logging out in one tab leaves the other tab logged in',
        'Data is still visible in a second tab after logout',
        'Logout does not end the session on the server',
      ]),
      what: 'I logged out at the shared desk. In another tab everything was still there, and it could still be changed.',
      expected: 'Logged out is logged out, in every tab.',
      page: '/account',
      actions: [
        ['navigation', '/account'],
        ['click', 'button[data-test="menu"]', 'Menu'],
        ['click', 'a[href="/logout"]', 'Log out'],
        ['navigation', '/account/orders'],
      ],
      requests: [
        ['DELETE', '/api/sessions/current', 204, 48],
        ['GET', '/api/me/orders', 200, 122],
      ],
      console: [['info', 'auth: logged out']],
      selector: 'nav[aria-label="Account"]',
      styles: { position: 'sticky', top: '0px' },
      components: 'App>AccountLayout>AccountNav',
      talk: {
        triage: [['qa', 'Confirmed: the access token keeps working until it expires, up to an hour.']],
        cause: 'Logout deletes the refresh token only, and other tabs hold the access token in memory.',
        fix: 'Access tokens are checked against the session, and tabs tell one another through a BroadcastChannel.',
        verified: 'Three tabs and a second window: all show the login within a second. The old token gets 401.',
      },
    }),
  },
];
