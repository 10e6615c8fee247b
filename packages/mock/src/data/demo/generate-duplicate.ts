import type { IssueInput } from '../world/world.ts';
import { release } from './capture.ts';
import type { Random } from './random.ts';

/** The second report of the same: its title says where it differs, and somebody notices. */
export function generateDuplicate(issue: IssueInput, createdAt: string, earlier: number, { pick }: Random): IssueInput {
  const difference = pick([
    `since ${release(Date.parse(createdAt))}`,
    `on ${issue.osInfo}`,
    `in ${issue.browserInfo}`,
    `at ${issue.viewportSize}`,
    `(see #${earlier})`,
  ]);
  const [first, ...rest] = issue.comments ?? [];
  const notice = pick([`Looks like #${earlier}.`, `Isn’t this #${earlier}?`, `Related to #${earlier}, I think.`]);
  return {
    ...issue,
    title: `${issue.title} ${difference}`,
    ...(first && { comments: [{ ...first, content: `${notice} ${first.content}` }, ...rest] }),
  };
}
