import { existsSync } from 'node:fs';
import type { Clock } from '@issue-tracking/sdk';
import { toJson } from '../output/printer.ts';
import { WholeFile } from '../output/whole-file.ts';
import { pluralize } from '../platform/pluralize.ts';
import { EndedEarly } from '../service/ended-early.ts';
import type { ProjectCopy } from '../world/pull-project.ts';
import type { CopiedWorld } from '../world/world-file.ts';

/** The most that a run may lose: this many issues, or what was read in this time, in milliseconds. */
const saveEvery = { issues: 20, ms: 30_000 };

/** The world file of a run, saved again and again: a run may take hours, and can end in any way. */
export class CopyFile {
  readonly #file: WholeFile;
  readonly #clock: Clock;
  readonly #toWorld: (copy: ProjectCopy) => CopiedWorld;
  /** Whether there was a file before this run. */
  readonly isOld: boolean;
  #latest: ProjectCopy | undefined;
  #unsaved = 0;
  #savedAt: number;
  /** Number of issues that the last save wrote. */
  #saved: number | undefined;

  /** @param toWorld Returns what the file gets of a copy. @throws EndedEarly if the file can't be written. */
  constructor(path: string, clock: Clock, toWorld: (copy: ProjectCopy) => CopiedWorld) {
    this.#file = new WholeFile(path);
    this.isOld = existsSync(path);
    this.#clock = clock;
    this.#toWorld = toWorld;
    this.#savedAt = clock.now();
  }

  /** Notes that another issue was read. @throws EndedEarly if the file can't be written. */
  read(copy: ProjectCopy): void {
    this.#latest = copy;
    this.#unsaved++;
    if (this.#unsaved >= saveEvery.issues) this.save(copy);
    else this.willWait(0);
  }

  /** Saves first what would stay unsaved for too long during a wait. @throws EndedEarly if the file can't be written. */
  willWait(ms: number): void {
    const isDue = this.#clock.now() + ms - this.#savedAt >= saveEvery.ms;
    if (this.#latest && this.#unsaved > 0 && isDue) this.save(this.#latest);
  }

  /** Saves a copy, and returns the number of issues in it. @throws EndedEarly if the file can't be written. */
  save(copy: ProjectCopy): number {
    const world = this.#toWorld(copy);
    try {
      if (this.#saved === undefined) this.#file.keepPrevious();
      this.#file.write(`${toJson(world)}\n`);
    } catch (error) {
      if (!(error instanceof EndedEarly)) throw error;
      const kept = this.#saved === undefined ? 'it is as before' : `it has ${pluralize(this.#saved, 'issue')}`;
      throw new EndedEarly(`${error.message}: ${kept}`);
    }
    this.#unsaved = 0;
    this.#savedAt = this.#clock.now();
    this.#saved = world.organizations.flatMap(({ projects }) => projects.flatMap(({ issues }) => issues)).length;
    return this.#saved;
  }

  /** Removes the previous file after a run that ended well. Otherwise returns its path, if there is one. */
  end(isWell: boolean): string | undefined {
    if (isWell && this.isOld) this.#file.discardPrevious();
    return isWell ? undefined : this.#file.previous;
  }

  /** Removes what was reserved and not written. */
  close(): void {
    this.#file.discard();
  }
}
