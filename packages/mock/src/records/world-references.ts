import { capturedLists } from '@issue-tracking/model';
import { type Problem, pathText, problem } from '../platform/input/problems.ts';
import { kindsIn, placements, uniqueMembers } from './placements.ts';
import type { RecordKind } from './records.ts';
import { elements, memberOf } from './untyped.ts';

type Path = readonly PropertyKey[];

/** A record of a world, of any type. */
interface FoundRecord {
  readonly kind: RecordKind;
  readonly value: unknown;
  readonly path: Path;
  readonly parent: unknown;
}

/** Calls back with all records in the lists of a record, or of a world. */
export function visitRecords(
  owner: unknown,
  above: RecordKind | undefined,
  visit: (found: FoundRecord) => void,
  at: Path = [],
): void {
  for (const kind of kindsIn(above)) {
    for (const [index, value] of elements(owner, kind).entries()) {
      const path = [...at, kind, index];
      visit({ kind, value, path, parent: owner });
      visitRecords(value, kind, visit, path);
    }
  }
}

/**
 * Returns the problems across records of a world: duplicates, and references to missing records. Accepts any input and skips
 * parts of a wrong type, so that these problems are reported together with the schema's.
 */
export function worldProblems(world: unknown, isPulled: boolean): Problem[] {
  const found = new Duplicates();
  const slugs = elements(world, 'organizations').map((organization) => memberOf(organization, 'slug'));
  visitRecords(world, undefined, (record) => {
    // Ids of a service may differ from v1; only those of paths must be unique.
    found.check(record, !isPulled || !placements[record.kind].isServed);
    if (record.kind === 'users') found.problems.push(...slugProblems(record, slugs));
  });
  return found.problems;
}

/** Returns the duplicates within a new record and the records in its lists. */
export function recordProblems(kind: RecordKind, value: unknown): Problem[] {
  const found = new Duplicates();
  found.check({ kind, value, path: [], parent: undefined }, true);
  visitRecords(value, kind, (record) => found.check(record, true));
  return found.problems;
}

/** Finds values that must be unique and are not. */
class Duplicates {
  readonly problems: Problem[] = [];
  readonly #seen = new Map<unknown, Map<unknown, Path>>();

  check({ kind, value, path, parent }: FoundRecord, isExact: boolean): void {
    for (const [member, what] of uniqueMembers[kind]) {
      if (!isExact && !isOfPaths(kind)) continue;
      const found = memberOf(value, member);
      // Uuids are equal in any case.
      const comparable = what === 'organization' && typeof found === 'string' ? found.toLowerCase() : found;
      this.#add(what, comparable, [...path, member]);
    }
    if (kind === 'users') this.#addAll(elements(value, 'organizations'), [...path, 'organizations']);
    if (kind !== 'issues') return;
    if (parent !== undefined) this.#add(parent, memberOf(value, 'issueNumber'), [...path, 'issueNumber']);
    for (const list of isExact ? capturedLists : []) this.#addAll(elements(value, list), [...path, list], 'id');
  }

  /** Adds a list of which all values must differ, or those of a member. */
  #addAll(list: readonly unknown[], at: Path, member?: string): void {
    const group = {};
    for (const [index, item] of list.entries())
      if (member === undefined) this.#add(group, item, [...at, index]);
      else this.#add(group, memberOf(item, member), [...at, index, member]);
  }

  /** Adds a value of a group in which all must differ. */
  #add(group: unknown, value: unknown, at: Path): void {
    if (value === undefined) return;
    const taken = this.#seen.get(group) ?? new Map<unknown, Path>();
    this.#seen.set(group, taken);
    const first = taken.get(value);
    if (first) this.problems.push(problem(at, `must be unique: ${pathText(first)} is the same`, value));
    else taken.set(value, at);
  }
}

function isOfPaths(kind: RecordKind): boolean {
  return kind === 'organizations' || kind === 'projects';
}

function slugProblems({ value, path }: FoundRecord, slugs: readonly unknown[]): Problem[] {
  const unknown = elements(value, 'organizations').flatMap((slug, index) =>
    typeof slug !== 'string' || slugs.includes(slug) ? [] : [[slug, index] as const],
  );
  const message = `must be the slug of an organization of this world (${listText(slugs)})`;
  return unknown.map(([slug, index]) => problem([...path, 'organizations', index], message, slug));
}

function listText(values: readonly unknown[]): string {
  if (values.length === 0) return 'there is none';
  const shown = values.slice(0, 10).join(', ');
  return values.length > 10 ? `${shown}, …` : shown;
}
