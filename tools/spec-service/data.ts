/** A stored issue. Times are milliseconds since 1970. */
export interface StoredIssue {
  number: number;
  title: string;
  description: string;
  status: string;
  priority: string;
  labels: string[];
  assignees: string[];
  reporter: string;
  page: string;
  browser: string;
  os: string;
  viewport: string;
  createdAt: number;
  updatedAt: number;
  scriptErrors: number;
  comments: StoredComment[];
  console: { level: string; message: string; source: string; timestamp: number }[];
  network: { method: string; url: string; status: number; duration: number; timestamp: number }[];
  screenshots: { id: string; url: string; width: number; height: number; createdAt: number }[];
  actions: { type: string; target: string; text?: string; timestamp: number }[];
  context: object | null;
}

export interface StoredComment {
  id: string;
  content: string;
  authorName: string;
  createdAt: number;
  /** The text as received. */
  sent?: string;
}

export interface StoredProject {
  id: string;
  name: string;
  slug: string;
  description: string | null;
  organization: StoredOrganization;
  createdAt: number;
  issues: StoredIssue[];
}

interface StoredOrganization {
  id: string;
  slug: string;
  name: string;
}

/** The rights of each credential. */
export interface StoredCredential {
  organizations: StoredOrganization[];
  scopes: string[];
  expiresAt?: number;
}

const scopes = ['projects:read', 'issues:read', 'issues:write'];
export const key = 'svc_k3yOfTheTracker9f1c';
export const token = 'tracker-access-token-77d0a4';
const start = Date.parse('2026-03-02T08:00:00.000Z');
const hour = 3_600_000;

const tracker = { id: '5b2f0c1e-7d34-4a8b-9c60-1f2e3d4c5b6a', slug: 'tracker', name: 'Tracker Works' };
const branch = { id: '0d9e8f7a-6b5c-4d3e-8f2a-1b0c9d8e7f6a', slug: 'branch', name: 'The Branch' };
const stranger = { id: 'c1d2e3f4-a5b6-4c7d-8e9f-0a1b2c3d4e5f', slug: 'stranger', name: 'Stranger' };

const subjects = ['Basket', 'Invoice', 'Profile', 'Calendar', 'Upload', 'Newsletter', 'Printer'];
const troubles = ['freezes', 'vanishes', 'doubles', 'flickers', 'overlaps', 'crashes'];
const stories = ['Happened during checkout', 'Noticed while scrolling', 'Occurs after midnight', 'Seen in the café'];
const statuses = ['open', 'in_progress', 'blocked', 'fix_submitted', 'verified', 'closed'];
const priorities = ['low', 'medium', 'high', 'critical'];
const labels = ['Billing', 'Layout', 'Speed', 'Mobile'];
const people = ['Ines Moreau', 'Tomás Ruiz', 'Jan de Wit'];

/** Returns an entry of a list by a number, modulo its length. */
const turn = <T>(list: readonly T[], number: number): T => list[number % list.length] as T;

