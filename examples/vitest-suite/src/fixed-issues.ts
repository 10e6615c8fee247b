/** A commit, as `git log` tells it. */
export interface Commit {
  sha: string;
  message: string;
}

const fixes = /\b(?:fix(?:es|ed)?|close[sd]?|resolve[sd]?)\s+((?:#\d+(?:\s*(?:,|and)\s*)?)+)/gi;

/** Finds which issues commits say they fix, `Fixes #12 and #15` for example, with the commit that says so first. */
export function fixedIssues(commits: readonly Commit[]): Map<number, Commit> {
  const found = new Map<number, Commit>();
  for (const commit of commits) {
    for (const [, list = ''] of commit.message.matchAll(fixes)) {
      for (const [, issueNumber] of list.matchAll(/#(\d+)/g)) {
        if (!found.has(Number(issueNumber))) found.set(Number(issueNumber), commit);
      }
    }
  }
  return found;
}
