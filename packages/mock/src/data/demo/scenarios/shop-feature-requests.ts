import type { FeatureRequestList } from '../feature-request.ts';
import { markets, products } from './words.ts';

/** What the people of a shop wish for. */
export const shopFeatureRequests: FeatureRequestList = ({ pick }) => {
  const product = pick(products);
  const { country, currency } = pick(markets);
  return [
    [
      'Say how long delivery takes on the product page',
      'Support gets this question every day.',
      ['idea', 'catalogue'],
      'medium',
      'The warehouse has the numbers, we only need to ask for them.',
      'Shown beside the price, per country.',
    ],
    [
      `Offer delivery to ${country} on Saturdays`,
      'The carrier offers it since last month.',
      ['idea', 'delivery'],
      'low',
      'What does it cost us per parcel?',
      'Live as a choice in checkout.',
    ],
    [
      `Size guide for the ${product}`,
      'A third of the returns name the size as the reason.',
      ['content'],
      'medium',
      'The manufacturer has sent a table.',
      'Guide is linked from the size picker.',
    ],
    [
      'Remember the last used payment method',
      'Returning customers choose it again each time.',
      ['idea', 'checkout'],
      'medium',
      'We may store the kind, never the number.',
      'Preselected for members.',
    ],
    [
      `Invoices in ${currency} for customers from ${country}`,
      'Their accounting asks for it.',
      ['idea', 'invoices'],
      'medium',
      'Finance has to confirm the rate we use.',
      'Issued with the rate of the day of the order.',
    ],
    [
      'Reduce the size of product pictures',
      `The page of the ${product} loads 4 MB.`,
      ['chore', 'images', 'performance'],
      'medium',
      'AVIF with a JPEG fallback.',
      'Down to 600 kB.',
    ],
    [
      'Consent banner must offer "Reject all"',
      'Legal asks for it until the end of the month.',
      ['legal'],
      'critical',
      'Same size and colour as "Accept".',
      'Live in all markets.',
    ],
    ['Status page link in the footer', 'People write to support instead.', ['idea'], 'low', 'Quick one.', 'Done.'],
    [
      'Try the new checkout with 5 % of customers',
      'Before it goes to everyone.',
      ['experiment', 'checkout'],
      'high',
      'The flag exists. What do we compare?',
      'Running since Monday, conversion and support contacts are compared.',
    ],
    [
      'Flaky test: cart merges after login',
      'Fails about every twentieth run.',
      ['tests'],
      'medium',
      'It waits for a fixed time instead of the request.',
      'Waits for the answer; 500 runs without a failure.',
    ],
  ];
};
