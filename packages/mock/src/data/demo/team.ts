import type { People } from './progress.ts';
import type { Random } from './random.ts';

/** The people of an organization who write issues. */
export interface Team {
  readonly reporters: readonly string[];
  readonly developers: readonly string[];
  readonly testers: readonly string[];
}

const names = [
  'Amara Okafor',
  'Anders Holm',
  'Beatriz Moreira',
  'Camille Laurent',
  'Daniel Fischer',
  'Elif Yıldız',
  'Farah Haddad',
  'Giulia Conti',
  'Hana Novotná',
  'Ibrahim Diallo',
  'Ingrid Solberg',
  'James Whitfield',
  'Jun Takahashi',
  'Katarzyna Wójcik',
  'Liam O’Connor',
  'Lucía Fernández',
  'Mateo Rojas',
  'Mei-Ling Chen',
  'Nadia Petrova',
  'Oskar Lindgren',
  'Priya Raman',
  'Rahul Mehta',
  'Sophie van Dijk',
  'Tomasz Zieliński',
  'Valentina Popescu',
  'Yusuf Demir',
] as const;

/** Some of these people, by what they do. */
export function randomTeam({ faker }: Random): Team {
  const shuffled = faker.helpers.shuffle(names);
  return { reporters: shuffled.slice(0, 7), developers: shuffled.slice(7, 11), testers: shuffled.slice(11, 13) };
}

/** Who has to do with one issue. */
export function choosePeople({ reporters, developers, testers }: Team, { pick }: Random): People {
  return { reporter: pick(reporters), developer: pick(developers), qa: pick(testers) };
}
