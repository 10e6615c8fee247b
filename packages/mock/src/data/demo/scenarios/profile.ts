import type { Scenario } from '../scenario.ts';
import { accented } from './words.ts';

/** Bugs of one's own data. */
export const profile: readonly Scenario[] = [
  {
    labels: ['profile', 'uploads'],
    priority: 'medium',
    families: ['ios', 'safari'],
    story: ({ pick, number }) => {
      const size = (number(42, 118) / 10).toFixed(1);
      return {
        title: pick([
          'Profile picture from an iPhone is not shown',
          'HEIC pictures upload but stay grey',
          `Uploading a ${size} MB photo ends in a spinner`,
        ]),
        what: `I chose a photo (${size} MB) from my phone. The bar goes to 100 % and then nothing. On the computer the picture is a grey square.`,
        expected: 'The picture is shown, or I am told which formats work.',
        page: '/account/profile',
        actions: [
          ['navigation', '/account/profile'],
          ['click', 'button[data-test="change-avatar"]', 'Change picture'],
          ['input', 'input[type="file"]', 'IMG_2041.HEIC'],
        ],
        requests: [
          ['PUT', 'https://uploads.example/avatars/tmp', 200, 3120],
          ['POST', '/api/me/avatar', 500, 842],
        ],
        thrown: {
          message: 'EncodingError: The source image cannot be decoded.',
          frames: ['decode', 'AvatarPreview.load'],
          script: 'account',
        },
        selector: 'img.avatar',
        styles: { 'object-fit': 'cover', 'background-color': 'rgb(228, 228, 231)', width: '96px' },
        components: 'App>AccountPage>ProfileForm>AvatarField>AvatarPreview',
        talk: {
          triage: [['qa', 'JPEG of the same size works. It is the format.']],
          cause: 'The picker says "image/*", and the converter knows no HEIC.',
          fix: 'The picker asks for JPEG, which makes iOS convert by itself; the API answers 415 for the rest.',
          verified: 'Photos from two iPhones and a screenshot are shown on phone and computer.',
        },
      };
    },
  },
  {
    labels: ['profile', 'i18n'],
    priority: 'medium',
    story: ({ pick, faker }) => {
      const name = `${faker.person.firstName()} ${pick(accented)}`;
      return {
        title: pick([
          `Names with accents are shown as question marks (${name})`,
          'Invoice prints "?" instead of special letters in the name',
          `Saving the name "${name}" breaks the greeting`,
        ]),
        what: `My name is ${name}. Invoices and the greeting say it with question marks.`,
        expected: 'Names as people write them.',
        page: '/account/profile',
        actions: [
          ['navigation', '/account/profile'],
          ['input', 'input[name="name"]', name],
          ['click', 'button[type="submit"]', 'Save'],
          ['navigation', '/account/invoices'],
        ],
        requests: [
          ['PATCH', '/api/me', 200, 91],
          ['GET', '/api/me/invoices/latest.pdf', 200, 1260],
        ],
        console: [['log', `profile saved: ${name}`]],
        selector: 'p.greeting',
        styles: { 'font-family': 'Inter, sans-serif', 'font-size': '18px' },
        components: 'App>AccountPage>Greeting',
        talk: {
          triage: [['developer', 'The database has it right. It must happen on the way out.']],
          cause: 'The invoice service reads our answer as Latin-1, and its font lacks those letters.',
          fix: 'UTF-8 is said in the header and a font with the Latin extensions is embedded.',
          verified: `Invoice and greeting say ${name}. Vietnamese and Polish names too.`,
        },
      };
    },
  },
];