function issue(project: string, number: number): StoredIssue {
  // Two neighbours have the same time. The others are in one order only, which no other sort gives by chance.
  const createdAt = start + (number === 12 ? 11 : number) * hour;
  const at = (place: number) => createdAt - 60_000 + place * 1_000;
  const captured = number % 5;
  return {
    number,
    title: `${turn(subjects, number)} ${turn(troubles, number * 5)} again`,
    description: number % 9 === 0 ? '' : `${turn(stories, number)}, entry ${number}.`,
    // Tests write to the first issues.
    status: number < 4 ? 'open' : turn(statuses, number),
    priority: turn(priorities, number + 1),
    labels:
      number % 4 === 0
        ? []
        : [turn(labels, number + Math.floor(number / 5)), ...(number % 6 === 1 ? ['Checkout'] : [])],
    assignees: number % 6 === 0 ? [] : [turn(people, number)],
    reporter: number % 7 === 0 ? '' : turn(people, number + 1),
    page: number % 9 === 0 ? '' : `https://shop.example/${turn(subjects, number).toLowerCase()}`,
    browser: 'Firefox 140.0',
    os: 'Ubuntu 26.04',
    viewport: '1280x720',
    createdAt,
    updatedAt: createdAt + ((number * 7) % 11) * 3 * hour,
    scriptErrors: number % 2,
    comments: Array.from({ length: captured + 1 }, (_, i) => ({
      id: `${project}-c${number}-${i}`,
      content: `${turn(stories, number + i)}; see also ${turn(subjects, i)}.`,
      authorName: turn(people, i),
      createdAt: createdAt + (i + 1) * 90_000,
    })),
    console: Array.from({ length: captured * 2 }, (_, i) => ({
      level: turn(['log', 'error', 'warn', 'info'], i),
      message: `message ${i}`,
      source: `https://shop.example/app.js:${10 + i}:${i + 1}`,
      timestamp: at(i),
    })),
    network: Array.from({ length: captured + 1 }, (_, i) => ({
      method: turn(['GET', 'POST'], i),
      url: `https://shop.example/api/${i}`,
      status: turn([200, 404, 0, 500], i),
      duration: 12.5 * (i + 1),
      timestamp: at(i),
    })),
    screenshots: Array.from({ length: captured }, (_, i) => ({
      id: `s${number}-${i}`,
      url: `https://files.example/${number}/${i}.png`,
      width: 1280,
      height: 720,
      createdAt: at(i),
    })),
    actions: Array.from({ length: captured + 2 }, (_, i) => ({
      type: turn(['click', 'input', 'navigation'], i),
      target: `#field-${i}`,
      ...(i % 3 === 0 && { text: `Button ${i}` }),
      timestamp: at(i),
    })),
    context:
      captured === 0
        ? null
        : {
            browserInfo: { name: 'Firefox', version: '140.0' },
            osInfo: { name: 'Ubuntu', version: '26.04' },
            viewportSize: { width: 1280, height: 720 },
            cssSelector: 'main > form',
            elementStyles: { color: 'red', 'font-size': '14px' },
            reactComponentTree: ['App > Page', 'App > Page > Form'],
          },
  };
}

function project(id: string, organization: StoredOrganization, issues: number, place: number): StoredProject {
  return {
    id,
    name: `Project ${place}`,
    slug: `slug-${place}`,
    description: place % 2 === 0 ? null : 'What people buy in',
    organization,
    createdAt: start - (10 - place) * 24 * hour,
    issues: Array.from({ length: issues }, (_, i) => issue(id, i + 1)),
  };
}

/** Records of the service. */
export interface Data {
  projects: StoredProject[];
  credentials: Map<string, StoredCredential>;
}

/** Returns an issue with a title and nothing else. */
export function plainIssue(number: number, createdAt: number): StoredIssue {
  return {
    number,
    title: `Issue ${number}`,
    description: '',
    status: 'open',
    priority: 'low',
    labels: [],
    assignees: [],
    reporter: '',
    page: '',
    browser: '',
    os: '',
    viewport: '',
    createdAt,
    updatedAt: createdAt,
    scriptErrors: 0,
    comments: [],
    console: [],
    network: [],
    screenshots: [],
    actions: [],
    context: {
      browserInfo: { name: 'Firefox', version: '140.0' },
      osInfo: { name: 'Ubuntu', version: '26.04' },
      viewportSize: { width: 1280, height: 720 },
      cssSelector: '#pay',
      elementStyles: {},
      reactComponentTree: [],
    },
  };
}

/** Returns one project without issues, and no credential. */
export function emptyData(projectId: string): Data {
  return { projects: [project(projectId, tracker, 0, 1)], credentials: new Map() };
}

/** Returns a credential with every scope for the organization of {@link emptyData}. */
export function fullCredential(expiresAt?: number): StoredCredential {
  return { organizations: [tracker], scopes, ...(expiresAt !== undefined && { expiresAt }) };
}

/** Returns two organizations of one user and one of another, with 31 issues of every kind. */
export function richData(): Data {
  return {
    projects: [
      project('p-shop', tracker, 23, 1),
      project('p-office', tracker, 3, 2),
      project('p-lab', tracker, 0, 3),
      project('p-attic', tracker, 1, 4),
      project('p-branch', branch, 2, 5),
      project('p-secret', stranger, 2, 6),
    ],
    credentials: new Map([
      [key, { organizations: [tracker], scopes }],
      [token, { organizations: [tracker, branch], scopes }],
      ['svc_readsIssuesOnly4e2a', { organizations: [tracker], scopes: ['issues:read'] }],
      ['svc_readsProjectsOnly4e', { organizations: [tracker], scopes: ['projects:read'] }],
      ['svc_readsEverything4e2a', { organizations: [tracker], scopes: ['projects:read', 'issues:read'] }],
      ['svc_wasGoodOnceUponATime', { organizations: [tracker], scopes, expiresAt: start }],
    ]),
  };
}
