import type { FeatureRequestList } from './feature-request.ts';
import type { Scenario } from './scenario.ts';
import { application } from './scenarios/application.ts';
import { cart } from './scenarios/cart.ts';
import { charts } from './scenarios/charts.ts';
import { content } from './scenarios/content.ts';
import { data } from './scenarios/data.ts';
import { forms } from './scenarios/forms.ts';
import { lists } from './scenarios/lists.ts';
import { login } from './scenarios/login.ts';
import { members } from './scenarios/members.ts';
import { officeFeatureRequests } from './scenarios/office-feature-requests.ts';
import { payment } from './scenarios/payment.ts';
import { productPages } from './scenarios/product-pages.ts';
import { profile } from './scenarios/profile.ts';
import { shopFeatureRequests } from './scenarios/shop-feature-requests.ts';
import { teamFeatureRequests } from './scenarios/team-feature-requests.ts';

/** A project of the demo, and what goes wrong in it. */
export interface DemoProject {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly description: string | null;
  readonly createdAt: string;
  readonly origin: string;
  readonly scenarios: readonly Scenario[];
  readonly featureRequests: readonly FeatureRequestList[];
  /** How many issues its month has. */
  readonly issues: number;
}

/** An organization of the demo. */
export interface DemoOrganization {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly active: boolean;
  readonly projects: readonly DemoProject[];
}

/** Who uses the demo's tracker: a shop, a maker of dashboards, and one that has left. */
export const demoOrganizations: readonly DemoOrganization[] = [
  {
    id: '11111111-1111-4111-8111-111111111111',
    slug: 'acme',
    name: 'Acme Outdoor',
    active: true,
    projects: [
      {
        id: 'prj_web',
        slug: 'web-shop',
        name: 'Web shop',
        description: 'Catalogue, search and accounts of the shop',
        createdAt: '2026-04-13T08:12:40.000Z',
        origin: 'https://shop.acme.example',
        scenarios: [...lists, ...productPages, ...login, ...profile, ...application],
        featureRequests: [shopFeatureRequests, teamFeatureRequests],
        issues: 96,
      },
      {
        id: 'prj_checkout',
        slug: 'checkout',
        name: 'Checkout',
        description: 'From the cart to the order',
        createdAt: '2026-05-04T13:30:05.000Z',
        origin: 'https://shop.acme.example',
        scenarios: [...payment, ...cart, ...login],
        featureRequests: [shopFeatureRequests, teamFeatureRequests],
        issues: 60,
      },
      {
        id: 'prj_warehouse',
        slug: 'warehouse',
        name: 'Warehouse',
        description: null,
        createdAt: '2026-07-20T06:45:51.000Z',
        origin: 'https://warehouse.acme.example',
        scenarios: [...forms, ...application, ...content],
        featureRequests: [officeFeatureRequests, teamFeatureRequests],
        issues: 50,
      },
    ],
  },
  {
    id: '22222222-2222-4222-8222-222222222222',
    slug: 'globex',
    name: 'Globex Analytics',
    active: true,
    projects: [
      {
        id: 'prj_reports',
        slug: 'reports',
        name: 'Reports',
        description: 'Charts, tables, exports and the live view',
        createdAt: '2026-04-20T09:00:13.000Z',
        origin: 'https://app.globex.example',
        scenarios: [...charts, ...data, ...content, ...application],
        featureRequests: [officeFeatureRequests, teamFeatureRequests],
        issues: 84,
      },
      {
        id: 'prj_admin',
        slug: 'admin',
        name: 'Administration',
        description: 'Members, imports and settings',
        createdAt: '2026-06-08T10:21:34.000Z',
        origin: 'https://admin.globex.example',
        scenarios: [...members, ...content, ...login, ...forms],
        featureRequests: [officeFeatureRequests, teamFeatureRequests],
        issues: 80,
      },
    ],
  },
  {
    id: '33333333-3333-4333-8333-333333333333',
    slug: 'initech',
    name: 'Initech',
    active: false,
    projects: [
      {
        id: 'prj_portal',
        slug: 'portal',
        name: 'Customer portal',
        description: 'Switched off at the end of the year',
        createdAt: '2026-04-27T15:02:09.000Z',
        origin: 'https://portal.initech.example',
        scenarios: [...forms, ...application, ...profile],
        featureRequests: [officeFeatureRequests, teamFeatureRequests],
        issues: 30,
      },
    ],
  },
];
