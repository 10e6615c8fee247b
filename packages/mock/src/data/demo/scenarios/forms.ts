import type { Scenario } from '../scenario.ts';
import { accented } from './words.ts';

/** Bugs of filling in and printing. */
export const forms: readonly Scenario[] = [
  {
    labels: ['forms'],
    priority: 'high',
    story: ({ pick, number }) => {
      const minutes = number(8, 25);
      return {
        title: pick([
          'Long form loses everything on "Back"',
          `${minutes} minutes of typing are gone after a validation error`,
          'Application form is empty again after an error',
        ]),
        what: `I filled in the form for ${minutes} minutes. After "Submit" it said the phone number was wrong, and all fields were empty.`,
        expected: 'What I typed stays.',
        page: '/requests/new',
        actions: [
          ['navigation', '/requests/new'],
          ['input', 'textarea[name="reason"]'],
          ['input', 'input[name="phone"]', '+44 20 7946 0018'],
          ['click', 'button[type="submit"]', 'Submit'],
        ],
        requests: [['POST', '/api/requests', 422, 77]],
        console: [['warn', 'A component is changing a controlled input to be uncontrolled.']],
        selector: 'form.request',
        styles: { display: 'flex', 'flex-direction': 'column' },
        components: 'App>RequestPage>RequestForm',
        talk: {
          triage: [['qa', 'Any error answer empties the form. The key changes with each submission.']],
          cause: 'The form is mounted anew when the answer comes, with the values of the server, which are none.',
          fix: 'The form keeps its own values and drafts are saved every few seconds.',
          verified: 'Errors of every field, reload, back: all still there.',
        },
      };
    },
  },
  {
    labels: ['forms', 'i18n'],
    priority: 'medium',
    story: ({ pick, number }) => {
      const phone = pick([
        '+49 (0)30 901820',
        '+44 20 7946 0018',
        '+48 22 555 01 23',
        '+1 212 555 0147',
        '+46 8 123 456 78',
      ]);
      return {
        title: pick([
          `Phone number "${phone}" is refused`,
          'International numbers with brackets are invalid',
          `"Phone is invalid" for ${number(3, 12)} of our offices`,
        ]),
        what: `The form says "${phone}" is no phone number. It is the one on our letterhead.`,
        expected: 'Numbers as people write them.',
        page: '/contacts/new',
        actions: [
          ['navigation', '/contacts/new'],
          ['input', 'input[type="tel"]', phone],
          ['click', 'button[type="submit"]', 'Save'],
        ],
        console: [['log', 'validate: tel /^[0-9+ ]{6,14}$/']],
        selector: 'input[type="tel"]',
        styles: { 'border-color': 'rgb(200, 30, 30)' },
        components: 'App>ContactPage>ContactForm>PhoneField',
        talk: {
          triage: [['developer', 'The pattern was made for our own numbers. I’ll look at what the library can do.']],
          cause: 'A hand-written pattern allows neither brackets nor more than 14 characters.',
          fix: 'Numbers are parsed by a library, stored in E.164 and shown as typed.',
          verified: `"${phone}" and all numbers of our address book are accepted.`,
        },
      };
    },
  },
  {
    labels: ['printing'],
    priority: 'low',
    story: ({ pick }) => {
      const name = pick(accented);
      return {
        title: pick([
          'Printed list misses the last column',
          'Printing cuts tables off at the right',
          `Print: header "${name}" overlaps the first row`,
        ]),
        what: 'On paper the last column is missing, and the menu is printed over the first row.',
        expected: 'The whole table, without the menu.',
        page: '/lists/members',
        actions: [
          ['navigation', '/lists/members'],
          ['click', 'button[data-test="print"]', 'Print'],
        ],
        selector: 'table.members',
        styles: { width: '1280px', 'table-layout': 'fixed' },
        components: 'App>ListPage>MemberTable',
        talk: {
          triage: [['qa', 'Same with "Save as PDF". Landscape shows one column more.']],
          cause: 'The table has a fixed width and there is no print style at all.',
          fix: 'A print style sheet: no menu, fluid width, header row on each page.',
          verified: 'Printed 3 pages in portrait and landscape, complete.',
        },
      };
    },
  },
];
